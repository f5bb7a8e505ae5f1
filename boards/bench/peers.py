# SPDX-License-Identifier: Apache-2.0
"""The part of docs/benchmarks that sets Penlight beside CMSIS-NN, TensorFlow Lite Micro and ExecuTorch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from penlight.boards.bench.baselines import Baselines
from penlight.boards.bench.markdown import table
from penlight.boards.bench.networks import NETWORKS, NetworkResult

Results = dict[str, list[NetworkResult]]


@dataclass(frozen=True)
class Metric:
    """One number of a network: its name, that of the peers' numbers in peers.json, and how ours is computed."""

    what: str
    key: str
    core: str
    ours: Callable[[NetworkResult], int]


def _runs_on(core: str) -> Metric:
    what = f"instructions of a run on {core}"
    return Metric(what, "run_instructions", core, lambda result: result.run.instructions)


_M4, _M55, _M3 = (_runs_on(core) for core in ("cortex-m4", "cortex-m55", "cortex-m3"))
_START = Metric(
    "instructions of the start on cortex-m4",
    "start_instructions",
    "cortex-m4",
    lambda result: result.start.instructions,
)
_RAM = Metric(
    "bytes of RAM on cortex-m4, without stack",
    "ram_bytes",
    "cortex-m4",
    lambda result: result.arena + result.program,
)
_CODE = Metric(
    "bytes of code on cortex-m4",
    "code_bytes",
    "cortex-m4",
    lambda result: sum(result.flash[part] for part in ("runtime", "delegate", "kernels")),
)
_FILE = Metric("bytes of the program file, for cortex-m4", "file_bytes", "cortex-m4", lambda result: result.pte)

METRICS = (_M4, _M55, _M3, _START, _RAM, _CODE, _FILE)
README_METRICS = (_M4, _M55, _RAM, _CODE)


def beside_peers(results: Results, baselines: Baselines) -> str:
    """Two sections, or nothing where there are no baselines."""
    if not baselines.peers:
        return ""
    engines: dict[str, Any] = baselines.peers["peers"]
    setups = "\n".join(f"- {name}: {engine['setup']}." for name, engine in engines.items())
    published = baselines.peers["published_on_silicon"]
    silicon = [(row["board"], row["engine"], *(f"{row['ms'][n]:g}" for n in NETWORKS)) for row in published["rows"]]
    return f"""
## Beside CMSIS-NN

Modelled cycles of all layers, as a share of what Arm's kernels (GCC 12.2 -Ofast) take for the same layers. Both are
modelled in the same way, so that much of the model's error cancels out.

{_shares(results, baselines)}
## Beside other engines

{baselines.peers["what"]}.

{setups}

{engine_table(results, baselines)}
Published for silicon: {published["what"]}.

{table(("board", "engine", *NETWORKS), silicon)}
"""


def _shares(results: Results, baselines: Baselines) -> str:
    rows = []
    for core, networks in results.items():
        cells: dict[str, str] = {}
        for network in networks:
            pairs = [(layer.cost.cycles, arm.cycles) for layer in network.layers if (arm := baselines.arm(core, layer))]
            cells[network.network] = f"{sum(ours for ours, _ in pairs) / sum(arm for _, arm in pairs):.3f}"
        rows.append((core, *(cells.get(name, "-") for name in NETWORKS)))
    return table(("core", *NETWORKS), rows)


def engine_table(results: Results, baselines: Baselines, metrics: Sequence[Metric] = METRICS) -> str:
    """Ours and the peers' numbers, one row for each metric and engine."""
    rows = [row for metric in metrics if metric.core in results for row in _rows(results, baselines, metric)]
    return table(("", "engine", *NETWORKS), rows)


def _rows(results: Results, baselines: Baselines, metric: Metric) -> Iterable[Sequence[object]]:
    values = {result.network: f"**{metric.ours(result):,}**" for result in results[metric.core]}
    yield (metric.what, "Penlight", *(values.get(name, "-") for name in NETWORKS))
    for engine, numbers in baselines.peers["peers"].items():
        of_core = numbers[metric.key].get(metric.core, numbers[metric.key])
        yield ("", engine, *(_total(of_core, name) for name in NETWORKS))


def _total(numbers: dict[str, Any], network: str) -> int:
    """The number of a network, or the sum over parts that have one each."""
    if network in numbers:
        return int(numbers[network])
    return sum(int(part[network]) for part in numbers.values() if isinstance(part, dict))
