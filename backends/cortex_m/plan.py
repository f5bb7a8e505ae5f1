# SPDX-License-Identifier: Apache-2.0
"""Plans RAM: the order of the operations, and where in the arena each buffer lies.

`plan` is a pure function and deterministic. Time is counted in operations of the chosen order: -1 is before the first
one, when the caller fills the inputs, and the number of operations is after the last one, when it reads the outputs.
A set of operations is a bit mask, bit i for the i-th operation of the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import or_
from random import Random

from penlight.backends.cortex_m.graph import Buffer, Graph, Operation
from penlight.runtime.errors import InternalError

ALIGN_BYTES = 4

_ORDER_BUDGET = 10_000
"""States that one search for an order keeps, over all its steps."""
_LAYOUT_BUDGET = 40_000
"""Blocks that one search for a layout places, over all its attempts."""
_SHARE_OF_DETOURS = 0.02
"""Attempts that such a search accepts although they make the arena larger."""


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
    other one makes the arena smaller. An output that may overwrite an input which nobody uses later takes its place.

    Raises InternalError when a buffer is read that is neither an input nor written before.
    """
    uses = _Uses(graph)
    given = _Timeline(uses, range(len(graph.operations)))
    lowest = _lowest_peak(uses, given)
    layouts = (_simple_layout(given), _improved(uses, _simple_layout(lowest), lowest.peak_bytes))
    layout = min(layouts, key=lambda layout: layout.arena_bytes)
    timeline = layout.timeline
    order = tuple(graph.operations[i] for i in timeline.order)
    return Plan(
        order,
        {buffer: layout.starts[block] for block in timeline.blocks for buffer in block.buffers},
        layout.arena_bytes,
        timeline.peak_bytes,
        next((o for o, live in zip(order, timeline.live_bytes, strict=True) if live == timeline.peak_bytes), None),
        tuple(timeline.live_bytes),
        timeline.lifetimes,
    )


# Who uses which buffer, in any order.


@dataclass(frozen=True)
class _Step:
    """What one operation changes: the buffers that begin and end to live with it, and the inputs it may overwrite."""

    begun: list[Buffer]
    ended: list[Buffer]
    overwritable: list[Buffer]

    @cached_property
    def during_bytes(self) -> int:
        """Growth of the live bytes while it runs."""
        return _total(self.begun) - _total(self.overwritable[:1])

    @cached_property
    def after_bytes(self) -> int:
        """Growth of the live bytes once it has run."""
        return _total(self.begun) - _total(self.ended)


