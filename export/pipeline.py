# SPDX-License-Identifier: Apache-2.0
"""The way from a PyTorch module to a .pte, on one screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

import torch
from executorch.exir import EdgeCompileConfig, ExecutorchBackendConfig, to_edge_transform_and_lower
from executorch.exir.lowered_backend_module import LoweredBackendModule, get_lowered_backend_modules
from torch.export import ExportedProgram
from torch.fx import GraphModule
from torchao.quantization.pt2e import move_exported_model_to_eval
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e

from penlight.backends.cortex_m.graph import Graph
from penlight.backends.cortex_m.pack import seal
from penlight.backends.cortex_m.partition import CortexMPartitioner, Kernels, planned, refuse_unsupported
from penlight.backends.cortex_m.plan import Plan
from penlight.backends.cortex_m.target import Target
from penlight.export.io_types import with_channels_last, with_int8_io
from penlight.export.quantizer import CortexMQuantizer
from penlight.export.quiet import quiet
from penlight.runtime.errors import InternalError, UnsupportedError, UsageError

Inputs = tuple[torch.Tensor, ...]
Progress = Callable[[str, int], None]
"""Called with the name of a step, and how many calibration samples it has seen."""


@dataclass(frozen=True)
class Export:
    """An exported program and how it came about.

    Attributes:
        pte: the file.
        target: the core that it is for.
        quantized: the PT2E graph, to run on the host for comparison.
        graph: the lowered operations.
        plan: their order and the memory plan.
    """

    pte: bytes
    target: Target
    quantized: GraphModule
    graph: Graph
    plan: Plan

    def save(self, path: str | Path) -> None:
        """Writes the .pte."""
        Path(path).write_bytes(self.pte)


@quiet()
def to_pte(
    module: torch.nn.Module,
    example_inputs: Sequence[torch.Tensor],
    *,
    calibration: Iterable[Sequence[torch.Tensor]] | None = None,
    target: str = "cortex-m4",
    io: Literal["float32", "int8"] = "float32",
    input_layout: Literal["nhwc", "nchw"] = "nhwc",
    keep_inputs: bool = False,
    kernels: Kernels = "packed",
    strict: bool = False,
    progress: Progress = lambda step, count: None,
) -> Export:
    """Quantizes `module` to int8, lowers it for `target` and serializes it.

    Args:
        module: the trained model, or a module that convert_pt2e has made.
        example_inputs: one tuple of float32 inputs; their shapes are the program's.
        calibration: tuples of inputs that show the ranges of activations; the example inputs where there are none.
        target: a core, such as "cortex-m55" or "cortex-m33+nodsp".
        io: "float32" quantizes and dequantizes on the device, "int8" leaves that to the caller.
        input_layout: "nhwc" takes image inputs with their channels innermost, "nchw" as torch lays them out.
        keep_inputs: a run leaves the inputs as they were.
        kernels: "packed" lays weights out for the target's own kernels, "cmsis-nn" keeps to what CMSIS-NN's API takes.
        strict: refuse a program that copies activations only to change their layout.
        progress: called with the name of each step.

    Raises UnsupportedError for an operator that has no kernel, with the user's source line, and UsageError for an
    argument that is wrong.
    """
    core = Target.parse(target)
    inputs = _inputs(example_inputs, input_layout)
    progress("export", 0)
    quantized = _quantize(module, inputs, calibration, progress)
    progress("lower", 0)
    outer, inner = (quantized, inputs) if io == "float32" else with_int8_io(quantized, inputs)
    program = torch.export.export(outer, inner)
    refuse_unsupported(program)
    edge = to_edge_transform_and_lower(
        program,
        partitioner=[CortexMPartitioner(target, keep_inputs, kernels)],
        compile_config=EdgeCompileConfig(_check_ir_validity=False),
    )
    delegate = _delegate(edge.exported_program())
    progress("serialize", 0)
    pte = edge.to_executorch(ExecutorchBackendConfig(extract_delegate_segments=False)).buffer
    graph, made = planned(delegate.original_module, core, keep_inputs, kernels)
    if strict:
        _refuse_copies(graph)
    return Export(seal(pte, delegate.processed_bytes), core, quantized, graph, made)


@quiet()
def quantize(
    module: torch.nn.Module,
    example_inputs: Inputs,
    calibration: Iterable[Sequence[torch.Tensor]] | None = None,
    progress: Progress = lambda step, count: None,
) -> GraphModule:
    """The PT2E graph of `module`: exported, observed on the calibration data and converted."""
    exported = _export(module, example_inputs).module(check_guards=False)
    prepared = prepare_pt2e(exported, CortexMQuantizer())
    for count, sample in enumerate([example_inputs] if calibration is None else calibration):
        progress("calibrate", count + 1)
        prepared(*sample)
    return convert_pt2e(prepared)


def _quantize(
    module: torch.nn.Module,
    inputs: Inputs,
    calibration: Iterable[Sequence[torch.Tensor]] | None,
    progress: Progress,
) -> GraphModule:
    if isinstance(module, GraphModule) and _is_quantized(module):
        return cast(GraphModule, _in_eval_mode(module))
    return quantize(_in_eval_mode(module), inputs, calibration, progress)


def _in_eval_mode(module: torch.nn.Module) -> torch.nn.Module:
    """`module` for inference; one that torch.export made has its mode in its graph."""
    return move_exported_model_to_eval(module) if isinstance(module, GraphModule) else module.eval()


def _is_quantized(module: GraphModule) -> bool:
    return any("quantize_per_" in str(node.target) for node in module.graph.nodes)


def _export(module: torch.nn.Module, inputs: Inputs) -> ExportedProgram:
    try:
        return torch.export.export(module, inputs)
    except Exception as error:
        raise UsageError(
            f"torch.export cannot export the model: {error}",
            fix="make torch.export.export(module, example_inputs) work first",
        ) from error


def _inputs(example_inputs: Sequence[Any], layout: str) -> Inputs:
    for index, value in enumerate(example_inputs):
        if not isinstance(value, torch.Tensor):
            raise UsageError(f"example input {index} is a {type(value).__name__}; it must be a tensor")
        if value.dtype != torch.float32:
            raise UsageError(
                f"example input {index} is {value.dtype}; it must be torch.float32",
                fix="use module.float(), and leave what takes integers, such as an embedding, to the caller",
            )
    return with_channels_last(tuple(example_inputs), layout == "nhwc")


def _delegate(program: ExportedProgram) -> LoweredBackendModule:
    """The one delegate that does all of the work. Raises InternalError when there is none, or other work."""
    module = program.graph_module
    delegates = get_lowered_backend_modules(module)
    if len(delegates) != 1:
        calls = [node.name for node in module.graph.nodes if node.op == "call_function"]
        raise InternalError(f"{len(delegates)} delegates, where one must do everything: {', '.join(calls)}")
    return delegates[0]


def _refuse_copies(graph: Graph) -> None:
    copies = [", ".join(filter(None, (op.label, op.source))) for op in graph.operations if op.op.precision == "copy"]
    if copies:
        raise UnsupportedError(
            f"{len(copies)} copies that only change the layout", where="; ".join(copies), fix="export without strict"
        )
