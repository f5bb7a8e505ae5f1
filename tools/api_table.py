# SPDX-License-Identifier: Apache-2.0
"""Writes docs/API.md: the functions of the kernel library from its header, and their kernels from its sources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
API = ROOT / "docs/API.md"
LIBRARY = ROOT / "backends/cortex_m/cmsis_nn"
INCLUDE = LIBRARY / "include"
HEADER = INCLUDE / "arm_nnfunctions.h"

FALLBACKS = {"scalar": ("scalar",), "dsp": ("dsp", "scalar"), "mve": ("mve", "dsp", "scalar")}
"""For each tier the tiers whose file it takes, the first that there is. The rule is that of the CMakeLists.txt."""

_FAMILY = re.compile(r'^#include "(?P<path>arm_nn/\w+\.h)"$', re.MULTILINE)
_TITLE = re.compile(r"^// (?P<title>[^.\n]+)\. ", re.MULTILINE)
_DECLARATION = re.compile(r"^(?:arm_cmsis_nn_status|int32_t|void)\s+(?P<name>arm_\w+)\(", re.MULTILINE)
_DEFINITION = re.compile(
    r"^(?P<head>(?:\w+[\s*]+)+)(?P<name>\w+)\([^;{}]*\) \{\n(?P<body>.*?)^\}", re.MULTILINE | re.DOTALL
)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_SIZES = re.compile(r"(?P<stem>\w+_get_(?:\w+_)?buffer_size)(?:_dsp|_mve)?")

_INTRODUCTION = """\
# The C functions of the kernel library

What `backends/cortex_m/cmsis_nn/include/arm_nnfunctions.h` declares, with a header for each family in `arm_nn/`. These
tell what each function does with its arguments. Written by `tools/api_table.py` from the headers and the sources.

All functions are on every tier and give the same results there. **own**: some of the code that runs is written for the
tier; **as scalar**, **as dsp**: the code of that tier, translated for the core; **same code**: nothing in it differs.

{count} functions.
"""

_COLUMNS = """\
| function | | scalar | DSP | MVE |
|---|---|---|---|---|
"""


@dataclass(frozen=True)
class Function:
    """A function of the header: its section, and the first sentence of its comment."""

    name: str
    section: str
    summary: str


@cache
def functions() -> tuple[Function, ...]:
    """All functions of the headers, in their order."""
    families = (INCLUDE / found["path"] for found in _FAMILY.finditer(HEADER.read_text(encoding="utf-8")))
    return tuple(function for family in families for function in _declared(family.read_text(encoding="utf-8")))


def _declared(header: str) -> Iterator[Function]:
    titled = _TITLE.search(header)
    assert titled, "a family's header says below its license what it is about"
    comment, pending = "", ""
    for line in header.splitlines():
        if line.startswith("///"):
            comment = f"{comment if pending == 'comment' else ''} {line.removeprefix('///').strip()}"
            pending = "comment"
            continue
        pending = f"{pending} {line}" if pending.startswith("arm_cmsis_nn_status") else line
        if declared := _DECLARATION.match(pending):
            yield Function(declared["name"], titled["title"], _first_sentence(comment))
            pending = ""


def _first_sentence(comment: str) -> str:
    sentence = re.split(r"(?<=\.)\s", comment.strip(), maxsplit=1)[0]
    return sentence.removesuffix(".").replace("|", "\\|")


@dataclass
class _Definitions:
    """Names that the functions of some files mention, by function; `local` ones by file, too."""

    mentions: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    local: set[tuple[str, str]] = field(default_factory=set)

    def add(self, path: Path) -> None:
        """Takes in a file."""
        text = _COMMENT.sub("", path.read_text(encoding="utf-8"))
        for found in _DEFINITION.finditer(text):
            key = (path.name, found["name"])
            self.mentions.setdefault(key, set()).update(re.findall(r"[A-Za-z_]\w*", found["body"]))
            if path.suffix == ".c" and found["head"].startswith("static"):
                self.local.add(key)


def _sources(tier: str) -> Iterator[Path]:
    """The sources that a tier's library is built from."""
    paths = sorted(LIBRARY.glob("source/*/*.c"))
    names = {path.name for path in paths}
    for path in paths:
        parted = re.fullmatch(r"(?P<stem>.+)_(?:scalar|dsp|mve)\.c", path.name)
        choice = (f"{parted['stem']}_{t}.c" for t in FALLBACKS[tier]) if parted else iter((path.name,))
        if path.name == next((name for name in choice if name in names), None):
            yield path


@cache
def _reached(tier: str) -> dict[str, frozenset[str]]:
    """For each function the files of the tier's library that its call may run."""
    definitions = _Definitions()
    for path in (*_sources(tier), *sorted(LIBRARY.glob("source/internal/*.h"))):
        definitions.add(path)
    by_name: dict[str, list[tuple[str, str]]] = {}
    for key in definitions.mentions:
        if key not in definitions.local:
            by_name.setdefault(key[1], []).append(key)

    def called(key: tuple[str, str]) -> Iterator[tuple[str, str]]:
        for name in definitions.mentions[key]:
            own = (key[0], name)
            yield from [own] if own in definitions.local else by_name.get(name, [])

    reached = {}
    for name, starts in by_name.items():
        seen, waiting = set(starts), list(starts)
        while waiting:
            new = set(called(waiting.pop())) - seen
            seen |= new
            waiting += new
        reached[name] = frozenset(file for file, _ in seen)
    return reached


def kernel(name: str, tier: str) -> str:
    """Whose code a function runs on a tier. KeyError: no source defines the function."""
    files = _reached(tier)[name]
    tiers = {t for t in FALLBACKS for file in files if file.endswith(f"_{t}.c")}
    if not tiers:
        return "same code"
    return "own" if tier in tiers else f"as {next(t for t in FALLBACKS[tier] if t in tiers)}"


def _row(names: list[str], summary: str) -> str:
    shown = [f"`{names[0]}`", *(f"`{name.removeprefix(names[0])}`" for name in names[1:])]
    kernels = " | ".join(kernel(names[0], tier) for tier in FALLBACKS)
    return f"| {', '.join(shown)} | {summary} | {kernels} |"


def table() -> str:
    """The text of docs/API.md."""
    parts = [_INTRODUCTION.format(count=len(functions()))]
    section = ""
    rows: dict[str, tuple[list[str], Function]] = {}
    for function in functions():
        sizes = _SIZES.fullmatch(function.name)
        key = sizes["stem"] if sizes else function.name
        rows.setdefault(key, ([], function))[0].append(function.name)
    for names, function in rows.values():
        if function.section != section:
            section = function.section
            parts.append(f"\n## {section}\n\n{_COLUMNS}")
        is_size = _SIZES.fullmatch(names[0]) is not None
        parts.append(_row(names, "bytes of scratch memory" if is_size else function.summary) + "\n")
    return "".join(parts)


if __name__ == "__main__":
    API.write_text(table(), encoding="utf-8")
