# SPDX-License-Identifier: Apache-2.0
"""Sliding windows over height and width: what convolutions and pools share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from torch.fx import Node

from penlight.backends.cortex_m.match import Match, arguments, shape

if TYPE_CHECKING:
    from penlight.backends.cortex_m.graph import Tensor


def pair(value: int | Sequence[int]) -> tuple[int, int]:
    """(height, width) from torch's shorthand: one number or a list of one or two."""
    if isinstance(value, int):
        return value, value
    return (value[0], value[0]) if len(value) == 1 else (value[0], value[1])


@dataclass(frozen=True)
class Window:
    """A sliding window; each pair is (height, width). `padding` is what lies before the first element."""

    kernel: tuple[int, int]
    stride: tuple[int, int]
    padding: tuple[int, int]
    dilation: tuple[int, int]

    def sizes(self, x: Tensor, out: Tensor) -> dict[str, int | float]:
        """The parameters of height and width: in_h, out_h, kernel_h and so on."""
        values: dict[str, int | float] = {}
        for axis, letter in enumerate("hw"):
            values[f"in_{letter}"] = x.shape[2 + axis]
            values[f"out_{letter}"] = out.shape[2 + axis]
            values[f"kernel_{letter}"] = self.kernel[axis]
            values[f"stride_{letter}"] = self.stride[axis]
            values[f"pad_{letter}"] = self.padding[axis]
            # A kernel of one element has no distances, and 1 is what special kernels look for.
            values[f"dilation_{letter}"] = self.dilation[axis] if self.kernel[axis] > 1 else 1
        return values


@dataclass(frozen=True)
class ConvGeometry(Window):
    """Window of a convolution."""

    groups: int
    depthwise: bool

    def params(self, x: Tensor, out: Tensor, match: Match, before: tuple[int, int]) -> dict[str, int | float]:
        """The parameters of all convolutions, with `before` rows and columns of zeros in front of `x`."""
        low, high = match.activation_range()
        padding = {"pad_h": self.padding[0] + before[0], "pad_w": self.padding[1] + before[1]}
        return (
            self.sizes(x, out)
            | padding
            | {
                "batch": x.shape[0],
                "in_c": x.shape[1],
                "out_c": out.shape[1],
                "input_offset": -x.zero_point,
                "output_offset": out.zero_point,
                "activation_min": low,
                "activation_max": high,
            }
        )


