# SPDX-License-Identifier: Apache-2.0
"""Cycles of a basic block on a core whose instructions' costs add up: M0+, M3, M4."""

from __future__ import annotations

from collections.abc import Sequence

from penlight.boards.bench.costs import Serial
from penlight.boards.bench.instructions import Instruction
from penlight.boards.bench.kinds import LOADS, STORES, Kind

_BRANCHES = {Kind.BRANCH_IF, Kind.COMPARE_BRANCH}
_ALWAYS = {Kind.BRANCH, Kind.CALL, Kind.BRANCH_TO, Kind.TABLE_BRANCH}
_SINGLE = {Kind.LOAD, Kind.STORE, Kind.LOAD2, Kind.STORE2}
_MULTIPLE = {Kind.LOADM, Kind.STOREM, Kind.FLOAT_LOADM, Kind.FLOAT_STOREM}


def block_cycles(core: Serial, block: Sequence[Instruction], taken_share: float) -> float:
    """Cycles of one execution; `taken_share` of them end with a taken branch."""
    total = 0.0
    before: Instruction | None = None
    for instruction in block:
        total += _cycles(core, instruction, before, taken_share)
        before = instruction
    return total


def _cycles(core: Serial, i: Instruction, before: Instruction | None, taken_share: float) -> float:
    cycles: float = core.cycles.get(i.kind, 1)
    if i.kind == Kind.LOAD:
        cycles = _load(core, i, before)
    elif i.kind == Kind.STORE and i.by_register:
        cycles = core.store_by_register
    elif i.kind in _MULTIPLE:
        cycles = 1 + i.registers + (core.load_pc if "r15" in i.writes else 0)
    elif i.kind == Kind.MULL and "ull" not in i.name:
        cycles = core.accumulate_long
    elif i.kind in _BRANCHES:
        cycles = 1 + core.refill * taken_share
    elif i.kind in _ALWAYS and i.kind not in core.cycles:
        cycles = 1 + core.refill
    elif i.kind in (Kind.FLOAT_LOAD, Kind.FLOAT_STORE) and "64" in i.mnemonic:
        cycles += 1
    elif i.kind == Kind.IT and core.folds_it and before is not None and before.bytes == 2:
        cycles = 0
    computed = before is not None and before.kind not in LOADS | STORES and before.writes & i.address_of
    return cycles + (core.address_stall if i.kind in _SINGLE and computed else 0)


def _load(core: Serial, i: Instruction, before: Instruction | None) -> int:
    piped = (
        before is not None
        and before.kind == Kind.LOAD
        and not before.writes & i.address_of
        and (core.pipes_write_back or not i.writes_back)
        and not (before.writes_back and i.writes_back and before.base == i.base)
    )
    return (core.load_piped if piped else core.load) + (core.refill if "r15" in i.writes else 0)
