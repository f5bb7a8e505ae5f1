# SPDX-License-Identifier: Apache-2.0
"""Finds quantized operators in a graph: dequantize -> operator -> activation -> quantize.

Works on the graph that PT2E makes and on ExecuTorch's edge dialect of it, whose operators wrap ATen's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch._subclasses import FakeTensor
from torch.export import ExportedProgram
from torch.fx import Node

from penlight.backends.cortex_m.graph import DType
from penlight.backends.cortex_m.ops.operator import Operator
from penlight.runtime.errors import UnsupportedError

_DECOMPOSED = "quantized_decomposed"

_ATEN = torch.ops.aten

ACTIVATIONS: dict[Any, tuple[float | str, float | str]] = {
    _ATEN.relu.default: (0.0, np.inf),
    _ATEN.relu_.default: (0.0, np.inf),
    _ATEN.relu6.default: (0.0, 6.0),
    _ATEN.relu6_.default: (0.0, 6.0),
    _ATEN.hardtanh.default: ("min_val", "max_val"),
    _ATEN.hardtanh_.default: ("min_val", "max_val"),
    _ATEN.clamp.default: ("min", "max"),
    _ATEN.clamp_.default: ("min", "max"),
    _ATEN.clip.default: ("min", "max"),
    _ATEN.clip_.default: ("min", "max"),
    _ATEN.clamp_min.default: ("min", np.inf),
    _ATEN.clamp_min_.default: ("min", np.inf),
    _ATEN.clamp_max.default: (-np.inf, "max"),
    _ATEN.clamp_max_.default: (-np.inf, "max"),
}
"""Operators that clamp to two bounds, and each bound or the argument that has it."""


def aten(node: Node) -> Any:
    """The ATen overload that `node` calls, or None when it calls none."""
    if node.op != "call_function":
        return None
    if isinstance(node.target, torch._ops.OpOverload):
        return node.target
    return getattr(node.target, "_op", None)


def _name(node: Node) -> str:
    return getattr(aten(node), "_name", "") if node.op == "call_function" else ""


def is_quantize(node: Node) -> bool:
    """Whether `node` quantizes a float tensor."""
    return _name(node).startswith(f"{_DECOMPOSED}::quantize_per_")


def is_dequantize(node: Node) -> bool:
    """Whether `node` dequantizes to float."""
    return _name(node).startswith(f"{_DECOMPOSED}::dequantize_per_")


def arguments(node: Node) -> dict[str, Any]:
    """The arguments of a call by name, with the schema's defaults filled in."""
    schema = aten(node)._schema.arguments
    values = {argument.name: argument.default_value for argument in schema if argument.has_default_value()}
    values.update(zip((argument.name for argument in schema), node.args, strict=False))
    values.update(node.kwargs)
    return values


@dataclass(frozen=True)
class QParams:
    """Per-tensor quantization parameters, as torch has them."""

    scale: float
    zero_point: int
    dtype: torch.dtype

    @staticmethod
    def of(node: Node) -> QParams:
        """Those of a per-tensor quantize or dequantize node. Raises UnsupportedError when they are not constants."""
        values = arguments(node)
        scale, zero_point = values["scale"], values["zero_point"]
        if isinstance(scale, Node) or isinstance(zero_point, Node):
            raise UnsupportedError("quantization parameters that are computed at run time", where=source(node))
        return QParams(float(scale), int(zero_point), values["dtype"])


def source(node: Node) -> str:
    """`name (aten operator), file:line`: the last line of the user's own code that made `node`."""
    where = f"{label(node)} ({operator_name(node)})"
    line = source_line(node)
    return f"{where}, {line}" if line else where


def operator_name(node: Node) -> str:
    """`aten.conv2d`, or the node's own name when it calls no ATen operator."""
    name: str = getattr(aten(node), "_name", "")
    return name.replace("::", ".").removesuffix(".default") if name else node.name


def label(node: Node) -> str:
    """The path of the module that made `node`, with the operator's name unless the module is a plain torch layer."""
    stack = node.meta.get("nn_module_stack")
    if not stack:
        return node.name
    path, kind = list(stack.values())[-1]
    if str(getattr(kind, "__module__", kind)).startswith("torch.nn.") and path:
        return str(path)
    name = operator_name(node).removeprefix("aten.").split(".")[0]
    return f"{path}.{name}" if path else name


def source_line(node: Node) -> str:
    """`file:line` of the user's code that made `node`, or an empty string."""
    frames = [
        line.strip() for line in (node.meta.get("stack_trace") or "").splitlines() if line.strip().startswith("File ")
    ]
    own = [frame for frame in frames if "/torch/" not in frame] or frames
    if not own:
        return ""
    name, line = own[-1].split(",")[:2]
    return f"{name.removeprefix('File ').strip(chr(34))}:{line.removeprefix(' line ').strip()}"


