# SPDX-License-Identifier: Apache-2.0
"""depthwise_conv2d_s8: a convolution in which each input channel has filters of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np
import torch

from penlight.backends.cortex_m.layout import BYTES, COUNT, DIM, INT8, OFFSET, Struct, param
from penlight.backends.cortex_m.ops.operator import Case, Operand, Operator
from penlight.backends.cortex_m.overlap import NOTHING, Overlap, by_pixels, first_seen, least_distance
from penlight.backends.cortex_m.quantization import random_requantization, requantize
from penlight.backends.cortex_m.target import Tier
from penlight.backends.cortex_m.window import (
    conv_geometry,
    fits_accumulator,
    has_constant_bias,
    has_constant_weight,
    has_symmetric_weight,
    is_image,
    random_window,
    windows,
)

if TYPE_CHECKING:
    from torch.fx import Node

    from penlight.backends.cortex_m.lower import Lowering
    from penlight.backends.cortex_m.match import Match
    from penlight.export.quantizer import Annotator

Params = Mapping[str, int | float]

_MVE_CHANNELS = 124
"""Channels that CMSIS-NN's MVE kernel takes at a time."""

_LANES = 4
"""Channels that our kernels compute together."""
_ROW_PIXELS = 64
"""Pixels of the rows that the MVE kernel for 3x3 buffers, whose windows it computes three at a time."""


