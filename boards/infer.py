# SPDX-License-Identifier: Apache-2.0
"""Runs a .pte on a board: builds firmware that carries it, boots it, and brings samples in and results out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from penlight.backends.cortex_m.generate import model_operators_c
from penlight.backends.cortex_m.target import Target
from penlight.backends.cortex_m.unpack import Io, Payload, unpack
from penlight.boards.board import Board
from penlight.boards.build import Model, build
from penlight.boards.emulate import run
from penlight.boards.sizes import Firmware
from penlight.runtime.errors import DeviceError, UsageError


@dataclass(frozen=True)
class BoardRun:
    """Outputs of every sample, stacked along a new first axis, and the numbers that the firmware printed."""

    outputs: list[np.ndarray]
    numbers: dict[str, int]
    firmware: Firmware


def build_model(pte: Path, board: Board, build_dir: Path) -> Firmware:
    """Firmware for `board` that carries the program and just the kernels that it uses.

    Raises UsageError when the program is for another tier, FitError when it does not fit, ToolError when a tool is
    missing.
    """
    payload = unpack(pte.read_bytes())
    tier = Target.parse(board.cpu).tier.name.lower()
    if payload.tier != tier:
        raise UsageError(
            f"{pte} is exported for the {payload.tier} tier; {board.name} is a {board.cpu} ({tier})",
            fix=f"export it with --target {board.cpu}",
        )
    model = Model(pte, payload.arena_bytes, model_operators_c(payload.codes))
    return build(board, model, app="infer", build_dir=build_dir)


def run_on_board(
    pte: Path,
    board: Board,
    samples: Sequence[np.ndarray],
    build_dir: Path,
    timeout_s: float = 600.0,
    count_instructions: bool = False,
) -> BoardRun:
    """Boots the program on an emulated board, once for all samples.

    Args:
        samples: for each input one array, whose first axis counts samples and whose rest is the input's shape in
            torch's order.
        count_instructions: let time advance with executed instructions, so that the cycle counts are exact multiples
            of them (boards.instructions); slower.

    Raises DeviceError when the firmware fails, UsageError when the samples do not fit.
    """
    payload = unpack(pte.read_bytes())
    firmware = build_model(pte, board, build_dir)
    folder = firmware.elf.parent
    (folder / "inputs.bin").write_bytes(_encode(payload, samples))
    result = run(
        firmware, ["inputs.bin", "outputs.bin"], cwd=folder, timeout_s=timeout_s, count_instructions=count_instructions
    )
    if result.exit_code != 0:
        raise DeviceError(f"the firmware on {board.name} ended with {result.exit_code}:\n{result.stdout.strip()}")
    outputs = _decode(payload, (folder / "outputs.bin").read_bytes(), len(samples[0]))
    return BoardRun(outputs, result.numbers, firmware)


def _encode(payload: Payload, samples: Sequence[np.ndarray]) -> bytes:
    if len(samples) != len(payload.inputs):
        raise UsageError(f"{len(samples)} inputs given; the program has {len(payload.inputs)}")
    for index, (array, io) in enumerate(zip(samples, payload.inputs, strict=True)):
        if list(array.shape[1:]) != io.shape or array.dtype != np.dtype(io.dtype):
            raise UsageError(
                f"input {index} is {array.dtype} {list(array.shape[1:])}; the program wants {io.dtype} {io.shape}"
            )
    moved = [
        np.ascontiguousarray(array.transpose(0, *(d + 1 for d in io.dim_order)))
        for array, io in zip(samples, payload.inputs, strict=True)
    ]
    return b"".join(array[sample].tobytes() for sample in range(len(samples[0])) for array in moved)


def _decode(payload: Payload, data: bytes, count: int) -> list[np.ndarray]:
    total = sum(io.bytes for io in payload.outputs)
    if len(data) != total * count:
        raise DeviceError(f"the firmware wrote {len(data)} bytes of results; {total * count} were expected")
    rows = np.frombuffer(data, np.uint8).reshape(count, total)
    outputs, position = [], 0
    for io in payload.outputs:
        part = np.ascontiguousarray(rows[:, position : position + io.bytes]).view(io.dtype)
        position += io.bytes
        physical = part.reshape(count, *(io.shape[d] for d in io.dim_order))
        outputs.append(_torch_order(physical, io))
    return outputs


def _torch_order(physical: np.ndarray, io: Io) -> np.ndarray:
    back = [io.dim_order.index(d) + 1 for d in range(len(io.shape))]
    return np.ascontiguousarray(physical.transpose(0, *back))
