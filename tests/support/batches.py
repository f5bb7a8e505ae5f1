# SPDX-License-Identifier: Apache-2.0
"""Many test cases of operators in one program, whose arena is its one input and its one output.

The arena starts with random bytes. Each operand has a place of its own with unused bytes around it, the last one ends
where the arena ends. After a run every byte must be as it was, but for outputs, which must equal the reference, and
scratch, which may be anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from support.program_files import Io, Payload, program_of, serialize

from penlight.backends.cortex_m.graph import Buffer, DType, Graph, Operation, Tensor
from penlight.backends.cortex_m.ops.operator import Case, Operator
from penlight.backends.cortex_m.pack import pack
from penlight.backends.cortex_m.plan import Plan
from penlight.backends.cortex_m.target import Tier

CASES_PER_PROGRAM = 64
GAP_BYTES = 8


@dataclass(frozen=True)
class Placed:
    """One case in a batch: where its output lies and what it must hold."""

    case: Case
    output: int
    wanted: bytes


@dataclass(frozen=True)
class Batch:
    """A program, its arena before the run, what must be there afterwards, and which bytes may differ."""

    pte: bytes
    before: bytes
    wanted: np.ndarray
    free: np.ndarray
    cases: list[Placed]

    def first_fault(self, after: bytes) -> str:
        """The first case whose output is wrong, or that wrote elsewhere; empty when there is none."""
        got = np.frombuffer(after, np.uint8)
        wrong = np.flatnonzero((got != self.wanted) & ~self.free)
        if not wrong.size:
            return ""
        at = int(wrong[0])
        for placed in self.cases:
            if placed.output <= at < placed.output + len(placed.wanted):
                end = placed.output + len(placed.wanted)
                return (
                    f"output byte {at - placed.output}: got {got[placed.output : end].view(np.int8).tolist()[:64]}, "
                    f"wanted {self.wanted[placed.output : end].view(np.int8).tolist()[:64]}, kernel "
                    f"{placed.case.kernel!r}, {placed.case.params}"
                )
        return f"arena byte {at}, which belongs to no output, was changed"


def batches(op: type[Operator], tier: Tier, count: int, seed: int = 1) -> Iterator[Batch]:
    """`count` cases of `op`, in programs of CASES_PER_PROGRAM."""
    random = np.random.default_rng(seed)
    cases = list(op.cases(random, count, tier))
    for start in range(0, len(cases), CASES_PER_PROGRAM):
        yield _batch(op, cases[start : start + CASES_PER_PROGRAM], tier, random)


def _batch(op: type[Operator], cases: Sequence[Case], tier: Tier, random: np.random.Generator) -> Batch:
    offsets: dict[Buffer, int] = {}
    operations, position = [], 0
    for case in cases:
        operation = _operation(op, case)
        for operand, buffer in zip(op.operands, operation.operands, strict=True):
            if buffer is not None and buffer.data is None and buffer not in offsets:
                align = max(4, operand.element_bytes)
                offsets[buffer] = (position + GAP_BYTES + align - 1) // align * align
                position = offsets[buffer] + buffer.bytes
        operations.append(operation)
    arena_bytes = (position + 3) & ~3
    before = random.integers(0, 256, arena_bytes, np.uint8)
    free = np.zeros(arena_bytes, bool)
    wanted, placed = before.copy(), []
    for case, operation in zip(cases, operations, strict=True):
        placed.append(_fill(case, operation, offsets, before, wanted, free))
    for entry in placed:
        wanted[entry.output : entry.output + len(entry.wanted)] = np.frombuffer(entry.wanted, np.uint8)
    arena = Buffer("arena", arena_bytes)
    tensor = Tensor(arena, DType.INT8, (arena_bytes,), (0,))
    graph = Graph([tensor], [tensor], operations)
    plan = Plan(tuple(operations), {arena: 0, **offsets}, arena_bytes, arena_bytes, None, (), {})
    io = Io((arena_bytes,), (0,), np.dtype(np.int8), 0)
    pte = serialize(program_of(Payload([io], [io]), pack(graph, plan, tier)))
    return Batch(pte, before.tobytes(), wanted, free, placed)


def _operation(op: type[Operator], case: Case) -> Operation:
    """The case as an operation; where the operator allows it and the sizes agree, every third one works in place."""
    buffers: list[Buffer | None] = []
    by_name: dict[str, Buffer] = {}
    for operand in op.operands:
        size = operand.elems(case.params) * operand.element_bytes
        array = case.arrays.get(operand.name)
        constant = operand.role not in ("input", "output", "scratch")
        if (constant and array is None) or size == 0:
            buffers.append(None)
            continue
        buffer = Buffer(operand.name, size, np.asarray(array, operand.dtype).tobytes() if constant else None)
        in_place = operand.role == "output" and size % 3 == 0 and op.in_place
        if in_place and by_name[op.in_place[0]].bytes == size:
            buffer = by_name[op.in_place[0]]
        by_name[operand.name] = buffer
        buffers.append(buffer)
    return Operation(op, case.kernel, case.params, tuple(buffers), op.name)


def _fill(
    case: Case,
    operation: Operation,
    offsets: dict[Buffer, int],
    before: np.ndarray,
    wanted: np.ndarray,
    free: np.ndarray,
) -> Placed:
    """Puts the case's arrays into the arena; its output as the reference computes it is in what is returned."""
    arrays = dict(case.arrays)
    for operand, buffer in zip(operation.op.operands, operation.operands, strict=True):
        if buffer is None or buffer.data is not None:
            continue
        where = slice(offsets[buffer], offsets[buffer] + buffer.bytes)
        if operand.role == "scratch":
            free[where] = True
        elif (array := arrays.get(operand.name)) is not None:
            before[where] = wanted[where] = np.frombuffer(np.asarray(array, operand.dtype).tobytes(), np.uint8)
    (out,) = operation.outputs
    output = next(operand for operand in operation.op.operands if operand.role == "output")
    reference = operation.op.reference(case.params, arrays, case.kernel).astype(output.dtype)
    assert reference.size * output.element_bytes == out.bytes, "the reference's size is not the operand's"
    return Placed(case, offsets[out], reference.tobytes())
