# SPDX-License-Identifier: Apache-2.0
"""The four MLPerf Tiny networks, from PyTorch to emulated boards: exact below the PT2E graph, close to it above."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import torch
from support.composed import compose, layer_errors, outputs

from penlight import boards
from penlight.boards.infer import run_on_board
from penlight.export import to_pte
from penlight.export.pipeline import Export
from penlight.export.report import report
from penlight.runtime import Program

EXAMPLES = Path(__file__).parents[2] / "examples" / "mlperf_tiny"
NETWORKS = ("ds_cnn", "mobilenet_v1", "resnet8", "deep_autoencoder")
BOARDS = {
    "mps2-an385": "cortex-m3",
    "mps2-an386": "cortex-m4",
    "mps2-an500": "cortex-m7",
    "mps2-an505": "cortex-m33",
    "mps3-an547": "cortex-m55",
}
SAMPLES = 2
MOST_ARENA_BYTES = {"ds_cnn": 9_600, "mobilenet_v1": 40_000, "resnet8": 37_000, "deep_autoencoder": 800}


def network(name: str) -> ModuleType:
    """The example's file as a module."""
    if str(EXAMPLES) not in sys.path:
        sys.path.insert(0, str(EXAMPLES))
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def exported(name: str, target: str) -> Export:
    """The network for one tier, with int8 inputs and outputs."""
    definition = network(name)
    module, inputs = definition.model()
    return to_pte(module, inputs, calibration=list(definition.calibration(4, 0)), target=target, io="int8")


def random_inputs(export: Export) -> list[np.ndarray]:
    """SAMPLES random samples for each input, along a new first axis."""
    random = np.random.default_rng(7)
    return [random.integers(-128, 128, (SAMPLES, *tensor.shape), np.int8) for tensor in export.graph.inputs]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("name", NETWORKS)
def test_board_equals_host_equals_references(name: str, board: str, tmp_path: Path) -> None:
    """One network gives the same bits on a board, on this machine and in the composed numpy references."""
    export = exported(name, BOARDS[board])
    export.save(tmp_path / "model.pte")
    samples = random_inputs(export)
    done = run_on_board(tmp_path / "model.pte", boards.load(board), samples, tmp_path / "build")
    program = Program(tmp_path / "model.pte")
    for sample in range(SAMPLES):
        inputs = [array[sample] for array in samples]
        wanted = outputs(export.graph, compose(export.graph, inputs))
        host = program.run(*inputs)
        for index, reference in enumerate(wanted):
            np.testing.assert_array_equal(host[index], reference)
            np.testing.assert_array_equal(done.outputs[index][sample], reference)


@pytest.mark.parametrize("name", NETWORKS)
def test_layers_follow_pt2e(name: str) -> None:
    """Each layer, fed the device's own input, is within 1 LSB of PT2E on 99.9 % of elements, never above 2."""
    export = exported(name, "cortex-m4")
    sample = next(iter(network(name).calibration(1, 99)))
    sample = tuple(x.contiguous(memory_format=torch.channels_last) if x.dim() == 4 else x for x in sample)
    errors = layer_errors(export.quantized, sample, "cortex-m4")
    assert len(errors) > 5
    for error in errors:
        assert error.largest <= 2, error
        assert error.within_one >= 0.999 * error.elems, error


@pytest.mark.parametrize("target", ["cortex-m3", "cortex-m4", "cortex-m55"])
@pytest.mark.parametrize(("name", "most_bytes"), MOST_ARENA_BYTES.items())
def test_arena(name: str, most_bytes: int, target: str) -> None:
    """The arena, inputs, outputs and scratch included, stays below the two largest activations of the network."""
    plan = exported(name, target).plan
    assert plan.lower_bound_bytes <= plan.arena_bytes <= most_bytes


@pytest.mark.parametrize("name", NETWORKS)
def test_file_holds_little_besides_constants(name: str) -> None:
    """A .pte is at most 2.5 KiB and 96 bytes an operator above its weights, biases and requantization parameters."""
    export = exported(name, "cortex-m4")
    extra = report(export).flash["program"]
    assert extra <= 2560 + 96 * len(export.plan.order)
