# SPDX-License-Identifier: Apache-2.0
"""transpose_s8: moves int8 elements into another order of dimensions.

Nothing in a model asks for it directly: a permutation only renames dimensions, and this copy is made where a kernel,
or the program's output, needs another order in memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from penlight.backends.cortex_m.graph import Order, Tensor
from penlight.backends.cortex_m.layout import COUNT, DIM, ELEMS, Struct, param
from penlight.backends.cortex_m.ops.operator import Case, Operand, Operator
from penlight.backends.cortex_m.target import Tier

if TYPE_CHECKING:
    from penlight.backends.cortex_m.lower import Lowering

RANK = 6


class TransposeS8(Operator):
    """out[i_perm0, ..., i_perm5] = in[i_0, ..., i_5], with dimensions of size 1 in front where there are fewer."""

    name = "transpose_s8"
    code = 5
    precision = "copy"
    params = Struct(
        "pl_transpose_s8_params",
        (
            param("elems", ELEMS, "product of all dimensions"),
            *(param(f"dim_{d}", DIM, "input size, outermost first") for d in range(RANK)),
            *(param(f"perm_{d}", COUNT, "input dimension that is output dimension") for d in range(RANK)),
        ),
    )
    operands = (
        Operand("input", "input", np.int8, ("elems",)),
        Operand("output", "output", np.int8, ("elems",)),
    )
    checked = True

    @classmethod
    def arrange(cls, lowering: Lowering, x: Tensor, order: Order) -> Tensor:
        """Appends a copy of `x` whose dimensions lie in `order`."""
        producer = next((op for op in reversed(lowering.graph.operations) if x.buffer in op.outputs), None)
        out = Tensor(
            lowering.buffer(f"{x.buffer.name}.{'nhwc' if order[-1] == 1 else 'copy'}", x.buffer.bytes),
            x.dtype,
            x.shape,
            order,
            x.scale,
            x.zero_point,
        )
        permutation = [x.order.index(d) for d in order]
        label = f"{producer.label if producer else x.buffer.name}.transpose"
        source = lowering.line or (producer.source if producer else "")
        lowering.append(cls, label, source, cls._params(x.physical_shape, permutation), {"input": x, "output": out})
        return out

    @classmethod
    def _params(cls, shape: tuple[int, ...], permutation: list[int]) -> dict[str, int | float]:
        """Parameters after dimensions that move together are merged and dimensions of size 1 are dropped."""
        runs: list[list[int]] = []
        for d in (d for d in permutation if shape[d] != 1):
            if runs and all(shape[between] == 1 for between in range(runs[-1][-1] + 1, d)) and d > runs[-1][-1]:
                runs[-1].append(d)
            else:
                runs.append([d])
        kept = sorted(runs)
        front = RANK - len(kept)
        sizes = [1] * front + [prod(shape[d] for d in run) for run in kept]
        perm = [*range(front), *(front + kept.index(run) for run in runs)]
        values: dict[str, int | float] = {"elems": prod(shape)}
        return values | {f"dim_{d}": sizes[d] for d in range(RANK)} | {f"perm_{d}": perm[d] for d in range(RANK)}

    @classmethod
    def reference(
        cls, params: Mapping[str, int | float], arrays: Mapping[str, np.ndarray | None], kernel: str = ""
    ) -> np.ndarray:
        x = arrays["input"]
        assert x is not None
        shape = [int(params[f"dim_{d}"]) for d in range(RANK)]
        return x.reshape(shape).transpose([int(params[f"perm_{d}"]) for d in range(RANK)]).ravel()

    @classmethod
    def cases(cls, random: np.random.Generator, count: int, tier: Tier) -> Iterator[Case]:
        for _ in range(count):
            rank = int(random.integers(2, RANK + 1))
            limit = 24 if rank <= 3 else 6
            shape = tuple(int(n) for n in random.integers(1, limit, rank))
            params = cls._params(shape, [int(d) for d in random.permutation(rank)])
            yield Case(params, {"input": random.integers(-128, 128, prod(shape), np.int8)})
