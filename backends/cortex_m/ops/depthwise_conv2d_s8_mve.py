# SPDX-License-Identifier: Apache-2.0
"""depthwise_conv2d_s8_mve: depthwise convolution for MVE as dot products, with the input offset in the bias."""

from __future__ import annotations

import numpy as np

from penlight.backends.cortex_m.layout import BYTES, COUNT, DIM, INT8, OFFSET, Struct, param
from penlight.backends.cortex_m.ops.depthwise_conv2d_s8 import DepthwiseConv2dS8
from penlight.backends.cortex_m.ops.operator import Operand
from penlight.backends.cortex_m.ops.packed import Arrays, PackedOperator, Params
from penlight.backends.cortex_m.overlap import NOTHING, Overlap, by_pixels
from penlight.backends.cortex_m.packing_mve import CHANNELS, folded_bias, requantization, requantizes, unfolded, whole
from penlight.backends.cortex_m.target import Target, Tier


class DepthwiseConv2dS8Mve(PackedOperator):
    """One filter a channel, of up to 4x4. The weights of a channel are 16 bytes, a word of four rows for each column.

    Scratch memory has four channels of the input rows that an output row sees, in the same order but for the bytes of
    the words, which go round with the rows. The weights are packed as they stand one output row before the first one.
    """

    name = "depthwise_conv2d_s8_mve"
    code = 19
    tier = Tier.MVE
    plain = DepthwiseConv2dS8
    kernels = ("4x4",)
    params = Struct(
        "pl_depthwise_conv2d_s8_mve_params",
        (
            param("batch", DIM),
            param("in_h", DIM),
            param("in_w", DIM),
            param("out_h", DIM),
            param("out_w", DIM),
            param("channels", DIM),
            param("packed_c", DIM, "channels in whole groups"),
            param("kernel_h", DIM),
            param("kernel_w", DIM),
            param("stride", DIM),
            param("pad_h", COUNT, "padding before the first row"),
            param("pad_w", COUNT, "padding before the first column"),
            param("input_offset", OFFSET, "-zero_point of the input, for padding alone"),
            param("output_offset", OFFSET, "zero_point of the output"),
            param("activation_min", INT8),
            param("activation_max", INT8),
            param("weights_bytes", BYTES),
            param("scratch_bytes", BYTES),
        ),
    )
    operands = (
        Operand("input", "input", np.int8, ("batch", "in_h", "in_w", "channels")),
        Operand("weights", "constant", np.int8, ("weights_bytes",)),
        Operand("bias", "bias", np.int32, ("packed_c",)),
        Operand("multiplier", "multiplier", np.int32, ("packed_c",)),
        Operand("shift", "shift", np.int32, ("packed_c",)),
        Operand("scratch", "scratch", np.uint8, ("scratch_bytes",)),
        Operand("output", "output", np.int8, ("batch", "out_h", "out_w", "channels")),
    )
    checked = True

    @classmethod
    def fits(cls, params: Params, arrays: Arrays, kernel: str) -> bool:
        """Small kernels with a stride of 1 or 2, and results that are scaled down."""
        if params["channel_multiplier"] > 1 or params["dilation_h"] > 1 or params["dilation_w"] > 1:
            return False
        if max(params["kernel_h"], params["kernel_w"]) > 4 or params["pad_w"] > 3:
            return False
        if params["stride_h"] != params["stride_w"] or params["stride_h"] > min(2, params["kernel_h"]):
            return False
        assert arrays["filter"] is not None
        return requantizes(arrays, _bias(params, arrays, arrays["filter"]))

    @classmethod
    def pays(cls, params: Params, kernel: str, target: Target) -> bool:
        """But for very few outputs."""
        return params["out_h"] * params["out_w"] * params["in_c"] >= 32

    @classmethod
    def pack(cls, params: Params, arrays: Arrays, kernel: str) -> tuple[dict[str, int | float], dict[str, np.ndarray]]:
        p = {field.name: params[field.name] for field in cls.params.fields if field.name in params}
        channels, kernel_h, kernel_w = (int(params[name]) for name in ("in_c", "kernel_h", "kernel_w"))
        p |= {"channels": channels, "packed_c": whole(channels, CHANNELS), "stride": params["stride_h"]}
        p["weights_bytes"] = 16 * p["packed_c"]
        p["scratch_bytes"] = 4 * 4 * ((params["out_w"] - 1) * params["stride_h"] + 4)
        assert arrays["filter"] is not None
        weights = np.zeros((int(p["packed_c"]), 4, 4), np.int8)
        weights[:channels, :kernel_w, :kernel_h] = arrays["filter"].reshape(kernel_h, kernel_w, channels).T
        weights = np.roll(weights, -int(params["stride_h"]), axis=2)
        constants = requantization(arrays, _bias(params, arrays, arrays["filter"]), int(p["packed_c"]))
        return p, {"weights": weights.ravel(), **constants}

    @classmethod
    def unpack(cls, params: Params, arrays: Arrays, kernel: str) -> dict[str, np.ndarray | None]:
        channels, kernel_h, kernel_w = (int(params[name]) for name in ("channels", "kernel_h", "kernel_w"))
        assert arrays["weights"] is not None
        weights = np.roll(arrays["weights"].reshape(-1, 4, 4), int(params["stride"]), axis=2)
        filters = weights[:channels, :kernel_w, :kernel_h].T
        sums = filters.sum(axis=(0, 1), dtype=np.int64)
        return {"filter": filters.ravel(), **unfolded(arrays, int(params["input_offset"]), sums)}

    @classmethod
    def overlap(cls, params: Params, tier: Tier, kernel: str) -> dict[str, Overlap]:
        """By output rows, once all input rows that they see have been copied; four channels after the other."""
        pixel = int(params["channels"])
        rows = by_pixels(_first_unread(params), pixel * int(params["in_w"]), pixel * int(params["out_w"]))
        return {"input": Overlap(rows, pixel)}

    @classmethod
    def reference(cls, params: Params, arrays: Arrays, kernel: str = "") -> np.ndarray:
        return super().reference(_plain(params), arrays, kernel)

    @classmethod
    def macs(cls, params: Params) -> int:
        return super().macs(_plain(params))


def _plain(params: Params) -> Params:
    channels = params["channels"]
    sizes = {"in_c": channels, "out_c": channels, "channel_multiplier": 1, "dilation_h": 1, "dilation_w": 1}
    return {**params, **sizes, "stride_h": params["stride"], "stride_w": params["stride"]}


def _first_unread(params: Params) -> np.ndarray:
    """For each output row, the first input row that is read for it and not for the one before; NOTHING without one."""
    batch, in_h, out_h, kernel, stride, pad = (
        int(params[name]) for name in ("batch", "in_h", "out_h", "kernel_h", "stride", "pad_h")
    )
    first = np.arange(out_h) * stride - pad
    first[1:] = np.maximum(first[1:], first[:-1] + kernel)
    rows = np.arange(batch)[:, None] * in_h + np.maximum(first, 0)
    return np.where(first < in_h, rows, NOTHING).ravel()


def _bias(params: Params, arrays: Arrays, filters: np.ndarray) -> np.ndarray:
    sums = filters.reshape(-1, int(params["out_c"])).sum(axis=0, dtype=np.int64)
    return folded_bias(arrays, int(params["input_offset"]), sums)
