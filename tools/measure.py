# SPDX-License-Identifier: Apache-2.0
"""Measures the MLPerf Tiny networks on emulated boards and writes docs/MEASURED.md.

Instructions are exact: QEMU executes them and its clock advances with each. They are not cycles.
"""

from __future__ import annotations

import importlib
import sys
import tempfile
from collections.abc import Callable
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
BOARDS = ("mps2-an386", "mps3-an547", "mps2-an385", "mps2-an505", "mps2-an500")


PEERS = """
## Beside its peers

TensorFlow Lite Micro with CMSIS-NN (August 2026) and ExecuTorch 1.5's Cortex-M backend, measured on the same emulators
with the same compiler, on networks of the same shapes. TFLM: core -Os, kernels -O2 or -Ofast, the better of both,
MLPerf's own files. ExecuTorch: core -Os, CMSIS-NN -Ofast, no logging, only the operators used, int8 inputs and outputs.

| | KWS | VWW | IC | AD |
|---|---|---|---|---|
| run on M4, M instructions: Penlight | {run_m4} |
| TFLM | 7.70 | 24.10 | 29.86 | 0.582 |
| ExecuTorch | 8.46 | 24.74 | 29.87 | 0.583 |
| run on M55, M instructions: Penlight | {run_m55} |
| TFLM | 1.785 | 6.434 | 4.811 | 0.150 |
| ExecuTorch | 1.812 | 6.448 | 4.813 | 0.151 |
| run on M3, M instructions: Penlight | {run_m3} |
| TFLM | 10.53 | 31.96 | 41.76 | 0.956 |
| ExecuTorch | 10.88 | 32.10 | 41.76 | 0.956 |
| RAM on M4 without stack, bytes: Penlight (arena and pl_program) | {ram} |
| TFLM (arena used and static) | 24,348 | 102,308 | 56,596 | 2,844 |
| ExecuTorch (planned arena and method allocator) | 29,529 | 108,041 | 63,477 | 6,885 |
| code flash on M4, bytes: Penlight (core and kernels) | {flash} |
| TFLM, int8-only registrations | 54,468 | 56,964 | 54,836 | 28,092 |
| ExecuTorch | 47,202 | 43,628 | 39,008 | 25,820 |
| program file, bytes: Penlight | {pte} |
| TFLM | 53,936 | 333,288 | 98,496 | 276,976 |
| ExecuTorch | 54,192 | 313,288 | 100,056 | 278,048 |
| start on M4, thousand instructions: Penlight | {start} |
| TFLM | 789 | 3,521 | 540 | 83 |
| ExecuTorch | 165 | 393 | 164 | 77 |
"""

PROGRAM_BYTES = 76
"""sizeof(pl_program) on a 32-bit core."""


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


def peers(rows: list[Measured]) -> str:
    """The table that sets our numbers beside those of others."""

    def cells(core: str, value: Callable[[Measured], str]) -> str:
        return " | ".join(value(row) for row in rows if row.core == core)

    def millions(row: Measured) -> str:
        return f"**{row.run / 1e6:.3f}**"

    return PEERS.format(
        run_m4=cells("cortex-m4", millions),
        run_m55=cells("cortex-m55", millions),
        run_m3=cells("cortex-m3", millions),
        ram=cells("cortex-m4", lambda row: f"**{row.arena + PROGRAM_BYTES:,}**"),
        flash=cells("cortex-m4", lambda row: f"**{row.core_flash + row.kernel_flash:,}**"),
        pte=cells("cortex-m4", lambda row: f"**{row.pte:,}**"),
        start=cells("cortex-m4", lambda row: f"**{row.start / 1e3:.0f}**"),
    )


def main() -> None:
    sys.path.insert(0, str(ROOT / "examples" / "mlperf_tiny"))
    rows = []
    for board in BOARDS:
        for network in NETWORKS:
            with tempfile.TemporaryDirectory() as folder:
                rows.append(measure(network, board, Path(folder)))
            print(rows[-1], flush=True)
    (ROOT / "docs" / "MEASURED.md").write_text(table(rows) + peers(rows))


if __name__ == "__main__":
    main()
