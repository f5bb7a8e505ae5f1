# SPDX-License-Identifier: Apache-2.0
"""Many programs in one boot: writes and reads the files of apps/runner, whose main.c defines them."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from penlight.boards.emulate import run
from penlight.boards.sizes import Firmware
from penlight.runtime.errors import DeviceError

_JOB = struct.Struct("<IIII")
_RESULT = struct.Struct("<iII")


class Finding(IntEnum):
    """Statuses of the runner itself; the others are those of penlight.h."""

    OK = 0
    GUARD = 1  # bytes outside the arena were written
    IMAGE = 2  # the image was written
    INPUTS = 3  # input bytes are not those of the samples
    ARENA = 4  # the board has no room for the arena
    FILES = 5  # inputs or outputs could not be read or written


@dataclass(frozen=True)
class Job:
    """A program and what to run it on.

    Attributes:
        image: a .pte, or bytes that claim to be one.
        inputs: the inputs of all samples; of one sample all inputs in order, as bytes in the layout in memory.
        arena_bytes: size of the arena, 0 for what the image asks for.
    """

    image: bytes
    inputs: bytes = b""
    samples: int = 1
    arena_bytes: int = 0


@dataclass(frozen=True)
class JobResult:
    """Status, how many samples ran, and the outputs of these in the form of Job.inputs."""

    status: int
    samples: int
    outputs: bytes


def run_jobs(firmware: Firmware, jobs: Iterable[Job], *, cwd: Path, timeout_s: float = 600.0) -> list[JobResult]:
    """Runs `jobs` with firmware of the app "runner", in a single boot. `cwd` gets jobs.bin and results.bin.

    Raises:
        DeviceError: the firmware faulted, did not end in time or did not answer every job.
        ToolError: the simulator is missing or failed.
    """
    jobs = list(jobs)
    write_jobs(cwd / "jobs.bin", jobs)
    result = run(firmware, ["jobs.bin", "results.bin"], cwd=cwd, timeout_s=timeout_s)
    results = read_results((cwd / "results.bin").read_bytes())
    if result.exit_code != 0 or len(results) != len(jobs):
        raise DeviceError(
            f"the runner on {firmware.board.name} answered {len(results)} of {len(jobs)} jobs "
            f"and ended with {result.exit_code}:\n{result.stdout.strip()}"
        )
    return results


def write_jobs(path: Path, jobs: Iterable[Job]) -> None:
    """Writes the file that the runner reads."""
    with path.open("wb") as stream:
        for job in jobs:
            stream.write(_JOB.pack(len(job.image), job.arena_bytes, job.samples, len(job.inputs)))
            stream.write(job.image)
            stream.write(job.inputs)


def read_results(data: bytes) -> list[JobResult]:
    """The answers in a file that the runner wrote."""
    results = []
    at = 0
    while at + _RESULT.size <= len(data):
        status, samples, output_bytes = _RESULT.unpack_from(data, at)
        at += _RESULT.size
        results.append(JobResult(status, samples, data[at : at + output_bytes]))
        at += output_bytes
    return results
