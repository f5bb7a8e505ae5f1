# SPDX-License-Identifier: Apache-2.0
"""The kernel library is a library of its own: it builds without the rest, for every core, without a warning."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from cmsis_nn.library import build_library
from support.machines import ROOT

from penlight.backends.cortex_m.target import CORES, Target, Tier

needs_gcc = pytest.mark.skipif(shutil.which("arm-none-eabi-gcc") is None, reason="arm-none-eabi-gcc is not on PATH")
needs_clang = pytest.mark.skipif(shutil.which("clang") is None, reason="clang is not on PATH")

REDUCED = ("cortex-m33+nodsp", "cortex-m35p+nodsp", "cortex-m55+nomve", "cortex-m55+nodsp", "cortex-m85+nomve+nodsp")

# The objects of one kernel; a library has that of its tier.
KERNEL_FILES = {
    Tier.SCALAR: "arm_nn_mat_mult_nt_t_s8_scalar.c.obj",
    Tier.DSP: "arm_nn_mat_mult_nt_t_s8_dsp.c.obj",
    Tier.MVE: "arm_nn_mat_mult_nt_t_s8_mve.c.obj",
}


def check(target: str, compiler: str, folder: Path) -> None:
    """Builds for `target`; the kernels must be those of its tier."""
    library = build_library(target, folder, compiler)
    listed = subprocess.run(["arm-none-eabi-ar", "t", library], capture_output=True, text=True, check=True)
    have = {tier for tier, name in KERNEL_FILES.items() if name in listed.stdout.split()}
    assert have == {Target.parse(target).tier}


@needs_gcc
@pytest.mark.parametrize("target", [*CORES, *REDUCED])
def test_builds_with_gcc(target: str, tmp_path: Path) -> None:
    """Every core, and cores without their extensions."""
    check(target, "gcc", tmp_path)


@needs_gcc
def test_builds_as_the_readme_says(tmp_path: Path) -> None:
    """The README's command, from the top of the checkout, with its relative paths; only the build folder differs."""
    readme = (ROOT / "README.md").read_text()
    command = re.search(r"cmake -S backends/cortex_m/cmsis_nn -B b (.*?) && cmake --build b", readme, re.DOTALL)
    assert command
    words = command[1].replace("\\\n", " ").split()
    subprocess.run(["cmake", "-S", "backends/cortex_m/cmsis_nn", "-B", tmp_path, *words], cwd=ROOT, check=True)


@needs_gcc
@needs_clang
@pytest.mark.parametrize("target", ["cortex-m0plus", "cortex-m4", "cortex-m33", "cortex-m55"])
def test_builds_with_clang(target: str, tmp_path: Path) -> None:
    """Cores of each tier."""
    check(target, "clang", tmp_path)
