# SPDX-License-Identifier: Apache-2.0
"""Lowers an exported, quantized program to a graph of kernel calls."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from executorch.exir.tensor import dim_order_from_stride
from torch.export import ExportedProgram
from torch.fx import Node

from penlight.backends.cortex_m import match as matching
from penlight.backends.cortex_m.graph import (
    Buffer,
    DType,
    Graph,
    Operation,
    Order,
    Tensor,
    channels_last,
    contiguous,
    same_layout,
)
from penlight.backends.cortex_m.match import Match, QParams, is_dequantize, is_quantize, source, source_line
from penlight.backends.cortex_m.ops import operators_for
from penlight.backends.cortex_m.ops.dequantize_s8_f32 import DequantizeS8F32
from penlight.backends.cortex_m.ops.operator import Operator
from penlight.backends.cortex_m.ops.pad_s8 import PadS8
from penlight.backends.cortex_m.ops.quantize_f32_s8 import QuantizeF32S8
from penlight.backends.cortex_m.ops.rescale_s8 import RescaleS8
from penlight.backends.cortex_m.ops.transpose_s8 import TransposeS8
from penlight.backends.cortex_m.quantization import quantize_multipliers
from penlight.backends.cortex_m.target import Target, Tier
from penlight.runtime.errors import UnsupportedError

if TYPE_CHECKING:
    from penlight.backends.cortex_m.match import Weight


class Lowering:
    """The state of one lowering; operators call it to read their inputs and to emit kernel calls.

    Raises UnsupportedError, with the node and the user's source line, for what no kernel does.
    """

    def __init__(self, program: ExportedProgram, target: Target, keep_inputs: bool = False) -> None:
        self.program = program
        self.tier: Tier = target.tier
        self.graph = Graph(keep_inputs=keep_inputs)
        self.constants = matching.Constants(program)
        self._tensors: dict[Node, Tensor] = {}
        self._settled: dict[Tensor, Tensor] = {}
        self.line = ""
        """`file:line` of the user's code that made the node which is being lowered."""
        self._constant_buffers: dict[tuple[bytes, int], Buffer] = {}

    def run(self) -> Graph:
        """The lowered graph."""
        inputs = set(self.program.graph_signature.user_inputs)
        for node in self.program.graph.nodes:
            self.line = source_line(node)
            if node.op == "placeholder":
                if node.name in inputs:
                    self._tensors[node] = self._input(node)
            elif node.op == "output":
                for value in node.args[0]:
                    self.graph.outputs.append(self._output(value, node))
            elif node not in self._tensors and not self.constants.is_constant(node):
                self._node(node)
        return self.graph

    # What operators read.

    def tensor(self, node: Node) -> Tensor:
        """The int8 activation that `node` (a dequantize node or a graph value) stands for."""
        if node not in self._tensors and self.constants.is_constant(node):
            self._tensors[node] = self._constant_activation(node)
        if node not in self._tensors:
            raise UnsupportedError("a float value where int8 is needed", where=source(node))
        return self._tensors[node]

    def arranged(self, tensor: Tensor, order: Order) -> Tensor:
        """`tensor` with its elements in `order` in memory: itself, or a copy made by a transposition."""
        tensor = self.settled(tensor)
        if same_layout(tensor.shape, tensor.order, order):
            return Tensor(tensor.buffer, tensor.dtype, tensor.shape, order, tensor.scale, tensor.zero_point)
        return TransposeS8.arrange(self, tensor, order)

    def settled(self, tensor: Tensor) -> Tensor:
        """`tensor` with the work done that was put off, in some order."""
        if tensor not in self._settled:
            done = tensor
            if (image := tensor.flattened) is not None:
                plain = self.arranged(image, contiguous(len(image.shape)))
                done = Tensor(plain.buffer, plain.dtype, tensor.shape, contiguous(2), tensor.scale, tensor.zero_point)
            elif tensor.padded is not None:
                done = PadS8.pad(self, tensor.padded)
            self._settled[tensor] = done
        return self._settled[tensor]

    def image(self, node: Node) -> tuple[Tensor, tuple[int, int]]:
        """An activation with its channels innermost, and zeros that the consumer must see before its rows and columns.

        Zeros behind them need no mention: they follow from the size of the output.
        """
        tensor, before = self.tensor(node), (0, 0)
        if tensor.padded is not None:
            before = (tensor.padded.around[2][0], tensor.padded.around[3][0])
            tensor = tensor.padded.inner
        return self.arranged(tensor, channels_last(4)), before

    def channels_last(self, node: Node) -> Tensor:
        """The activation with its channels innermost."""
        tensor = self.tensor(node)
        return self.arranged(tensor, channels_last(len(tensor.shape)))

    def contiguous(self, node: Node) -> Tensor:
        """The activation in torch's default order."""
        tensor = self.tensor(node)
        return self.arranged(tensor, contiguous(len(tensor.shape)))

    def weight(self, node: Node, axis: int) -> Weight:
        """int8 values of a weight and one scale for each index of `axis`."""
        weight = self.constants.weight(node)
        if weight is None:
            raise UnsupportedError("the weight is no int8 constant", where=source(node))
        return weight.per_channel(axis)

    def requantization(
        self, match: Match, x: Tensor, weight: Weight, out: Tensor, bias_name: str = "bias"
    ) -> dict[str, np.ndarray | None]:
        """bias, multiplier and shift, int32 for each output channel, of a sum of products.

        `bias_name` is what the schema of the matched operator calls its bias.
        """
        scales = weight.scales * x.scale
        multiplier, shift = quantize_multipliers(scales / out.scale)
        bias = None
        node = match.arguments.get(bias_name)
        if node is not None:
            real = self.constants.real(node)
            bias = np.clip(np.rint(real.astype(np.float64) / scales), -(2**30), 2**30).astype(np.int32)
        return {"bias": bias, "multiplier": multiplier, "shift": shift}

    # What operators write.

    def output(self, match: Match, order: Order | None = None) -> Tensor:
        """A new int8 tensor for the result of `match`; its channels are innermost unless `order` says otherwise."""
        shape = match.shape
        order = channels_last(len(shape)) if order is None else order
        tensor = self.new(matching.label(match.node), shape, order, match.output)
        self.define(match, tensor)
        return tensor

    def define_moved(self, match: Match, tensor: Tensor) -> None:
        """As `define`, for values that were only moved; requantizes them where the graph asks for other parameters."""
        if match.quantizers:
            tensor = RescaleS8.rescale(self, match.node, tensor, match.output)
        self.define(match, tensor)

    def define(self, match: Match, tensor: Tensor) -> None:
        """Makes `tensor` the result of all nodes that `match` covers."""
        for node in (match.node, match.activation, *match.quantizers):
            if node is not None:
                self._tensors[node] = tensor

    def new(
        self, name: str, shape: tuple[int, ...], order: Order, qparams: QParams | None, dtype: DType = DType.INT8
    ) -> Tensor:
        """A new tensor in the arena; `qparams` is None for float."""
        elems = int(np.prod(shape, dtype=np.int64))
        scale, zero_point = (qparams.scale, qparams.zero_point) if qparams else (0.0, 0)
        return Tensor(self.buffer(name, elems * dtype.bytes), dtype, shape, order, scale, zero_point)

    def like(self, x: Tensor, name: str, shape: tuple[int, ...], order: Order) -> Tensor:
        """A new tensor in the arena with the type and the quantization parameters of `x`."""
        buffer = self.buffer(name, prod(shape) * x.dtype.bytes)
        return Tensor(buffer, x.dtype, shape, order, x.scale, x.zero_point)

    def buffer(self, name: str, size: int) -> Buffer:
        """A new place in the arena, of `size` bytes."""
        return Buffer(name, size)

    def emit(
        self,
        op: type[Operator],
        where: Match | Node,
        params: Mapping[str, int | float],
        operands: Mapping[str, Tensor | np.ndarray | None],
        kernel: str = "",
    ) -> None:
        """Appends one kernel call that `where` needs. Arrays become constants; scratch is made from its size."""
        node = where.node if isinstance(where, Match) else where
        self.append(op, matching.label(node), source_line(node), params, operands, kernel)

    def append(
        self,
        op: type[Operator],
        label: str,
        line: str,
        params: Mapping[str, int | float],
        operands: Mapping[str, Tensor | np.ndarray | None],
        kernel: str = "",
    ) -> None:
        """As `emit`, for a call that no node of the graph asked for."""
        buffers = []
        for operand in op.operands:
            if operand.role == "scratch":
                scratch = operand.elems(params) * operand.element_bytes
                buffers.append(self.buffer(f"{label}.scratch", scratch) if scratch else None)
                continue
            value = operands[operand.name]
            if isinstance(value, np.ndarray):
                buffers.append(self.constant(f"{label}.{operand.name}", value.astype(operand.dtype)))
            else:
                buffers.append(None if value is None else value.buffer)
        self.graph.operations.append(Operation(op, kernel, dict(params), tuple(buffers), label, line))

    # How nodes are visited.

    def _node(self, node: Node) -> None:
        if is_dequantize(node):
            self._tensors[node] = self.tensor(node.args[0])  # type: ignore[arg-type]
        elif is_quantize(node):
            self._quantize(node)
        elif (found := find(node, self.constants)) is not None:
            found.op.lower(found, self)
        elif matching.aten(node) is not None and not node.users:
            return
        else:
            raise UnsupportedError(why_not(node, self.constants), where=source(node), fix=FIX)

    def _quantize(self, node: Node) -> None:
        value = node.args[0]
        assert isinstance(value, Node)
        qparams = QParams.of(node)
        tensor = self._tensors.get(value)
        if tensor is None:
            raise UnsupportedError("a float value that no kernel computes", where=source(value), fix=FIX)
        if tensor.dtype == DType.INT8:
            self._tensors[node] = RescaleS8.rescale(self, node, tensor, qparams)
        else:
            self._tensors[node] = QuantizeF32S8.quantize(self, node, tensor, qparams)

    def _input(self, node: Node) -> Tensor:
        shape, dtype, order = matching.shape(node), matching.dtype(node), _order(node)
        qparams = None
        if dtype == DType.INT8:
            users = [user for user in node.users if is_dequantize(user)]
            if not users:
                raise UnsupportedError("an int8 input that nothing dequantizes has no scale", where=source(node))
            qparams = QParams.of(users[0])
        elif dtype != DType.FLOAT32:
            raise UnsupportedError(f"an input of type {dtype.name.lower()}", where=source(node), fix=FIX)
        tensor = self.new(node.name, shape, order, qparams, dtype)
        self.graph.inputs.append(tensor)
        return tensor

    def _output(self, value: Any, output: Node) -> Tensor:
        if not isinstance(value, Node):
            raise UnsupportedError(f"an output that is the constant {value!r}", where=source(output))
        tensor = self.tensor(value)
        if matching.dtype(value) == DType.FLOAT32 and tensor.dtype == DType.INT8:
            tensor = DequantizeS8F32.dequantize(self, value, self.arranged(tensor, _order(value)))
        elif tensor.dtype == DType.INT8:
            tensor = self.arranged(tensor, _order(value))
        return tensor

    # Constants.

    def constant(self, name: str, values: np.ndarray) -> Buffer:
        """A place in the image with `values`; equal constants share it."""
        data = values.tobytes()
        key = (data, values.itemsize)
        if key not in self._constant_buffers:
            self._constant_buffers[key] = Buffer(name, len(data), data)
        return self._constant_buffers[key]

    def _constant_activation(self, node: Node) -> Tensor:
        weight = self.constants.weight(node)
        if weight is None:
            raise UnsupportedError("a constant that is not quantized per tensor", where=source(node))
        values = weight.values
        buffer = self.constant(node.name, values)
        order = contiguous(values.ndim)
        return Tensor(buffer, DType.INT8, values.shape, order, weight.scale, weight.zero_point)


