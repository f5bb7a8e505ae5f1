# SPDX-License-Identifier: Apache-2.0
"""Single layers from a short description, and the payload that runs them.

A layer is written KIND:SHAPE[:KERNEL][:sSTRIDE][:pPADDING|:same], sizes as HEIGHTxWIDTHxCHANNELS[-OUT_CHANNELS]:

    conv:16x16x64-64:1x1    conv:96x96x3-8:3x3:s2:same    conv:49x10x1-64:10x4:s2:same
    dw:24x24x32:3x3:p1      linear:640-128                linear:8x640-128   (8 rows)
    add:32x32x16            avgpool:25x5x64:25x5:s1

A single number stands for both directions. Strides default to 1, padding to 0; `same` keeps ceil(size / stride).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from penlight.backends.cortex_m import broadcast
from penlight.backends.cortex_m.graph import Buffer, DType, Graph, Operation, Tensor
from penlight.backends.cortex_m.ops.add_s8 import AddS8
from penlight.backends.cortex_m.ops.avg_pool2d_s8 import AvgPool2dS8
from penlight.backends.cortex_m.ops.conv2d_s8 import Conv2dS8
from penlight.backends.cortex_m.ops.depthwise_conv2d_s8 import DepthwiseConv2dS8
from penlight.backends.cortex_m.ops.linear_s8 import LinearS8
from penlight.backends.cortex_m.ops.operator import Operator
from penlight.backends.cortex_m.pack import pack
from penlight.backends.cortex_m.plan import Plan
from penlight.backends.cortex_m.target import Tier
from penlight.runtime.errors import UsageError

Params = dict[str, int | float]

ALIGN_BYTES = 16
_INPUT_OFFSET = 128
_ACTIVATION = {"output_offset": -128, "activation_min": -128, "activation_max": 127}


@dataclass(frozen=True)
class Layer:
    """Sizes of one layer. `linear` has its rows as width, its features as channels."""

    kind: str
    height: int
    width: int
    channels: int
    out_channels: int
    kernel: tuple[int, int] = (1, 1)
    stride: tuple[int, int] = (1, 1)
    padding: tuple[int, int] = (0, 0)
    same: bool = False

    @property
    def out_size(self) -> tuple[int, int]:
        """Height and width of the output."""
        sizes = zip((self.height, self.width), self.kernel, self.stride, self.padding, strict=True)
        if self.same:
            return -(-self.height // self.stride[0]), -(-self.width // self.stride[1])
        out_h, out_w = ((size + 2 * pad - kernel) // stride + 1 for size, kernel, stride, pad in sizes)
        return out_h, out_w

    @property
    def padding_before(self) -> tuple[int, int]:
        """Rows above and columns to the left."""
        if not self.same:
            return self.padding
        sizes = zip((self.height, self.width), self.out_size, self.kernel, self.stride, strict=True)
        above, left = (max((out - 1) * s + k - size, 0) // 2 for size, out, k, s in sizes)
        return above, left


def parse(text: str) -> Layer:
    """The layer that `text` describes. Raises UsageError when it describes none."""
    kind, *parts = text.split(":")
    if kind not in _OPERATIONS or not parts:
        raise UsageError(f"{text!r} is no layer", fix=f"KIND:SHAPE..., with KIND one of {', '.join(_OPERATIONS)}")
    try:
        layer = Layer(kind, *_shape(parts[0]))
        for option in parts[1:]:
            layer = _with_option(layer, option)
    except ValueError as error:
        raise UsageError(f"{text!r} is no layer: {error}", fix="for example conv:16x16x64-64:3x3:s2:p1") from error
    sizes = (layer.height, layer.width, layer.channels, layer.out_channels, *layer.kernel, *layer.stride)
    if min(sizes) < 1:
        raise UsageError(f"{text!r} has a size, kernel or stride of 0", fix="give at least 1")
    if min(layer.out_size) < 1:
        raise UsageError(f"the output of {text!r} is empty")
    return layer


def _shape(text: str) -> tuple[int, int, int, int]:
    before, _, out = text.partition("-")
    sizes = [int(size) for size in before.split("x")]
    if len(sizes) > 3:
        raise ValueError(f"{before} has more than three sizes")
    height, width, channels = [1] * (3 - len(sizes)) + sizes
    return height, width, channels, int(out) if out else channels


def _with_option(layer: Layer, option: str) -> Layer:
    if option == "same":
        return replace(layer, same=True)
    found = re.fullmatch(r"([sp]?)(\d+)(?:x(\d+))?", option)
    if not found:
        raise ValueError(f"{option} is no option")
    pair = (int(found[2]), int(found[3] or found[2]))
    if found[1] == "s":
        return replace(layer, stride=pair)
    return replace(layer, padding=pair) if found[1] == "p" else replace(layer, kernel=pair)


def operation(layer: Layer, tier: Tier, label: str = "") -> Operation:
    """The operation that computes `layer`, with random constants, as the exporter would choose it for `tier`."""
    op, kernel, params = _OPERATIONS[layer.kind](layer, tier)
    random = np.random.default_rng(0)
    buffers = []
    for operand in op.operands:
        size = operand.elems(params)
        buffer = Buffer(operand.name, size * operand.element_bytes) if size else None
        if buffer is not None and operand.role not in ("input", "output", "scratch"):
            buffer.data = _constant(random, operand.role, size).tobytes()
        buffers.append(buffer)
    return Operation(op, kernel, params, tuple(buffers), label)


def _constant(random: np.random.Generator, role: str, size: int) -> np.ndarray:
    if role == "bias":
        return random.integers(-2048, 2048, size).astype(np.int32)
    if role == "multiplier":
        return random.integers(2**30, 2**31 - 1, size).astype(np.int32)
    if role == "shift":
        return random.integers(-9, -7, size).astype(np.int32)
    return random.integers(-128, 128, size).astype(np.int8)


def payload(operations: Sequence[Operation], tier: Tier) -> tuple[bytes, int]:
    """A payload that runs `operations` one after the other, each in the whole arena, and the arena's bytes."""
    offsets: dict[Buffer, int] = {}
    arena_bytes = ALIGN_BYTES
    for made in operations:
        end = 0
        for buffer in (buffer for buffer in made.operands if buffer is not None and buffer.data is None):
            offsets[buffer] = end
            end += -(-buffer.bytes // ALIGN_BYTES) * ALIGN_BYTES
        arena_bytes = max(arena_bytes, end)
    arena = Buffer("arena", arena_bytes)
    tensor = Tensor(arena, DType.INT8, (arena_bytes,), (0,))
    graph = Graph([tensor], [tensor], list(operations))
    plan = Plan(tuple(operations), {arena: 0, **offsets}, arena_bytes, arena_bytes, None, (), {})
    return pack(graph, plan, tier), arena_bytes


def _window(layer: Layer) -> Params:
    sizes: Params = {"batch": 1, "in_h": layer.height, "in_w": layer.width}
    for index, axis in enumerate("hw"):
        sizes[f"out_{axis}"] = layer.out_size[index]
        sizes[f"kernel_{axis}"] = layer.kernel[index]
        sizes[f"stride_{axis}"] = layer.stride[index]
        sizes[f"pad_{axis}"] = layer.padding_before[index]
    return sizes


def _convolution(layer: Layer, tier: Tier) -> tuple[type[Operator], str, Params]:
    params: Params = _window(layer) | _ACTIVATION
    params |= {"in_c": layer.channels, "out_c": layer.out_channels, "filter_c": layer.channels}
    params |= {"dilation_h": 1, "dilation_w": 1, "input_offset": _INPUT_OFFSET}
    kernel = Conv2dS8._kernel(params)
    return Conv2dS8, kernel, params | {"scratch_bytes": Conv2dS8.scratch_bytes(params, tier, kernel)}


def _depthwise(layer: Layer, tier: Tier) -> tuple[type[Operator], str, Params]:
    params: Params = _window(layer) | _ACTIVATION
    params |= {"in_c": layer.channels, "out_c": layer.out_channels}
    params |= {"channel_multiplier": layer.out_channels // layer.channels}
    params |= {"dilation_h": 1, "dilation_w": 1, "input_offset": _INPUT_OFFSET}
    op = DepthwiseConv2dS8
    kernel = op._kernel(params)
    return op, kernel, params | {"scratch_bytes": op.scratch_bytes(params, tier, kernel)}


def _linear(layer: Layer, tier: Tier) -> tuple[type[Operator], str, Params]:
    sizes: Params = {
        "rows": layer.height * layer.width,
        "in_features": layer.channels,
        "out_features": layer.out_channels,
    }
    return LinearS8, "", sizes | _ACTIVATION


def _add(layer: Layer, tier: Tier) -> tuple[type[Operator], str, Params]:
    shape = (layer.height, layer.width, layer.channels)
    params: Params = broadcast.sizes(shape, shape, "") | AddS8.scales(0.1, 0.08, 0.15) | _ACTIVATION
    return AddS8, "", params | {"offset_1": _INPUT_OFFSET, "offset_2": _INPUT_OFFSET}


def _average_pool(layer: Layer, tier: Tier) -> tuple[type[Operator], str, Params]:
    params: Params = _window(layer) | {"channels": layer.channels, "divisor": 0, "input_offset": _INPUT_OFFSET}
    return AvgPool2dS8, "", params | {"scratch_bytes": AvgPool2dS8.scratch_bytes(params, tier, "")}


_OPERATIONS: dict[str, Callable[[Layer, Tier], tuple[type[Operator], str, Params]]] = {
    "conv": _convolution,
    "dw": _depthwise,
    "linear": _linear,
    "add": _add,
    "avgpool": _average_pool,
}