class DepthwiseConv2dS8(Operator):
    """int8 depthwise convolution; output channel c sees input channel c // channel_multiplier alone.

    out = clamp(requantize(bias + sum((in + input_offset) * filter)) + output_offset). The filter's output channels are
    innermost.
    """

    name = "depthwise_conv2d_s8"
    code = 6
    kernels = ("", "opt", "3x3")
    params = Struct(
        "pl_depthwise_conv2d_s8_params",
        (
            param("batch", DIM),
            param("in_h", DIM),
            param("in_w", DIM),
            param("in_c", DIM),
            param("out_h", DIM),
            param("out_w", DIM),
            param("out_c", DIM),
            param("channel_multiplier", DIM, "output channels of one input channel"),
            param("kernel_h", DIM),
            param("kernel_w", DIM),
            param("stride_h", DIM),
            param("stride_w", DIM),
            param("pad_h", COUNT, "padding before the first row"),
            param("pad_w", COUNT, "padding before the first column"),
            param("dilation_h", DIM),
            param("dilation_w", DIM),
            param("input_offset", OFFSET, "-zero_point of the input"),
            param("output_offset", OFFSET, "zero_point of the output"),
            param("activation_min", INT8),
            param("activation_max", INT8),
            param("scratch_bytes", BYTES),
        ),
    )
    operands = (
        Operand("input", "input", np.int8, ("batch", "in_h", "in_w", "in_c")),
        Operand("filter", "constant", np.int8, ("kernel_h", "kernel_w", "out_c")),
        Operand("bias", "bias", np.int32, ("out_c",)),
        Operand("multiplier", "multiplier", np.int32, ("out_c",)),
        Operand("shift", "shift", np.int32, ("out_c",)),
        Operand("scratch", "scratch", np.uint8, ("scratch_bytes",)),
        Operand("output", "output", np.int8, ("batch", "out_h", "out_w", "out_c")),
    )
    checked = True
    fuses_activation = True
    library_order = True
    targets = (torch.ops.aten.conv2d.default, torch.ops.aten.conv2d.padding)
    constraints = (is_image, has_constant_weight, has_symmetric_weight, has_constant_bias, fits_accumulator)

    @classmethod
    def applies(cls, node: Node) -> bool:
        return conv_geometry(node).depthwise

    @classmethod
    def annotate(cls, node: Node, annotator: Annotator) -> None:
        annotator.annotate(node, weight="weight", weight_axis=0, fuse=True)

    @classmethod
    def lower(cls, match: Match, lowering: Lowering) -> None:
        x, before = lowering.image(match.argument("input"))
        weight = lowering.weight(match.argument("weight"), axis=0)
        out = lowering.output(match)
        params = conv_geometry(match.node).params(x, out, match, before)
        params["channel_multiplier"] = out.shape[1] // x.shape[1]
        kernel = cls._kernel(params)
        params["scratch_bytes"] = cls.scratch_bytes(params, lowering.tier, kernel)
        filter_hwo = weight.values[:, 0].transpose(1, 2, 0)
        constants = lowering.requantization(match, x, weight, out)
        lowering.emit(cls, match, params, {"input": x, "filter": filter_hwo, **constants, "output": out}, kernel=kernel)

    @classmethod
    def _kernel(cls, params: Params) -> str:
        """The choice of arm_depthwise_conv_wrapper_s8, the same on every tier; "3x3" needs no scratch memory."""
        if any(params[name] > 1 for name in ("channel_multiplier", "batch", "dilation_h", "dilation_w")):
            return ""
        small = params["kernel_h"] == params["kernel_w"] == 3 and params["pad_h"] <= 1 and params["pad_w"] <= 1
        return "3x3" if small else "opt"

    @classmethod
    def scratch_bytes(cls, params: Params, tier: Tier, kernel: str) -> int:
        """What arm_depthwise_conv_s8_opt_get_buffer_size answers for the tier; the other kernels need none."""
        taps = int(params["kernel_h"] * params["kernel_w"])
        if kernel != "opt" or tier == Tier.SCALAR:
            return 0
        if tier == Tier.MVE:
            return 4 * _MVE_CHANNELS * taps  # the windows of four output pixels
        return 2 * taps * int(params["in_c"])  # the filter, widened to int16

    @classmethod
    def overlap(cls, params: Params, tier: Tier, kernel: str) -> Mapping[str, Overlap]:
        """All pixels of some channels, then all of the next ones, so that each channel stays among its own bytes.

        Scalar and DSP kernels for one filter a channel do some channels twice where four do not divide their number:
        these must not be overwritten in between.
        """
        channels = int(params["in_c"])
        repeats = kernel == "3x3" or (kernel == "opt" and tier == Tier.DSP)
        if params["channel_multiplier"] != 1 or (repeats and channels > _LANES and channels % _LANES != 0):
            return {}
        pixels = by_pixels(first_seen(params), 1, 1)
        if tier == Tier.MVE and kernel == "3x3":
            pixels = max(pixels, _buffered_rows(params))
        return {"input": Overlap(pixels * channels, channels)}

    @classmethod
    def macs(cls, params: Params) -> int:
        outputs = params["batch"] * params["out_h"] * params["out_w"] * params["out_c"]
        return int(outputs * params["kernel_h"] * params["kernel_w"])

    @classmethod
    def reference(cls, params: Params, arrays: Mapping[str, np.ndarray | None], kernel: str = "") -> np.ndarray:
        p = {name: int(value) for name, value in params.items()}
        x = arrays["input"]
        weights = arrays["filter"]
        assert x is not None and weights is not None
        shifted = x.reshape(p["batch"], p["in_h"], p["in_w"], p["in_c"]).astype(np.int64) + p["input_offset"]
        seen = np.repeat(windows(shifted, p), p["channel_multiplier"], axis=-1)
        filters = weights.reshape(p["kernel_h"], p["kernel_w"], p["out_c"]).astype(np.int64)
        sums = (seen * filters).sum(axis=(3, 4))
        if arrays["bias"] is not None:
            sums = sums + arrays["bias"]
        assert arrays["multiplier"] is not None and arrays["shift"] is not None
        out = requantize(sums, arrays["multiplier"], arrays["shift"]) + p["output_offset"]
        return np.clip(out, p["activation_min"], p["activation_max"]).astype(np.int8).ravel()

    @classmethod
    def cases(cls, random: np.random.Generator, count: int, tier: Tier) -> Iterator[Case]:
        for index in range(count):
            # Half of them such as the kernels for one filter a channel take, half of these for "3x3".
            plain = index % 2 == 0
            p = random_window(random, kernel=3 if index % 4 == 0 else None, dilated=not plain)
            if plain:
                p["batch"] = 1
            p["channel_multiplier"] = 1 if plain else int(random.choice([1, 1, 2, 3, 8]))
            p["in_c"] = int(random.choice([1, 2, 3, 4, 5, 8, 15, 16, 17, 31, 33, 125]))
            p["out_c"] = p["in_c"] * p["channel_multiplier"]
            kernel = cls._kernel(p)
            p["scratch_bytes"] = cls.scratch_bytes(p, tier, kernel)
            arrays: dict[str, np.ndarray | None] = {
                name: random.integers(-128, 128, cls.operand(name).elems(p), np.int8) for name in ("input", "filter")
            }
            arrays.update(random_requantization(random, int(p["out_c"]), int(p["kernel_h"] * p["kernel_w"])))
            yield Case(p, arrays, kernel)


def _buffered_rows(p: Params) -> int:
    """The least distance in pixels for the MVE kernel for 3x3: strips of columns, and in them row by row.

    A row of the output is written once the three rows that it sees have been copied.
    """
    in_h, in_w, out_h, out_w = (int(p[name]) for name in ("in_h", "in_w", "out_h", "out_w"))
    stride_h, stride_w = int(p["stride_h"]), int(p["stride_w"])
    width = (_ROW_PIXELS - 2) // (3 * stride_w) * 3

    def column(x: int) -> int:
        """The first input pixel of the strip that begins with column `x` of the output."""
        first = max(0, x * stride_w - int(p["pad_w"]))
        return first if x < out_w and first < in_w else NOTHING

    steps = []
    for x in range(0, out_w, width):
        for y in range(out_h):
            row = y * stride_h - int(p["pad_h"]) + max(3, stride_h)
            below = row * in_w + column(x) if y + 1 < out_h and row < in_h else NOTHING
            steps.append((y * out_w + min(x + width, out_w), min(below, column(x + width))))
    return least_distance(steps)
