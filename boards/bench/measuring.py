# SPDX-License-Identifier: Apache-2.0
"""Builds the app bench for a program, boots it once, and gives instructions and modelled cycles of each operator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from penlight.backends.cortex_m.generate import model_operators_c
from penlight.backends.cortex_m.graph import Operation
from penlight.backends.cortex_m.pack import code
from penlight.backends.cortex_m.target import Target
from penlight.boards.bench.cores import board_of
from penlight.boards.bench.counting import Region, count
from penlight.boards.bench.instructions import disassemble
from penlight.boards.bench.layers import payload
from penlight.boards.bench.model import Model
from penlight.boards.build import Model as Carried
from penlight.boards.build import build
from penlight.boards.sizes import Firmware


@dataclass(frozen=True)
class Cost:
    """Executed instructions (exact) and modelled cycles (see model.ERROR) of a part of a run."""

    instructions: int
    cycles: int


@dataclass(frozen=True)
class Measured:
    """A program on a core: its start, each operator, all of one pl_run, and the stack that it used."""

    firmware: Firmware
    start: Cost
    operators: list[Cost]
    run: Cost
    stack_bytes: int


def measure(program: Path, arena_bytes: int, codes: set[int], core: str, build_dir: Path) -> Measured:
    """Measures a .pte, or a bare payload, that needs `arena_bytes` and the kernels with `codes`.

    Raises ToolError when a tool is missing or fails, FitError when the program does not fit, DeviceError when the
    firmware fails.
    """
    board = board_of(core)
    firmware = build(board, Carried(program, arena_bytes, model_operators_c(codes)), app="bench", build_dir=build_dir)
    result, regions = count(firmware, build_dir)
    model = Model(core, disassemble(firmware.elf))

    def cost(region: Region) -> Cost:
        return Cost(region.instructions, model.cycles(region.blocks))

    start, *operators, run = map(cost, regions)
    return Measured(firmware, start, operators, run, result.numbers["stack used bytes"])


def measure_operations(operations: Sequence[Operation], core: str, build_dir: Path) -> list[Cost]:
    """The cost of each operation alone, all in one boot."""
    data, arena_bytes = payload(operations, Target.parse(core).tier)
    build_dir.mkdir(parents=True, exist_ok=True)
    program = build_dir / f"layers-{core}.bin"
    program.write_bytes(data)
    return measure(program, arena_bytes, {code(made) for made in operations}, core, build_dir).operators
