# SPDX-License-Identifier: Apache-2.0
"""The four networks of MLPerf Tiny on one core: what they need in all, and layer by layer."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from penlight.backends.cortex_m.pack import code
from penlight.boards.bench.measuring import Cost, Measured, measure
from penlight.boards.sizes import symbol_bytes
from penlight.runtime.errors import UsageError

if TYPE_CHECKING:
    from torch.fx import GraphModule

    from penlight.export.pipeline import Export, Inputs

NETWORKS = {
    "KWS": ("ds_cnn", "keyword spotting, DS-CNN"),
    "VWW": ("mobilenet_v1", "visual wake words, MobileNetV1 0.25"),
    "IC": ("resnet8", "image classification, ResNet-8"),
    "AD": ("deep_autoencoder", "anomaly detection, autoencoder"),
}
"""Name: module in examples/mlperf_tiny, description."""

_EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "mlperf_tiny"
_CALIBRATION_SAMPLES = 4


@dataclass(frozen=True)
class LayerResult:
    """One operator of a network. `shape` says which layer it is, for comparisons: see layer_shape."""

    label: str
    kernel: str
    shape: str
    macs: int
    cost: Cost


@dataclass(frozen=True)
class NetworkResult:
    """A network on a core; sizes in bytes.

    Attributes:
        run, start: one pl_run; pl_inspect and pl_init.
        arena: all RAM for inputs, outputs, activations and scratch; arena_bound is Plan.lower_bound_bytes.
        program: the pl_program struct; stack: most that was used, start-up of the firmware included.
        pte: the whole file; constants: weights, biases and requantization parameters in it.
        flash: code by part, without the model: runtime, delegate, kernels and the compiler's library.
    """

    network: str
    core: str
    macs: int
    run: Cost
    start: Cost
    arena: int
    arena_bound: int
    program: int
    stack: int
    pte: int
    constants: int
    flash: dict[str, int]
    layers: list[LayerResult]


def measure_network(network: str, core: str, build_dir: Path) -> NetworkResult:
    """Exports `network` with int8 inputs and outputs for `core`, and measures it.

    Raises UsageError for a network that is not there, and what measuring.measure raises.
    """
    export = _export(network, core)
    build_dir.mkdir(parents=True, exist_ok=True)
    program = build_dir / f"network-{core}.pte"
    export.save(program)
    codes = {code(operation) for operation in export.plan.order}
    done = measure(program, export.plan.arena_bytes, codes, core, build_dir)
    layers = list(_layers(export, done))
    return NetworkResult(
        network=network,
        core=core,
        macs=sum(layer.macs for layer in layers),
        run=done.run,
        start=done.start,
        arena=export.plan.arena_bytes,
        arena_bound=export.plan.lower_bound_bytes,
        program=symbol_bytes(done.firmware.elf, "bench_program"),
        stack=done.stack_bytes,
        pte=len(export.pte),
        constants=sum(buffer.bytes for buffer in export.graph.constants()),
        flash={part: done.firmware.sizes.flash[part] for part in ("runtime", "delegate", "kernels", "compiler")},
        layers=layers,
    )


def _layers(export: Export, done: Measured) -> Iterator[LayerResult]:
    for operation, cost in zip(export.plan.order, done.operators, strict=True):
        macs = operation.op.macs(operation.params)
        yield LayerResult(operation.label, operation.kernel_name, layer_shape(operation.params), macs, cost)


def layer_shape(params: dict[str, int | float]) -> str:
    """The sizes of an operator that tell layers of a network apart, such as "25x5x64 > 25x5x64, 3x3" or "640 > 128"."""
    if "in_features" in params:
        return f"{params['in_features']} > {params['out_features']}"
    if "in_h" in params:
        channels, out_channels = (params.get(name, params.get("channels")) for name in ("in_c", "out_c"))
        sizes = f"{params['in_h']}x{params['in_w']}x{channels} > {params['out_h']}x{params['out_w']}x{out_channels}"
        return f"{sizes}, {params['kernel_h']}x{params['kernel_w']}"
    return str(params["elems"]) if "elems" in params else ""


def _export(network: str, core: str) -> Export:
    from penlight.export.pipeline import to_pte

    quantized, inputs = _quantized(network)
    return to_pte(quantized, inputs, target=core, io="int8")


@cache
def _quantized(network: str) -> tuple[GraphModule, Inputs]:
    from penlight.export.io_types import with_channels_last
    from penlight.export.pipeline import quantize

    definition = _definition(network)
    module, inputs = definition.model()
    inputs = with_channels_last(inputs, True)
    return quantize(module, inputs, list(definition.calibration(_CALIBRATION_SAMPLES, 0))), inputs


def _definition(network: str) -> ModuleType:
    if network not in NETWORKS:
        raise UsageError(f"there is no network {network!r}", fix=f"use one of {', '.join(NETWORKS)}")
    if not _EXAMPLES.is_dir():
        raise UsageError("the networks are not installed", fix="run this in a checkout, which has examples/mlperf_tiny")
    with _on_path(_EXAMPLES):
        return importlib.import_module(NETWORKS[network][0])


@contextmanager
def _on_path(folder: Path) -> Iterator[None]:
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
