# SPDX-License-Identifier: Apache-2.0
"""Boards: what they are, firmware for them, and emulators to run it on.

Example::

    firmware = build(load("mps2-an386"), model, build_dir=Path("build"))
    result = run(firmware, ["inputs.bin", "outputs.bin"], cwd=Path("."))
"""

from penlight.boards.board import Board, all, load
from penlight.boards.build import Model, build
from penlight.boards.emulate import Result, instructions, run, simulators
from penlight.boards.flash import flash
from penlight.boards.jobs import Job, JobResult, run_jobs
from penlight.boards.sizes import Firmware, Sizes

__all__ = [
    "Board",
    "Firmware",
    "Job",
    "JobResult",
    "Model",
    "Result",
    "Sizes",
    "all",
    "build",
    "flash",
    "instructions",
    "load",
    "run",
    "run_jobs",
    "simulators",
]
