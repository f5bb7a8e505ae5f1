# SPDX-License-Identifier: Apache-2.0
"""Counts executed basic blocks: builds the QEMU plugin in plugin/ and runs firmware with it."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from penlight.boards.emulate import Result, run
from penlight.boards.sizes import Firmware
from penlight.runtime.errors import DeviceError, ToolError

_SOURCES = Path(__file__).parent / "plugin"


@dataclass(frozen=True)
class BlockCount:
    """How often a basic block ran, and after how many of these something else than the next instruction in memory."""

    address: int
    instructions: int
    times: int
    taken: int


@dataclass(frozen=True)
class Region:
    """What ran between a start and a stop hint."""

    blocks: tuple[BlockCount, ...]

    @property
    def instructions(self) -> int:
        """Executed instructions; exact."""
        return sum(block.instructions * block.times for block in self.blocks)


def plugin(build_dir: Path) -> Path:
    """The plugin, compiled by the host's compiler where `build_dir` has none of these sources yet.

    Raises ToolError when there is no compiler or it fails.
    """
    sources = sorted(_SOURCES.iterdir())
    digest = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]
    library = build_dir.resolve() / f"block_counts-{digest}.so"
    if library.exists():
        return library
    compiler = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)
    if compiler is None:
        raise ToolError("no C compiler for this machine is on PATH", fix="install GCC or clang (Debian: gcc)")
    library.parent.mkdir(parents=True, exist_ok=True)
    made = library.with_suffix(".new")
    command = [compiler, "-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-o", str(made)]
    command += [str(source) for source in sources if source.suffix == ".c"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise ToolError(f"{compiler} does not build the QEMU plugin:\n{done.stderr.strip()}")
    made.rename(library)
    return library


def count(firmware: Firmware, build_dir: Path, timeout_s: float = 600.0) -> tuple[Result, list[Region]]:
    """Boots `firmware` in QEMU and returns what it said, and its regions in the order of execution.

    Raises ToolError when QEMU takes no plugins, DeviceError when the firmware fails.
    """
    library = plugin(build_dir)
    dump = firmware.elf.parent / "block_counts.txt"
    dump.unlink(missing_ok=True)
    try:
        result = run(
            firmware,
            cwd=firmware.elf.parent,
            timeout_s=timeout_s,
            simulator="qemu",
            plugin=f"{library},out={dump}",
        )
    except ToolError as error:
        if "plugin" in error.what:
            raise ToolError(
                f"this QEMU takes no TCG plugins:\n{error.what}", fix="install one that was built with --enable-plugins"
            ) from error
        raise
    if result.exit_code != 0:
        raise DeviceError(
            f"the firmware on {firmware.board.name} ended with {result.exit_code}:\n{result.stdout.strip()}"
        )
    return result, read_regions(dump)


def read_regions(dump: Path) -> list[Region]:
    """The regions in a file that the plugin wrote."""
    regions = []
    for part in dump.read_text().split("region\n")[1:]:
        rows = (line.split() for line in part.splitlines())
        regions.append(Region(tuple(BlockCount(int(a, 16), int(n), int(t), int(k)) for a, n, t, k in rows)))
    return regions
