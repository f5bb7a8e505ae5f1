# SPDX-License-Identifier: Apache-2.0
"""What instructions cost on each core: data alone, for serial.py and scoreboard.py.

Sources: the timing tables of Arm's Technical Reference Manuals for M0+, M3 and M4, the Software Optimization Guides for
M7, M55 and M85, and for M33, which has neither, loops that were timed on silicon by others. Memory has no wait states.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from penlight.boards.bench.kinds import LOADS, PRODUCTS, VECTOR_LOADS, VECTOR_STORES, Kind


@dataclass(frozen=True)
class Serial:
    """A core that does one instruction after the other, so that costs add up.

    Attributes:
        cycles: of each kind; 1 for those that are not in it.
        load: cycles of a load that follows no other load.
        load_piped: cycles of one that does, and needs nothing of the first.
        pipes_write_back: whether that holds for loads that change their base register too.
        store_by_register: cycles of a store whose address has an index register.
        address_stall: more cycles of an access whose address the instruction before has computed.
        refill: cycles of a taken branch beyond its own.
        load_pc: cycles of a multiple load of the program counter beyond its own.
        accumulate_long: cycles of a 64-bit multiply-accumulate.
        folds_it: whether an it behind a 16-bit instruction costs nothing.
    """

    cycles: Mapping[Kind, int]
    load: int
    load_piped: int
    pipes_write_back: bool
    store_by_register: int
    address_stall: int
    refill: int
    load_pc: int
    accumulate_long: int
    folds_it: bool


@dataclass(frozen=True)
class Latency:
    """Cycles from the issue of an instruction to that of one that uses its result, by the use.

    None stands for `operand`. `product` is a factor of a product, `early` an operand of a bit-field operation or an
    extension, `shift` one that passes the shifter first, `accumulator` what a product is added to, `addend` what
    anything else is added to, `stored` the data of a store. `core` is a core register that a vector instruction wrote,
    `chained` the same where the user is of the same kind.
    """

    operand: int = 1
    address: int | None = None
    shift: int | None = None
    early: int | None = None
    product: int | None = None
    accumulator: int | None = None
    addend: int | None = None
    stored: int | None = None
    core: int | None = None
    chained: int | None = None

    def cycles(self, use: str) -> int:
        """For one of the uses above."""
        value: int | None = getattr(self, use)
        return self.operand if value is None else value


@dataclass(frozen=True)
class Rule:
    """The latency of results of `kinds`; where `names` is given, of those whose mnemonic matches it."""

    kinds: frozenset[Kind]
    latency: Latency
    names: str = ""
    if_shifted: bool = False


@dataclass(frozen=True)
class Scoreboard:
    """A core that issues in order, up to `width` at a time, each instruction once its operands are there.

    Attributes:
        rules: latencies, first match first; `other` is that of all else.
        issue: cycles of the issue stage; 1 for kinds that are not in it.
        core_registers, float_registers: registers a cycle that multiple loads and stores move.
        taken: cycles of a taken branch beyond its own; a compare-and-branch or 32-bit branch has `taken_wide`.
        mispredicted: cycles of a branch that was not foreseen; the rarer way of each branch is taken to be.
        branch, call, leave: cycles of an unconditional branch, a call, and a branch to a register beyond their own.
        loop_exit: cycles of the last iteration of a hardware loop.
        gather_lanes: lanes a cycle of a gather or scatter.
        short_multiply: issue cycles of a 16-bit multiplication.
        pairs_short_alu: whether of two 16-bit instructions the second may be a simple addition or move, not only a
            branch.
    """

    width: int
    rules: tuple[Rule, ...]
    other: Latency
    issue: Mapping[Kind, int]
    core_registers: int
    float_registers: int
    taken: int
    taken_wide: int
    mispredicted: float
    branch: int
    call: int
    leave: int
    loop_exit: int
    gather_lanes: int = 1
    short_multiply: int = 1
    pairs_short_alu: bool = False


_M3_CYCLES = {
    Kind.LOAD2: 3,
    Kind.STORE2: 3,
    Kind.FLOAT_LOAD: 2,
    Kind.FLOAT_STORE: 2,
    Kind.MLA: 2,
    Kind.MULL: 4,
    Kind.DIVIDE: 7,
    Kind.FLOAT_DIVIDE: 14,
}

M0PLUS = Serial(
    cycles={Kind.LOAD: 2, Kind.STORE: 2, Kind.CALL: 3, Kind.BRANCH: 2, Kind.BRANCH_TO: 2, Kind.SYSTEM: 3},
    load=2,
    load_piped=2,
    pipes_write_back=False,
    store_by_register=2,
    address_stall=0,
    refill=1,
    load_pc=2,
    accumulate_long=1,
    folds_it=False,
)
M3 = Serial(
    cycles=_M3_CYCLES,
    load=2,
    load_piped=1,
    pipes_write_back=False,
    store_by_register=2,
    address_stall=1,
    refill=2,
    load_pc=2,
    accumulate_long=5,
    folds_it=True,
)
M4 = Serial(
    cycles={kind: cycles for kind, cycles in _M3_CYCLES.items() if kind not in (Kind.MLA, Kind.MULL)},
    load=2,
    load_piped=1,
    pipes_write_back=True,
    store_by_register=2,
    address_stall=1,
    refill=2,
    load_pc=2,
    accumulate_long=1,
    folds_it=True,
)


def _kinds(*kinds: Kind | set[Kind]) -> frozenset[Kind]:
    return frozenset(kind for entry in kinds for kind in (entry if isinstance(entry, set) else {entry}))


_STORED = _kinds({Kind.STORE, Kind.STORE2, Kind.STOREM}, VECTOR_STORES)

M33 = Scoreboard(
    width=1,
    rules=(
        Rule(_kinds(LOADS), Latency(2, stored=1, accumulator=1)),
        Rule(_kinds(PRODUCTS), Latency(2, stored=1, accumulator=1, addend=1)),
        Rule(_kinds(Kind.PACKED), Latency(2, accumulator=1, addend=1)),
        Rule(_kinds(Kind.SATURATE), Latency(2)),
        Rule(_kinds(Kind.ALU, Kind.EXTEND), Latency(2, accumulator=1, addend=1), if_shifted=True),
    ),
    other=Latency(1),
    issue={Kind.LOAD2: 2, Kind.STORE2: 2, Kind.DIVIDE: 7, Kind.FLOAT_DIVIDE: 14, Kind.SYSTEM: 2},
    core_registers=1,
    float_registers=1,
    taken=1,
    taken_wide=2,
    mispredicted=0,
    branch=1,
    call=1,
    leave=2,
    loop_exit=4,
    short_multiply=2,
)

_NARROW = Latency(2, address=3, shift=3, early=3, product=3, stored=0)
M7 = Scoreboard(
    width=2,
    rules=(
        Rule(_kinds(LOADS), _NARROW, names=r"ldr(s)?[bh]"),
        Rule(_kinds(LOADS), Latency(1, address=2, shift=2, early=2, product=2, stored=0)),
        Rule(_kinds({Kind.STORE, Kind.STORE2, Kind.STOREM}), Latency(1)),
        Rule(_kinds(PRODUCTS), Latency(2, accumulator=1, addend=1, stored=1)),
        Rule(_kinds(Kind.PACKED, Kind.EXTEND, Kind.BITS, Kind.SATURATE), Latency(1, address=2)),
    ),
    other=Latency(1, stored=0),
    issue={Kind.DIVIDE: 7, Kind.FLOAT_DIVIDE: 14, Kind.SYSTEM: 2},
    core_registers=2,
    float_registers=2,
    taken=0,
    taken_wide=0,
    mispredicted=8 * 0.9,
    branch=0,
    call=1,
    leave=3,
    loop_exit=4,
)

M55 = Scoreboard(
    width=1,
    rules=(
        Rule(_kinds(LOADS), Latency(2, stored=1)),
        Rule(_kinds(Kind.VECTOR_LOAD), Latency(1)),
        Rule(_kinds(VECTOR_LOADS), Latency(2)),
        Rule(_STORED, Latency(1)),
        Rule(_kinds(Kind.VECTOR_MAC), Latency(2, stored=1, core=3, chained=2)),
        Rule(_kinds(Kind.VECTOR_REDUCE), Latency(2, core=4, chained=2)),
        Rule(_kinds(Kind.VECTOR_MUL, Kind.VECTOR_FLOAT), Latency(2, stored=1)),
        Rule(_kinds(Kind.VECTOR_ALU), Latency(3), names=r"v(q?r?shrn|q?movn|q?movun|qrshrn)"),
        Rule(_kinds(Kind.VECTOR_ALU), Latency(2), names=r"v(rshr|rshl|qshl|qrshl|qadd|adc)"),
        Rule(_kinds(PRODUCTS, Kind.PACKED, Kind.SATURATE), Latency(2, accumulator=1, addend=1)),
        Rule(_kinds(Kind.ALU), Latency(2), if_shifted=True),
    ),
    other=Latency(1),
    issue={Kind.LOAD2: 2, Kind.STORE2: 2, Kind.DIVIDE: 7, Kind.FLOAT_DIVIDE: 14, Kind.SYSTEM: 2},
    core_registers=1,
    float_registers=2,
    taken=1,
    taken_wide=2,
    mispredicted=0,
    branch=1,
    call=1,
    leave=2,
    loop_exit=3,
    pairs_short_alu=True,
)

CORES: dict[str, Serial | Scoreboard] = {
    "cortex-m0plus": M0PLUS,
    "cortex-m3": M3,
    "cortex-m4": M4,
    "cortex-m7": M7,
    "cortex-m33": M33,
    "cortex-m55": M55,
}
