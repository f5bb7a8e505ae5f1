# SPDX-License-Identifier: Apache-2.0
"""The library stands in for Arm's: a program written for the CMSIS-NN API alone gives the same outputs with either."""

from __future__ import annotations

import csv
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from cmsis_nn.library import INCLUDE, build_library

from penlight import boards

HERE = Path(__file__).parent

# The emulated board that runs a core's code. None with a Cortex-M0+ has the memory; a Cortex-M3 runs all of its code.
CORES = {
    "cortex-m0plus": "mps2-an385",
    "cortex-m3": "mps2-an385",
    "cortex-m4": "mps2-an386",
    "cortex-m7": "mps2-an500",
    "cortex-m33": "mps2-an505",
    "cortex-m55": "mps3-an547",
}


def arm_outputs() -> dict[str, int]:
    """Layer ("network/name") to the hash of what Arm's CMSIS-NN computes."""
    lines = (HERE / "arm_outputs.csv").read_text(encoding="utf-8").splitlines()
    rows = csv.DictReader(line for line in lines if not line.startswith("#"))
    return {f"{row['network']}/{row['layer']}": int(row["fnv1a"], 16) for row in rows}


@pytest.mark.skipif(shutil.which("qemu-system-arm") is None, reason="qemu-system-arm is not on PATH")
@pytest.mark.parametrize("core", CORES)
def test_same_outputs(core: str, tmp_path: Path) -> None:
    """All layers of drop_in/, with libcmsis-nn.a built alone for the core and linked as a program would link Arm's."""
    library = build_library(core, tmp_path)
    board = replace(boards.load(CORES[core]), cpu=core)
    firmware = boards.build(
        board,
        app=HERE / "drop_in",
        build_dir=tmp_path,
        definitions={"PENLIGHT_CMSIS_NN_LIBRARY": str(library), "PENLIGHT_CMSIS_NN_INCLUDE_DIR": str(INCLUDE)},
    )
    result = boards.run(firmware, cwd=tmp_path, timeout_s=300)
    hashes = {name: int(value) for name, value in re.findall(r"^(\w+/\w+): (\d+)\r?$", result.stdout, re.MULTILINE)}
    assert result.exit_code == 0, result.stdout
    assert hashes == arm_outputs()
