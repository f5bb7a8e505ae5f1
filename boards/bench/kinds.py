# SPDX-License-Identifier: Apache-2.0
"""What kind of work an instruction is, from its mnemonic and operands as binutils writes them.

QEMU's own disassembler, which a plugin can ask, knows no MVE; binutils knows all that its assembler does.
"""

from __future__ import annotations

import re
from enum import Enum, auto

CONDITIONS = "eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le"


class Kind(Enum):
    """Instructions of one kind share their timing, up to operands. VECTOR_ is MVE, FLOAT_ the scalar FPU."""

    ALU = auto()
    SHIFT = auto()
    EXTEND = auto()
    BITS = auto()  # bit fields, reversals, leading zeros
    PACKED = auto()  # DSP extension: parallel and saturating additions, pkh, extend-and-add
    SATURATE = auto()
    MUL = auto()
    MLA = auto()
    MULL = auto()  # 64-bit products, and the high half of one
    MUL16 = auto()  # products of halfwords
    MUL16X2 = auto()  # two of them: smlad and its like
    DIVIDE = auto()
    LOAD = auto()
    LOAD2 = auto()
    LOADM = auto()
    STORE = auto()
    STORE2 = auto()
    STOREM = auto()
    BRANCH_IF = auto()
    BRANCH = auto()
    CALL = auto()
    BRANCH_TO = auto()  # to a register
    COMPARE_BRANCH = auto()
    TABLE_BRANCH = auto()
    IT = auto()
    SELECT = auto()  # csel and its like
    LOOP_START = auto()
    LOOP_WHILE = auto()
    LOOP_END = auto()
    LOOP_END_TAIL = auto()
    FLOAT_LOAD = auto()
    FLOAT_STORE = auto()
    FLOAT_LOADM = auto()
    FLOAT_STOREM = auto()
    FLOAT = auto()
    FLOAT_DIVIDE = auto()
    FLOAT_MOVE = auto()
    VECTOR_LOAD = auto()
    VECTOR_GATHER = auto()
    VECTOR_LOAD_INTERLEAVED = auto()
    VECTOR_STORE = auto()
    VECTOR_SCATTER = auto()
    VECTOR_STORE_INTERLEAVED = auto()
    VECTOR_ALU = auto()
    VECTOR_MUL = auto()
    VECTOR_MAC = auto()
    VECTOR_REDUCE = auto()
    VECTOR_FLOAT = auto()
    VECTOR_MOVE = auto()  # two lanes to or from core registers
    VECTOR_DUP = auto()
    VECTOR_COMPARE = auto()  # and other producers and users of predicates
    VECTOR_PREDICATE = auto()  # vpt, vpst
    SYSTEM = auto()
    NOP = auto()
    OTHER = auto()


LOADS = {Kind.LOAD, Kind.LOAD2, Kind.LOADM}
STORES = {Kind.STORE, Kind.STORE2, Kind.STOREM}
PRODUCTS = {Kind.MUL, Kind.MLA, Kind.MULL, Kind.MUL16, Kind.MUL16X2}
VECTOR_LOADS = {Kind.VECTOR_LOAD, Kind.VECTOR_GATHER, Kind.VECTOR_LOAD_INTERLEAVED}
VECTOR_STORES = {Kind.VECTOR_STORE, Kind.VECTOR_SCATTER, Kind.VECTOR_STORE_INTERLEAVED}

# Tried in order on the mnemonic without its type suffix (".w", ".s8"); a condition may follow.
_CORE = [
    (r"it[te]{0,3}", Kind.IT),
    (r"nop|pld|pldw|pli|yield|csdb", Kind.NOP),
    (rf"b({CONDITIONS})", Kind.BRANCH_IF),
    (r"b", Kind.BRANCH),
    (r"bl", Kind.CALL),
    (r"blx|bx|bxns|blxns", Kind.BRANCH_TO),
    (r"cbn?z", Kind.COMPARE_BRANCH),
    (r"tb[bh]", Kind.TABLE_BRANCH),
    (r"dls(tp)?", Kind.LOOP_START),
    (r"wls(tp)?", Kind.LOOP_WHILE),
    (r"letp", Kind.LOOP_END_TAIL),
    (r"le", Kind.LOOP_END),
    (r"csel|csinc|csinv|csneg|cset|csetm|cinc|cinv|cneg", Kind.SELECT),
    (r"ldrd", Kind.LOAD2),
    (r"strd", Kind.STORE2),
    (r"ldm(ia|db)?|pop", Kind.LOADM),
    (r"stm(ia|db)?|push", Kind.STOREM),
    (r"ldr(ex|t|bt|ht|sbt|sht)?[bh]?|ldrs[bh]|lda(b|h)?|tt(a|t)?", Kind.LOAD),
    (r"str(ex|t|bt|ht)?[bh]?|stl(b|h)?", Kind.STORE),
    (r"(lsl|lsr|asr|ror)s?|lsll|lsrl|asrl|u?q?s?q?r?sh[lr]l?|sqrshrl|uqrshll", Kind.SHIFT),
    (r"[su]xt[bh]|[su]xtb16", Kind.EXTEND),
    (r"rev(16|sh)?|rbit|clz|bf[ic]|[su]bfx", Kind.BITS),
    (r"[su]sat(16)?", Kind.SATURATE),
    (r"pkh(bt|tb)|sel|usada?8|[su]xta[bh]|[su]xtab16|q(d?)(add|sub)", Kind.PACKED),
    (r"(s|u|q|uq|sh|uh)(add|sub)(8|16)|(s|u|q|uq|sh|uh)(asx|sax)", Kind.PACKED),
    (r"smla[bt][bt]|smul[bt][bt]|smlaw[bt]|smulw[bt]|smlal[bt][bt]", Kind.MUL16),
    (r"sm(la|ls|ua|us)dx?|sml[as]ldx?", Kind.MUL16X2),
    (r"muls?", Kind.MUL),
    (r"ml[as]", Kind.MLA),
    (r"[su]mull|[su]mlal|umaal|smm(ul|la|ls)r?", Kind.MULL),
    (r"[su]div", Kind.DIVIDE),
    (r"(add|adc|sub|sbc|rsb|and|orr|eor|bic|orn|mov|mvn|neg|cpy)s?|cm[pn]|tst|teq|movw|movt|addw|subw|adr", Kind.ALU),
    (r"mrs|msr|cps.*|dsb|dmb|isb|svc|bkpt|wfi|wfe|sev|udf", Kind.SYSTEM),
]

