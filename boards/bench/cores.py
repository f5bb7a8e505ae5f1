# SPDX-License-Identifier: Apache-2.0
"""The cores that are measured: each on an emulated board that executes its instructions."""

from __future__ import annotations

from dataclasses import replace

from penlight.boards.board import Board, load
from penlight.runtime.errors import UsageError

_BOARDS = {
    "cortex-m0plus": "mps2-an385",  # QEMU has no M0+ with enough memory; an M3 executes its instructions
    "cortex-m3": "mps2-an385",
    "cortex-m4": "mps2-an386",
    "cortex-m7": "mps2-an500",
    "cortex-m33": "mps2-an505",
    "cortex-m55": "mps3-an547",
}

CORES = tuple(_BOARDS)
"""All of them, smallest first."""


def board_of(core: str) -> Board:
    """The board whose firmware is compiled for `core`. Raises UsageError for a core that is not measured."""
    if core not in _BOARDS:
        raise UsageError(f"{core} is not measured", fix=f"use one of {', '.join(CORES)}")
    board = load(_BOARDS[core])
    return board if board.cpu == core else replace(board, cpu=core, name=f"{board.name}-{core}")