def conv_geometry(node: Node) -> ConvGeometry:
    """Window of an aten.conv2d node, with padding given in numbers or as `same` or `valid`."""
    values = arguments(node)
    weight = shape(values["weight"])
    kernel = (weight[2], weight[3])
    dilation = pair(values["dilation"])
    padding: Any = values["padding"]
    if padding == "same":
        before = (dilation[0] * (kernel[0] - 1) // 2, dilation[1] * (kernel[1] - 1) // 2)
    else:
        before = (0, 0) if padding == "valid" else pair(padding)
    groups = int(values["groups"])
    depthwise = groups > 1 and weight[1] == 1
    return ConvGeometry(kernel, pair(values["stride"]), before, dilation, groups, depthwise)


def pool_window(node: Node) -> Window:
    """Window of an aten.avg_pool2d or aten.max_pool2d node."""
    values = arguments(node)
    kernel = pair(values["kernel_size"])
    stride = pair(values["stride"]) if values["stride"] else kernel
    return Window(kernel, stride, pair(values["padding"]), pair(values.get("dilation", 1)))


def windows(x: np.ndarray, p: Mapping[str, int], padding: int = 0) -> np.ndarray:
    """What each output sees of `x` (batch, in_h, in_w, in_c): (batch, out_h, out_w, kernel_h, kernel_w, in_c).

    Elements outside of `x` are `padding`.
    """

    def reach(axis: str) -> int:
        return (p[f"out_{axis}"] - 1) * p[f"stride_{axis}"] + (p[f"kernel_{axis}"] - 1) * p[f"dilation_{axis}"] + 1

    after = [max(0, reach(axis) - p[f"pad_{axis}"] - p[f"in_{axis}"]) for axis in "hw"]
    padded = np.pad(x, ((0, 0), (p["pad_h"], after[0]), (p["pad_w"], after[1]), (0, 0)), constant_values=padding)
    rows, columns = (
        np.arange(p[f"out_{axis}"])[:, None] * p[f"stride_{axis}"]
        + np.arange(p[f"kernel_{axis}"])[None] * p[f"dilation_{axis}"]
        for axis in "hw"
    )
    return padded[:, rows[:, None, :, None], columns[None, :, None, :]]


def random_window(
    random: np.random.Generator, kernel: int | None = None, dilated: bool = True
) -> dict[str, int | float]:
    """Random parameters of a window, ragged and small, with every kind of padding, stride and dilation.

    `kernel` sets its height and width; it is then not dilated.
    """

    def pick(*values: int) -> int:
        return int(random.choice(values))

    p: dict[str, int | float] = {"batch": pick(1, 1, 1, 2, 3)}
    for axis in "hw":
        taps = kernel or pick(1, 2, 3, 3, 4, 5)
        dilation = pick(1, 1, 1, 2, 3) if dilated and kernel is None else 1
        pad = pick(0, 0, 1, 1, 2) % taps
        reach = dilation * (taps - 1) + 1
        after = pick(pad, pad, 0, 1, 2) % taps
        size = max(1, reach - pad - after) + pick(0, 0, 1, 2, 3, 5, 8)
        stride = pick(1, 1, 1, 2, 3)
        p |= {f"in_{axis}": size, f"kernel_{axis}": taps, f"stride_{axis}": stride, f"pad_{axis}": pad}
        p |= {f"dilation_{axis}": dilation, f"out_{axis}": (size + pad + after - reach) // stride + 1}
    p |= {"input_offset": pick(-127, -37, 0, 5, 128), "output_offset": pick(-128, -3, 0, 90, 127)}
    low, high = sorted(random.integers(-128, 128, 2).tolist()) if pick(0, 0, 1) else (-128, 127)
    return p | {"activation_min": low, "activation_max": high}


def random_pool(random: np.random.Generator, dilated: bool = False) -> dict[str, int | float]:
    """Random parameters of a pool whose windows all see the input, in floor or ceil mode."""

    def pick(*values: int) -> int:
        return int(random.choice(values))

    p: dict[str, int | float] = {"batch": pick(1, 1, 1, 2, 3), "channels": pick(1, 3, 4, 5, 15, 16, 17, 20, 31, 33)}
    for axis in "hw":
        kernel = pick(1, 2, 2, 3, 3, 4, 5, 8)
        dilation = pick(2, 3) if dilated else 1
        reach = dilation * (kernel - 1) + 1
        # Padding that no window can vanish in, which is also what PyTorch allows.
        pad = min(pick(0, 0, 1, 2), kernel // 2)
        size = max(reach - 2 * pad, dilation) + pick(0, 0, 1, 2, 3, 5, 8)
        stride = pick(1, 2, 3, kernel, kernel)
        last = size + 2 * pad - reach
        out = -(-last // stride) + 1 if pick(0, 1) else last // stride + 1
        if (out - 1) * stride >= size + pad:
            out -= 1
        p |= {f"in_{axis}": size, f"out_{axis}": out, f"kernel_{axis}": kernel, f"stride_{axis}": stride}
        p |= {f"pad_{axis}": pad, f"dilation_{axis}": dilation}
    return p


def has_constant_weight(match: Match) -> bool:
    """The weight must be a constant that PT2E quantized to int8; one that is computed in forward cannot be laid out."""
    return match.has_weight("weight")


def has_symmetric_weight(match: Match) -> bool:
    """The weight must be quantized symmetrically (zero point 0), per tensor or per output channel."""
    return match.weight_is_symmetric("weight")


def has_constant_bias(match: Match) -> bool:
    """The bias must be a constant: a parameter, a buffer or what is computed from these alone."""
    bias = match.argument("bias")
    return bias is None or match.constants.is_constant(bias)


def is_image(match: Match) -> bool:
    """The input must have four dimensions (batch, channels, height, width); add one with unsqueeze(0)."""
    return len(shape(match.node.all_input_nodes[0])) == 4


def fits_accumulator(match: Match) -> bool:
    """More than 32768 products are summed for one output: a 32-bit accumulator could overflow."""
    weight = match.tensor_shape("weight")
    return int(np.prod(weight[1:])) <= 32768
