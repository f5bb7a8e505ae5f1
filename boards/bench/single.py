# SPDX-License-Identifier: Apache-2.0
"""Single layers on one core, each with every kernel that computes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Group
from rich.table import Table
from rich.text import Text

from penlight.backends.cortex_m.graph import Operation
from penlight.backends.cortex_m.ops.packed import PackedOperator
from penlight.backends.cortex_m.specialize import fitting_kernels, with_kernel
from penlight.backends.cortex_m.target import Target
from penlight.boards.bench.bounds import cycles_per_mac
from penlight.boards.bench.layers import operation, parse
from penlight.boards.bench.measuring import Cost, measure_operations
from penlight.boards.bench.model import ERROR

Form = tuple[Operation, bool]
"""An operation with one of its kernels, and whether the exporter takes it."""

_BOOT_BYTES = 2_000_000
"""Most constants in one firmware."""


@dataclass(frozen=True)
class Row:
    """One kernel on one layer. `chosen`: the exporter takes it; `plain_cycles`: what the plain kernel needs."""

    layer: str
    kernel: str
    macs: int
    cost: Cost
    chosen: bool
    plain_cycles: int


def measure_layers(layers: Sequence[str], core: str, build_dir: Path) -> list[Row]:
    """Measures layers (see layers.py) on `core`: for each the plain kernel, then the packed ones that fit.

    Raises UsageError for a text that is no layer, and what measuring.measure raises.
    """
    target = Target.parse(core)
    rows: list[Row] = []
    for batch in _batches([_forms(operation(parse(text), target.tier, text), target) for text in layers]):
        costs = measure_operations([form for form, _ in batch], core, build_dir)
        for (form, chosen), cost in zip(batch, costs, strict=True):
            plain_cycles = rows[-1].plain_cycles if issubclass(form.op, PackedOperator) else cost.cycles
            rows.append(Row(form.label, form.kernel_name, form.op.macs(form.params), cost, chosen, plain_cycles))
    return rows


def _forms(plain: Operation, target: Target) -> list[Form]:
    """The operation with each kernel, the plain one first."""
    found: list[Form] = []
    for form, kernel in fitting_kernels(plain, target):
        chosen = not any(chosen for _, chosen in found) and form.pays(plain.params, kernel, target)
        found.append((with_kernel(plain, form, kernel, {}), chosen))
    return [(plain, not any(chosen for _, chosen in found)), *found]


def _batches(layers: Sequence[list[Form]]) -> Iterator[list[Form]]:
    """The forms of as many layers as one firmware has room for."""
    batch: list[Form] = []
    for forms in layers:
        if _constant_bytes([*batch, *forms]) > _BOOT_BYTES and batch:
            yield batch
            batch = []
        batch = [*batch, *forms]
    if batch:
        yield batch


def _constant_bytes(forms: Sequence[Form]) -> int:
    buffers = (buffer for form, _ in forms for buffer in form.operands)
    return sum(len(buffer.data) for buffer in buffers if buffer is not None and buffer.data is not None)


def render(core: str, rows: Sequence[Row]) -> Group:
    """The rows for a terminal."""
    table = Table(box=None, pad_edge=False)
    table.add_column("layer", no_wrap=True)
    table.add_column("kernel", no_wrap=True)
    for heading in ("MAC", "instructions", "cycles", "cycles/MAC", "bound", "of plain"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        per_mac = f"{row.cost.cycles / row.macs:.3f}" if row.macs else ""
        bound = f"{cycles_per_mac(core, row.kernel):g}" if row.macs else ""
        cells = (f"{row.macs:,}" if row.macs else "", f"{row.cost.instructions:,}", f"{row.cost.cycles:,}")
        share = f"{row.cost.cycles / row.plain_cycles:.3f}"
        table.add_row(row.layer, f"{row.kernel}{' *' if row.chosen else ''}", *cells, per_mac, bound, share)
    return Group(
        Text(f"{core}; * the exporter's choice. Instructions are exact; cycles are modelled, error {ERROR[core]}."),
        table,
    )
