# SPDX-License-Identifier: Apache-2.0
"""`penlight inspect`: what a .pte holds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rich.console import Group
from rich.table import Table
from rich.text import Text

from penlight.backends.cortex_m.unpack import Io, Payload, Record, unpack
from penlight.export.quiet import quiet
from penlight.runtime import Program
from penlight.runtime.errors import FileError


@dataclass(frozen=True)
class Inspection:
    """A program's parts; sizes in bytes. `ram` is by region."""

    file: str
    tier: str
    format_version: int
    keeps_inputs: bool
    own_library: bool
    sealed: bool
    flash: dict[str, int]
    ram: dict[str, int]
    inputs: list[Io]
    outputs: list[Io]
    operators: list[Record]


@quiet()
def inspection(pte: Path) -> Inspection:
    """Checks the file as a device would, then reads it. Raises FileError for a file that a device would refuse."""
    if not pte.exists():
        raise FileError(f"{pte} does not exist")
    Program(pte)
    payload: Payload = unpack(pte.read_bytes())
    return Inspection(
        file=str(pte),
        tier=payload.tier,
        format_version=payload.version,
        keeps_inputs=payload.keep_inputs,
        own_library=payload.own_library,
        sealed=payload.sealed,
        flash=payload.flash,
        ram={"arena": payload.arena_bytes},
        inputs=payload.inputs,
        outputs=payload.outputs,
        operators=payload.operators,
    )


def render(found: Inspection) -> Group:
    """The inspection for a terminal."""
    table = Table(box=None, pad_edge=False)
    for heading in ("#", "kernel", "MAC", "input at", "output at", "scratch"):
        table.add_column(heading, justify="right" if heading in ("#", "MAC", "scratch") else "left")
    for index, record in enumerate(found.operators):
        table.add_row(
            str(index),
            record.kernel,
            f"{record.macs:,}" if record.macs else "",
            _places(record, "input"),
            _places(record, "output"),
            f"{sum(p.bytes for p in record.operands if p.role == 'scratch'):,}",
        )
    seal = "sealed" if found.sealed else "not sealed"
    library = "" if found.own_library else ", for any CMSIS-NN"
    lines = [
        f"{found.file}: {found.tier} tier, payload format {found.format_version}, {seal}{library}",
        *(f"input   {_io(io)}" for io in found.inputs),
        *(f"output  {_io(io)}" for io in found.outputs),
        "flash   " + ", ".join(f"{part} {size:,}" for part, size in found.flash.items()),
        "RAM     " + ", ".join(f"{region} {size:,}" for region, size in found.ram.items()),
        "",
    ]
    return Group(*(Text(line) for line in lines), table)


def _places(record: Record, role: str) -> str:
    return ", ".join(f"{p.offset:,}+{p.bytes:,}" for p in record.operands if p.role == role)


def _io(io: Io) -> str:
    quantization = f", scale {io.scale:g}, zero point {io.zero_point}" if io.scale else ""
    return f"{io.dtype} {io.shape}, dimensions in memory {io.dim_order}{quantization}, {io.bytes:,} bytes"
