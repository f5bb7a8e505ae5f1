# SPDX-License-Identifier: Apache-2.0
"""Plans RAM: the order of the operations, and where in the arena each buffer lies.

`plan` is a pure function and deterministic. Time is counted in operations of the chosen order: -1 is before the first
one, when the caller fills the inputs, and the number of operations is after the last one, when it reads the outputs.
A set of operations is a bit mask, bit i for the i-th operation of the graph.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from penlight.backends.cortex_m.graph import Buffer, Graph, Operation
from penlight.runtime.errors import InternalError

ALIGN_BYTES = 4

_ORDER_BUDGET = 20_000
"""States that one search for an order keeps, over all its steps."""
_PACKING_BUDGET = 100_000
"""Blocks that one search for a packing looks at."""


@dataclass(frozen=True)
class Plan:
    """Where everything lies, and when.

    `offsets` are bytes from the start of the arena, `lifetimes` the first and the last moment of each buffer, both
    inclusive. `live_bytes` has the bytes in use during each operation of `order`. `lower_bound_bytes` is the largest
    live set: no arena is smaller for this order. `peak_operation` is the first one with it, and None when no
    operation needs as much as the inputs do before the run.
    """

    order: tuple[Operation, ...]
    offsets: dict[Buffer, int]
    arena_bytes: int
    lower_bound_bytes: int
    peak_operation: Operation | None
    live_bytes: tuple[int, ...]
    lifetimes: dict[Buffer, tuple[int, int]]


def plan(graph: Graph) -> Plan:
    """Orders the operations for the lowest peak of live bytes, and packs the buffers into the smallest arena found.

    Operations that share a buffer keep their relative order unless both only read it. The given order stays when no
    better one is found. An output that may overwrite an input which nobody uses later takes its place.

    Raises InternalError when a buffer is read that is neither an input nor written before.
    """
    uses = _Uses(graph)
    timeline = _Timeline(uses, range(len(graph.operations)))
    better = _lowest_peak(uses, timeline.peak_bytes)
    if better is not None:
        timeline = _Timeline(uses, better)
    blocks = timeline.blocks()
    arena_bytes, starts = _pack(blocks)
    order = tuple(graph.operations[i] for i in timeline.order)
    peak_bytes = timeline.peak_bytes
    return Plan(
        order,
        {buffer: start for block, start in zip(blocks, starts, strict=True) for buffer in block.buffers},
        arena_bytes,
        peak_bytes,
        next((o for o, live in zip(order, timeline.live_bytes, strict=True) if live == peak_bytes), None),
        tuple(timeline.live_bytes),
        timeline.lifetimes,
    )


# Who uses which buffer, in any order.


@dataclass(frozen=True)
class _Step:
    """What one operation changes: the buffers that begin and end to live, and the inputs that it may overwrite.

    `during_bytes` and `after_bytes` are the growth of the live bytes while it runs and behind it.
    """

    begun: list[Buffer]
    ended: list[Buffer]
    overwritable: list[Buffer]

    @property
    def during_bytes(self) -> int:
        return _total(self.begun) - _total(self.overwritable[:1])

    @property
    def after_bytes(self) -> int:
        return _total(self.begun) - _total(self.ended)


def _aligned(size_bytes: int) -> int:
    return -(-size_bytes // ALIGN_BYTES) * ALIGN_BYTES


def _total(buffers: Sequence[Buffer]) -> int:
    return sum(_aligned(buffer.bytes) for buffer in buffers)


def _overwritable(operation: Operation) -> list[Buffer]:
    """Inputs that the output of `operation` may overwrite if nothing uses them later."""
    if len(operation.outputs) != 1:
        return []
    size_bytes = operation.outputs[0].bytes
    named = zip(operation.op.operands, operation.operands, strict=True)
    found = [buffer for operand, buffer in named if operand.name in operation.op.in_place and buffer is not None]
    return [b for b in found if b.data is None and b.bytes == size_bytes and operation.operands.count(b) == 1]


class _Uses:
    """The buffers that need a place, and the operations that use them."""

    def __init__(self, graph: Graph) -> None:
        self.inputs = dict.fromkeys(t.buffer for t in graph.inputs if t.buffer.data is None)
        self.outputs = dict.fromkeys(t.buffer for t in graph.outputs if t.buffer.data is None)
        self.lasting = self.outputs | self.inputs if graph.keep_inputs else self.outputs
        self.users = dict.fromkeys(self.inputs, 0)
        self.operations = graph.operations
        self.buffers = [list(dict.fromkeys(b for b in o.operands if b and b.data is None)) for o in graph.operations]
        self.overwritable = [_overwritable(o) for o in graph.operations]
        self.before: list[int] = []
        self._follow()

    def _follow(self) -> None:
        """Fills `users`, and `before`: the operations that must run before each one."""
        writers = dict.fromkeys(self.inputs, 0)
        for index, operation in enumerate(self.operations):
            written = set(operation.buffers("output", "scratch"))
            before = 0
            for buffer in self.buffers[index]:
                if buffer not in written and buffer not in writers:
                    raise InternalError(f"{operation.label} reads {buffer.name}, which nothing has written")
                before |= (self.users if buffer in written else writers).get(buffer, 0)
                self.users[buffer] = self.users.get(buffer, 0) | 1 << index
                if buffer in written:
                    writers[buffer] = writers.get(buffer, 0) | 1 << index
            self.before.append(before)
        for buffer in self.outputs:
            if buffer not in writers:
                raise InternalError(f"nothing writes the output {buffer.name}")

    def ready(self, done: int) -> Iterator[int]:
        """The operations that may run next."""
        return (i for i, before in enumerate(self.before) if not done >> i & 1 and not before & ~done)

    def step(self, done: int, index: int) -> _Step:
        """What happens when an operation runs behind those in `done`."""
        buffers, left = self.buffers[index], ~(done | 1 << index)
        begun = [b for b in buffers if b not in self.inputs and not self.users[b] & done]
        ended = [b for b in buffers if b not in self.lasting and not self.users[b] & left]
        writes_first = any(output in begun for output in self.operations[index].outputs)
        overwritable = [b for b in self.overwritable[index] if b in ended] if writes_first else []
        return _Step(begun, ended, overwritable)

    def start_bytes(self) -> int:
        """Live bytes before the first operation, when the caller has filled all inputs."""
        return _total(list(self.inputs))

    def first_bytes(self) -> int:
        """Live bytes when the first operation starts: inputs that nothing uses have gone."""
        return _total([b for b in self.inputs if self.users[b] or b in self.lasting])


# The order.


@dataclass(frozen=True)
class _State:
    """Operations that have run: the peak so far, the live bytes now, the last operation and the state before it."""

    peak_bytes: int
    live_bytes: int
    last: int = -1
    previous: _State | None = None

    def order(self) -> list[int]:
        """The operations that have run, the first one first."""
        state, backwards = self, []
        while state.previous is not None:
            backwards.append(state.last)
            state = state.previous
        return backwards[::-1]


def _lowest_peak(uses: _Uses, limit_bytes: int) -> list[int] | None:
    """An order with a peak below `limit_bytes`, and the lowest one if the budget is enough to know it."""
    count = len(uses.operations)
    floor_bytes = _floor(uses)
    best = None
    for width in (1, _ORDER_BUDGET // max(count, 1)):
        if limit_bytes <= floor_bytes:
            break
        found = _beam(uses, width, floor_bytes, limit_bytes)
        if found is not None:
            best, limit_bytes = found.order(), found.peak_bytes
    return best


def _floor(uses: _Uses) -> int:
    """A peak that no order can avoid: what one operation uses, and what lasts."""
    floor_bytes = uses.start_bytes()
    for buffers, overwritable in zip(uses.buffers, uses.overwritable, strict=True):
        lasting = [b for b in uses.inputs if b in uses.lasting and b not in buffers]
        floor_bytes = max(floor_bytes, _total(buffers) + _total(lasting) - _total(overwritable[:1]))
    return floor_bytes


def _beam(uses: _Uses, width: int, floor_bytes: int, limit_bytes: int) -> _State | None:
    """The order with the lowest peak below `limit_bytes`; exact as long as no step has more than `width` states."""
    states = {0: _State(uses.start_bytes(), uses.first_bytes())}
    for _ in uses.operations:
        following: dict[int, _State] = {}
        for done, state in states.items():
            for index, peak_bytes, live_bytes in _choices(uses, done, state, floor_bytes):
                known = following.get(done | 1 << index)
                if peak_bytes < (known.peak_bytes if known else limit_bytes):
                    following[done | 1 << index] = _State(peak_bytes, live_bytes, index, state)
        best = sorted(following.items(), key=lambda item: (item[1].peak_bytes, item[1].live_bytes))
        states = dict(best[:width])
    return next(iter(states.values()), None)


def _choices(uses: _Uses, done: int, state: _State, floor_bytes: int) -> list[tuple[int, int, int]]:
    """Operations worth running next, each with the peak and the live bytes behind it.

    One that neither raises an unavoidable peak nor leaves more live bytes is the only choice: later it frees no less
    and allocates no more, so that moving it here from any later place in an order cannot raise a peak in between.
    """
    choices = []
    for index in uses.ready(done):
        step = uses.step(done, index)
        peak_bytes = max(state.peak_bytes, state.live_bytes + step.during_bytes)
        choice = (index, peak_bytes, state.live_bytes + step.after_bytes)
        if step.after_bytes <= 0 and peak_bytes <= max(state.peak_bytes, floor_bytes):
            return [choice]
        choices.append(choice)
    return choices


# Lifetimes in one order.


@dataclass(eq=False)
class _Block:
    """Buffers that follow each other at one place, each overwriting the one before; `first` and `last` are moments."""

    buffers: list[Buffer]
    bytes: int
    first: int
    last: int


class _Timeline:
    """What lives when, with the operations in `order`."""

    def __init__(self, uses: _Uses, order: Sequence[int]) -> None:
        self.order = order
        self.live_bytes: list[int] = []
        end = len(order)
        self.lifetimes = {b: (-1, end if b in uses.lasting else -1) for b in uses.inputs}
        self.overwritten: dict[Buffer, Buffer] = {}
        done, live_bytes = 0, uses.first_bytes()
        for moment, index in enumerate(order):
            step = uses.step(done, index)
            self.lifetimes.update({b: (moment, end) for b in step.begun})
            self.lifetimes.update({b: (self.lifetimes[b][0], moment) for b in step.ended})
            if step.overwritable:
                self.overwritten[uses.operations[index].outputs[0]] = step.overwritable[0]
            self.live_bytes.append(live_bytes + step.during_bytes)
            live_bytes += step.after_bytes
            done |= 1 << index
        self.peak_bytes = max([uses.start_bytes(), *self.live_bytes])

    def blocks(self) -> list[_Block]:
        """The buffers, with those that overwrite each other in one block."""
        blocks: dict[Buffer, _Block] = {}
        for buffer, (first, last) in self.lifetimes.items():
            if buffer in self.overwritten:
                block = blocks[self.overwritten[buffer]]
                block.buffers.append(buffer)
                block.last = last
            else:
                block = _Block([buffer], _aligned(buffer.bytes), first, last)
            blocks[buffer] = block
        return list(dict.fromkeys(blocks.values()))


# Places in the arena.


@dataclass(frozen=True)
class _Packing:
    """Some blocks placed: the height reached in each column, bytes to come in each, and the blocks to come."""

    heights: tuple[int, ...]
    demand: tuple[int, ...]
    left: tuple[int, ...]
    start: int = 0
    block: int = -1
    previous: _Packing | None = None

    def fits(self, goal: int) -> bool:
        """Whether every column may still end at `goal`; all blocks to come start at `start` or higher."""
        pairs = zip(self.heights, self.demand, strict=True)
        return all(max(height, self.start) + demand <= goal for height, demand in pairs if demand)

    def starts(self, count: int) -> list[int]:
        """The start of each block; those without bytes lie at 0."""
        packing, starts = self, [0] * count
        while packing.previous is not None:
            starts[packing.block] = packing.start
            packing = packing.previous
        return starts


def _pack(blocks: list[_Block]) -> tuple[int, list[int]]:
    """The arena's size and the start of each block, so that blocks that live at the same moment do not overlap."""
    space = _Space(blocks)
    best = min((space.first_fit(order) for order in space.orders()), key=space.end)
    low = goal = max(space.demand, default=0)
    while low < space.end(best):
        found = space.search(goal)
        if found is not None:
            best = found
        else:
            low = goal + ALIGN_BYTES
        goal = min(_aligned((low + space.end(best)) // 2), space.end(best) - ALIGN_BYTES)
    return space.end(best), best


class _Space:
    """Blocks as rectangles: bytes high, and wide as their lifetime.

    Columns are the moments with a live set that is part of no other one; the others add nothing. `spans` has the
    first column of each block and the one behind its last, `demand` the bytes that live in each column.
    """

    def __init__(self, blocks: list[_Block]) -> None:
        firsts = sorted({b.first for b in blocks})
        columns = sorted({firsts[bisect_right(firsts, b.last) - 1] for b in blocks})
        self.sizes = [b.bytes for b in blocks]
        self.spans = [(bisect_left(columns, b.first), bisect_right(columns, b.last)) for b in blocks]
        self.demand = [0] * len(columns)
        for size, (first, behind) in zip(self.sizes, self.spans, strict=True):
            for column in range(first, behind):
                self.demand[column] += size

    def end(self, starts: list[int]) -> int:
        return max((start + size for start, size in zip(starts, self.sizes, strict=True)), default=0)

    def orders(self) -> Iterator[list[int]]:
        """Orders in which placing blocks tends to waste little."""
        sizes, spans = self.sizes, self.spans
        every = range(len(sizes))
        yield sorted(every, key=lambda i: -sizes[i])
        yield sorted(every, key=lambda i: -sizes[i] * (spans[i][1] - spans[i][0]))
        yield sorted(every, key=lambda i: (spans[i][0] - spans[i][1], -sizes[i]))
        yield sorted(every, key=lambda i: (spans[i][0], -sizes[i]))
        yield sorted(every, key=lambda i: (-spans[i][1], -sizes[i]))
        yield sorted(every, key=lambda i: (-max(self.demand[slice(*spans[i])]), -sizes[i]))

    def first_fit(self, order: list[int]) -> list[int]:
        """Starts of all blocks, each at the lowest free place for it when placed in `order`."""
        starts = [0] * len(order)
        placed: list[tuple[int, int]] = []
        for index in order:
            first, behind = self.spans[index]
            start = 0
            for other_start, other in placed:
                if self.spans[other][0] < behind and first < self.spans[other][1]:
                    if start + self.sizes[index] <= other_start:
                        break
                    start = max(start, other_start + self.sizes[other])
            starts[index] = start
            insort(placed, (start, index))
        return starts

    def search(self, goal: int) -> list[int] | None:
        """Starts of all blocks that end at `goal` bytes or below, or None when the budget or the space is used up.

        Places blocks by rising start, equal starts by index, each on the highest one below it. Of the packings within
        `goal`, the one with the least sum of starts arises in this way, so only a branch with one of these is left:
        too many bytes to come in a column, and a hole that has room for a block to come.
        """
        budget = _PACKING_BUDGET
        everything = tuple(i for i, size in enumerate(self.sizes) if size)
        stack = [_Packing((0,) * len(self.demand), tuple(self.demand), everything)]
        while stack and budget > 0:
            packing = stack.pop()
            if not packing.left:
                return packing.starts(len(self.sizes))
            budget -= len(packing.left)
            stack += self._choices(packing, goal)
        return None

    def _choices(self, packing: _Packing, goal: int) -> list[_Packing]:
        """`packing` with one block more, the least promising first."""
        starts = {i: max(packing.heights[slice(*self.spans[i])]) for i in packing.left}
        ceiling = min(starts[i] + self.sizes[i] for i in packing.left)
        best_last = sorted(packing.left, key=lambda i: (-starts[i], self.sizes[i], -i))
        last = (packing.start, packing.block)
        allowed = [i for i in best_last if last < (starts[i], i) and starts[i] < ceiling]
        return [p for i in allowed if (p := self._place(packing, i, starts[i])).fits(goal)]

    def _place(self, packing: _Packing, index: int, start: int) -> _Packing:
        first, behind = self.spans[index]
        size, heights, demand = self.sizes[index], packing.heights, packing.demand
        return _Packing(
            heights[:first] + (start + size,) * (behind - first) + heights[behind:],
            demand[:first] + tuple(d - size for d in demand[first:behind]) + demand[behind:],
            tuple(i for i in packing.left if i != index),
            start,
            index,
            packing,
        )
