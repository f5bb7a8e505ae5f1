# SPDX-License-Identifier: Apache-2.0
"""Budgets of start-up on a device, in executed instructions: exact counts, not times."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

from penlight import boards
from penlight.boards.infer import run_on_board
from penlight.export import to_pte

EXAMPLES = Path(__file__).parents[2] / "examples" / "mlperf_tiny"


def test_start_of_keyword_spotting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """pl_inspect and pl_init of the DS-CNN take at most 60,000 instructions on a Cortex-M4."""
    monkeypatch.setattr(sys, "path", [str(EXAMPLES), *sys.path])
    spec = importlib.util.spec_from_file_location("ds_cnn", EXAMPLES / "ds_cnn.py")
    assert spec is not None
    assert spec.loader is not None
    network = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(network)
    module, inputs = network.model()
    export = to_pte(module, inputs, calibration=list(network.calibration(2, 0)), target="cortex-m4", io="int8")
    export.save(tmp_path / "model.pte")
    samples = [np.zeros((1, *tensor.shape), np.int8) for tensor in export.graph.inputs]
    board = boards.load("mps2-an386")
    done = run_on_board(tmp_path / "model.pte", board, samples, tmp_path, count_instructions=True)
    assert boards.instructions(board, done.numbers["cycles start"]) <= 60_000
