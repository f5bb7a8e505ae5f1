# SPDX-License-Identifier: Apache-2.0
"""Programs firmware into a board that is connected to this machine."""

from __future__ import annotations

import shutil
import subprocess

from penlight.boards.sizes import Firmware
from penlight.runtime.errors import ToolError, UsageError


def flash(firmware: Firmware) -> None:
    """Runs the board's flash command (flash.command in its board.toml).

    Raises:
        UsageError: the board has no such command; the message tells how to do it by hand.
        ToolError: the tool is missing or failed.
    """
    board = firmware.board
    command = [word.replace("{elf}", str(firmware.elf)) for word in board.flash_command]
    if not command:
        raise UsageError(f"{board.name} has no flash command", fix=f"{board.flash_notes} The file is {firmware.elf}.")
    if shutil.which(command[0]) is None:
        raise ToolError(f"{command[0]} is not on PATH", fix=f"install it. {board.flash_notes}")
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    if done.returncode != 0:
        raise ToolError(f"{command[0]} failed with exit code {done.returncode}:\n{done.stdout.strip()}")
