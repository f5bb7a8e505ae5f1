# SPDX-License-Identifier: Apache-2.0
"""The kernel library built alone, as other build systems would."""

from __future__ import annotations

import subprocess
from pathlib import Path

from support.machines import ROOT

SOURCE = ROOT / "backends/cortex_m/cmsis_nn"
INCLUDE = SOURCE / "include"


def build_library(cpu: str, folder: Path, compiler: str = "gcc") -> Path:
    """Path of libcmsis-nn.a for `cpu` (see boards/common/arm-none-eabi.cmake), where a warning is an error.

    `compiler` is gcc or clang.
    """
    toolchain = ROOT / f"boards/common/arm-none-eabi-{compiler}.cmake"
    build = folder / f"library-{compiler}"
    configure = ["cmake", "-S", str(SOURCE), "-B", str(build), "-G", "Ninja", f"-DCMAKE_TOOLCHAIN_FILE={toolchain}"]
    configure += [f"-DTARGET_CPU={cpu}", "-DCMAKE_COMPILE_WARNING_AS_ERROR=ON"]
    for command in (configure, ["cmake", "--build", str(build), "-j", "2"]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    return build / "libcmsis-nn.a"
