# SPDX-License-Identifier: Apache-2.0
"""The runtime as firmware has it: for one tier, with the operators that are linked, and small."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from support import program_files as files

import penlight.runtime
from penlight.runtime import Program
from penlight.runtime.errors import FileError

RUNTIME = Path(penlight.runtime.__file__).parent
CORTEX_M = RUNTIME.parent / "backends" / "cortex_m"
SOURCES = [*sorted(RUNTIME.glob("*.c")), *sorted(CORTEX_M.glob("*.c"))]
INCLUDES = [f"-I{folder}" for folder in (RUNTIME, CORTEX_M, CORTEX_M / "gen")]

NO_OPERATORS = """
#include "delegate.h"
const pl_operator *const pl_all_operators[1] = {0};
const size_t pl_all_operator_count = 0;
"""


@pytest.fixture(scope="module")
def dsp_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Runtime and delegate as a DSP core's firmware builds them, without any operator."""
    folder = tmp_path_factory.mktemp("dsp")
    (folder / "operators.c").write_text(NO_OPERATORS)
    library = folder / "libruntime.so"
    tiers = ["-DPL_BUILDS_SCALAR=0", "-DPL_BUILDS_DSP=1", "-DPL_BUILDS_MVE=0"]
    flags = ["-std=c11", "-shared", "-fPIC", "-Wl,-Bsymbolic", *tiers, *INCLUDES]
    subprocess.run(["cc", *flags, *SOURCES, folder / "operators.c", "-o", library], check=True)
    return library


@pytest.mark.parametrize("tier", [0, 2], ids=["scalar", "mve"])
def test_another_tier(dsp_library: Path, tier: int) -> None:
    """Firmware refuses a program that is laid out for another tier, and says which."""
    made = files.payload_of(files.cases(1)[:1])
    made.header = {"tier": tier}
    with pytest.raises(FileError, match=f"program for another tier or kernel library; tier: got {tier}, wanted 1"):
        Program(files.pte_of(made), library=dsp_library)


def test_an_operator_that_is_not_linked(dsp_library: Path) -> None:
    """Firmware refuses a program with an operator that it does not have, by the operator's code and place."""
    made = files.payload_of(files.cases(1)[:1])
    made.header = {"tier": 1}
    code = int.from_bytes(made.records[0][:2], "little")
    with pytest.raises(
        FileError, match=f"operator not linked; code of an operator: got {code}, wanted 0; operators acc"
    ):
        Program(files.pte_of(made), library=dsp_library)


def test_flash(tmp_path: Path) -> None:
    """Reader, checks and executor take at most 6 KiB of a Cortex-M4's flash, messages included."""
    if shutil.which("arm-none-eabi-gcc") is None:
        pytest.skip("arm-none-eabi-gcc is not installed")
    flags = ["-mcpu=cortex-m4", "-mthumb", "-Os", "-std=c11", "-c", *INCLUDES]
    subprocess.run(["arm-none-eabi-gcc", *flags, *SOURCES], cwd=tmp_path, check=True)
    command = ["arm-none-eabi-size", "-t", *map(str, sorted(tmp_path.glob("*.o")))]
    total = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1].split()
    text, data, bss = map(int, total[:3])
    assert (data, bss) == (0, 0)
    assert text <= 6 * 1024
