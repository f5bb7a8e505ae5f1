# SPDX-License-Identifier: Apache-2.0
"""`penlight run`: a program on this machine, and on an emulated board with the two compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from penlight.export.arrays import load_arrays
from penlight.runtime import Program
from penlight.runtime.errors import DeviceError, UsageError


@dataclass(frozen=True)
class Done:
    """Outputs, with the leading axis of samples where the inputs had one, and what to tell the user."""

    outputs: list[np.ndarray]
    lines: list[str]

    def save(self, path: Path) -> None:
        """Writes a .npz, or a .npy when there is one output. Raises UsageError when a .npy cannot hold them."""
        if path.suffix == ".npz":
            np.savez(path, *self.outputs)
        elif len(self.outputs) == 1:
            np.save(path, self.outputs[0])
        else:
            raise UsageError(f"{len(self.outputs)} outputs do not fit one .npy", fix="write a .npz")


def run_program(pte: Path, inputs: Sequence[Path], board: str | None, build_dir: Path, timeout_s: float) -> Done:
    """Runs `pte` on all samples; on a board too when one is named, and then both must agree to the last bit.

    Raises UsageError when the arrays do not fit the program, DeviceError when the board fails or disagrees.
    """
    program = Program(pte)
    arrays = [array for path in inputs for array in load_arrays(path)]
    samples, stacked = _samples(program, arrays)
    count = len(samples[0])
    results = [program.run(*(array[sample] for array in samples)) for sample in range(count)]
    outputs = [np.stack([result[index] for result in results]) for index in range(len(program.outputs))]
    lines = [f"{count} sample{'s' if count > 1 else ''} on this machine, arena {program.arena_bytes:,} bytes"]
    if board is not None:
        lines.append(_compare_with_board(pte, board, samples, outputs, build_dir, timeout_s))
    return Done(outputs if stacked else [output[0] for output in outputs], lines)


def _samples(program: Program, arrays: list[np.ndarray]) -> tuple[list[np.ndarray], bool]:
    """The inputs with a leading axis of samples, and whether they came with one."""
    if len(arrays) != len(program.inputs):
        raise UsageError(f"{len(arrays)} input arrays given; the program has {len(program.inputs)} inputs")
    single = all(array.shape == tuple(io.shape) for array, io in zip(arrays, program.inputs, strict=True))
    if single:
        return [array[None] for array in arrays], False
    stacked = []
    for index, (array, io) in enumerate(zip(arrays, program.inputs, strict=True)):
        shape = tuple(io.shape)
        if array.shape[1:] == shape and len(array):
            stacked.append(array)
        elif shape and shape[0] == 1 and array.shape[1:] == shape[1:] and len(array):
            stacked.append(array[:, None])
        else:
            raise UsageError(
                f"input {index} has shape {array.shape}; the program wants {shape}",
                fix="give one sample, or many of them along a new first axis",
            )
    if len({len(array) for array in stacked}) != 1:
        raise UsageError("the inputs have different numbers of samples")
    return stacked, True


def _compare_with_board(
    pte: Path, board: str, samples: list[np.ndarray], outputs: list[np.ndarray], build_dir: Path, timeout_s: float
) -> str:
    from penlight import boards
    from penlight.boards.infer import run_on_board

    known = boards.load(board)
    counted = "qemu" in boards.simulators(known)
    done = run_on_board(pte, known, samples, build_dir, timeout_s, count_instructions=counted)
    for index, (wanted, got) in enumerate(zip(outputs, done.outputs, strict=True)):
        if wanted.tobytes() != got.tobytes():
            different = int(np.count_nonzero(wanted != got))
            raise DeviceError(
                f"output {index} of {board} differs from this machine's in {different} of {wanted.size} elements",
                fix="report this: the same bits are promised everywhere",
            )
    cycles = done.numbers["cycles min"]
    cost = f"{boards.instructions(known, cycles):,} instructions" if counted else f"{cycles:,} cycles"
    return (
        f"{board} gives the same bits: {cost} a sample, flash {done.firmware.sizes.flash_bytes:,} bytes, "
        f"arena {done.numbers['arena bytes']:,}, stack {done.numbers['stack used bytes']:,}"
    )
