# SPDX-License-Identifier: Apache-2.0
"""Machines that run jobs: emulated boards, and this machine with each tier's kernels under sanitizers."""

from __future__ import annotations

import fcntl
import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from penlight import boards
from penlight.boards.jobs import Job, JobResult, read_results, run_jobs, write_jobs

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "tests"

BOARDS = {"scalar": "mps2-an385", "dsp": "mps2-an386", "mve": "mps3-an547"}
"""The board that runs each tier."""


def run_on_host(tier: str, jobs: Sequence[Job], folder: Path) -> list[JobResult]:
    """The kernels of `tier` (scalar, or dsp with emulated intrinsics) on this machine, under ASan and UBSan."""
    runner = _host_runner(tier)
    write_jobs(folder / "jobs.bin", jobs)
    environment = {**os.environ, "UBSAN_OPTIONS": "print_stacktrace=1"}
    done = subprocess.run(
        [runner, "jobs.bin", "results.bin"], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr[:4000]
    return read_results((folder / "results.bin").read_bytes())


def run_on_board(tier: str, jobs: Sequence[Job], folder: Path, toolchain: str = "gcc") -> list[JobResult]:
    """The board of `tier` in QEMU, all jobs in one boot."""
    with locked(BUILD / f"runner-{tier}-{toolchain}") as build_dir:
        firmware = boards.build(boards.load(BOARDS[tier]), app="runner", build_dir=build_dir, toolchain=toolchain)
    return run_jobs(firmware, jobs, cwd=folder, timeout_s=900)


def run_on_armv6m(jobs: Sequence[Job], folder: Path) -> list[JobResult]:
    """The scalar tier's code for Cortex-M0, M0+ and M23 on its board, whose Cortex-M3 runs it, too."""
    board = replace(boards.load(BOARDS["scalar"]), cpu="cortex-m0plus")
    with locked(BUILD / "runner-armv6m") as build_dir:
        firmware = boards.build(board, app="runner", build_dir=build_dir)
    return run_jobs(firmware, jobs, cwd=folder, timeout_s=900)


def _host_runner(tier: str) -> Path:
    with locked(BUILD / f"host-{tier}") as folder:
        configure = ["cmake", "-S", ROOT / "tests/backends", "-B", folder, "-G", "Ninja", f"-DPENLIGHT_TIER={tier}"]
        for command in (configure, ["cmake", "--build", folder, "--target", "runner", "-j", "2"]):
            done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
    return folder / "runner"


@contextmanager
def locked(folder: Path) -> Iterator[Path]:
    """A build folder that parallel tests share: one of them at a time is inside."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder
