# SPDX-License-Identifier: Apache-2.0
"""Firmware that the tests of the boards share: each is built once a session."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from penlight import boards

APPS = Path(__file__).parent / "apps"

Build = Callable[..., boards.Firmware]


@pytest.fixture(scope="session")
def firmware(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """firmware(board, app, toolchain): an app of boards/apps, or of the folder apps beside this file."""
    if shutil.which("arm-none-eabi-gcc") is None:
        pytest.skip("arm-none-eabi-gcc is not on PATH")
    built: dict[tuple[str, str, str], boards.Firmware] = {}
    build_dir = tmp_path_factory.mktemp("firmware")

    def build(board: str, app: str, toolchain: str = "gcc") -> boards.Firmware:
        key = (board, app, toolchain)
        if key not in built:
            built[key] = boards.build(
                boards.load(board),
                app=APPS / app if (APPS / app).is_dir() else app,
                build_dir=build_dir,
                toolchain=toolchain,
                definitions={"CMAKE_COMPILE_WARNING_AS_ERROR": "ON"},
            )
        return built[key]

    return build