def activation_bounds(node: Node) -> tuple[float, float] | None:
    """The (minimum, maximum) that `node` clamps to, infinite where open; None when it is no clamp by constants."""
    bounds = ACTIVATIONS.get(aten(node))
    if bounds is None:
        return None
    values = arguments(node)
    low, high = (values.get(bound) if isinstance(bound, str) else bound for bound in bounds)
    if isinstance(low, Node) or isinstance(high, Node):
        return None
    return (-np.inf if low is None else float(low)), (np.inf if high is None else float(high))


def fused_activation(node: Node) -> Node | None:
    """The clamp that alone uses `node`, so that one kernel can do both; None when there is none."""
    users = list(node.users)
    if len(users) == 1 and activation_bounds(users[0]) is not None:
        return users[0]
    return None


@dataclass(frozen=True)
class Weight:
    """A quantized constant: int8 values in torch's order, and scales per tensor (axis None) or along `axis`."""

    values: np.ndarray
    scales: np.ndarray
    zero_points: np.ndarray
    axis: int | None

    @property
    def scale(self) -> float:
        """The one scale of a constant that is quantized per tensor."""
        return float(self.scales.ravel()[0])

    @property
    def zero_point(self) -> int:
        """The one zero point of a constant that is quantized per tensor."""
        return int(self.zero_points.ravel()[0])

    def per_channel(self, axis: int) -> Weight:
        """The same values with one scale for each index of `axis`."""
        if self.axis not in (None, axis):
            raise UnsupportedError(f"a weight quantized along dimension {self.axis} where {axis} is needed")
        channels = self.values.shape[axis]
        return Weight(
            self.values,
            np.broadcast_to(self.scales.ravel(), (channels,)).astype(np.float64),
            np.broadcast_to(self.zero_points.ravel(), (channels,)),
            axis,
        )


class Constants:
    """Values of a graph that are known at export: parameters, buffers, and what is computed from these alone."""

    def __init__(self, program: ExportedProgram) -> None:
        signature = program.graph_signature
        names = signature.inputs_to_parameters | signature.inputs_to_buffers
        names |= signature.inputs_to_lifted_tensor_constants
        mutated = set(signature.buffers_to_mutate.values())
        self._stored = {**program.state_dict, **program.constants}
        self._placeholders = {key: name for key, name in names.items() if name not in mutated}
        self._module = program.graph_module
        self._values: dict[Node, Any] = {}
        self._known: dict[Node, bool] = {}

    def is_constant(self, node: Node) -> bool:
        """Whether the value of `node` is known at export."""
        if node not in self._known:
            if node.op == "placeholder":
                self._known[node] = node.name in self._placeholders
            elif node.op == "get_attr":
                self._known[node] = True
            else:
                inputs = node.all_input_nodes
                self._known[node] = node.op == "call_function" and all(map(self.is_constant, inputs))
        return self._known[node]

    def value(self, node: Node) -> torch.Tensor:
        """The value of a constant node."""
        if node not in self._values:
            if node.op == "placeholder":
                self._values[node] = self._stored[self._placeholders[node.name]].detach()
            elif node.op == "get_attr":
                self._values[node] = getattr(self._module, str(node.target)).detach()
            else:
                args, kwargs = torch.fx.node.map_arg((node.args, node.kwargs), self.value)  # type: ignore[misc]
                self._values[node] = node.target(*args, **kwargs)  # type: ignore[operator]
        return self._values[node]

    def real(self, node: Node) -> np.ndarray:
        """The float values of a constant node."""
        return self.value(node).to(torch.float64).numpy()

    def is_weight(self, node: Any) -> bool:
        """Whether `node` dequantizes an int8 constant."""
        if not isinstance(node, Node) or not is_dequantize(node) or not self.is_constant(node):
            return False
        integers: Node = arguments(node)["input"]
        return bool(integers.meta["val"].dtype == torch.int8)

    @property
    def has_values(self) -> bool:
        """False while ExecuTorch partitions: it then has stand-ins that know only shapes and types."""
        return not any(isinstance(value, FakeTensor) for value in self._stored.values())

    def weight(self, node: Any) -> Weight | None:
        """The int8 constant that `node` dequantizes, or None when it is something else."""
        if not self.is_weight(node):
            return None
        values = arguments(node)
        integers = self.value(values["input"])
        if "scales" in values:
            scales, zero_points = (self._array(values[name]) for name in ("scales", "zero_points"))
            return Weight(integers.numpy(), scales, zero_points, int(values["axis"]))
        scales, zero_points = (self._array(values[name]) for name in ("scale", "zero_point"))
        return Weight(integers.numpy(), scales, zero_points, None)

    def _array(self, value: Any) -> np.ndarray:
        return np.asarray(self.value(value).numpy() if isinstance(value, Node) else value)


