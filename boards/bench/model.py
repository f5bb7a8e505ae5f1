# SPDX-License-Identifier: Apache-2.0
"""Modelled cycles of executed blocks: what the instructions would take with memory that never waits.

The figures are for comparing kernels and layers on one core. ERROR says how far they are from silicon.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from penlight.boards.bench import scoreboard, serial
from penlight.boards.bench.costs import CORES, Scoreboard, Serial
from penlight.boards.bench.counting import BlockCount
from penlight.boards.bench.instructions import Instruction
from penlight.boards.bench.kinds import Kind
from penlight.runtime.errors import InternalError

ERROR = {
    "cortex-m0plus": "not validated",
    "cortex-m3": "not validated",
    "cortex-m4": "-16 to -22 %",
    "cortex-m7": "about -13 %, few figures",
    "cortex-m33": "-10 to -15 %",
    "cortex-m55": "-8 to +6 % for convolutions",
}
"""Modelled cycles less those that were published for silicon running the same source, for each core. Networks that
stream their weights from flash, such as the autoencoder, took up to four times as long as modelled."""

_LOOPING = {Kind.BRANCH_IF, Kind.BRANCH, Kind.LOOP_END, Kind.LOOP_END_TAIL, Kind.COMPARE_BRANCH}


class Model:
    """Cycles of blocks of one firmware on one core."""

    def __init__(self, cpu: str, instructions: Mapping[int, Instruction]) -> None:
        """`instructions` is the firmware's disassembly, by address."""
        self.core = CORES[cpu]
        self.instructions = instructions

    def cycles(self, counts: Iterable[BlockCount]) -> int:
        """Modelled cycles of all executions in `counts`."""
        return round(sum(self._block(count) for count in counts))

    def _block(self, count: BlockCount) -> float:
        block = self._instructions(count)
        if isinstance(self.core, Serial):
            return serial.block_cycles(self.core, block, count.taken / count.times) * count.times
        return _overlapping(self.core, block, count)

    def _instructions(self, count: BlockCount) -> list[Instruction]:
        found, address = [], count.address
        for _ in range(count.instructions):
            if address not in self.instructions:
                raise InternalError(f"an instruction at {address:#x} was executed that the disassembly does not have")
            found.append(self.instructions[address])
            address += found[-1].bytes
        return found


def _overlapping(core: Scoreboard, block: Sequence[Instruction], count: BlockCount) -> float:
    """A block that loops back to itself overlaps its next round; others start from an idle pipeline."""
    once = scoreboard.block_cycles(core, block)
    last = block[-1]
    if last.target == block[0].address and last.kind in _LOOPING:
        again = scoreboard.block_cycles(core, [*block, *block]) - once
        total = again * count.taken + once * (count.times - count.taken)
    else:
        total = once * count.times
    return total + _branch(core, last, count)


def _branch(core: Scoreboard, last: Instruction, count: BlockCount) -> float:
    """Cycles beyond the issue of the last instruction, over all executions."""
    not_taken = count.times - count.taken
    if last.kind in (Kind.BRANCH_IF, Kind.COMPARE_BRANCH):
        wide = last.kind == Kind.COMPARE_BRANCH or last.bytes == 4
        taken = core.taken_wide if wide else core.taken
        return count.taken * taken + min(count.taken, not_taken) * core.mispredicted
    if last.kind == Kind.BRANCH:
        return count.times * core.branch
    if last.kind == Kind.CALL:
        return count.times * core.call
    if last.kind in (Kind.BRANCH_TO, Kind.TABLE_BRANCH) or (last.kind == Kind.LOADM and "r15" in last.writes):
        return count.times * core.leave
    if last.kind in (Kind.LOOP_END, Kind.LOOP_END_TAIL):
        return not_taken * core.loop_exit
    return count.taken * 2 if last.kind == Kind.LOOP_WHILE else 0
