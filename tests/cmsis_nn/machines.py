# SPDX-License-Identifier: Apache-2.0
"""Machines that make calls: emulated boards, and this machine under sanitizers. See support.machines."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from cmsis_nn.calls import Placed, faults
from support.machines import BOARDS

from penlight import boards

HERE = Path(__file__).parent


def faults_on_host(tier: str, placed: Sequence[Placed], folder: Path) -> list[str]:
    """See calls.faults; with the library of `tier` (scalar, or dsp with emulated intrinsics) under ASan and UBSan."""
    build = str(folder / "build")
    _run(["cmake", "-S", str(HERE), "-B", build, "-G", "Ninja", f"-DPENLIGHT_TIER={tier}"], folder)
    _run(["cmake", "--build", build, "-j", "2"], folder)
    _write(placed, folder)
    _run([f"{build}/api", "calls.bin", "results.bin"], folder)
    return faults(placed, (folder / "results.bin").read_bytes())


def faults_on_board(tier: str, placed: Sequence[Placed], folder: Path) -> list[str]:
    """See calls.faults; on the board of `tier` in QEMU, all calls in one boot."""
    firmware = boards.build(boards.load(BOARDS[tier]), app=HERE / "api", build_dir=folder)
    _write(placed, folder)
    result = boards.run(firmware, ["calls.bin", "results.bin"], cwd=folder, timeout_s=900)
    assert result.exit_code == 0, result.stdout
    return faults(placed, (folder / "results.bin").read_bytes())


def _write(placed: Sequence[Placed], folder: Path) -> None:
    (folder / "calls.bin").write_bytes(b"".join(entry.record() for entry in placed))


def _run(command: list[str], folder: Path) -> None:
    environment = {**os.environ, "UBSAN_OPTIONS": "print_stacktrace=1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[:4000]
