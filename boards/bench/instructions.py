# SPDX-License-Identifier: Apache-2.0
"""Instructions of a firmware: what each reads and writes, from the disassembly that binutils makes of it."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from penlight.boards.bench.kinds import CONDITIONS, VECTOR_STORES, Kind, kind_of
from penlight.runtime.errors import ToolError

FLAGS = "flags"
PREDICATE = "vpr"

_OBJDUMP = "arm-none-eabi-objdump"
_LINE = re.compile(r"\s*([0-9a-f]+):\t([0-9a-f ]+?)\s*\t(\S+)(?:\t(.*))?$")
_TARGET = re.compile(r"\b([0-9a-f]+) <")
_REGISTER = re.compile(
    r"\b(r1[0-5]|r[0-9]|sp|lr|pc|ip|fp|sl|sb|s[12][0-9]|s3[01]|s[0-9]|d[12][0-9]|d3[01]|d[0-9]|q[0-7])\b"
)
_NUMBER_OF = {"sp": "r13", "lr": "r14", "pc": "r15", "ip": "r12", "fp": "r11", "sl": "r10", "sb": "r9"}
_LIST = re.compile(r"\{([^}]*)\}")

# Data processing that sets the flags, and the names that a condition may follow.
_SETS_FLAGS = re.compile(rf"(add|sub|and|orr|eor|bic|mov|mvn|rsb|neg|adc|sbc|mul|lsl|lsr|asr|ror|orn)s({CONDITIONS})?")
_CONDITIONAL = re.compile(
    f"(mov|mvn|add|sub|and|orr|eor|bic|rsb|ldr|str|ldrb|strb|sxtb|uxtb|lsl|lsr|asr|mul|neg|cmp)s?({CONDITIONS})"
)
_NEVER_CONDITIONAL = {"teq", "movs", "adcs", "mls", "muls", "lsls", "bics", "svc", "smlal"}
_TWO_OPERAND = re.compile("add|sub|and|orr|eor|bic|mul|adc|sbc|orn|lsl|lsr|asr|ror|pkh|qadd|qsub|sadd|uadd")
_READS_DESTINATION = re.compile(
    "bfi|bfc|movt|smlal|umlal|umaal|smlald|smlsld|vmla$|vmlas|vqrdmlah|vqdmlah|vmladava|vmlava|vmlaldava|vmlalva|vaddva"
    "|vmlsdava|vabav|vsli|vsri|vmaxv|vminv|vfma|vshrnb|vshrnt|vqmovnb|vqmovnt|vmovnb|vmovnt|vqshrn|vqrshrn|vrshrn"
)
_LONG_DESTINATION = re.compile(
    "(s|u)m(ull|lal|aal)|smlald|smlsld|smlal|v(r?ml(a|s)ldav|mlalv|rmlalv|addlv)"
    "|asrl|lsll|lsrl|sqrshrl|uqrshll|sqshll|uqshll|srshrl|urshrl"
)
_FIXED_OPERANDS = {
    Kind.BRANCH_IF,
    Kind.BRANCH,
    Kind.CALL,
    Kind.LOOP_END,
    Kind.LOOP_END_TAIL,
    Kind.LOOP_WHILE,
    Kind.LOOP_START,
    Kind.NOP,
    Kind.SYSTEM,
    Kind.IT,
}


@dataclass
class Instruction:
    """One instruction. Registers are r0..r15, s0.., d0.., q0.., FLAGS and PREDICATE.

    Attributes:
        address, bytes: where it is and how long.
        name: mnemonic without type suffix; `mnemonic` has all of it.
        reads, writes: registers; `address_of` are the read ones that make an address, `accumulators` those that a
            product is added to, `shifted` those that pass the shifter first.
        base: base register of an access; `writes_back` whether it is changed.
        by_register: whether an address has an index register.
        registers: how many a multiple load or store moves.
        target: address that a direct branch goes to.
    """

    address: int
    bytes: int
    mnemonic: str
    operands: str
    kind: Kind
    name: str = ""
    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    address_of: set[str] = field(default_factory=set)
    accumulators: set[str] = field(default_factory=set)
    shifted: set[str] = field(default_factory=set)
    base: str | None = None
    writes_back: bool = False
    by_register: bool = False
    registers: int = 1
    target: int | None = None

    @property
    def sets_flags(self) -> bool:
        return FLAGS in self.writes


def disassemble(elf: Path) -> dict[int, Instruction]:
    """All instructions of `elf`, by address. Raises ToolError when binutils are missing."""
    if shutil.which(_OBJDUMP) is None:
        raise ToolError(f"{_OBJDUMP} is not on PATH", fix="install binutils for Arm (Debian: binutils-arm-none-eabi)")
    # Armv8.1-M with MVE contains what the earlier cores have.
    command = [_OBJDUMP, "-d", "-m", "armv8.1-m.main", str(elf)]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        raise ToolError(f"{_OBJDUMP} failed on {elf}: {done.stderr.strip()}")
    found = {}
    for line in done.stdout.splitlines():
        if match := _LINE.match(line):
            address = int(match[1], 16)
            found[address] = parse(address, len(match[2].replace(" ", "")) // 2, match[3], match[4] or "")
    return found


def parse(address: int, size: int, mnemonic: str, operands: str) -> Instruction:
    """An instruction from its text."""
    target = _TARGET.search(operands)
    operands = operands.split(";")[0].split("@")[0].strip()
    made = Instruction(address, size, mnemonic, operands, kind_of(mnemonic, operands), mnemonic.split(".")[0])
    made.target = int(target[1], 16) if target else None
    if "[" in operands and made.kind not in (Kind.VECTOR_MOVE, Kind.FLOAT_MOVE):
        _access(made)
    elif "{" in operands:
        _multiple_access(made)
    elif made.kind in _FIXED_OPERANDS:
        _branch(made)
    else:
        _data_processing(made)
    _condition(made)
    return made


def _registers(text: str) -> list[str]:
    return [_NUMBER_OF.get(name, name) for name in _REGISTER.findall(re.sub(r"<.*", "", text))]


def _listed(text: str) -> list[str]:
    """Registers of a list such as "r4-r7, lr"."""
    found: list[str] = []
    for part in (part.strip() for part in text.split(",")):
        ends = [_NUMBER_OF.get(name, name) for name in part.split("-")]
        numbers = range(int(ends[0][1:]), int(ends[-1][1:]) + 1)
        found += [f"{ends[0][0]}{number}" for number in numbers]
    return found


def _access(made: Instruction) -> None:
    """A load or store with an address in brackets."""
    start, end = made.operands.index("["), made.operands.index("]")
    inside = _registers(made.operands[start:end])
    made.address_of = set(inside)
    made.base = inside[0] if inside else None
    made.by_register = len(made.address_of) > 1
    made.writes_back = made.operands[end + 1 :].strip()[:1] in ("!", ",") and made.operands[end + 1 :].strip() != ""
    data = set(_registers(made.operands[:start]))
    if made.kind in {Kind.STORE, Kind.STORE2, Kind.FLOAT_STORE} | VECTOR_STORES:
        made.reads |= data
        if "{" in made.operands:
            made.reads |= set(_listed(_LIST.findall(made.operands)[0]))
    else:
        made.writes |= data
    if made.writes_back and made.base:
        made.writes.add(made.base)
    made.reads |= made.address_of


def _multiple_access(made: Instruction) -> None:
    listed = _listed(_LIST.findall(made.operands)[0])
    before = _registers(made.operands.split("{")[0])
    made.base = before[0] if before else "r13"
    made.address_of.add(made.base)
    made.reads.add(made.base)
    loads = made.kind in (Kind.LOADM, Kind.FLOAT_LOADM, Kind.LOAD)
    (made.writes if loads else made.reads).update(listed)
    made.registers = len(listed)
    if "!" in made.operands or not before:
        made.writes.add(made.base)


def _branch(made: Instruction) -> None:
    if made.kind == Kind.BRANCH_IF:
        made.reads.add(FLAGS)
    if made.kind in (Kind.LOOP_START, Kind.LOOP_WHILE):
        named = _registers(made.operands)
        made.reads |= set(named)
        if named:
            made.writes.add("r14")


def _data_processing(made: Instruction) -> None:
    named = _registers(made.operands)
    kind, name = made.kind, made.name
    if kind in (Kind.COMPARE_BRANCH, Kind.BRANCH_TO):
        made.reads |= set(named)
    elif re.match("cmp|cmn|tst|teq", name):
        made.reads |= set(named)
        made.writes.add(FLAGS)
    elif kind in (Kind.VECTOR_COMPARE, Kind.VECTOR_PREDICATE) and not name.startswith("vpsel"):
        made.reads |= set(named)
        made.writes.add(PREDICATE)
    elif named:
        _destination_and_sources(made, named)


def _destination_and_sources(made: Instruction, named: list[str]) -> None:
    kind, name, operands = made.kind, made.name, made.operands
    first = operands.split(",")[0].strip()
    destinations = 1
    moves_lanes_in = kind == Kind.VECTOR_MOVE and first.startswith("q")
    if kind == Kind.VECTOR_MOVE:
        destinations = 1 if moves_lanes_in else 2
    elif _LONG_DESTINATION.match(name):
        destinations = 2
    to, sources = set(named[:destinations]), named[destinations:]
    made.writes |= to
    made.reads |= set(sources)
    if (
        _READS_DESTINATION.match(name)
        or (kind == Kind.VECTOR_MAC and "a" in name[5:])
        or moves_lanes_in
        or ("[" in operands and kind in (Kind.VECTOR_DUP, Kind.FLOAT_MOVE))
        or (destinations == 2 and kind == Kind.SHIFT)
    ):
        made.reads |= to
        made.accumulators |= to
    if len(_split(operands)) == 2 and _TWO_OPERAND.match(name):
        made.reads |= to
    if re.match(r"(mla|mls|smla[bt]|smlaw|smlad|smlsd|smmla|usada)", name) and len(named) == 4:
        made.accumulators.add(named[3])
    if kind == Kind.PACKED and re.match(r"[su]xta", name) and len(named) > 2:
        made.accumulators.add(named[1])
    shifts = re.search(r"\b(lsl|lsr|asr|ror)\b", operands.replace(first, "", 1))
    if shifts and kind in (Kind.ALU, Kind.PACKED, Kind.EXTEND, Kind.SATURATE):
        made.shifted.add(named[-1])


def _split(operands: str) -> list[str]:
    return [part for part in re.split(r",(?![^\[{]*[\]}])", operands) if part.strip()]


def _condition(made: Instruction) -> None:
    plain = {Kind.ALU, Kind.SHIFT, Kind.MUL, Kind.BITS}
    if made.kind in plain and _SETS_FLAGS.fullmatch(made.name):
        made.writes.add(FLAGS)
    may = made.kind in plain | {Kind.LOAD, Kind.STORE, Kind.EXTEND}
    if may and made.name not in _NEVER_CONDITIONAL and _CONDITIONAL.fullmatch(made.name):
        made.reads.add(FLAGS)
        made.reads |= made.writes - {FLAGS}
