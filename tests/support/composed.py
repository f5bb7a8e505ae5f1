# SPDX-License-Identifier: Apache-2.0
"""Runs a lowered graph with the numpy references, and compares it with the PT2E graph layer by layer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch.fx import GraphModule, Interpreter, Node

from penlight.backends.cortex_m.graph import Buffer, Graph, Operation, Tensor
from penlight.backends.cortex_m.lower import Lowering
from penlight.backends.cortex_m.match import is_quantize
from penlight.backends.cortex_m.target import Target

Values = dict[Buffer, np.ndarray]


def compose(graph: Graph, inputs: list[np.ndarray]) -> Values:
    """What every buffer holds after its last write, given inputs in torch's order."""
    values: Values = {}
    for tensor, array in zip(graph.inputs, inputs, strict=True):
        values[tensor.buffer] = np.ascontiguousarray(array.transpose(tensor.order)).ravel()
    for operation in graph.operations:
        (out,) = operation.outputs
        values[out] = operation.op.reference(operation.params, _arrays(operation, values), operation.kernel).ravel()
    return values


def _arrays(operation: Operation, values: Values) -> dict[str, np.ndarray | None]:
    arrays: dict[str, np.ndarray | None] = {}
    for operand, buffer in zip(operation.op.operands, operation.operands, strict=True):
        if buffer is None or operand.role == "scratch":
            arrays[operand.name] = None
        elif buffer.data is not None:
            arrays[operand.name] = np.frombuffer(buffer.data, operand.dtype)
        elif buffer in values:
            arrays[operand.name] = values[buffer]
        elif operand.role == "output":
            arrays[operand.name] = np.zeros(buffer.bytes // operand.element_bytes, operand.dtype)
    return arrays


def in_torch_order(tensor: Tensor, values: Values) -> np.ndarray:
    """The elements of `tensor`, in torch's order."""
    if tensor.flattened is not None:
        return in_torch_order(tensor.flattened, values).reshape(tensor.shape)
    if tensor.padded is not None:
        inner = in_torch_order(tensor.padded.inner, values)
        return np.pad(inner, tensor.padded.around, constant_values=tensor.zero_point)
    physical = values[tensor.buffer].reshape(tensor.physical_shape)
    return physical.transpose([tensor.order.index(d) for d in range(len(tensor.shape))])


def outputs(graph: Graph, values: Values) -> list[np.ndarray]:
    """The graph's outputs, in torch's order."""
    return [in_torch_order(tensor, values) for tensor in graph.outputs]


@dataclass(frozen=True)
class LayerError:
    """How far one quantized value is from the PT2E graph's, in steps of its scale."""

    name: str
    elems: int
    within_one: int
    largest: int


class _LayerByLayer(Interpreter):
    """Runs the PT2E graph, but lets each layer see what the device computed for the layers before it."""

    def __init__(self, module: GraphModule, lowering: Lowering, values: Values) -> None:
        super().__init__(module)
        self._lowering = lowering
        self._values = values
        self.errors: list[LayerError] = []

    def run_node(self, n: Node) -> Any:
        simulated = super().run_node(n)
        tensor = self._lowering._tensors.get(n)
        if not is_quantize(n) or tensor is None or tensor.buffer not in self._values:
            return simulated
        device = in_torch_order(tensor, self._values)
        error = np.abs(simulated.numpy().astype(np.int32) - device.astype(np.int32))
        self.errors.append(LayerError(n.name, error.size, int((error <= 1).sum()), int(error.max(initial=0))))
        return torch.from_numpy(np.ascontiguousarray(device))


def layer_errors(quantized: torch.nn.Module, inputs: tuple[torch.Tensor, ...], target: str) -> list[LayerError]:
    """For each quantized value, its distance from the PT2E graph that is fed the device's own inputs of that layer."""
    program = torch.export.export(quantized, inputs)
    lowering = Lowering(program, Target.parse(target))
    graph = lowering.run()
    values = compose(graph, [x.numpy() for x in inputs])
    runner = _LayerByLayer(program.graph_module, lowering, values)
    signature, state = program.graph_signature, {**program.state_dict, **program.constants}
    names = {**signature.inputs_to_parameters, **signature.inputs_to_buffers}
    names |= signature.inputs_to_lifted_tensor_constants
    given = iter(inputs)
    placeholders = [node for node in program.graph.nodes if node.op == "placeholder"]
    with torch.no_grad():
        runner.run(*(state[names[node.name]] if node.name in names else next(given) for node in placeholders))
    return runner.errors
