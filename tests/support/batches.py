# SPDX-License-Identifier: Apache-2.0
"""Many test cases of operators in one program, whose arena is its one input and its one output.

The arena starts with random bytes. Each operand has a place of its own with unused bytes around it, the last one ends
where the arena ends. Where the operator allows it, most outputs lie over an input instead: at the distance that it
declares, or somewhat further away. After a run every byte must be as it was, but for outputs, which must equal the
reference, and scratch, which may be anything.
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
ALIGN_BYTES = 4
FURTHER_STEPS = (0, 0, 0, 1, 3)
"""How many steps further away than it must an output lies, chosen at random."""


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


def batches(op: type[Operator], tier: Tier, count: int, seed: int = 1, apart: bool = False) -> Iterator[Batch]:
    """`count` cases of `op`, in programs of CASES_PER_PROGRAM; with `apart` no output lies over an input."""
    random = np.random.default_rng(seed)
    cases = list(op.cases(random, count, tier))
    for start in range(0, len(cases), CASES_PER_PROGRAM):
        chosen = cases[start : start + CASES_PER_PROGRAM]
        distances = [None if apart else _distance(op, case, tier, random) for case in chosen]
        yield _batch(op, chosen, tier, random, distances)


def nearer(op: type[Operator], tier: Tier, count: int, seed: int = 1) -> Iterator[Batch]:
    """Those of `count` cases whose outputs may not lie anywhere, each a step nearer to an input than declared.

    One case a program.
    """
    random = np.random.default_rng(seed)
    for case in op.cases(random, count, tier):
        for name, overlap in op.overlap(case.params, tier, case.kernel).items():
            bytes_ = overlap.least(ALIGN_BYTES) - overlap.unit(ALIGN_BYTES)
            if bytes_ > -_output_bytes(op, case):
                yield _batch(op, [case], tier, random, [(name, bytes_)])


Distance = tuple[str, int] | None
"""An input operand, and how many bytes above the start of the output it begins."""


def _distance(op: type[Operator], case: Case, tier: Tier, random: np.random.Generator) -> Distance:
    allowed = op.overlap(case.params, tier, case.kernel)
    if not allowed or random.integers(4) == 0:
        return None
    name = str(random.choice(list(allowed)))
    unit = allowed[name].unit(ALIGN_BYTES)
    least = max(allowed[name].least(ALIGN_BYTES), -_output_bytes(op, case) // unit * unit)
    return name, least + int(random.choice(FURTHER_STEPS)) * unit


def _output_bytes(op: type[Operator], case: Case) -> int:
    (output,) = (operand for operand in op.operands if operand.role == "output")
    return output.elems(case.params) * output.element_bytes


def _batch(
    op: type[Operator], cases: Sequence[Case], tier: Tier, random: np.random.Generator, distances: Sequence[Distance]
) -> Batch:
    offsets: dict[Buffer, int] = {}
    operations, position = [], 0
    for case, distance in zip(cases, distances, strict=True):
        operation = _operation(op, case)
        above = dict(zip((operand.name for operand in op.operands), operation.operands, strict=True)).get(
            distance[0] if distance else ""
        )
        for operand, buffer in zip(op.operands, operation.operands, strict=True):
            if buffer is None or buffer.data is not None or buffer is above:
                continue
            over = distance[1] if operand.role == "output" and above is not None and distance is not None else 0
            offsets[buffer] = _aligned(position + GAP_BYTES + max(0, -over), operand.element_bytes)
            position = offsets[buffer] + buffer.bytes
            if operand.role == "output" and above is not None:
                offsets[above] = offsets[buffer] + over
                position = max(position, offsets[above] + above.bytes)
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


def _aligned(position: int, element_bytes: int) -> int:
    align = max(ALIGN_BYTES, element_bytes)
    return -(-position // align) * align


def _operation(op: type[Operator], case: Case) -> Operation:
    buffers: list[Buffer | None] = []
    for operand in op.operands:
        size = operand.elems(case.params) * operand.element_bytes
        array = case.arrays.get(operand.name)
        constant = operand.role not in ("input", "output", "scratch")
        if (constant and array is None) or size == 0:
            buffers.append(None)
            continue
        buffers.append(Buffer(operand.name, size, np.asarray(array, operand.dtype).tobytes() if constant else None))
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
    (out,) = operation.outputs
    output = next(operand for operand in operation.op.operands if operand.role == "output")
    for operand, buffer in zip(operation.op.operands, operation.operands, strict=True):
        if buffer is None or buffer.data is not None:
            continue
        where = slice(offsets[buffer], offsets[buffer] + buffer.bytes)
        if operand.role == "scratch":
            free[where] = True
        elif operand is not output and (array := arrays.get(operand.name)) is not None:
            before[where] = wanted[where] = np.frombuffer(np.asarray(array, operand.dtype).tobytes(), np.uint8)
    # What the operation leaves of its output is there before.
    arrays[output.name] = before[offsets[out] : offsets[out] + out.bytes].view(output.dtype)
    reference = operation.op.reference(case.params, arrays, case.kernel).astype(output.dtype)
    assert reference.size * output.element_bytes == out.bytes, "the reference's size is not the operand's"
    return Placed(case, offsets[out], reference.tobytes())
