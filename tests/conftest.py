# SPDX-License-Identifier: Apache-2.0
"""Options of the whole suite."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cases", type=int, default=2048, help="random cases of each operator and tier")