@dataclass(eq=False)
class Match:
    """An ATen node with int8 inputs and an int8 output, and the activation between it and its quantization.

    `quantizers` is empty only for operators that move: their output then has the parameters of their input.
    """

    op: type[Operator]
    node: Node
    activation: Node | None
    quantizers: tuple[Node, ...]
    constants: Constants

    @property
    def arguments(self) -> dict[str, Any]:
        return arguments(self.node)

    @property
    def label(self) -> str:
        """What the report calls the operator."""
        return label(self.node)

    def argument(self, name: str) -> Any:
        """One argument of the operator, by its name in ATen's schema."""
        return self.arguments[name]

    def tensor_shape(self, name: str) -> tuple[int, ...]:
        """Shape of the argument called `name`."""
        return shape(self.argument(name))

    @property
    def shape(self) -> tuple[int, ...]:
        """The output's shape, in torch's order."""
        return shape(self.node)

    @property
    def output(self) -> QParams:
        """Quantization parameters of the output."""
        return QParams.of(self.quantizers[0])

    def has_weight(self, name: str) -> bool:
        """Whether the argument called `name` is an int8 constant."""
        return self.constants.is_weight(self.argument(name))

    def weight_is_symmetric(self, name: str) -> bool:
        """Whether that constant has zero point 0 everywhere, as far as its values are known."""
        if not self.constants.has_values:
            return True
        weight = self.constants.weight(self.argument(name))
        return weight is not None and not np.any(weight.zero_points)

    def activation_range(self) -> tuple[int, int]:
        """The int8 values that the output is clamped to, both inclusive."""
        bounds = activation_bounds(self.activation) if self.activation is not None else None
        low, high = bounds or (-np.inf, np.inf)
        return clamp_range(low, high, self.output)

    def covered(self) -> Iterator[Node]:
        """Every node that the match accounts for: the quantize nodes, the operator and its dequantize nodes."""
        yield self.node
        if self.activation is not None:
            yield self.activation
        yield from self.quantizers
        yield from (node for node in self.node.all_input_nodes if is_dequantize(node))


def match(op: type[Operator], node: Node, constants: Constants) -> Match | None:
    """`node` as a quantized call of `op`, or None when an input or its output is float."""
    if not all(_is_int8(value, constants) for value in node.all_input_nodes):
        return None
    tails = [node]
    activation = fused_activation(node) if op.fuses_activation else None
    if activation is not None:
        tails.insert(0, activation)
    for tail in tails:
        quantizers = tuple(tail.users)
        if quantizers and all(map(is_quantize, quantizers)) and len({QParams.of(q) for q in quantizers}) == 1:
            return Match(op, node, tail if tail is not node else None, quantizers, constants)
    return Match(op, node, None, (), constants) if op.moves else None


def _is_int8(node: Node, constants: Constants) -> bool:
    """Whether `node` is a float view of int8 values: dequantized, constant, or moved from such values."""
    if is_dequantize(node) or constants.is_constant(node):
        return True
    from penlight.backends.cortex_m.ops import operators_for

    moves = any(op.moves and op.applies(node) for op in operators_for(aten(node)))
    return moves and all(_is_int8(value, constants) for value in node.all_input_nodes)


def clamp_range(low: float, high: float, qparams: QParams) -> tuple[int, int]:
    """The int8 range that real values in low..high quantize to, saturated; rounds half to even as torch does."""

    def quantized(real: float, open_end: int) -> int:
        if np.isinf(real):
            return open_end
        return int(np.clip(np.rint(real / qparams.scale) + qparams.zero_point, -128, 127))

    return quantized(low, -128), quantized(high, 127)


def shape(node: Node) -> tuple[int, ...]:
    """Shape of the tensor that `node` computes. Raises UnsupportedError when a size is not known at export."""
    sizes = tuple(node.meta["val"].shape)
    if not all(isinstance(size, int) for size in sizes):
        raise UnsupportedError(
            f"the shape {sizes} is not known at export", where=source(node), fix="export without dynamic shapes"
        )
    return sizes


def dtype(node: Node) -> DType:
    """Element type of the tensor that `node` computes. Raises UnsupportedError for one that Penlight does not have."""
    names = {
        torch.uint8: DType.UINT8,
        torch.int8: DType.INT8,
        torch.int16: DType.INT16,
        torch.int32: DType.INT32,
        torch.int64: DType.INT64,
        torch.float32: DType.FLOAT32,
        torch.bool: DType.BOOL,
    }
    found = node.meta["val"].dtype
    if found not in names:
        raise UnsupportedError(
            f"element type {found}", where=source(node), fix="convert the model to float32 before export"
        )
    return names[found]
