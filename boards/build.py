# SPDX-License-Identifier: Apache-2.0
"""Builds firmware: board.toml -> memory.ld and CMake arguments -> CMake and Ninja -> ELF file and its sizes."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from penlight.boards.board import BOARDS_DIR, PLACES, Board
from penlight.boards.sizes import Firmware, measure
from penlight.runtime.errors import FitError, InternalError, ToolError, UsageError

_TOOLS = {
    "cmake": "install CMake 3.22 or later",
    "ninja": "install Ninja",
    "arm-none-eabi-gcc": "install GCC for Arm bare metal with newlib (Debian: gcc-arm-none-eabi)",
    "clang": "install clang 14 or later",
}
_OVERFLOW = re.compile(r"region `(\w+)' overflowed by (\d+) bytes?")


@dataclass(frozen=True)
class Model:
    """A program for firmware to carry.

    Attributes:
        pte: the program.
        arena_bytes: the arena that it needs.
        operators_c: C source that defines pl_model_operators and pl_model_operator_count: the kernels to link.
    """

    pte: Path
    arena_bytes: int
    operators_c: str


def _sources(module: str) -> Path:
    """The folder of `module`, in a checkout or where the wheel installed it: the C sources lie beside it."""
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise InternalError(f"the module {module} has no file")
    return Path(spec.origin).resolve().parent


def build(
    board: Board,
    model: Model | None = None,
    *,
    app: str | Path = "infer",
    build_dir: Path,
    toolchain: str = "gcc",
    definitions: Mapping[str, str] | None = None,
) -> Firmware:
    """Builds firmware for `board` and measures it.

    Args:
        model: what the app carries; only apps that carry a model need one.
        app: name of a folder in boards/apps, or the path of a folder of your own with C sources and a main.
        build_dir: where to build; each board, app and toolchain gets its own folder there.
        toolchain: "gcc" or "clang".
        definitions: further CMake cache entries, e.g. PENLIGHT_CMSIS_NN_LIBRARY.

    Raises:
        UsageError: no such app or toolchain.
        ToolError: a tool is missing, or the sources do not compile or link.
        FitError: the firmware does not fit; the message says region, needed and available bytes.
    """
    if toolchain not in ("gcc", "clang"):
        raise UsageError(f"unknown toolchain {toolchain!r}", fix="use gcc or clang")
    for tool in ("cmake", "ninja", "arm-none-eabi-gcc", *(["clang"] if toolchain == "clang" else [])):
        if shutil.which(tool) is None:
            raise ToolError(f"{tool} is not on PATH", fix=_TOOLS[tool])
    app_dir = _app_dir(app)
    folder = build_dir.resolve() / f"{board.name}-{app_dir.name}-{toolchain}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "CMakeCache.txt").unlink(missing_ok=True)  # nothing of an earlier board.toml or definition stays
    _write_if_changed(folder / "memory.ld", memory_ld(board))
    entries = _board_entries(board, folder, app_dir) | _model_entries(model, folder) | dict(definitions or {})
    toolchain_file = BOARDS_DIR / "common" / f"arm-none-eabi-{toolchain}.cmake"
    _run(
        ["cmake", "-G", "Ninja", "-S", str(BOARDS_DIR), "-B", str(folder), f"--toolchain={toolchain_file}"]
        + [f"-D{name}={value}" for name, value in entries.items()],
        board,
    )
    _run(["cmake", "--build", str(folder)], board)
    elf = folder / "firmware.elf"
    return Firmware(elf, board, measure(elf, board))


def memory_ld(board: Board) -> str:
    """The board's part of the linker script, which common/firmware.ld includes."""
    lines = ["MEMORY", "{"]
    lines += [
        f"    {region.name} (rwx) : ORIGIN = {region.origin:#010x}, LENGTH = {region.length_bytes:#x}"
        for region in board.regions.values()
    ]
    lines += ["}"]
    lines += [f'REGION_ALIAS("{place.upper()}", {board.placement[place]})' for place in PLACES]
    lines += [f"board_stack_size = {board.stack_bytes};"]
    return "\n".join(lines) + "\n"


def _app_dir(app: str | Path) -> Path:
    path = BOARDS_DIR / "apps" / app if isinstance(app, str) else app.resolve()
    if not any(path.glob("*.c")):
        known = sorted(found.parent.name for found in BOARDS_DIR.glob("apps/*/main.c"))
        raise UsageError(
            f"no firmware app {str(app)!r}", fix=f"use one of {', '.join(known)}, or a folder with a main.c"
        )
    return path


def _board_entries(board: Board, folder: Path, app_dir: Path) -> dict[str, str]:
    return {
        "TARGET_CPU": board.cpu,
        "BOARD_NAME": board.name,
        "BOARD_CLOCK_HZ": str(board.clock_hz),
        "BOARD_UART_DRIVER": board.uart.driver,
        "BOARD_UART_BASE": f"{board.uart.base:#x}",
        "BOARD_CYCLES": board.cycles,
        "BOARD_IMAGES": board.images,
        "BOARD_MEMORY_DIR": str(folder),
        "APP_DIR": str(app_dir),
        "RUNTIME_DIR": str(_sources("penlight.runtime.errors")),
        "CORTEX_M_DIR": str(_sources("penlight.backends.cortex_m.target")),
    }


def _model_entries(model: Model | None, folder: Path) -> dict[str, str]:
    if model is None:
        return {}
    operators = folder / "model_operators.c"
    _write_if_changed(operators, model.operators_c)
    return {
        "MODEL_FILE": str(model.pte.resolve()),
        "MODEL_ARENA_BYTES": str(model.arena_bytes),
        "MODEL_OPERATORS": str(operators),
    }


def _write_if_changed(path: Path, text: str) -> None:
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def _run(command: list[str], board: Board) -> None:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    if done.returncode == 0:
        return
    overflows = {region: int(by) for region, by in _OVERFLOW.findall(done.stdout) if region in board.regions}
    if overflows:
        raise FitError(
            "; ".join(
                f"{region} of {board.name} has {board.regions[region].length_bytes} bytes, "
                f"the firmware needs {board.regions[region].length_bytes + by}"
                for region, by in overflows.items()
            ),
            fix="choose a smaller model or a board with more memory",
        )
    raise ToolError(
        f"the firmware for {board.name} does not build:\n{done.stdout.strip()}", where=" ".join(command[:3])
    )
