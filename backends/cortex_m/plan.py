# SPDX-License-Identifier: Apache-2.0
"""Plans RAM: the order of the operations, and where in the arena each buffer lies.

`plan` is a pure function and deterministic. An output may lie over an input of its operation where the operator says
how far (see overlap.py) and nobody uses the input later; all other buffers that live at the same time lie apart.
"""

from __future__ import annotations

from dataclasses import dataclass

from penlight.backends.cortex_m.graph import Buffer, Graph, Operation
from penlight.backends.cortex_m.lifetimes import Timeline, Uses, total
from penlight.backends.cortex_m.placement import improved_layout, simple_layout
from penlight.backends.cortex_m.target import Tier

_ORDER_BUDGET = 10_000
"""States that one search for an order keeps, over all its steps."""


@dataclass(frozen=True)
class Plan:
    """Where everything lies, and when.

    `offsets` are bytes from the start of the arena, `lifetimes` the first and the last moment of each buffer, both
    inclusive. `live_bytes` has the bytes that each operation of `order` needs: those of the buffers that live while it
    runs, less what its output can share with its inputs, each taken alone. `lower_bound_bytes` is the largest of these
    numbers: no arena is smaller for this order. `peak_operation` is the first one with it, and None when no operation
    needs as much as the inputs do before the run.
    """

    order: tuple[Operation, ...]
    offsets: dict[Buffer, int]
    arena_bytes: int
    lower_bound_bytes: int
    peak_operation: Operation | None
    live_bytes: tuple[int, ...]
    lifetimes: dict[Buffer, tuple[int, int]]


def plan(graph: Graph, tier: Tier, own_library: bool = True) -> Plan:
    """Orders the operations for the lowest peak of live bytes, and packs the buffers into the smallest arena found.

    Operations that share a buffer keep their relative order unless both only read it. The given order stays when no
    other one makes the arena smaller. Unless it may count on `own_library`, the order in which the kernel library reads
    and writes is unknown.

    Raises InternalError when a buffer is read that is neither an input nor written before.
    """
    uses = Uses(graph, tier, own_library)
    given = Timeline(uses, range(len(graph.operations)))
    lowest = _lowest_peak(uses, given)
    layouts = (simple_layout(given), improved_layout(uses, simple_layout(lowest), lowest.peak_bytes))
    layout = min(layouts, key=lambda layout: layout.arena_bytes)
    timeline = layout.timeline
    order = tuple(graph.operations[i] for i in timeline.order)
    return Plan(
        order,
        {block.buffer: layout.starts[block] for block in timeline.blocks},
        layout.arena_bytes,
        timeline.peak_bytes,
        next((o for o, live in zip(order, timeline.live_bytes, strict=True) if live == timeline.peak_bytes), None),
        tuple(timeline.live_bytes),
        timeline.lifetimes,
    )


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


def _lowest_peak(uses: Uses, given: Timeline) -> Timeline:
    """The order with the lowest peak found: the lowest one if the budget is enough to know it, `given` if it has it."""
    best = given
    for width in (1, _ORDER_BUDGET // max(len(given.order), 1)):
        found = _beam(uses, width, best.peak_bytes)
        if found is not None:
            best = Timeline(uses, found.order())
    return best


def _floor(uses: Uses) -> int:
    """A peak that no order can avoid: what one operation uses, and what lasts."""
    floor_bytes = uses.start_bytes
    for buffers, shared in zip(uses.buffers, uses.shared, strict=True):
        lasting = [b for b in uses.inputs if b in uses.lasting and b not in buffers]
        floor_bytes = max(floor_bytes, total(buffers) + total(lasting) - shared.most_bytes)
    return floor_bytes


def _beam(uses: Uses, width: int, limit_bytes: int) -> _State | None:
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


def _choices(uses: Uses, done: int, state: _State, floor_bytes: int) -> list[tuple[int, int, int]]:
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
