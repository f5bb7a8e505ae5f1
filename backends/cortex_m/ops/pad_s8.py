# SPDX-License-Identifier: Apache-2.0
"""pad_s8: constant padding of any dimensions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import TYPE_CHECKING

import numpy as np
import torch

from penlight.backends.cortex_m.graph import Padded, Tensor
from penlight.backends.cortex_m.layout import BYTES, ELEMS, INT8, Struct, param
from penlight.backends.cortex_m.match import source_line
from penlight.backends.cortex_m.ops.operator import Case, Operand, Operator
from penlight.backends.cortex_m.overlap import Overlap
from penlight.backends.cortex_m.target import Tier
from penlight.runtime.errors import UnsupportedError

if TYPE_CHECKING:
    from torch.fx import Node

    from penlight.backends.cortex_m.lower import Lowering
    from penlight.backends.cortex_m.match import Match
    from penlight.export.quantizer import Annotator

RANK = 4


def pads_with_a_constant(match: Match) -> bool:
    """Only constant padding has a kernel; reflection, replication and circular padding have none."""
    return match.arguments.get("mode", "constant") == "constant"


def pads_outwards(match: Match) -> bool:
    """Padding must not be negative; slice the tensor to crop it."""
    return all(int(size) >= 0 for size in match.argument("pad"))


class PadS8(Operator):
    """The output is `value` but for the input, which lies `before` from the start of each dimension."""

    name = "pad_s8"
    code = 14
    params = Struct(
        "pl_pad_s8_params",
        (
            param("elems", ELEMS, "elements of the input"),
            param("out_elems", ELEMS, "elements of the output"),
            *(param(f"dim_{d}", ELEMS, "input size, outermost first, with neighbours merged") for d in range(RANK)),
            *(param(f"before_{d}", BYTES, "elements in front") for d in range(RANK)),
            *(param(f"after_{d}", BYTES, "elements behind") for d in range(RANK)),
            param("value", INT8),
        ),
    )
    operands = (
        Operand("input", "input", np.int8, ("elems",)),
        Operand("output", "output", np.int8, ("out_elems",)),
    )
    checked = True
    targets = (torch.ops.aten.constant_pad_nd.default, torch.ops.aten.pad.default)
    constraints = (pads_with_a_constant, pads_outwards)

    @classmethod
    def annotate(cls, node: Node, annotator: Annotator) -> None:
        annotator.share(node)

    @classmethod
    def lower(cls, match: Match, lowering: Lowering) -> None:
        """Zeros around the rows and columns of an image are left to the consumer: a convolution has its own."""
        x = lowering.settled(lowering.tensor(match.argument("self")))
        pads = [int(size) for size in match.argument("pad")]
        around = [(0, 0)] * len(x.shape)
        for index in range(len(pads) // 2):
            around[len(x.shape) - 1 - index] = (pads[2 * index], pads[2 * index + 1])
        real = float(match.arguments["value"] or 0.0)
        padded = Padded(x, tuple(around), match.label, source_line(match.node))
        if real == 0 and len(x.shape) == 4 and around[:2] == [(0, 0), (0, 0)]:
            out = Tensor(x.buffer, x.dtype, match.shape, x.order, x.scale, x.zero_point, padded=padded)
        else:
            value = int(np.clip(np.rint(real / x.scale) + x.zero_point, -128, 127))
            out = cls.pad(lowering, padded, value)
        lowering.define_moved(match, out)

    @classmethod
    def pad(cls, lowering: Lowering, padded: Padded, value: int | None = None) -> Tensor:
        """Appends the padding, with `value` or with zeros; the result has the order of what is inside."""
        x, around = padded.inner, padded.around
        value = x.zero_point if value is None else value
        shape = tuple(before + size + after for size, (before, after) in zip(x.shape, around, strict=True))
        out = lowering.like(x, padded.label, shape, x.order)
        params = cls._params(x.physical_shape, [around[d] for d in x.order], value, padded.source)
        lowering.append(cls, padded.label, padded.source, params, {"input": x, "output": out})
        return out

    @classmethod
    def _params(
        cls, shape: Sequence[int], around: Sequence[tuple[int, int]], value: int, where: str = ""
    ) -> dict[str, int | float]:
        """Dimensions without padding are merged into the one outside of them, whose padding grows with it."""
        runs: list[list[int]] = []  # [size, before, after]
        for size, (before, after) in zip(shape, around, strict=True):
            if runs and not before and not after:
                runs[-1] = [n * size for n in runs[-1]]
            else:
                runs.append([size, before, after])
        if len(runs) > RANK:
            raise UnsupportedError(f"padding of {len(runs)} dimensions; at most {RANK} are possible", where=where)
        runs = [[1, 0, 0]] * (RANK - len(runs)) + runs
        values: dict[str, int | float] = {"elems": prod(shape), "out_elems": prod(sum(run) for run in runs)}
        for d, (size, before, after) in enumerate(runs):
            values |= {f"dim_{d}": size, f"before_{d}": before, f"after_{d}": after}
        return values | {"value": value}

    @classmethod
    def overlap(cls, params: Mapping[str, int | float], tier: Tier, kernel: str) -> Mapping[str, Overlap]:
        """Row by row of the input, each moved at once behind what has been filled; the last one moves furthest."""
        behind, size = 0, 1
        for d in reversed(range(RANK)):
            behind += int(params[f"after_{d}"]) * size
            size *= int(params[f"before_{d}"] + params[f"dim_{d}"] + params[f"after_{d}"])
        return {"input": Overlap(int(params["out_elems"]) - behind - int(params["elems"]))}

    @classmethod
    def reference(
        cls, params: Mapping[str, int | float], arrays: Mapping[str, np.ndarray | None], kernel: str = ""
    ) -> np.ndarray:
        p = {name: int(value) for name, value in params.items()}
        x = arrays["input"]
        assert x is not None
        around = [(p[f"before_{d}"], p[f"after_{d}"]) for d in range(RANK)]
        return np.pad(x.reshape([p[f"dim_{d}"] for d in range(RANK)]), around, constant_values=p["value"]).ravel()

    @classmethod
    def cases(cls, random: np.random.Generator, count: int, tier: Tier) -> Iterator[Case]:
        for _ in range(count):
            shape = [int(n) for n in random.choice([1, 2, 3, 5, 8, 15, 17], int(random.integers(1, RANK + 1)))]
            shape = [min(n, 5) for n in shape[:-1]] + shape[-1:]
            around = [(int(a), int(b)) for a, b in random.integers(0, 4, (len(shape), 2))]
            params = cls._params(shape, around, int(random.integers(-128, 128)))
            yield Case(params, {"input": random.integers(-128, 128, prod(shape), np.int8)})
