# SPDX-License-Identifier: Apache-2.0
"""Which buffers live when: who uses them in any order of the operations, and their lifetimes in one.

Time is counted in operations of the chosen order: -1 is before the first one, when the caller fills the inputs, and the
number of operations is after the last one, when it reads the outputs. A set of operations is a bit mask, bit i for the
i-th operation of the graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import or_

from penlight.backends.cortex_m.graph import Buffer, Graph, Operation
from penlight.backends.cortex_m.overlap import Overlap
from penlight.backends.cortex_m.target import Tier
from penlight.runtime.errors import InternalError

ALIGN_BYTES = 4


@dataclass(frozen=True)
class Step:
    """What one operation changes: the buffers that begin and end to live with it, and the places that may be shared."""

    begun: list[Buffer]
    ended: list[Buffer]
    shared: Shared

    @cached_property
    def during_bytes(self) -> int:
        """Growth of the live bytes while it runs."""
        return total(self.begun) - self.shared.most_bytes

    @cached_property
    def after_bytes(self) -> int:
        """Growth of the live bytes once it has run."""
        return total(self.begun) - total(self.ended)


def aligned(size_bytes: int) -> int:
    return -(-size_bytes // ALIGN_BYTES) * ALIGN_BYTES


def total(buffers: Iterable[Buffer]) -> int:
    return sum(aligned(buffer.bytes) for buffer in buffers)


def _placed(operation: Operation) -> list[Buffer]:
    """The operands that need a place in the arena, each once."""
    return list(dict.fromkeys(b for b in operation.operands if b is not None and b.data is None))


@dataclass(frozen=True)
class Shared:
    """Inputs that the output of an operation may lie over, where nothing uses them later."""

    output: Buffer | None = None
    inputs: dict[Buffer, Overlap] = field(default_factory=dict)

    def among(self, ended: list[Buffer]) -> Shared:
        """Those inputs that are in `ended`."""
        return Shared(self.output, {buffer: how for buffer, how in self.inputs.items() if buffer in ended})

    @cached_property
    def most_bytes(self) -> int:
        """Bytes that the output and these inputs can have in common at most."""
        if self.output is None:
            return 0
        room = aligned(self.output.bytes)
        common = (min(aligned(b.bytes), room - max(0, how.least(ALIGN_BYTES))) for b, how in self.inputs.items())
        return min(room, sum(common))


def _shared(operation: Operation, tier: Tier, own_library: bool) -> Shared:
    """What the operator says about the buffers of `operation`, where it makes a difference."""
    if len(operation.outputs) != 1 or (operation.op.library_order and not own_library):
        return Shared()
    (output,) = operation.outputs
    declared = operation.op.overlap(operation.params, tier, operation.kernel)
    inputs: dict[Buffer, Overlap] = {}
    for buffer in dict.fromkeys(operation.inputs):
        named = zip(operation.op.operands, operation.operands, strict=True)
        how = {declared.get(operand.name) for operand, other in named if other is buffer}
        overlap = how.pop()
        if how or overlap is None or buffer.data is not None or buffer is output:
            continue
        if overlap.least(ALIGN_BYTES) < output.bytes:
            inputs[buffer] = overlap
    return Shared(output, inputs)


class Uses:
    """The buffers that need a place, and the operations that use them.

    `start_bytes` live before the run, when the caller has filled all inputs; `first_bytes` when the first operation
    starts: inputs that nothing uses have gone.
    """

    def __init__(self, graph: Graph, tier: Tier, own_library: bool) -> None:
        self.inputs = dict.fromkeys(t.buffer for t in graph.inputs if t.buffer.data is None)
        self.outputs = dict.fromkeys(t.buffer for t in graph.outputs if t.buffer.data is None)
        self.lasting = self.outputs | self.inputs if graph.keep_inputs else self.outputs
        self.users = dict.fromkeys(self.inputs, 0)
        self.operations = graph.operations
        self.buffers = [_placed(operation) for operation in graph.operations]
        self.shared = [_shared(operation, tier, own_library) for operation in graph.operations]
        self.before: list[int] = []
        self._steps: list[dict[int, Step]] = [{} for _ in graph.operations]
        self._follow()
        self.start_bytes = total(self.inputs)
        self.first_bytes = total(b for b in self.inputs if self.users[b] or b in self.lasting)
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

    def step(self, done: int, index: int) -> Step:
        """What happens when an operation runs behind those in `done`."""
        done &= self._partners[index]
        if done not in self._steps[index]:
            self._steps[index][done] = self._step(done, index)
        return self._steps[index][done]

    def _step(self, done: int, index: int) -> Step:
        buffers, left = self.buffers[index], ~(done | 1 << index)
        begun = [b for b in buffers if b not in self.inputs and not self.users[b] & done]
        ended = [b for b in buffers if b not in self.lasting and not self.users[b] & left]
        shared = self.shared[index]
        return Step(begun, ended, shared.among(ended) if shared.output in begun else Shared())


@dataclass(frozen=True)
class Neighbour:
    """Another block that lives at the same time, and where a block may lie over it.

    With `least` and `unit` in bytes: an input (`above`) may begin `least` bytes above an output or any multiple of
    `unit` higher up, an output as much below an input. Where `least` is None they lie apart.
    """

    block: Block
    least: int | None = None
    unit: int = ALIGN_BYTES
    above: bool = False

    def next_start(self, start: int, size: int, other: int) -> int:
        """The lowest start from `start` on for `size` bytes, with the neighbour at `other`."""
        if start + size <= other or other + self.block.bytes <= start:
            return start
        if self.least is not None and self.above:
            distance = max(self.least, -(-(start - other) // self.unit) * self.unit)
            return other + min(distance, self.block.bytes)
        if self.least is not None:
            distance = (other - start) // self.unit * self.unit
            if distance >= self.least:
                return other - distance
        return other + self.block.bytes


@dataclass(eq=False)
class Block:
    """A buffer that needs a place. `first` and `last` are moments; `neighbours` live at one of them, and have bytes."""

    buffer: Buffer
    bytes: int
    first: int
    last: int
    neighbours: list[Neighbour] = field(default_factory=list)


class Timeline:
    """What lives when, with the operations in `order`."""

    def __init__(self, uses: Uses, order: Sequence[int]) -> None:
        self.order = order
        self.live_bytes: list[int] = []
        end = len(order)
        self.lifetimes = {b: (-1, end if b in uses.lasting else -1) for b in uses.inputs}
        self._shared: dict[Buffer, Shared] = {}
        done, live_bytes = 0, uses.first_bytes
        for moment, index in enumerate(order):
            step = uses.step(done, index)
            self.lifetimes.update({b: (moment, end) for b in step.begun})
            self.lifetimes.update({b: (self.lifetimes[b][0], moment) for b in step.ended})
            if step.shared.output is not None:
                self._shared[step.shared.output] = step.shared
            self.live_bytes.append(live_bytes + step.during_bytes)
            live_bytes += step.after_bytes
            done |= 1 << index
        self.peak_bytes = max([uses.start_bytes, *self.live_bytes])
        self.blocks = self._blocks()

    def _blocks(self) -> list[Block]:
        """The buffers, the first ones to live first, with their neighbours."""
        blocks = [Block(b, aligned(b.bytes), first, last) for b, (first, last) in self.lifetimes.items()]
        alive: list[Block] = []
        for block in blocks:
            alive = [other for other in alive if other.last >= block.first]
            if block.bytes:
                inputs = self._shared.get(block.buffer, Shared()).inputs
                for other in alive:
                    how = inputs.get(other.buffer)
                    least, unit = (how.least(ALIGN_BYTES), how.unit(ALIGN_BYTES)) if how else (None, ALIGN_BYTES)
                    other.neighbours.append(Neighbour(block, least, unit, above=True))
                    block.neighbours.append(Neighbour(other, least, unit))
                alive.append(block)
        return blocks
