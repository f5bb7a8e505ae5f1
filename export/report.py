# SPDX-License-Identifier: Apache-2.0
"""What the exporter did: each kernel call with its cost, the totals, and the memory plan."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from penlight.backends.cortex_m.graph import Operation, Tensor, channels_last, contiguous, same_layout
from penlight.export.pipeline import Export

Bytes = dict[str, int]


@dataclass(frozen=True)
class Row:
    """One kernel call: sizes in bytes, `live_bytes` is what it needs of the arena at least (see plan.Plan)."""

    label: str
    kernel: str
    precision: str
    macs: int
    constant_bytes: int
    output_bytes: int
    scratch_bytes: int
    live_bytes: int
    source: str


@dataclass(frozen=True)
class Report:
    """All of it, ready to print or to write as JSON."""

    target: str
    tier: str
    rows: list[Row]
    inputs: list[str]
    outputs: list[str]
    arena_bytes: int
    lower_bound_bytes: int
    peak: str
    flash: Bytes
    macs: int
    copies: int

    def json(self) -> dict[str, Any]:
        """The report as plain data."""
        return asdict(self)


def report(export: Export) -> Report:
    """Reads everything from the export's graph and plan."""
    plan = export.plan
    rows = [_row(operation, live) for operation, live in zip(plan.order, plan.live_bytes, strict=True)]
    constants = _constant_bytes(plan.order)
    return Report(
        target=export.target.name,
        tier=export.target.tier.name.lower(),
        rows=rows,
        inputs=[describe(tensor) for tensor in export.graph.inputs],
        outputs=[describe(tensor) for tensor in export.graph.outputs],
        arena_bytes=plan.arena_bytes,
        lower_bound_bytes=plan.lower_bound_bytes,
        peak=_peak(export),
        flash=constants | {"program": len(export.pte) - sum(constants.values()), "total": len(export.pte)},
        macs=sum(row.macs for row in rows),
        copies=sum(row.precision == "copy" for row in rows),
    )


def describe(tensor: Tensor) -> str:
    """One line on an input or output: type, shape in torch's order, layout, scale and zero point."""
    rank = len(tensor.shape)
    layout = ""
    if rank == 4:
        nchw = same_layout(tensor.shape, tensor.order, contiguous(rank))
        nhwc = same_layout(tensor.shape, tensor.order, channels_last(rank))
        layout = {(True, True): " nhwc = nchw", (True, False): " nchw", (False, True): " nhwc"}.get(
            (nchw, nhwc), f" order {tensor.order}"
        )
    scale = f" scale {tensor.scale:g} zero point {tensor.zero_point}" if tensor.scale else ""
    return f"{tensor.dtype.name.lower()} {list(tensor.shape)}{layout}{scale}"


def _row(operation: Operation, live: int) -> Row:
    return Row(
        label=operation.label,
        kernel=operation.kernel_name,
        precision=operation.op.precision,
        macs=operation.op.macs(operation.params),
        constant_bytes=sum(b.bytes for b in operation.operands if b and b.data is not None),
        output_bytes=sum(b.bytes for b in operation.outputs),
        scratch_bytes=sum(b.bytes for b in operation.scratch),
        live_bytes=live,
        source=operation.source,
    )


def _constant_bytes(operations: tuple[Operation, ...]) -> Bytes:
    """Bytes of constants by part, each buffer counted once."""
    parts = {"weights": ("constant",), "biases": ("bias",), "requantization": ("multiplier", "shift")}
    return {
        part: sum(b.bytes for b in dict.fromkeys(b for op in operations for b in op.buffers(*roles)))
        for part, roles in parts.items()
    }


def _peak(export: Export) -> str:
    operation = export.plan.peak_operation
    return operation.label if operation is not None else ""


def render(report: Report, width: int) -> Group:
    """The report for a terminal of `width` columns; source lines are shown where there is room."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("operator", "kernel", "as"):
        table.add_column(heading, no_wrap=True)
    for heading in ("MAC", "constants", "output", "scratch", "live"):
        table.add_column(heading, justify="right", no_wrap=True)
    wide = width >= 120
    if wide:
        table.add_column("source", style="dim", no_wrap=True)
    for row in report.rows:
        numbers = (row.macs, row.constant_bytes, row.output_bytes, row.scratch_bytes, row.live_bytes)
        style = "yellow" if row.precision == "copy" else ""
        label = f"{row.label} *" if row.label == report.peak else row.label
        cells = [label, row.kernel, row.precision, *(f"{n:,}" if n else "" for n in numbers)]
        table.add_row(*cells, *(["/".join(row.source.split("/")[-2:])] if wide else []), style=style)
    flash = ", ".join(f"{part} {size:,}" for part, size in report.flash.items() if part != "total")
    lines = [
        *(f"input   {line}" for line in report.inputs),
        *(f"output  {line}" for line in report.outputs),
        f"target  {report.target} ({report.tier})",
        f"RAM     arena {report.arena_bytes:,} bytes; in this order at least {report.lower_bound_bytes:,} (*)",
        f"flash   file {report.flash['total']:,} bytes: {flash}",
        f"work    {report.macs:,} MAC in {len(report.rows)} operators, {report.copies} layout copies",
    ]
    return Group(table, Text(), *(Text(line) for line in lines))
