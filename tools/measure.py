# SPDX-License-Identifier: Apache-2.0
"""Measures the MLPerf Tiny networks on emulated boards and writes docs/MEASURED.md.

Instructions are exact: QEMU executes them and its clock advances with each. They are not cycles.
"""

from __future__ import annotations

import importlib
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from penlight import boards
from penlight.boards.infer import run_on_board
from penlight.export import to_pte

ROOT = Path(__file__).resolve().parents[1]
NETWORKS = {
    "ds_cnn": "KWS, DS-CNN",
    "mobilenet_v1": "VWW, MobileNetV1 0.25",
    "resnet8": "IC, ResNet-8",
    "deep_autoencoder": "AD, autoencoder",
}
BOARDS = ("mps2-an385", "mps2-an386", "mps2-an505", "mps2-an500", "mps3-an547")


@dataclass(frozen=True)
class Measured:
    """One network on one board; sizes in bytes."""

    network: str
    core: str
    pte: int
    weights: int
    arena: int
    lower_bound: int
    core_flash: int
    kernel_flash: int
    start: int
    run: int
    stack: int


def measure(network: str, board_name: str, folder: Path) -> Measured:
    """Exports with int8 inputs and outputs, builds, and runs one random sample."""
    definition = importlib.import_module(network)
    board = boards.load(board_name)
    module, inputs = definition.model()
    export = to_pte(module, inputs, calibration=list(definition.calibration(4, 0)), target=board.cpu, io="int8")
    export.save(folder / "model.pte")
    random = np.random.default_rng(0)
    samples = [random.integers(-128, 128, (1, *tensor.shape), np.int8) for tensor in export.graph.inputs]
    done = run_on_board(folder / "model.pte", board, samples, folder / "build", count_instructions=True)
    flash = done.firmware.sizes.flash
    return Measured(
        network=NETWORKS[network],
        core=board.cpu,
        pte=len(export.pte),
        weights=sum(buffer.bytes for buffer in export.graph.constants()),
        arena=export.plan.arena_bytes,
        lower_bound=export.plan.lower_bound_bytes,
        core_flash=flash["runtime"] + flash["delegate"],
        kernel_flash=flash["kernels"],
        start=boards.instructions(board, done.numbers["cycles start"]),
        run=boards.instructions(board, done.numbers["cycles min"]),
        stack=done.numbers["stack used bytes"],
    )


def table(rows: list[Measured]) -> str:
    """docs/MEASURED.md."""
    head = (
        "# Measured\n\n"
        "The four MLPerf Tiny networks (`examples/mlperf_tiny`), int8 inputs and outputs, GCC 12.2, kernels -O3 and "
        "the rest -Os, in QEMU 7.2. Instructions are executed instructions, exact and repeatable; they are not cycles. "
        "Written by `tools/measure.py`.\n\n"
        "- .pte: the whole file; constants: weights, biases and requantization parameters in it.\n"
        "- arena: all RAM for inputs, outputs, activations and scratch; bound: the largest live set.\n"
        "- core: flash of runtime and delegate; kernels: flash of just the kernels that the network uses.\n"
        "- start: `pl_inspect` and `pl_init`; run: one `pl_run`; stack: most that was used, start-up included.\n\n"
        "| network | core | .pte | constants | arena | bound | core flash | kernel flash | start, instructions "
        "| run, instructions | stack |\n|---|---|---|---|---|---|---|---|---|---|---|\n"
    )
    return head + "".join(
        f"| {m.network} | {m.core} | {m.pte:,} | {m.weights:,} | {m.arena:,} | {m.lower_bound:,} | {m.core_flash:,} "
        f"| {m.kernel_flash:,} | {m.start:,} | {m.run:,} | {m.stack:,} |\n"
        for m in rows
    )


def main() -> None:
    sys.path.insert(0, str(ROOT / "examples" / "mlperf_tiny"))
    rows = []
    for network in NETWORKS:
        for board in BOARDS:
            with tempfile.TemporaryDirectory() as folder:
                rows.append(measure(network, board, Path(folder)))
            print(rows[-1])
    (ROOT / "docs" / "MEASURED.md").write_text(table(rows))


if __name__ == "__main__":
    main()
