# SPDX-License-Identifier: Apache-2.0
"""Graphs to plan, and what a memory plan must be: computed without a look at how the planner works."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from penlight.backends.cortex_m.graph import Buffer, DType, Graph, Operation, Tensor
from penlight.backends.cortex_m.ops.operator import Operand
from penlight.backends.cortex_m.overlap import IN_PLACE, Overlap
from penlight.backends.cortex_m.plan import Plan, plan
from penlight.backends.cortex_m.target import Tier

TIER = Tier.SCALAR

# Graphs of operations that have operands and nothing else.


def tensor(buffer: Buffer) -> Tensor:
    return Tensor(buffer, DType.INT8, (buffer.bytes,), (0,))


def operation(
    label: str,
    inputs: Sequence[Buffer],
    outputs: Sequence[Buffer],
    scratch: Sequence[Buffer] = (),
    overlaps: Mapping[str, Overlap] | None = None,
) -> Operation:
    """`overlaps` is what the operator declares; its operands are input0, input1, ..., output0, scratch0."""
    groups = {"input": inputs, "output": outputs, "scratch": scratch}
    operands = [Operand(f"{role}{i}", role, np.int8, ()) for role, group in groups.items() for i in range(len(group))]  # type: ignore[arg-type]
    declared = overlaps or {}
    members = {"name": "op", "operands": tuple(operands), "library_order": True}
    op: Any = type("Op", (), {**members, "overlap": staticmethod(lambda params, tier, kernel: declared)})
    return Operation(op, "", {}, (*inputs, *outputs, *scratch), label)


class Net:
    """Builds a graph operation by operation; each method returns the buffer that it computes."""

    def __init__(self, *input_bytes: int) -> None:
        self.inputs = [Buffer(f"x{i}", size) for i, size in enumerate(input_bytes)]
        self.operations: list[Operation] = []

    def op(self, inputs: Sequence[Buffer], size: int, scratch: int = 0, overlap: Overlap | None = None) -> Buffer:
        """`overlap` holds for each input."""
        out = Buffer(f"b{len(self.operations)}", size)
        self.emit(inputs, out, scratch, overlap)
        return out

    def emit(self, inputs: Sequence[Buffer], out: Buffer, scratch: int = 0, overlap: Overlap | None = None) -> None:
        label = f"op{len(self.operations)}"
        spare = [Buffer(f"{label}.scratch", scratch)] if scratch else []
        overlaps = {f"input{i}": overlap for i in range(len(inputs))} if overlap else {}
        self.operations.append(operation(label, inputs, [out], spare, overlaps))

    def same(self, *inputs: Buffer) -> Buffer:
        return self.op(inputs, inputs[0].bytes, overlap=IN_PLACE)

    def cat(self, *parts: Buffer) -> Buffer:
        out = Buffer(f"cat{len(self.operations)}", sum(part.bytes for part in parts))
        for part in parts:
            self.emit([part], out)
        return out

    def graph(self, *outputs: Buffer, keep_inputs: bool = False) -> Graph:
        return Graph([*map(tensor, self.inputs)], [*map(tensor, outputs)], self.operations, keep_inputs)


# What a plan must be, without a look at how it is made.


def aligned(buffer: Buffer) -> int:
    return (buffer.bytes + 3) // 4 * 4


def simulate(graph: Graph, result: Plan) -> None:
    """Runs the plan on an arena whose bytes hold the number of the writer: who reads must find all that was written.

    Each of several writers of one buffer writes its own share; what is not yet written is wanted as 0, which is any
    value. Inputs and scratch must be whole until the operation ends, except inputs that the output lies over as the
    operator allows it.
    """
    arena = np.zeros(result.arena_bytes, np.int64)
    wanted: dict[Buffer, np.ndarray] = {}
    writers = {b: [o for o in result.order if b in o.outputs] for o in result.order for b in o.outputs}

    def place(buffer: Buffer) -> np.ndarray:
        start = result.offsets[buffer]
        assert start % 4 == 0
        assert start + buffer.bytes <= result.arena_bytes
        return arena[start : start + buffer.bytes]

    def write(buffer: Buffer, number: int, share: int = 0, shares: int = 1) -> None:
        part = slice(buffer.bytes * share // shares, buffer.bytes * (share + 1) // shares)
        place(buffer)[part] = number
        wanted.setdefault(buffer, np.zeros(buffer.bytes, np.int64))[part] = number

    def whole(buffer: Buffer) -> bool:
        return buffer.data is not None or bool(np.all((place(buffer) == wanted[buffer]) | (wanted[buffer] == 0)))

    numbers = iter(range(1, 10**6))
    kept = {t.buffer for t in graph.inputs}
    for buffer in kept:
        write(buffer, next(numbers))
    for op in result.order:
        for buffer in op.scratch:
            write(buffer, next(numbers))
        assert all(map(whole, op.inputs)), op.label
        for buffer in op.outputs:
            write(buffer, next(numbers), writers[buffer].index(op), len(writers[buffer]))
        for operand, buffer in zip(op.op.operands, op.operands, strict=True):
            if buffer is not None and not whole(buffer):
                (out,) = op.outputs
                overlap = op.op.overlap(op.params, TIER, op.kernel)[operand.name]
                distance = result.offsets[buffer] - result.offsets[out]
                assert distance >= overlap.distance, op.label
                assert distance % overlap.step == 0, op.label
    ends = [t.buffer for t in graph.outputs] + [*(kept if graph.keep_inputs else ())]
    assert all(map(whole, ends))


def dependencies(graph: Graph) -> list[set[int]]:
    """For each operation, the earlier ones that share a buffer with it which one of them writes."""
    written = [{*op.outputs, *op.scratch} for op in graph.operations]
    used = [{*op.inputs, *op.outputs, *op.scratch} for op in graph.operations]
    return [{i for i in range(j) if written[i] & used[j] or used[i] & written[j]} for j in range(len(graph.operations))]


def topological_orders(graph: Graph) -> Iterator[list[Operation]]:
    before = dependencies(graph)

    def extend(order: list[int]) -> Iterator[list[Operation]]:
        if len(order) == len(before):
            yield [graph.operations[i] for i in order]
        for i in range(len(before)):
            if i not in order and before[i] <= set(order):
                yield from extend([*order, i])

    return extend([])


def lifetimes(graph: Graph, order: Sequence[Operation]) -> dict[Buffer, tuple[int, int]]:
    spans: dict[Buffer, list[int]] = {t.buffer: [-1] for t in graph.inputs}
    for moment, op in enumerate(order):
        for buffer in op.operands:
            if buffer is not None and buffer.data is None:
                spans.setdefault(buffer, []).append(moment)
    for t in [*graph.outputs, *(graph.inputs if graph.keep_inputs else ())]:
        spans[t.buffer].append(len(order))
    return {buffer: (min(span), max(span)) for buffer, span in spans.items()}


def overlaps(op: Operation, moment: int, spans: dict[Buffer, tuple[int, int]]) -> dict[Buffer, int]:
    """Inputs that the output of `op` may lie over at `moment`, and the least distance in whole words and steps."""
    declared = op.op.overlap(op.params, TIER, op.kernel)
    (out,) = op.outputs
    found: dict[Buffer, int] = {}
    for buffer in op.inputs:
        named = zip(op.op.operands, op.operands, strict=True)
        how = [declared.get(operand.name) for operand, other in named if other is buffer]
        ends = buffer.data is None and buffer is not out and spans[buffer][1] == moment and spans[out][0] == moment
        if ends and all(how) and how[0] is not None:
            distance, step = how[0]
            possible = [d for d in range(0, aligned(out), 4) if d >= distance and d % step == 0]
            found |= {buffer: possible[0]} if possible else {}
    return found


def shared(op: Operation, moment: int, spans: dict[Buffer, tuple[int, int]]) -> int:
    """The most bytes that the output of `op` can have in common with its inputs, taken one by one."""
    size = aligned(op.outputs[0])
    common = (min(aligned(b), size - distance) for b, distance in overlaps(op, moment, spans).items())
    return min(size, sum(common))


def live_bytes(graph: Graph, order: Sequence[Operation]) -> list[int]:
    """Bytes that live before the run, during each operation and after the run."""
    spans = lifetimes(graph, order)
    live = [sum(aligned(b) for b, (a, z) in spans.items() if a <= t <= z) for t in range(-1, len(order) + 1)]
    for moment, op in enumerate(order):
        live[moment + 1] -= shared(op, moment, spans)
    return live


def check(graph: Graph) -> Plan:
    """The plan of `graph`, after all checks that need no search."""
    result = plan(graph, TIER)
    simulate(graph, result)
    before = dependencies(graph)
    position = {op: i for i, op in enumerate(result.order)}
    assert position.keys() == set(graph.operations)
    for j, op in enumerate(graph.operations):
        assert all(position[graph.operations[i]] < position[op] for i in before[j])
    live = live_bytes(graph, result.order)
    assert list(result.live_bytes) == live[1:-1]
    assert result.lower_bound_bytes == max(live) <= result.arena_bytes
    at_peak = [op for op, size in zip(result.order, live[1:-1], strict=True) if size == max(live)]
    assert result.peak_operation is (at_peak[0] if at_peak else None)
    assert result.lifetimes == lifetimes(graph, result.order)
    assert result.offsets.keys() == result.lifetimes.keys()
    assert result.arena_bytes == max((start + aligned(b) for b, start in result.offsets.items()), default=0)
    return result


def smallest_packing(spans: dict[Buffer, tuple[int, int]], over: dict[tuple[Buffer, Buffer], int], enough: int) -> int:
    """The least arena for buffers with these lifetimes, found by dropping them on each other in all orders.

    It stops at `enough`. `over` has the least distance from the start of an output up to that of an input.
    """
    buffers = [b for b in spans if b.bytes]
    best = sum(aligned(b) for b in buffers)

    def drop(left: frozenset[Buffer], starts: dict[Buffer, int]) -> None:
        nonlocal best
        if not left:
            best = max((start + aligned(b) for b, start in starts.items()), default=0)
        for b in left:
            first, last = spans[b]
            below = [other for other in starts if spans[other][0] <= last and first <= spans[other][1]]
            start = max((starts[other] + over.get((b, other), aligned(other)) for other in below), default=0)
            if start + aligned(b) < best and best > enough:
                drop(left - {b}, {**starts, b: start})

    drop(frozenset(buffers), {})
    return best


def smallest_arena(graph: Graph) -> int:
    """The least arena over all orders and all packings."""
    best = 2**31
    orders = sorted(topological_orders(graph), key=lambda order: max(live_bytes(graph, order)))
    for order in orders:
        bound = max(live_bytes(graph, order))
        if bound >= best:
            break
        spans = lifetimes(graph, order)
        over = {
            (buffer, op.outputs[0]): distance
            for moment, op in enumerate(order)
            for buffer, distance in overlaps(op, moment, spans).items()
        }
        best = min(best, smallest_packing(spans, over, bound))
    return best
