# SPDX-License-Identifier: Apache-2.0
"""Writes the generated parts of README.md: operators, boards and benchmarks, each from where it is declared."""

from __future__ import annotations

import re
from pathlib import Path

from penlight import boards
from penlight.backends.cortex_m.ops import all_operators
from penlight.backends.cortex_m.ops.operator import Operator
from penlight.boards.bench.baselines import load
from penlight.boards.bench.peers import README_METRICS, engine_table
from penlight.boards.bench.results import load_all

README = Path(__file__).resolve().parents[1] / "README.md"


def operators() -> str:
    """One row an operator: the ATen operators that it lowers, its kernels, and what it refuses."""
    rows = ["| PyTorch | kernels | refused, by name |", "|---|---|---|"]
    for op in all_operators():
        names = _torch_names(op)
        if names:
            kernels = ", ".join(f"`{op.name}_{k}`" if k else f"`{op.name}`" for k in op.kernels) if op.code else "none"
            refusals = "<br>".join(" ".join((c.__doc__ or "").split()) for c in op.constraints)
            rows.append(f"| {', '.join(names)} | {kernels} | {refusals} |")
    return "\n".join(rows)


def _torch_names(op: type[Operator]) -> list[str]:
    names = (str(target).split(".") for target in op.targets)
    plain = {name.removesuffix("_copy").strip("_") for library, name, *_ in names if library == "aten"}
    return sorted(plain)


def board_table() -> str:
    """One row a board."""
    rows = ["| board | core | flash for code | RAM for the arena | runs in |", "|---|---|---|---|---|"]
    for board in map(boards.load, boards.all()):
        sizes = (board.regions[board.placement[place]].length_bytes // 1024 for place in ("code", "arena"))
        where = "QEMU" + (", FVP" if board.fvp else "")
        rows.append(f"| {board.name} | {board.cpu} | {' | '.join(f'{size:,} KiB' for size in sizes)} | {where} |")
    return "\n".join(rows)


def benchmarks() -> str:
    """Instructions, RAM and flash of the networks beside those of other engines, as docs/benchmarks has them."""
    folder = README.parent / "docs" / "benchmarks"
    return engine_table(load_all(folder), load(folder), README_METRICS).rstrip()


def filled(text: str) -> str:
    """`text` with each generated part between its markers renewed."""
    for name, part in (("operators", operators()), ("boards", board_table()), ("benchmarks", benchmarks())):
        pattern = re.compile(f"(<!-- {name} -->\n).*?(<!-- end of {name} -->)", re.DOTALL)
        text = pattern.sub(lambda found, part=part: f"{found[1]}{part}\n{found[2]}", text)  # type: ignore[misc]
    return text


if __name__ == "__main__":
    README.write_text(filled(README.read_text()))
