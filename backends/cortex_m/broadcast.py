# SPDX-License-Identifier: Apache-2.0
"""Element-wise operators on two int8 tensors, with torch's broadcasting: what add and mul share."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from torch.fx import Node

from penlight.backends.cortex_m.graph import DType, Order, Tensor, contiguous
from penlight.backends.cortex_m.layout import COUNT, ELEMS, Field, param
from penlight.backends.cortex_m.ops.operator import Operand
from penlight.backends.cortex_m.overlap import IN_PLACE, Overlap
from penlight.runtime.errors import UnsupportedError

if TYPE_CHECKING:
    from penlight.backends.cortex_m.lower import Lowering
    from penlight.backends.cortex_m.match import Match

RANK = 4

SIZES: tuple[Field, ...] = (
    param("elems_1", ELEMS, "elements of input_1"),
    param("elems_2", ELEMS, "elements of input_2"),
    param("elems", ELEMS, "elements of the output"),
    *(param(f"dim_{d}", ELEMS, "output size, outermost first, with neighbours merged") for d in range(RANK)),
    param("broadcast_1", COUNT, "bit d is set where input_1 has size 1 in dimension d"),
    param("broadcast_2", COUNT, "the same for input_2"),
)
"""Parameters that describe both shapes."""

OPERANDS = (
    Operand("input_1", "input", np.int8, ("elems_1",)),
    Operand("input_2", "input", np.int8, ("elems_2",)),
    Operand("output", "output", np.int8, ("elems",)),
)


def operand(lowering: Lowering, match: Match, value: Any) -> Tensor:
    """An operand as a tensor: an activation, a quantized constant, or a number as an int8 constant of its own scale."""
    number = _number(lowering, value) if isinstance(value, Node) else float(value)
    if number is None:
        return lowering.tensor(value)
    scale = abs(number) / 127 or 1.0
    buffer = lowering.constant(f"{match.node.name}.constant", np.array([round(number / scale)], np.int8))
    return Tensor(buffer, DType.INT8, (), contiguous(0), scale, 0)


def _number(lowering: Lowering, node: Node) -> float | None:
    """The value of a float constant of one element, which is what the edge dialect makes of a number."""
    constants = lowering.constants
    if not constants.is_constant(node) or constants.weight(node) is not None:
        return None
    real = constants.real(node)
    return float(real.item()) if real.size == 1 else None


def arrange(lowering: Lowering, rank: int, first: Tensor, second: Tensor) -> tuple[Tensor, Tensor, Order]:
    """Both operands with `rank` dimensions in one order: that of the larger one."""
    first, second = (_with_rank(lowering, tensor, rank) for tensor in (first, second))
    order = first.order if first.elems >= second.elems else second.order
    return lowering.arranged(first, order), lowering.arranged(second, order), order


def _with_rank(lowering: Lowering, tensor: Tensor, rank: int) -> Tensor:
    tensor = lowering.settled(tensor)
    new = rank - len(tensor.shape)
    order = (*range(new), *(d + new for d in tensor.order))
    shape = (1,) * new + tensor.shape
    return Tensor(tensor.buffer, tensor.dtype, shape, order, tensor.scale, tensor.zero_point)


def sizes(first: tuple[int, ...], second: tuple[int, ...], where: str) -> dict[str, int | float]:
    """SIZES for two physical shapes of the same rank. Raises UnsupportedError when more than RANK dimensions remain."""
    runs: list[list[int]] = []  # [size, input_1 is broadcast, input_2 is broadcast]
    for a, b in zip(first, second, strict=True):
        size = max(a, b)
        if size == 1:
            continue
        kind = [int(a < b), int(b < a)]
        if runs and runs[-1][1:] == kind:
            runs[-1][0] *= size
        else:
            runs.append([size, *kind])
    if len(runs) > RANK:
        raise UnsupportedError(
            f"shapes {first} and {second} broadcast in {len(runs)} alternating runs; at most {RANK} are possible",
            where=where,
            fix="expand one of the operands in several steps",
        )
    runs = [[1, 0, 0]] * (RANK - len(runs)) + runs
    masks = [sum(run[which] << d for d, run in enumerate(runs)) for which in (1, 2)]
    values: dict[str, int | float] = {"elems_1": prod(first), "elems_2": prod(second)}
    values["elems"] = prod(run[0] for run in runs)
    values |= {f"dim_{d}": run[0] for d, run in enumerate(runs)}
    return values | {"broadcast_1": masks[0], "broadcast_2": masks[1]}


def kernel(params: Mapping[str, int | float]) -> str:
    """The plain kernel when no operand is broadcast."""
    return "broadcast" if params["broadcast_1"] or params["broadcast_2"] else ""


def overlap(params: Mapping[str, int | float]) -> Mapping[str, Overlap]:
    """Element by element, but for operands that are broadcast: their elements are read again later."""
    return {f"input_{number}": IN_PLACE for number in (1, 2) if not params[f"broadcast_{number}"]}


def expanded(params: Mapping[str, int | float], arrays: Mapping[str, np.ndarray | None]) -> tuple[np.ndarray, ...]:
    """Both inputs as int64 arrays of the output's size, for a reference."""
    dims = [int(params[f"dim_{d}"]) for d in range(RANK)]
    inputs = []
    for number in (1, 2):
        mask = int(params[f"broadcast_{number}"])
        shape = [1 if mask >> d & 1 else size for d, size in enumerate(dims)]
        values = arrays[f"input_{number}"]
        assert values is not None
        inputs.append(np.broadcast_to(values.reshape(shape), dims).astype(np.int64).ravel())
    return tuple(inputs)


def random_sizes(random: np.random.Generator) -> dict[str, int | float]:
    """Random SIZES; in two cases of three nothing is broadcast."""
    shape = [int(n) for n in random.choice([1, 2, 3, 5, 8, 15, 16, 17, 33], RANK - 1)]
    shape = [min(n, 6) for n in shape[:-1]] + shape[-1:]
    first, second = list(shape), list(shape)
    if random.integers(3) == 0:
        for d in range(len(shape)):
            broadcast = random.integers(4)
            first[d] = 1 if broadcast == 1 else first[d]
            second[d] = 1 if broadcast == 2 else second[d]
    return sizes(tuple(first), tuple(second), "")
