# SPDX-License-Identifier: Apache-2.0
"""Runs firmware in a simulator: QEMU, or Arm's Fixed Virtual Platform where it is on PATH.

A run counts only if the firmware itself said how it ended: its last line is "exit: CODE" (common/board.h). A simulator
that does not start, or stops before that line, is a failure.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from penlight.boards.board import Board
from penlight.boards.sizes import Firmware
from penlight.runtime.errors import DeviceError, ToolError, UsageError

QEMU = "qemu-system-arm"

# With instruction counting, QEMU's time advances by 2**5 ns an instruction.
_ICOUNT_SHIFT = 5

_EXIT_LINE = re.compile(r"^exit: (-?\d+)\r?$", re.MULTILINE)
_FAULT_LINE = re.compile(r"^fault: (.*?)\r?$", re.MULTILINE)
_NUMBER_LINE = re.compile(r"^([a-z][\w ]*): (-?\d+)\r?$", re.MULTILINE)
_EXIT_FAULT = 125  # BOARD_EXIT_FAULT


@dataclass(frozen=True)
class Result:
    """How firmware ended: what main returned, and its console text."""

    exit_code: int
    stdout: str

    @property
    def numbers(self) -> dict[str, int]:
        """What the firmware reported in lines "name: number"."""
        return {name: int(value) for name, value in _NUMBER_LINE.findall(self.stdout)}


def simulators(board: Board) -> list[str]:
    """Those of "qemu" and "fvp" that know the board and are on PATH."""
    found = []
    if board.qemu_machine and shutil.which(QEMU):
        found.append("qemu")
    if board.fvp and any(shutil.which(name) for name in board.fvp.executables):
        found.append("fvp")
    return found


def run(
    firmware: Firmware,
    args: Sequence[str] = (),
    *,
    cwd: Path,
    timeout_s: float = 60.0,
    simulator: str | None = None,
    count_instructions: bool = False,
    plugin: str | None = None,
) -> Result:
    """Boots `firmware` and waits until it ends.

    Args:
        args: the firmware's arguments: words without spaces or commas.
        cwd: folder that the firmware's file names are relative to.
        timeout_s: seconds of host time after which the run has failed.
        simulator: "qemu" or "fvp"; None takes the first that is there.
        count_instructions: make QEMU's time, and so the cycle counter, a function of the executed instructions
            alone; `instructions` converts.
        plugin: a plugin for QEMU, with its options behind commas.

    Raises:
        ToolError: no simulator is there, or it did not start, or it stopped before the firmware ended.
        DeviceError: the firmware faulted, or did not end in time.
    """
    board = firmware.board
    for word in args:
        if not word or re.search(r"[\s,]", word):
            raise UsageError(f"argument {word!r} for the firmware has a space or a comma, or is empty")
    found = [name for name in simulators(board) if simulator in (None, name)]
    if not found:
        raise _missing(board, simulator)
    if found[0] == "qemu":
        command = _qemu_command(firmware, args, count_instructions) + (["-plugin", plugin] if plugin else [])
    else:
        command = _fvp_command(firmware, args, cwd)
    try:
        done = subprocess.run(
            command,
            cwd=cwd,
            timeout=timeout_s,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
        )
    except subprocess.TimeoutExpired as error:
        text = error.stdout.decode(errors="replace") if isinstance(error.stdout, bytes) else error.stdout or ""
        raise DeviceError(
            f"the firmware on {board.name} did not end within {timeout_s:g} s; its console:\n{text.strip()}",
            fix="allow more time, or look for an endless loop",
        ) from None
    except OSError as error:
        raise ToolError(f"{command[0]} does not start: {error.strerror}") from error
    return _judge(done, board)


def instructions(board: Board, cycles: int) -> int:
    """Executed instructions, from a difference of cycle counts that was taken with `count_instructions`."""
    return round(cycles * 1e9 / board.clock_hz / 2**_ICOUNT_SHIFT)


def _judge(done: subprocess.CompletedProcess[str], board: Board) -> Result:
    codes = [int(code) for code in _EXIT_LINE.findall(done.stdout)]
    # Simulators exit with 0 or with the firmware's code.
    if not codes or done.returncode not in (0, codes[-1] & 0xFF):
        raise ToolError(
            f"{Path(done.args[0]).name} stopped with exit code {done.returncode} before the firmware on "
            f"{board.name} ended:\n{(done.stdout + done.stderr).strip()}"
        )
    fault = _FAULT_LINE.search(done.stdout)
    if fault and codes[-1] == _EXIT_FAULT:
        raise DeviceError(f"the firmware on {board.name} faulted: {fault[1]}")
    return Result(codes[-1], done.stdout)


def _missing(board: Board, simulator: str | None) -> ToolError:
    names = []
    if board.qemu_machine and simulator != "fvp":
        names.append(QEMU)
    if board.fvp and simulator != "qemu":
        names.append(board.fvp.executables[0])
    if not names:
        return ToolError(f"no simulator knows {board.name}", fix="run the firmware on the board itself")
    return ToolError(f"no simulator of {board.name} is on PATH", fix=f"install {' or '.join(names)}")


def _qemu_command(firmware: Firmware, args: Sequence[str], count_instructions: bool) -> list[str]:
    semihosting = ",".join(["enable=on,target=native", *(f"arg={word}" for word in ("firmware", *args))])
    command = [QEMU, "-machine", str(firmware.board.qemu_machine), "-kernel", str(firmware.elf)]
    command += ["-display", "none", "-monitor", "none", "-serial", "stdio", "-no-reboot"]
    command += ["-semihosting-config", semihosting]
    if count_instructions:
        command += ["-icount", f"shift={_ICOUNT_SHIFT},sleep=off"]
    return command


def _fvp_command(firmware: Firmware, args: Sequence[str], cwd: Path) -> list[str]:
    fvp = firmware.board.fvp
    assert fvp is not None  # `simulators` found it
    executable = next(name for name in fvp.executables if shutil.which(name))
    parameters = [
        *fvp.parameters,
        f"cpu0.semihosting-cmd_line={' '.join(('firmware', *args))}",
        f"cpu0.semihosting-cwd={cwd.resolve()}",
    ]
    command = [executable, "-a", str(firmware.elf)]
    for parameter in parameters:
        command += ["-C", parameter]
    return command
