# SPDX-License-Identifier: Apache-2.0
"""The digits example on real scans: every emulated board classifies the whole held-out split."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from rich.console import Console

from penlight import boards

EXAMPLE = Path(__file__).parents[2] / "examples" / "digits"


def test_accuracy_and_bits_on_every_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Float is right on 98 %, each board within half a point of float, and equal to this machine bit for bit."""
    monkeypatch.setattr(sys, "path", [str(EXAMPLE), *sys.path])
    import demo

    result = demo.run_demo(Console(quiet=True), [boards.load(name) for name in boards.all()])
    assert result.float_accuracy >= 0.98
    assert {score.board.cpu for score in result.scores} >= {"cortex-m0", "cortex-m3", "cortex-m4", "cortex-m55"}
    for score in result.scores:
        assert score.same_as_host, score
        assert abs(score.accuracy - result.float_accuracy) <= 0.005, score
