# SPDX-License-Identifier: Apache-2.0
"""Train a digit classifier, export it for several boards, and classify the held-out digits on each of them, emulated.

    python examples/digits/demo.py [BOARD ...]

Every board classifies all images in one boot. Its outputs must be those of this machine, bit for bit.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

import numpy as np
import torch
from model import CACHE_FOLDER, calibration, trained_network
from rich.console import Console
from rich.table import Table
from torch import Tensor, nn
from train import accuracy, load_split

from penlight import boards
from penlight.boards.infer import run_on_board
from penlight.export.quiet import quiet
from penlight.runtime import Program
from penlight.runtime.errors import PenlightError

DEFAULT_BOARDS = ("microbit", "mps2-an386", "mps3-an547")  # one of each capability tier
CALIBRATION_COUNT = 64


@dataclass(frozen=True)
class BoardScore:
    """What one board did with the held-out digits; `instructions` are those of one inference."""

    board: boards.Board
    accuracy: float
    same_as_host: bool
    arena_bytes: int
    stack_bytes: int
    flash_bytes: int
    instructions: int


def classify(network: nn.Module, images: Tensor) -> Tensor:
    """Return the logits (count, 10) of images (count, 1, 8, 8), one at a time: exported graphs have a fixed batch."""
    with torch.no_grad():
        return torch.cat([network(image[None]) for image in images])


def score(pte: bytes, images: Tensor, labels: Tensor, board: boards.Board) -> BoardScore:
    """Run all images through one program, on this machine and on the board."""
    path = CACHE_FOLDER / f"digits-{board.name}.pte"
    path.write_bytes(pte)
    samples = images[:, None].numpy()
    program = Program(path)
    host_logits = np.stack([program.run(sample)[0] for sample in samples])
    run = run_on_board(path, board, [samples], CACHE_FOLDER, count_instructions=True)
    (board_logits,) = run.outputs
    return BoardScore(
        board,
        accuracy=accuracy(torch.tensor(board_logits[:, 0]), labels),
        same_as_host=host_logits.tobytes() == board_logits.tobytes(),
        arena_bytes=program.arena_bytes,
        stack_bytes=run.numbers["stack used bytes"],
        flash_bytes=run.firmware.sizes.flash_bytes,
        instructions=boards.instructions(board, run.numbers["cycles min"]),
    )


def table(scores: list[BoardScore]) -> Table:
    """Lay the scores out, one row a board."""
    result = Table(box=None, pad_edge=False)
    for heading in ("board", "core"):
        result.add_column(heading, no_wrap=True)
    for heading in ("accuracy", "arena", "stack", "flash", "instructions", "host"):
        result.add_column(heading, justify="right", no_wrap=True)
    for row in scores:
        numbers = (row.arena_bytes, row.stack_bytes, row.flash_bytes, row.instructions)
        result.add_row(
            row.board.name,
            row.board.cpu,
            f"{row.accuracy:.2%}",
            *(f"{number:,}" for number in numbers),
            "[green]same bits[/green]" if row.same_as_host else "[bold red]differs[/bold red]",
        )
    return result


@dataclass(frozen=True)
class DemoResult:
    """Accuracies of the float network, of the PT2E graph, and of every board."""

    float_accuracy: float
    graph_accuracy: float
    scores: list[BoardScore]


def run_demo(console: Console, chosen: list[boards.Board]) -> DemoResult:
    """Train, export, run and print."""
    split = load_split()
    with console.status("training, unless the weights are cached"):
        network = trained_network(split)
    float_accuracy = accuracy(classify(network, split.test_images), split.test_labels)
    console.print(f"{len(split.test_images)} held-out digits; float32 accuracy {float_accuracy:.2%}")

    graph_accuracy = 0.0
    scores: list[BoardScore] = []
    for board in chosen:
        with console.status(f"quantizing and exporting for {board.cpu}"), quiet():
            from penlight.export import to_pte

            example = (split.test_images[:1],)
            exported = to_pte(network, example, calibration=calibration(CALIBRATION_COUNT), target=board.cpu)
        if not scores:
            graph_accuracy = accuracy(classify(exported.quantized, split.test_images), split.test_labels)
            console.print(f"PT2E graph, int8 simulated in float: {graph_accuracy:.2%}")
        with console.status(f"building for {board.name} and running there"):
            scores.append(score(exported.pte, split.test_images, split.test_labels, board))
    console.print(table(scores))
    console.print("arena, stack and flash in bytes; instructions of one inference, as the emulator counts them")
    return DemoResult(float_accuracy, graph_accuracy, scores)


def main(names: list[str]) -> int:
    """Run the demo on the named boards; return 0 where every board agrees with this machine."""
    torch.set_num_threads(1)  # such small tensors gain nothing from more
    console = Console()
    try:
        result = run_demo(console, [boards.load(name) for name in names or DEFAULT_BOARDS])
        return 0 if all(row.same_as_host for row in result.scores) else 1
    except PenlightError as error:
        console.print(str(error), markup=False)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