FIX = "take the operator out of the model, or compute it before or after the model on the caller's side"


def _order(node: Node) -> Order:
    """The order of the dimensions of a graph input or output, as the program's file will declare it."""
    return tuple(int(d) for d in dim_order_from_stride(node.meta["val"].stride()))


def find(node: Node, constants: matching.Constants) -> Match | None:
    """The match of the operator that lowers `node`, or None."""
    for op in operators_for(matching.aten(node)):
        if op.applies(node):
            found = matching.match(op, node, constants)
            if found is not None and not list(op.violations(found)):
                return found
    return None


def why_not(node: Node, constants: matching.Constants) -> str:
    """One sentence on why `node` has no kernel."""
    target = matching.aten(node)
    name = matching.operator_name(node)
    ops = [op for op in operators_for(target) if op.applies(node)]
    for op in ops:
        found = matching.match(op, node, constants)
        if found is None:
            return f"{name} is not quantized: its input or output is float"
        return f"{name}: " + "; ".join(op.violations(found))
    return f"{name} has no kernel"


def lower(program: ExportedProgram, target: Target, keep_inputs: bool = False) -> Graph:
    """Lowers a whole program in ATen or edge dialect with quantize and dequantize nodes.

    Raises UnsupportedError for what no kernel does.
    """
    return Lowering(program, target, keep_inputs).run()
