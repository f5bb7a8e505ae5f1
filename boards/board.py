# SPDX-License-Identifier: Apache-2.0
"""What is known of a board: one dataclass, read from the board's board.toml."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from penlight.runtime.errors import FileError, UsageError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

BOARDS_DIR = Path(__file__).resolve().parent

PLACES = ("code", "model", "data", "arena", "images")


@dataclass(frozen=True)
class Region:
    """A range of memory: first address and size, both in bytes."""

    name: str
    origin: int
    length_bytes: int


@dataclass(frozen=True)
class Uart:
    """The console: driver is that of common/uart_<driver>.c, base the address of its registers."""

    driver: str
    base: int


@dataclass(frozen=True)
class Fvp:
    """Arm's Fixed Virtual Platform of a board: names of its executable, best first, and its -C parameters."""

    executables: tuple[str, ...]
    parameters: tuple[str, ...]


@dataclass(frozen=True)
class Board:
    """A board, as its board.toml has it.

    Attributes:
        name: the folder's name.
        cpu: core, as TARGET_CPU in common/arm-none-eabi.cmake.
        clock_hz: core clock.
        stack_bytes: size of the one stack.
        cycles: driver of the cycle counter, common/cycles_<cycles>.c.
        images: driver that writes model images at run time, common/images_<images>.c.
        regions: memory by name.
        placement: what goes where: each of PLACES to the name of a region.
        qemu_machine: QEMU's name for the board, None where QEMU has none.
        flash_command: command that programs the board, with "{elf}" for the firmware; empty where there is none.
        flash_notes: for people: how to program the board by hand.
    """

    name: str
    description: str
    cpu: str
    clock_hz: int
    stack_bytes: int
    cycles: str
    images: str
    uart: Uart
    regions: dict[str, Region]
    placement: dict[str, str]
    qemu_machine: str | None
    fvp: Fvp | None
    flash_command: tuple[str, ...]
    flash_notes: str

    def region(self, place: str) -> Region:
        """The region that holds `place`, one of PLACES."""
        return self.regions[self.placement[place]]


def all() -> list[str]:
    """Names of the boards that Penlight knows."""
    return sorted(path.parent.name for path in BOARDS_DIR.glob("*/board.toml"))


def load(name: str | Path) -> Board:
    """Reads a board by name, or from the path of a board.toml of your own.

    Raises:
        UsageError: no such board; the message lists the known ones.
        FileError: board.toml is not what it should be.
    """
    path = Path(name)
    if path.suffix != ".toml":
        if name not in all():
            raise UsageError(
                f"unknown board {str(name)!r}",
                fix=f"use one of {', '.join(all())}, or the path of a board.toml of your own",
            )
        path = BOARDS_DIR / name / "board.toml"
    try:
        return _parse(path.resolve().parent.name, tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise FileError(f"cannot read {path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        detail = f"no {error}" if isinstance(error, KeyError) else str(error)
        raise FileError(f"{path} does not describe a board: {detail}") from error


def _parse(name: str, data: dict[str, Any]) -> Board:
    regions = {
        region: Region(region, int(entry["origin"]), int(entry["length_kib"]) * 1024)
        for region, entry in data["memory"].items()
    }
    placement = {place: str(data["placement"][place]) for place in PLACES}
    for place, region in placement.items():
        if region not in regions:
            raise ValueError(f"placement of {place} names {region!r}, which [memory] does not have")
    simulators = data.get("simulators", {})
    fvp = simulators.get("fvp")
    flash = data.get("flash", {})
    return Board(
        name=name,
        description=str(data["description"]),
        cpu=str(data["cpu"]),
        clock_hz=int(data["clock_hz"]),
        stack_bytes=int(data["stack_bytes"]),
        cycles=str(data["cycles"]),
        images=str(data["images"]),
        uart=Uart(**data["uart"]),
        regions=regions,
        placement=placement,
        qemu_machine=simulators.get("qemu", {}).get("machine"),
        fvp=Fvp(tuple(fvp["executables"]), tuple(fvp["parameters"])) if fvp else None,
        flash_command=tuple(flash.get("command", ())),
        flash_notes=str(flash.get("notes", "")),
    )
