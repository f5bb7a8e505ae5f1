# SPDX-License-Identifier: Apache-2.0
"""The lowered program: buffers, tensors that view them, and operations on buffers, in execution order."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from math import prod
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from penlight.backends.cortex_m.ops.operator import Operator


class DType(Enum):
    """An element type: ExecuTorch's ScalarType code and the numpy type."""

    UINT8 = (0, np.uint8)
    INT8 = (1, np.int8)
    INT16 = (2, np.int16)
    INT32 = (3, np.int32)
    INT64 = (4, np.int64)
    FLOAT32 = (6, np.float32)
    BOOL = (11, np.bool_)

    @property
    def code(self) -> int:
        return self.value[0]

    @property
    def numpy(self) -> np.dtype:
        return np.dtype(self.value[1])

    @property
    def bytes(self) -> int:
        return self.numpy.itemsize


@dataclass(eq=False)
class Buffer:
    """A run of bytes: a constant in the image when it has `data`, otherwise a place in the arena."""

    name: str
    bytes: int
    data: builtins.bytes | None = None


Order = tuple[int, ...]


def contiguous(rank: int) -> Order:
    """The order in which torch lays out a tensor by default: the last dimension innermost."""
    return tuple(range(rank))


def channels_last(rank: int) -> Order:
    """The dimension order with the channel (dimension 1) innermost: NHWC for rank 4."""
    return (0, *range(2, rank), 1) if rank > 2 else contiguous(rank)


def same_layout(shape: tuple[int, ...], first: Order, second: Order) -> bool:
    """Whether two orders put every element of `shape` at the same place; dimensions of size 1 have no place."""
    return [d for d in first if shape[d] != 1] == [d for d in second if shape[d] != 1]


@dataclass(frozen=True)
class Padded:
    """A tensor, and the zeros (before, after) that surround it in each of torch's dimensions."""

    inner: Tensor
    around: tuple[tuple[int, int], ...]
    label: str
    source: str


@dataclass(eq=False)
class Tensor:
    """A typed view of a whole buffer.

    `shape` is torch's; `order` lists its dimensions from outermost to innermost in memory. For int8,
    real = scale * (value - zero_point).

    Two kinds of work are put off, in case that the consumer can do without. `flattened` is set on a rank-2 tensor that
    is the flattening of a tensor whose channels are innermost, and has not been brought into torch's order. `padded` is
    set on an image that has not been padded; its buffer is that of the image. Lowering.settled does the work.
    """

    buffer: Buffer
    dtype: DType
    shape: tuple[int, ...]
    order: Order
    scale: float = 0.0
    zero_point: int = 0
    flattened: Tensor | None = None
    padded: Padded | None = None

    @property
    def elems(self) -> int:
        return prod(self.shape)

    @property
    def physical_shape(self) -> tuple[int, ...]:
        """Sizes from outermost to innermost in memory."""
        return tuple(self.shape[d] for d in self.order)


@dataclass(eq=False)
class Operation:
    """One kernel call: parameters by name, and one buffer (or None when absent) for each operand of the operator."""

    op: type[Operator]
    kernel: str
    params: dict[str, int | float]
    operands: tuple[Buffer | None, ...]
    label: str
    source: str = ""

    @property
    def kernel_name(self) -> str:
        """The C function is `pl_` and this name."""
        return f"{self.op.name}_{self.kernel}" if self.kernel else self.op.name

    def buffers(self, *roles: str) -> list[Buffer]:
        """The buffers of operands with one of `roles`, in order."""
        pairs = zip(self.op.operands, self.operands, strict=True)
        return [buffer for operand, buffer in pairs if operand.role in roles and buffer is not None]

    @property
    def inputs(self) -> list[Buffer]:
        return self.buffers("input")

    @property
    def outputs(self) -> list[Buffer]:
        return self.buffers("output")

    @property
    def scratch(self) -> list[Buffer]:
        return self.buffers("scratch")


@dataclass(eq=False)
class Graph:
    """A lowered program. `keep_inputs` forbids the run to overwrite its inputs."""

    inputs: list[Tensor] = field(default_factory=list)
    outputs: list[Tensor] = field(default_factory=list)
    operations: list[Operation] = field(default_factory=list)
    keep_inputs: bool = False

    def constants(self) -> Iterator[Buffer]:
        """Each constant buffer once, in the order of first use."""
        seen: dict[Buffer, None] = {}
        for operation in self.operations:
            constants = (b for b in operation.operands if b is not None and b.data is not None)
            seen.update((constant, None) for constant in constants)
        yield from seen