_VECTOR = [
    (r"vldr[bhwd][te]?", Kind.VECTOR_LOAD),
    (r"vstr[bhwd][te]?", Kind.VECTOR_STORE),
    (r"vld[24]\d", Kind.VECTOR_LOAD_INTERLEAVED),
    (r"vst[24]\d", Kind.VECTOR_STORE_INTERLEAVED),
    (r"vdup[te]?|v[id]dup[te]?|v[id]wdup[te]?", Kind.VECTOR_DUP),
    (r"vpsel|vpnot|vctp[te]?|vcmp[te]?", Kind.VECTOR_COMPARE),
    (r"vpt[te]*|vpst[te]*", Kind.VECTOR_PREDICATE),
    (r"vabav[te]?|vaddl?va?[te]?|v(max|min)(nm)?a?v[te]?", Kind.VECTOR_REDUCE),
    (r"vr?ml[as]l?(dav|v)(a|h|x|ha|ax|hx|hax)?[te]?|vml[as][te]?|vmlas[te]?", Kind.VECTOR_MAC),
    (r"vqr?dml[as].*", Kind.VECTOR_MAC),
    (r"vmul.*|vr?mulh.*|vqr?dmul.*", Kind.VECTOR_MUL),
]

_FLOAT = [
    (r"vldr", Kind.FLOAT_LOAD),
    (r"vstr", Kind.FLOAT_STORE),
    (r"vldm(ia|db)|vpop|vlldm", Kind.FLOAT_LOADM),
    (r"vstm(ia|db)|vpush|vlstm", Kind.FLOAT_STOREM),
    (r"vdiv|vsqrt", Kind.FLOAT_DIVIDE),
    (r"vm(rs|sr)", Kind.SYSTEM),
]


def _compiled(table: list[tuple[str, Kind]], ending: str) -> list[tuple[re.Pattern[str], Kind]]:
    return [(re.compile(f"({pattern}){ending}"), kind) for pattern, kind in table]


_CORE_PATTERNS = _compiled(_CORE, f"({CONDITIONS})?")
_VECTOR_PATTERNS = _compiled(_VECTOR, "")
_FLOAT_PATTERNS = _compiled(_FLOAT, f"({CONDITIONS})?")
_VECTOR_REGISTER = re.compile(r"\bq[0-7]\b")
_MOVES_SHIFTED = re.compile(r"mov\w* .*\b(lsl|lsr|asr|ror)\b")  # another spelling of a shift
_PREDICATE = re.compile(r"v(pnot|ctp|cmp|pst|pt|psel)")


def kind_of(mnemonic: str, operands: str) -> Kind:
    """The kind of an instruction, such as ("vldrb.u8", "q0, [r1], #16")."""
    name = mnemonic.split(".")[0]
    if not name.startswith("v"):
        kind = _match(_CORE_PATTERNS, name, Kind.OTHER)
        return Kind.SHIFT if kind == Kind.ALU and _MOVES_SHIFTED.match(f"{name} {operands}") else kind
    if _VECTOR_REGISTER.search(operands) or _PREDICATE.match(name):
        return _vector_kind(mnemonic, name, operands)
    if name.startswith("vmov") or (name.startswith("vmrs") and "fpscr" in operands):
        to_core = re.search(r"\b(r\d+|lr|ip|sp|fp|sl)\b", operands)
        return Kind.FLOAT_MOVE if to_core or name.startswith("vmrs") else Kind.FLOAT
    return _match(_FLOAT_PATTERNS, name, Kind.FLOAT)


def _vector_kind(mnemonic: str, name: str, operands: str) -> Kind:
    if name.startswith("vmov") and re.search(r"q\d\[", operands):
        return Kind.VECTOR_MOVE if operands.count(",") == 3 else Kind.FLOAT_MOVE
    kind = _match(_VECTOR_PATTERNS, name, Kind.VECTOR_ALU)
    by_vector = re.search(r"\[.*\bq[0-7]\b", operands)
    if kind == Kind.VECTOR_LOAD and by_vector:
        return Kind.VECTOR_GATHER
    if kind == Kind.VECTOR_STORE and by_vector:
        return Kind.VECTOR_SCATTER
    is_float = re.search(r"\.f(16|32)", mnemonic) and not name.startswith(("vldr", "vstr", "vcmp", "vpt", "vdup"))
    return Kind.VECTOR_FLOAT if is_float and kind in (Kind.VECTOR_ALU, Kind.VECTOR_MUL) else kind


def _match(patterns: list[tuple[re.Pattern[str], Kind]], name: str, default: Kind) -> Kind:
    return next((kind for pattern, kind in patterns if pattern.fullmatch(name)), default)