def _aligned(size_bytes: int) -> int:
    return -(-size_bytes // ALIGN_BYTES) * ALIGN_BYTES


def _total(buffers: Iterable[Buffer]) -> int:
    return sum(_aligned(buffer.bytes) for buffer in buffers)


def _placed(operation: Operation) -> list[Buffer]:
    """The operands that need a place in the arena, each once."""
    return list(dict.fromkeys(b for b in operation.operands if b is not None and b.data is None))


def _overwritable(operation: Operation) -> list[Buffer]:
    """Inputs that the output of `operation` may overwrite if nothing uses them later."""
    if len(operation.outputs) != 1:
        return []
    size_bytes = operation.outputs[0].bytes
    named = zip(operation.op.operands, operation.operands, strict=True)
    found = [buffer for operand, buffer in named if operand.name in operation.op.in_place and buffer is not None]
    return [b for b in found if b.data is None and b.bytes == size_bytes and operation.operands.count(b) == 1]


class _Uses:
    """The buffers that need a place, and the operations that use them.

    `start_bytes` live before the run, when the caller has filled all inputs; `first_bytes` when the first operation
    starts: inputs that nothing uses have gone.
    """

    def __init__(self, graph: Graph) -> None:
        self.inputs = dict.fromkeys(t.buffer for t in graph.inputs if t.buffer.data is None)
        self.outputs = dict.fromkeys(t.buffer for t in graph.outputs if t.buffer.data is None)
        self.lasting = self.outputs | self.inputs if graph.keep_inputs else self.outputs
        self.users = dict.fromkeys(self.inputs, 0)
        self.operations = graph.operations
        self.buffers = [_placed(operation) for operation in graph.operations]
        self.overwritable = [_overwritable(operation) for operation in graph.operations]
        self.before: list[int] = []
        self._steps: list[dict[int, _Step]] = [{} for _ in graph.operations]
        self._follow()
        self.start_bytes = _total(self.inputs)
        self.first_bytes = _total(b for b in self.inputs if self.users[b] or b in self.lasting)
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


def _lowest_peak(uses: _Uses, given: _Timeline) -> _Timeline:
    """The order with the lowest peak found: the lowest one if the budget is enough to know it, `given` if it has it."""
    best = given
    for width in (1, _ORDER_BUDGET // max(len(given.order), 1)):
        found = _beam(uses, width, best.peak_bytes)
        if found is not None:
            best = _Timeline(uses, found.order())
    return best


def _floor(uses: _Uses) -> int:
    """A peak that no order can avoid: what one operation uses, and what lasts."""
    floor_bytes = uses.start_bytes
    for buffers, overwritable in zip(uses.buffers, uses.overwritable, strict=True):
        lasting = [b for b in uses.inputs if b in uses.lasting and b not in buffers]
        floor_bytes = max(floor_bytes, _total(buffers) + _total(lasting) - _total(overwritable[:1]))
    return floor_bytes


def _beam(uses: _Uses, width: int, limit_bytes: int) -> _State | None:
    """The order with the lowest peak below `limit_bytes`; exact as long as no step has more than `width` states."""
    floor_bytes = _floor(uses)
    if limit_bytes <= floor_bytes:
        return None
    states = {0: _State(uses.start_bytes, uses.first_bytes)}
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
    """Buffers that follow each other at one place, each overwriting the one before.

    `first` and `last` are moments; `neighbours` live at one of them, and both have bytes.
    """

    buffers: list[Buffer]
    bytes: int
    first: int
    last: int
    neighbours: list[_Block] = field(default_factory=list)


class _Timeline:
    """What lives when, with the operations in `order`."""

    def __init__(self, uses: _Uses, order: Sequence[int]) -> None:
        self.order = order
        self.live_bytes: list[int] = []
        end = len(order)
        self.lifetimes = {b: (-1, end if b in uses.lasting else -1) for b in uses.inputs}
        self._overwritten: dict[Buffer, Buffer] = {}
        done, live_bytes = 0, uses.first_bytes
        for moment, index in enumerate(order):
            step = uses.step(done, index)
            self.lifetimes.update({b: (moment, end) for b in step.begun})
            self.lifetimes.update({b: (self.lifetimes[b][0], moment) for b in step.ended})
            if step.overwritable:
                self._overwritten[uses.operations[index].outputs[0]] = step.overwritable[0]
            self.live_bytes.append(live_bytes + step.during_bytes)
            live_bytes += step.after_bytes
            done |= 1 << index
        self.peak_bytes = max([uses.start_bytes, *self.live_bytes])
        self.blocks = self._blocks()

    def _blocks(self) -> list[_Block]:
        """The buffers, with those that overwrite each other in one block."""
        blocks: dict[Buffer, _Block] = {}
        for buffer, (first, last) in self.lifetimes.items():
            if buffer in self._overwritten:
                block = blocks[self._overwritten[buffer]]
                block.buffers.append(buffer)
                block.last = last
            else:
                block = _Block([buffer], _aligned(buffer.bytes), first, last)
            blocks[buffer] = block
        distinct = list(dict.fromkeys(blocks.values()))
        alive: list[_Block] = []
        for block in distinct:
            alive = [other for other in alive if other.last >= block.first]
            if block.bytes:
                for other in alive:
                    other.neighbours.append(block)
                block.neighbours = alive.copy()
                alive.append(block)
        return distinct


# Places in the arena.


class _Layout:
    """A place for each block: the lowest free one when blocks are placed in `sequence`."""

    def __init__(self, timeline: _Timeline, sequence: list[_Block]) -> None:
        self.timeline = timeline
        self.sequence = sequence
        self.starts: dict[_Block, int] = {}
        for block in sequence:
            start = 0
            for other in sorted((b for b in block.neighbours if b in self.starts), key=self.starts.__getitem__):
                if start + block.bytes <= self.starts[other]:
                    break
                start = max(start, self.starts[other] + other.bytes)
            self.starts[block] = start
        self.arena_bytes = max((start + block.bytes for block, start in self.starts.items()), default=0)

    def pillar(self, random: Random) -> list[_Block]:
        """A block that ends highest, one that it stands on, and so on down to the bottom of the arena."""
        pillar: list[_Block] = []
        candidates, level = self.sequence, self.arena_bytes
        while level > 0:
            block = random.choice([b for b in candidates if self.starts[b] + b.bytes == level])
            pillar.append(block)
            candidates, level = block.neighbours, self.starts[block]
        return pillar

    def with_earlier(self, block: _Block, random: Random) -> _Layout:
        """The layout with `block` placed earlier in the sequence; the first one goes anywhere."""
        sequence = self.sequence.copy()
        position = sequence.index(block)
        sequence.insert(random.randrange(position or len(sequence)), sequence.pop(position))
        return _Layout(self.timeline, sequence)

    def with_moved(self, uses: _Uses, block: _Block, random: Random) -> _Layout:
        """The layout with an operation that uses `block` at another moment that its dependencies allow."""
        order = list(self.timeline.order)
        users = [index for index in order if not set(uses.buffers[index]).isdisjoint(block.buffers)]
        if not users:
            return self
        index = random.choice(users)
        order.remove(index)
        earliest = max((i for i, other in enumerate(order, 1) if uses.before[index] >> other & 1), default=0)
        latest = min((i for i, other in enumerate(order) if uses.before[other] >> index & 1), default=len(order))
        order.insert(random.randint(earliest, latest), index)
        timeline = _Timeline(uses, order)
        ranks = {b: rank for rank, placed in enumerate(self.sequence) for b in placed.buffers}
        return _Layout(timeline, sorted(timeline.blocks, key=lambda moved: min(ranks[b] for b in moved.buffers)))


def _simple_layout(timeline: _Timeline) -> _Layout:
    """The best layout of some sequences that tend to waste little."""
    keys: list[Callable[[_Block], tuple[int, int]]] = [
        lambda b: (-b.bytes, 0),
        lambda b: (-b.bytes * (b.last - b.first + 1), 0),
        lambda b: (b.first, -b.bytes),
        lambda b: (-b.last, -b.bytes),
    ]
    layouts = [_Layout(timeline, sorted(timeline.blocks, key=key)) for key in keys]
    return min(layouts, key=lambda layout: layout.arena_bytes)


def _improved(uses: _Uses, start: _Layout, goal_bytes: int) -> _Layout:
    """The smallest of `start` and the layouts found from there, down to `goal_bytes`.

    Of the blocks that hold up the highest end, one is placed earlier, again and again. A second search also moves
    operations that use them: a higher peak may be worth it. To leave dead ends, both accept some larger arenas.
    """
    best = start
    for share_of_moves in (0.0, 0.5):
        random, layout = Random(0), start
        for _ in range(_LAYOUT_BUDGET // max(len(start.sequence), 1)):
            if best.arena_bytes <= goal_bytes:
                return best
            block = random.choice(layout.pillar(random))
            moves = random.random() < share_of_moves
            changed = layout.with_moved(uses, block, random) if moves else layout.with_earlier(block, random)
            if changed.arena_bytes <= layout.arena_bytes or random.random() < _SHARE_OF_DETOURS:
                layout = changed
            best = min(best, layout, key=lambda layout: layout.arena_bytes)
    return best
