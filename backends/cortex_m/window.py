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
class ConvGeometry:
    """Window of a convolution; each pair is (height, width). `padding` is what lies before the first element."""

    kernel: tuple[int, int]
    stride: tuple[int, int]
    padding: tuple[int, int]
    dilation: tuple[int, int]
    groups: int
    depthwise: bool

    def params(self, x: Tensor, out: Tensor, match: Match) -> dict[str, int | float]:
        """The parameters that all convolutions have in common."""
        low, high = match.activation_range()
        values: dict[str, int | float] = {
            "batch": x.shape[0],
            "in_c": x.shape[1],
            "out_c": out.shape[1],
            "input_offset": -x.zero_point,
            "output_offset": out.zero_point,
            "activation_min": low,
            "activation_max": high,
        }
        for axis, letter in enumerate("hw"):
            values[f"in_{letter}"] = x.shape[2 + axis]
            values[f"out_{letter}"] = out.shape[2 + axis]
            values[f"kernel_{letter}"] = self.kernel[axis]
            values[f"stride_{letter}"] = self.stride[axis]
            values[f"pad_{letter}"] = self.padding[axis]
            values[f"dilation_{letter}"] = self.dilation[axis]
        return values


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
    depthwise = groups > 1 and weight[1] == 1 and shape(values["input"])[1] == groups
    return ConvGeometry(kernel, pair(values["stride"]), before, dilation, groups, depthwise)


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


def random_window(random: np.random.Generator, pointwise: bool = False, dilated: bool = True) -> dict[str, int | float]:
    """Random parameters of a window, ragged and small, with every kind of padding, stride and dilation."""

    def pick(*values: int) -> int:
        return int(random.choice(values))

    p: dict[str, int | float] = {"batch": pick(1, 1, 1, 2, 3)}
    for axis in "hw":
        kernel = 1 if pointwise else pick(1, 2, 3, 3, 4, 5)
        dilation = pick(1, 1, 1, 2, 3) if dilated and not pointwise else 1
        pad = 0 if pointwise else pick(0, 0, 1, 1, 2) % kernel
        reach = dilation * (kernel - 1) + 1
        size = max(1, reach - 2 * pad) + pick(0, 0, 1, 2, 3, 5, 8)
        stride = pick(1, 1, 1, 2, 3)
        p |= {f"in_{axis}": size, f"kernel_{axis}": kernel, f"stride_{axis}": stride, f"pad_{axis}": pad}
        p |= {f"dilation_{axis}": dilation, f"out_{axis}": (size + 2 * pad - reach) // stride + 1}
    p |= {"input_offset": pick(-127, -37, 0, 5, 128), "output_offset": pick(-128, -3, 0, 90, 127)}
    low, high = sorted(random.integers(-128, 128, 2).tolist()) if pick(0, 0, 1) else (-128, 127)
    return p | {"activation_min": low, "activation_max": high}


def has_constant_weight(match: Match) -> bool:
    """The weight must be a constant that PT2E quantized to int8; one that is computed in forward cannot be laid out."""
    return match.has_weight("weight")


def has_symmetric_weight(match: Match) -> bool:
    """The weight must be quantized symmetrically (zero point 0), per tensor or per output channel."""
    return match.weight_is_symmetric("weight")


def is_image(match: Match) -> bool:
    """The input must have four dimensions (batch, channels, height, width); add one with unsqueeze(0)."""
    return len(match.tensor_shape("input")) == 4
