# SPDX-License-Identifier: Apache-2.0
"""Cycles of a basic block on a core that issues in order but overlaps instructions: M7, M33, M55."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

from penlight.boards.bench.costs import Latency, Scoreboard
from penlight.boards.bench.instructions import FLAGS, Instruction
from penlight.boards.bench.kinds import LOADS, PRODUCTS, STORES, VECTOR_LOADS, VECTOR_STORES, Kind

_STORED_BY = STORES | VECTOR_STORES | {Kind.FLOAT_STORE}
_MULTIPLE_CORE = {Kind.LOADM, Kind.STOREM}
_MULTIPLE_FLOAT = {Kind.FLOAT_LOADM, Kind.FLOAT_STOREM}
_LOOP_ENDS = {Kind.LOOP_END, Kind.LOOP_END_TAIL}
_GATHERS = {Kind.VECTOR_GATHER, Kind.VECTOR_SCATTER}
_BACK_END = {Kind.BITS, Kind.PACKED, Kind.EXTEND, Kind.SATURATE}
"""Kinds that share the one late unit of a dual-issue core."""

# The pipe of each vector kind; each takes two cycles for a vector of four beats.
_PIPES = {
    **dict.fromkeys(VECTOR_LOADS | VECTOR_STORES, "memory"),
    Kind.VECTOR_ALU: "integer",
    Kind.VECTOR_DUP: "integer",
    Kind.VECTOR_MUL: "multiply",
    Kind.VECTOR_MAC: "multiply",
    Kind.VECTOR_REDUCE: "multiply",
    Kind.VECTOR_FLOAT: "multiply",
    Kind.VECTOR_MOVE: "multiply",
}


def block_cycles(core: Scoreboard, block: Sequence[Instruction]) -> int:
    """Cycles until the instruction behind `block` can issue, from an idle pipeline."""
    return _Issue(core).run(block)


class _Issue:
    """The state of the pipeline between two instructions; times in cycles from the start of the block."""

    def __init__(self, core: Scoreboard) -> None:
        self.core = core
        self.written: dict[str, tuple[Instruction, int]] = {}
        self.pipe_free: defaultdict[str, int] = defaultdict(int)
        self.next_free = 0
        self.older: Instruction | None = None  # the one that another may still issue beside
        self.older_time = 0
        self.older_alone = False
        self.before: Instruction | None = None
        self.loads_pair = True  # loads from unknown banks pair every second time

    def run(self, block: Sequence[Instruction]) -> int:
        for instruction in block:
            self._issue(instruction)
        return self.next_free

    def _issue(self, i: Instruction) -> None:
        ready = max([self._ready(i, register) for register in i.reads if register in self.written], default=0)
        pipe = pipe_of(i)
        if pipe:
            ready = max(ready, self.pipe_free[pipe])
        paired = (
            self.older is not None
            and self.older_alone
            and self.older_time >= ready
            and pairs(self.core, self.older, i, self.loads_pair)
        )
        if self.core.width == 2 and self.before is not None and self.before.kind in LOADS and i.kind in LOADS:
            self.loads_pair = not self.loads_pair
        cycles = _issue_cycles(self.core, i)
        if paired:
            time = self.older_time
            self.older_alone = False
        else:
            time = ready if self.before is None else max(self.next_free, ready)
            self.older, self.older_time, self.older_alone = i, time, True
            self.next_free = time if i.kind in _LOOP_ENDS else time + max(cycles, 1)
        if pipe:
            self.pipe_free[pipe] = time + _pipe_cycles(self.core, i, pipe)
        done = time + cycles - 1 if i.kind == Kind.LOADM else time
        self.written.update((register, (i, done)) for register in i.writes)
        self.before = i

    def _ready(self, i: Instruction, register: str) -> int:
        producer, time = self.written[register]
        return time + latency(self.core, producer, i, register)


def latency(core: Scoreboard, producer: Instruction, user: Instruction, register: str) -> int:
    """Cycles from the issue of `producer` to that of `user`, which reads `register`."""
    if register == FLAGS or (register == producer.base and producer.base in producer.writes):
        return 1
    use = _use(producer, user, register)
    return _rule(core, producer).cycles(use)


def _rule(core: Scoreboard, producer: Instruction) -> Latency:
    for rule in core.rules:
        if producer.kind not in rule.kinds or (rule.if_shifted and not producer.shifted):
            continue
        if not rule.names or _starts(rule.names, producer.name):
            return rule.latency
    return core.other


@lru_cache(maxsize=4096)
def _starts(pattern: str, name: str) -> bool:
    return re.match(pattern, name) is not None


def _use(producer: Instruction, user: Instruction, register: str) -> str:
    """What `user` does with the register, in the words of costs.Latency."""
    if producer.kind in (Kind.VECTOR_MAC, Kind.VECTOR_REDUCE) and register.startswith("r"):
        return "chained" if user.kind == producer.kind else "core"
    if register in user.address_of:
        return "address"
    if register in user.accumulators:
        return "accumulator" if user.kind in PRODUCTS else "addend"
    if register in user.shifted:
        return "shift"
    if user.kind in _STORED_BY:
        return "stored"
    if user.kind in PRODUCTS:
        return "product"
    return "early" if user.kind in (Kind.BITS, Kind.EXTEND) else "operand"


def pipe_of(i: Instruction) -> str | None:
    """The vector pipe that an instruction occupies, "control" for one that only sets predicates up."""
    if i.kind == Kind.VECTOR_COMPARE:
        return "multiply" if i.name.startswith("vcmp") else "integer" if i.name.startswith("vpsel") else "control"
    if i.kind == Kind.VECTOR_PREDICATE:
        return "control" if i.name.startswith("vpst") else "multiply"
    return _PIPES.get(i.kind)


def _pipe_cycles(core: Scoreboard, i: Instruction, pipe: str) -> int:
    if pipe == "control":
        return 1
    if i.kind in _GATHERS:
        width = re.search(r"\.[usifp]?(\d+)", i.mnemonic)
        return max(2, 128 // int(width[1] if width else 32) // core.gather_lanes)
    return 2


def _issue_cycles(core: Scoreboard, i: Instruction) -> int:
    if i.kind in _MULTIPLE_CORE:
        return -(-i.registers // core.core_registers)
    if i.kind in _MULTIPLE_FLOAT:
        return -(-i.registers // core.float_registers)
    if i.kind in _GATHERS:
        return max(1, _pipe_cycles(core, i, "memory") - 1)
    if i.kind in _LOOP_ENDS:
        return 0
    if i.kind == Kind.MUL and i.bytes == 2:
        return core.short_multiply
    return core.issue.get(i.kind, 1)


def pairs(core: Scoreboard, older: Instruction, i: Instruction, loads_pair: bool) -> bool:
    """Whether `i` can issue in the same cycle as `older`."""
    if core.width == 2:
        return _dual_issues(older, i, loads_pair)
    both_short = older.bytes == 2 and i.bytes == 2
    if core.pairs_short_alu:
        return both_short and (_pairs_short_alu(i) or older.kind in (Kind.NOP, Kind.IT))
    if i.kind in (Kind.IT, Kind.NOP) or (older.kind == Kind.NOP and i.kind in (Kind.ALU, Kind.LOAD, Kind.STORE)):
        return True
    return both_short and i.kind in (Kind.BRANCH_IF, Kind.BRANCH)


def _pairs_short_alu(i: Instruction) -> bool:
    if i.kind in (Kind.IT, Kind.NOP, Kind.BRANCH_IF, Kind.BRANCH, Kind.EXTEND):
        return i.kind != Kind.EXTEND or _starts("uxt|sxt", i.name)
    simple = _starts("adds?|subs?|movs?", i.name)
    return i.kind == Kind.ALU and simple and ("#" in i.operands or i.name.startswith("mov"))


def _dual_issues(older: Instruction, i: Instruction, loads_pair: bool) -> bool:
    kinds = {older.kind, i.kind}
    if kinds & (_MULTIPLE_CORE | _MULTIPLE_FLOAT | {Kind.DIVIDE, Kind.SYSTEM}):
        return False
    if older.kind in PRODUCTS | STORES and i.kind in PRODUCTS | STORES:
        return False
    if older.kind in LOADS and i.kind in LOADS:
        return _loads_pair(older, i, loads_pair)
    if (older.kind in _BACK_END or older.shifted) and (i.kind in _BACK_END or i.shifted):
        return False
    return older.kind not in (Kind.BRANCH, Kind.CALL, Kind.BRANCH_TO)


def _loads_pair(older: Instruction, i: Instruction, unknown: bool) -> bool:
    """Two loads pair when they go to different banks, or to the same word."""
    if Kind.LOAD2 in (older.kind, i.kind):
        return False
    if older.base != i.base or older.writes_back or i.writes_back:
        return unknown
    first, second = (_immediate(x) for x in (older, i))
    return ((first ^ second) & 4) != 0 or first >> 2 == second >> 2


def _immediate(i: Instruction) -> int:
    found = re.search(r"#(-?\d+)", i.operands)
    return int(found[1]) if found else 0
