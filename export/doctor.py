# SPDX-License-Identifier: Apache-2.0
"""Which tools are present, and what to install for those that are not."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

FVP = "FVP_Corstone_SSE-300_Ethos-U55"


@dataclass(frozen=True)
class Check:
    """One tool: `needed` when emulated boards do not work without it."""

    name: str
    found: bool
    needed: bool
    detail: str


_TOOLS = {
    "arm-none-eabi-gcc": (True, "compiles firmware; Debian: apt-get install gcc-arm-none-eabi libnewlib-arm-none-eabi"),
    "cmake": (True, "configures firmware; Debian: apt-get install cmake"),
    "ninja": (True, "builds firmware; Debian: apt-get install ninja-build"),
    "qemu-system-arm": (True, "emulates boards; Debian: apt-get install qemu-system-arm"),
    FVP: (False, "Arm's model of Corstone-300, optional; from Arm's developer site, under its licence"),
}


def checks() -> list[Check]:
    """What was looked for: Python packages, the host library and tools on PATH."""
    found = [_package(name) for name in ("torch", "torchao", "executorch")]
    found.append(_host_library())
    for name, (needed, purpose) in _TOOLS.items():
        path = shutil.which(name)
        found.append(Check(name, path is not None, needed, _version(path) if path else purpose))
    return found


def _package(name: str) -> Check:
    try:
        return Check(name, True, True, version(name))
    except PackageNotFoundError:
        return Check(name, False, True, f"pip install {name}")


def _host_library() -> Check:
    from penlight.runtime.errors import PenlightError
    from penlight.runtime.program import library_path

    try:
        return Check("host library", True, True, str(library_path()))
    except PenlightError as error:
        return Check("host library", False, True, str(error))


def _version(path: str) -> str:
    """The tool's own first line about its version, or its path when it says nothing."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return path
    lines = (done.stdout or done.stderr).strip().splitlines()
    return lines[0] if lines else path
