# SPDX-License-Identifier: Apache-2.0
"""Firmware with another CMSIS-NN, whose order of reading and writing is not known."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from cmsis_nn.library import INCLUDE, build_library
from support.batches import batches

from penlight import boards
from penlight.backends.cortex_m import blob
from penlight.backends.cortex_m.ops.conv2d_s8 import Conv2dS8
from penlight.backends.cortex_m.target import Tier
from penlight.boards.jobs import Job, run_jobs

TIER_ERROR = -9


@pytest.mark.skipif(shutil.which("qemu-system-arm") is None, reason="qemu-system-arm is not on PATH")
def test_refuses_what_counts_on_the_order_of_our_own(tmp_path: Path) -> None:
    """A payload whose outputs lie over inputs of library kernels is refused, and one without such places runs."""
    definitions = {
        "PENLIGHT_CMSIS_NN_LIBRARY": str(build_library("cortex-m4", tmp_path)),
        "PENLIGHT_CMSIS_NN_INCLUDE_DIR": str(INCLUDE),
    }
    board = boards.load("mps2-an386")
    firmware = boards.build(board, app="runner", build_dir=tmp_path, definitions=definitions)
    (over,) = batches(Conv2dS8, Tier.DSP, 16)
    (apart,) = batches(Conv2dS8, Tier.DSP, 16, apart=True)
    results = run_jobs(firmware, [Job(batch.pte, batch.before) for batch in (over, apart)], cwd=tmp_path)
    assert [result.status for result in results] == [TIER_ERROR, 0]
    assert apart.first_fault(results[1].outputs) == ""


def test_flag_says_what_a_plan_counts_on() -> None:
    """The flag is set just where a library kernel writes over its input."""
    flags = []
    for is_apart in (False, True):
        (batch,) = batches(Conv2dS8, Tier.DSP, 16, apart=is_apart)
        start = batch.pte.index(blob.MAGIC.to_bytes(4, "little"))
        flags.append(blob.HEADER.unpack(batch.pte[start : start + blob.HEADER.bytes])["flags"])
    assert flags == [blob.OWN_LIBRARY, 0]
