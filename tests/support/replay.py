# SPDX-License-Identifier: Apache-2.0
"""Builds and runs the programs in tests/runtime that bring untrusted images to the runtime under sanitizers."""

from __future__ import annotations

import fcntl
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

SOURCES = Path(__file__).resolve().parents[1] / "runtime"
BUILD = SOURCES.parents[1] / "build" / "tests"

CORRUPT = -3
UNSUPPORTED = -5


class Attempt(NamedTuple):
    """Statuses of pl_inspect, pl_init and pl_run; 1 for a pl_run that was not called."""

    inspect: int
    init: int
    run: int


Replay = Callable[[Sequence[tuple[str, bytes]]], list[Attempt]]
"""Brings named images to the runtime; fails with the name of the one that a sanitizer stopped at."""


def build(compiler: str, program: str) -> Path:
    """The program, built with sanitizers by `compiler`. A lock lets parallel tests share the folder."""
    folder = BUILD / f"runtime-{compiler}"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        configure = ["cmake", "-S", str(SOURCES), "-B", str(folder), "-G", "Ninja", f"-DCMAKE_C_COMPILER={compiler}"]
        for command in (configure, ["cmake", "--build", str(folder), "--target", program, "-j", "2"]):
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
    return folder / program


def replay_with(program: Path, images: Sequence[tuple[str, bytes]]) -> list[Attempt]:
    """Runs all images in one process."""
    stream = b"".join(len(image).to_bytes(4, "little") + image for _, image in images)
    done = subprocess.run([program], input=stream, capture_output=True, timeout=900, check=False)
    attempts = [Attempt(*map(int, line.split())) for line in done.stdout.decode().splitlines()]
    if done.returncode != 0:
        pytest.fail(f"stopped at {images[len(attempts)][0]}: {done.stderr.decode()[:4000]}")
    assert len(attempts) == len(images)
    return attempts
