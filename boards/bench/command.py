# SPDX-License-Identifier: Apache-2.0
"""What `penlight bench` does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rich.console import RenderableType
from rich.table import Table

from penlight.boards.bench import results, single
from penlight.boards.bench import sweep as sweeping
from penlight.boards.bench.cores import CORES, board_of
from penlight.boards.bench.model import ERROR
from penlight.boards.bench.networks import NETWORKS, NetworkResult, measure_network
from penlight.boards.bench.report import write

Show = Callable[[RenderableType], None]


def layers(cores: Sequence[str], texts: Sequence[str], build_dir: Path, show: Show) -> None:
    """Measures single layers."""
    for core in cores or CORES:
        show(single.render(core, single.measure_layers(texts, core, build_dir)))


def sweep(cores: Sequence[str], output: Path | None, build_dir: Path, show: Show) -> None:
    """Measures the sweep over shapes, and writes it into `output`."""
    for core in cores or CORES:
        found = sweeping.sweep(core, build_dir)
        show(_table(sweeping.SUMMARY, sweeping.summary(core, found)))
        if output is not None:
            sweeping.save(output, core, found)


def networks(cores: Sequence[str], names: Sequence[str], output: Path | None, build_dir: Path, show: Show) -> None:
    """Measures the networks of MLPerf Tiny, and writes results, pages and charts into `output`."""
    for core in cores or CORES:
        board_of(core)  # a wrong name is an error before anything is measured
    for core in cores or CORES:
        found = [measure_network(name, core, build_dir) for name in names or NETWORKS]
        show(f"{core}; instructions and bytes are exact, cycles modelled, error {ERROR[core]}")
        show(_table(_HEADINGS, map(_row, found)))
        if output is not None:
            results.save(output, found)
    if output is not None:
        write(output)


_HEADINGS = ("network", "instructions", "cycles", "cycles/MAC", "start", "arena", "stack", ".pte", "code", "kernels")


def _row(n: NetworkResult) -> tuple[object, ...]:
    code = n.flash["runtime"] + n.flash["delegate"]
    per_mac = n.run.cycles / n.macs
    numbers = (n.start.instructions, n.arena, n.stack, n.pte, code, n.flash["kernels"])
    return (n.network, n.run.instructions, n.run.cycles, per_mac, *numbers)


def _table(headings: Sequence[str], rows: Iterator[tuple[object, ...]]) -> Table:
    made = Table(box=None, pad_edge=False)
    for heading in headings:
        made.add_column(heading, no_wrap=True)
    for row in rows:
        made.add_row(*(f"{v:,}" if isinstance(v, int) else f"{v:.3f}" if isinstance(v, float) else str(v) for v in row))
    return made
