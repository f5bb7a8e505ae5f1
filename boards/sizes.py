# SPDX-License-Identifier: Apache-2.0
"""Sizes of firmware, by part and by memory region, from the sections of its ELF file (common/firmware.ld)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from penlight.boards.board import Board

# Output sections of firmware.ld, by the part that they hold.
_FLASH_SECTIONS = {
    "boards": (".vectors", ".boards"),
    "runtime": (".runtime",),
    "delegate": (".delegate",),
    "kernels": (".kernels",),
    "compiler": (".compiler",),
    "model": (".model",),
    "data": (".data",),  # initial values of variables
}
_RAM_SECTIONS = {"arena": (".arena",), "stack": (".stack",), "variables": (".data", ".bss")}


@dataclass(frozen=True)
class Sizes:
    """Bytes of flash and RAM by part, and used bytes by memory region."""

    flash: dict[str, int]
    ram: dict[str, int]
    regions: dict[str, int]

    @property
    def flash_bytes(self) -> int:
        """All of what is programmed into the board."""
        return sum(self.flash.values())

    @property
    def ram_bytes(self) -> int:
        """All of the RAM that is in use: arena, stack and variables."""
        return sum(self.ram.values())


@dataclass(frozen=True)
class Firmware:
    """A built firmware."""

    elf: Path
    board: Board
    sizes: Sizes


def measure(elf: Path, board: Board) -> Sizes:
    """Reads the sizes of an ELF file that was linked with common/firmware.ld."""
    with elf.open("rb") as stream:
        sections = {section.name: section for section in ELFFile(stream).iter_sections() if section["sh_flags"] & 2}
    bytes_of = {name: int(section["sh_size"]) for name, section in sections.items()}

    def by_part(parts: dict[str, tuple[str, ...]]) -> dict[str, int]:
        return {part: sum(bytes_of.get(name, 0) for name in names) for part, names in parts.items()}

    used = {
        region.name: sum(
            bytes_of[name]
            for name, section in sections.items()
            if region.origin <= section["sh_addr"] < region.origin + region.length_bytes
        )
        for region in board.regions.values()
    }
    used[board.placement["code"]] += bytes_of.get(".data", 0)
    return Sizes(by_part(_FLASH_SECTIONS), by_part(_RAM_SECTIONS), used)


def symbol_bytes(elf: Path, name: str) -> int:
    """Size in bytes of the variable `name` in an ELF file."""
    with elf.open("rb") as stream:
        table = ELFFile(stream).get_section_by_name(".symtab")
        symbols = table.get_symbol_by_name(name) if isinstance(table, SymbolTableSection) else None
        return int(symbols[0]["st_size"]) if symbols else 0
