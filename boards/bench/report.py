# SPDX-License-Identifier: Apache-2.0
"""docs/benchmarks: the results as pages of tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from penlight.boards.bench import baselines as peers
from penlight.boards.bench.baselines import Baselines
from penlight.boards.bench.bounds import cycles_per_mac
from penlight.boards.bench.chart import chart
from penlight.boards.bench.markdown import table
from penlight.boards.bench.measuring import Cost
from penlight.boards.bench.model import ERROR
from penlight.boards.bench.networks import NETWORKS, LayerResult, NetworkResult
from penlight.boards.bench.peers import beside_peers
from penlight.boards.bench.results import compiler_of, load_all

Results = dict[str, list[NetworkResult]]
"""By core."""


def write(folder: Path) -> None:
    """Writes README.md, a page for each core and a chart for each network, from the JSON files in `folder`."""
    results, baselines = load_all(folder), peers.load(folder)
    compilers = " or ".join(sorted({compiler_of(folder / f"{core}.json") for core in results}))
    (folder / "README.md").write_text(_summary(results, baselines, compilers))
    for core, networks in results.items():
        (folder / f"{core}.md").write_text(_core_page(core, networks, baselines))
    for network in NETWORKS:
        by_core = {core: found for core, networks in results.items() for found in networks if found.network == network}
        if by_core:
            (folder / f"{network.lower()}.svg").write_text(chart(network, by_core, baselines))


def _summary(results: Results, baselines: Baselines, compilers: str) -> str:
    networks = [result for rows in results.values() for result in rows]
    errors = "\n".join(f"  - {core}: {error}" for core, error in ERROR.items())
    return f"""# Benchmarks

The four MLPerf Tiny networks (`examples/mlperf_tiny`) with int8 inputs and outputs, on emulated cores. Written by
`penlight bench --output docs/benchmarks`; `penlight bench --core cortex-m4 --layer conv:16x16x64-64:1x1` measures a
single layer.

- *Instructions* are executed instructions, counted by a plugin of QEMU. They are exact: the same source and the same
  compiler ({compilers}; kernels -O3, the rest -Os) give the same count.
- *Cycles* are modelled from the executed blocks with each core's timing rules and memory that never waits. They are for
  comparing kernels on one core, and are not measurements. Modelled less measured, for code whose speed on silicon is
  published:
{errors}
  Networks that stream their weights from flash (AD) took up to four times as long on silicon as modelled. Unaligned
  accesses cost nothing extra.
- *Bytes* are exact.

## Networks

run is one `pl_run`, start `pl_inspect` and `pl_init`. arena is all RAM for inputs, outputs, activations and scratch,
bound the most that any operator needs when its output lies over its inputs as far as it may, which no plan with this
order of operators can beat. A program also needs `pl_program` ({_program(networks)} bytes) and
stack: the most that was used, start-up of the firmware included. code is the flash of runtime and delegate, kernels
that of just the kernels that the network uses.

{_networks(networks)}
{beside_peers(results, baselines)}
## Layers

{_layer_links(results)}
In the charts the grey mark is what Arm's CMSIS-NN takes for the same layer, and the dark line what an ideal inner loop
would take (`boards/bench/bounds.py`). Each core has a scale of its own.

{_charts(networks)}"""


def _program(networks: Sequence[NetworkResult]) -> str:
    return " or ".join(str(size) for size in sorted({result.program for result in networks}))


def _networks(networks: Sequence[NetworkResult]) -> str:
    headings = ["network", "core", "run, instructions", "run, cycles", "cycles/MAC", "start, instructions", "arena"]
    headings += ["bound", "stack", ".pte", "constants", "code", "kernels"]
    return table(
        headings,
        (
            (
                n.network,
                n.core.removeprefix("cortex-"),
                n.run.instructions,
                n.run.cycles,
                n.run.cycles / n.macs,
                n.start.instructions,
                n.arena,
                n.arena_bound,
                n.stack,
                n.pte,
                n.constants,
                n.flash["runtime"] + n.flash["delegate"],
                n.flash["kernels"],
            )
            for n in sorted(networks, key=lambda result: list(NETWORKS).index(result.network))
        ),
    )


def _layer_links(results: Results) -> str:
    links = ", ".join(f"[{core}]({core}.md)" for core in results)
    return (
        f"Each operator with its kernel, beside CMSIS-NN, TensorFlow Lite Micro and the bound: {links}.\n"
        "[The sweep](sweep.md) has hundreds of other shapes, with the kernel that the exporter takes beside the plain "
        "one.\n"
    )


def _charts(networks: Sequence[NetworkResult]) -> str:
    known = dict.fromkeys(result.network for result in networks)
    return "\n".join(f"![Cycles of each layer of {NETWORKS[name][1]}]({name.lower()}.svg)\n" for name in known)


def _core_page(core: str, networks: Sequence[NetworkResult], baselines: Baselines) -> str:
    parts = [
        f"# Layers on {core}\n",
        f"Instructions are exact, cycles modelled without wait states; error of the model: {ERROR[core]}. bound is\n"
        "the cycles/MAC of an ideal inner loop, times the multiple of it that the layer takes. CMSIS-NN is Arm's\n"
        "library on the same layer, compiled with GCC 12.2 -Ofast, share our cycles as a share of its. TFLM counts\n"
        "its own dispatch, too. Written by `penlight bench`; [how it was measured](README.md).\n",
    ]
    for network in networks:
        parts.append(f"## {network.network}: {NETWORKS[network.network][1]}\n")
        parts.append(_layers(core, network, baselines))
    return "\n".join(parts)


def _layers(core: str, network: NetworkResult, baselines: Baselines) -> str:
    headings = ["operator", "shape", "kernel", "MAC", "instructions", "cycles", "cycles/MAC", "bound", "times"]
    headings += ["CMSIS-NN, instructions", "cycles", "share", "TFLM, instructions"]
    rows = [_layer(core, layer, baselines) for layer in network.layers]
    total = Cost(
        sum(layer.cost.instructions for layer in network.layers), sum(layer.cost.cycles for layer in network.layers)
    )
    rows.append(["all", "", "", network.macs, total.instructions, total.cycles, total.cycles / network.macs])
    rows[-1] += [""] * (len(headings) - len(rows[-1]))
    return table(headings, rows)


def _layer(core: str, layer: LayerResult, baselines: Baselines) -> list[object]:
    cells: list[object] = [layer.label, layer.shape, f"`{layer.kernel}`", layer.macs or ""]
    cells += [layer.cost.instructions, layer.cost.cycles]
    if layer.macs:
        per_mac, bound = layer.cost.cycles / layer.macs, cycles_per_mac(core, layer.kernel)
        cells += [per_mac, f"{bound:g}", f"{per_mac / bound:.2f}"]
    else:
        cells += ["", "", ""]
    arm = baselines.arm(core, layer)
    cells += [arm.instructions, arm.cycles, f"{layer.cost.cycles / arm.cycles:.2f}"] if arm else ["-", "-", "-"]
    return [*cells, baselines.tflm_instructions(core, layer)]
