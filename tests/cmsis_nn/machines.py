# SPDX-License-Identifier: Apache-2.0
"""Machines that make calls: emulated boards, and this machine under sanitizers. See support.machines."""

from __future__ import annotations

import fcntl
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from cmsis_nn.calls import Placed, faults
from support.machines import BOARDS, BUILD

from penlight import boards

HERE = Path(__file__).parent


def faults_on_host(tier: str, placed: Sequence[Placed], folder: Path) -> list[str]:
    """See calls.faults; with the library of `tier` (scalar, or dsp with emulated intrinsics) under ASan and UBSan."""
    _write(placed, folder)
    environment = {**os.environ, "UBSAN_OPTIONS": "print_stacktrace=1"}
    command = [_host_app(tier), "calls.bin", "results.bin"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr[:4000]
    return faults(placed, (folder / "results.bin").read_bytes())


def faults_on_board(tier: str, placed: Sequence[Placed], folder: Path) -> list[str]:
    """See calls.faults; on the board of `tier` in QEMU, all calls in one boot."""
    _write(placed, folder)
    firmware = boards.build(boards.load(BOARDS[tier]), app=HERE / "api", build_dir=BUILD / "cmsis-nn-api")
    result = boards.run(firmware, ["calls.bin", "results.bin"], cwd=folder, timeout_s=900)
    assert result.exit_code == 0, result.stdout
    return faults(placed, (folder / "results.bin").read_bytes())


def _write(placed: Sequence[Placed], folder: Path) -> None:
    (folder / "calls.bin").write_bytes(b"".join(entry.record() for entry in placed))


def _host_app(tier: str) -> Path:
    folder = BUILD / f"cmsis-nn-api-host-{tier}"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        configure = ["cmake", "-S", HERE, "-B", folder, "-G", "Ninja", f"-DPENLIGHT_TIER={tier}"]
        for command in (configure, ["cmake", "--build", folder, "-j", "2"]):
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
    return folder / "api"
