# SPDX-License-Identifier: Apache-2.0
"""Where in the arena each buffer lies: packs the blocks of a timeline, and searches for a better packing."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from penlight.backends.cortex_m.lifetimes import ALIGN_BYTES, Block, Timeline, Uses

_LAYOUT_BUDGET = 40_000
"""Blocks that one search for a layout places, over all its attempts."""
_SHARE_OF_DETOURS = 0.02
"""Attempts that such a search accepts although they make the arena larger."""


class Layout:
    """A place for each block: the lowest that is possible when blocks are placed in `sequence`.

    `known` has the places of the first blocks; `placed` counts the others.
    """

    def __init__(self, timeline: Timeline, sequence: list[Block], known: dict[Block, int] | None = None) -> None:
        self.timeline = timeline
        self.sequence = sequence
        self.starts = known or {}
        self.placed = len(sequence) - len(self.starts)
        for block in sequence[len(self.starts) :]:
            self.starts[block] = self._lowest(block)
        self.arena_bytes = max((start + block.bytes for block, start in self.starts.items()), default=0)

    def _lowest(self, block: Block) -> int:
        """The lowest start at which `block` can lie among those that have a place."""
        found = ((self.starts.get(neighbour.block), neighbour) for neighbour in block.neighbours)
        placed = sorted(((start, n) for start, n in found if start is not None), key=lambda pair: pair[0])
        start, before = 0, -1
        while start != before:
            before = start
            for other, neighbour in placed:
                start = neighbour.next_start(start, block.bytes, other)
        return start

    def pillar(self, random: Random) -> list[Block]:
        """A block that ends highest, one because of which it does not lie a word lower, and so on."""
        pillar: list[Block] = []
        candidates = [b for b in self.sequence if self.starts[b] + b.bytes == self.arena_bytes]
        while candidates:
            block = random.choice(candidates)
            pillar.append(block)
            lower = self.starts[block] - ALIGN_BYTES
            candidates = [
                n.block
                for n in block.neighbours
                if n.next_start(lower, block.bytes, self.starts[n.block]) > lower >= 0 and n.block not in pillar
            ]
        return pillar

    def with_earlier(self, block: Block, random: Random) -> Layout:
        """The layout with `block` placed earlier in the sequence; the first one goes anywhere."""
        sequence = self.sequence.copy()
        position = sequence.index(block)
        new = random.randrange(position or len(sequence))
        sequence.insert(new, sequence.pop(position))
        return Layout(self.timeline, sequence, {b: self.starts[b] for b in sequence[: min(new, position)]})

    def with_moved(self, uses: Uses, block: Block, random: Random) -> Layout:
        """The layout with an operation that uses `block` at another moment that its dependencies allow."""
        order = list(self.timeline.order)
        users = [index for index in order if block.buffer in uses.buffers[index]]
        if not users:
            return self
        index = random.choice(users)
        order.remove(index)
        earliest = max((i for i, other in enumerate(order, 1) if uses.before[index] >> other & 1), default=0)
        latest = min((i for i, other in enumerate(order) if uses.before[other] >> index & 1), default=len(order))
        order.insert(random.randint(earliest, latest), index)
        timeline = Timeline(uses, order)
        ranks = {placed.buffer: rank for rank, placed in enumerate(self.sequence)}
        return Layout(timeline, sorted(timeline.blocks, key=lambda moved: ranks[moved.buffer]))


def simple_layout(timeline: Timeline) -> Layout:
    """The best layout of some sequences that tend to waste little."""
    keys: list[Callable[[Block], tuple[int, int]]] = [
        lambda b: (-b.bytes, -b.first),
        lambda b: (-b.bytes * (b.last - b.first + 1), 0),
        lambda b: (b.first, -b.bytes),
        lambda b: (-b.last, -b.bytes),
        lambda b: (-b.first, -b.bytes),
    ]
    layouts = [Layout(timeline, sorted(timeline.blocks, key=key)) for key in keys]
    return min(layouts, key=lambda layout: layout.arena_bytes)


def improved_layout(uses: Uses, start: Layout, goal_bytes: int) -> Layout:
    """The smallest of `start` and the layouts found from there, down to `goal_bytes`.

    Of the blocks that hold up the highest end, one is placed earlier, again and again. A second search also moves
    operations that use them: a higher peak may be worth it. To leave dead ends, both accept some larger arenas.
    """
    best = start
    for share_of_moves in (0.0, 0.5):
        random, layout = Random(0), start
        left = _LAYOUT_BUDGET
        while left > 0:
            if best.arena_bytes <= goal_bytes:
                return best
            block = random.choice(layout.pillar(random))
            moves = random.random() < share_of_moves
            changed = layout.with_moved(uses, block, random) if moves else layout.with_earlier(block, random)
            left -= 1 + changed.placed
            if changed.arena_bytes <= layout.arena_bytes or random.random() < _SHARE_OF_DETOURS:
                layout = changed
            best = min(best, layout, key=lambda layout: layout.arena_bytes)
    return best
