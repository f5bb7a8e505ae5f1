# SPDX-License-Identifier: Apache-2.0
"""Plans RAM: the order of the operations, and where in the arena each buffer lies.

`plan` is a pure function and deterministic. Time is counted in operations of the chosen order: -1 is before the first
one, when the caller fills the inputs, and the number of operations is after the last one, when it reads the outputs.
A set of operations is a bit mask, bit i for the i-th operation of the graph.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import permutations
from operator import add, or_
from random import Random

from penlight.backends.cortex_m.graph import Buffer, Graph, Operation
from penlight.runtime.errors import InternalError

ALIGN_BYTES = 4

_ORDER_BUDGET = 10_000
"""States that one search for an order keeps, over all its steps."""
_PACKING_BUDGET = 30_000
"""Blocks that a search for a packing places, over all packings that it tries."""
_EXHAUSTIVE_BLOCKS = 7
"""Up to so many blocks, every order of placing them is tried."""


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
    peak_bytes = timeline.peak_bytes
    starts = _pack(blocks, peak_bytes)
    order = tuple(graph.operations[i] for i in timeline.order)
    return Plan(
        order,
        {buffer: start for block, start in zip(blocks, starts, strict=True) for buffer in block.buffers},
        max((start + block.bytes for block, start in zip(blocks, starts, strict=True)), default=0),
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

    @cached_property
    def during_bytes(self) -> int:
        return _total(self.begun) - _total(self.overwritable[:1])

    @cached_property
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
        self._steps: list[dict[int, _Step]] = [{} for _ in graph.operations]
        self._follow()
        self._partners = [reduce(or_, (self.users[b] for b in buffers), 0) for buffers in self.buffers]

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
        done &= self._partners[index]
        if done not in self._steps[index]:
            self._steps[index][done] = self._step(done, index)
        return self._steps[index][done]

    def _step(self, done: int, index: int) -> _Step:
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

    @property
    def moments(self) -> int:
        return self.last - self.first + 1


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


def _pack(blocks: list[_Block], goal_bytes: int) -> list[int]:
    """The start of each block; no two that live at the same moment overlap. Ends at `goal_bytes` if it finds a way.

    Each packing comes from an order in which blocks take the lowest free place. The best of some simple orders is
    improved: of the blocks that hold up the highest end, one is placed earlier, for as long as the budget lasts.
    """
    space = _Space(blocks)
    count = len(blocks)
    order = min(space.orders(), key=lambda order: space.end(space.first_fit(order)))
    starts = space.first_fit(order)
    if space.end(starts) > goal_bytes and count <= _EXHAUSTIVE_BLOCKS:
        return min(map(space.first_fit, permutations(range(count))), key=space.end)
    random = Random(0)
    for _ in range(_PACKING_BUDGET // max(count, 1)):
        if space.end(starts) <= goal_bytes:
            break
        position = order.index(random.choice(space.pillar(starts, random)))
        trial = order.copy()
        trial.insert(random.randrange(position or count), trial.pop(position))
        trial_starts = space.first_fit(trial)
        if space.end(trial_starts) <= space.end(starts):
            order, starts = trial, trial_starts
    return starts


class _Space:
    """Sizes of blocks, and for each one those that may not overlap it."""

    def __init__(self, blocks: list[_Block]) -> None:
        self.blocks = blocks
        self.sizes = [block.bytes for block in blocks]
        self.neighbours = [
            [i for i, other in enumerate(blocks) if other is not b and other.first <= b.last and b.first <= other.last]
            for b in blocks
        ]

    def end(self, starts: Sequence[int]) -> int:
        """Bytes that all blocks take."""
        return max(map(add, starts, self.sizes), default=0)

    def orders(self) -> Iterator[list[int]]:
        """Orders in which placing blocks tends to waste little."""
        blocks, indices = self.blocks, range(len(self.blocks))
        yield sorted(indices, key=lambda i: -blocks[i].bytes)
        yield sorted(indices, key=lambda i: -blocks[i].bytes * blocks[i].moments)
        yield sorted(indices, key=lambda i: (-blocks[i].moments, -blocks[i].bytes))
        yield sorted(indices, key=lambda i: (blocks[i].first, -blocks[i].bytes))
        yield sorted(indices, key=lambda i: (-blocks[i].last, -blocks[i].bytes))

    def first_fit(self, order: Sequence[int]) -> list[int]:
        """The start of each block, when blocks take the lowest free place one after the other."""
        starts = [-1] * len(order)
        for index in order:
            start = 0
            for other in sorted((i for i in self.neighbours[index] if starts[i] >= 0), key=starts.__getitem__):
                if start + self.sizes[index] <= starts[other]:
                    break
                start = max(start, starts[other] + self.sizes[other])
            starts[index] = start
        return starts

    def pillar(self, starts: list[int], random: Random) -> list[int]:
        """A block that ends highest, one that it stands on, and so on down to the bottom of the arena."""
        pillar: list[int] = []
        candidates: Sequence[int] = range(len(starts))
        floor = self.end(starts)
        while floor > 0:
            block = random.choice([i for i in candidates if starts[i] + self.sizes[i] == floor and self.sizes[i]])
            pillar.append(block)
            candidates, floor = self.neighbours[block], starts[block]
        return pillar
