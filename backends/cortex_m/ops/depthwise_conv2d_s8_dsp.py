# SPDX-License-Identifier: Apache-2.0
"""depthwise_conv2d_s8_dsp: depthwise_conv2d_s8 with one filter a channel, over planes of int16."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from penlight.backends.cortex_m import channel_pairs
from penlight.backends.cortex_m.layout import ELEMS, Struct, param
from penlight.backends.cortex_m.ops.depthwise_conv2d_s8 import DepthwiseConv2dS8
from penlight.backends.cortex_m.ops.operator import Operand
from penlight.backends.cortex_m.ops.packed import Arrays, PackedOperator, Params
from penlight.backends.cortex_m.overlap import Overlap, by_pixels, first_seen
from penlight.backends.cortex_m.target import Target, Tier

_LANES = 4
"""Channels that a band of rows has."""
_BAND_ROWS = 7
"""Input rows of a band."""
_TAPS = 3
_TAPS_STORED = np.array([0, 1, 1, 2])
"""Of a row of the filter, as SXTB16 makes the pairs (0, 1) and (1, 2) from them."""
_WORDS = _TAPS + channel_pairs.QUANT_WORDS
"""Words of constants of a channel."""


class DepthwiseConv2dS8Dsp(PackedOperator):
    """depthwise_conv2d_s8 whose biases include the input offset; each channel has all its constants in six words."""

    plain = DepthwiseConv2dS8
    tier = Tier.DSP
    name = "depthwise_conv2d_s8_dsp"
    code = 16
    kernels = ("3x3",)
    params = Struct(
        "pl_depthwise_conv2d_s8_dsp_params",
        (
            *(field for field in DepthwiseConv2dS8.params.fields if field.name != "scratch_bytes"),
            param("constant_words", ELEMS, "of all channels: taps, bias, multiplier and shift"),
            *(field for field in DepthwiseConv2dS8.params.fields if field.name == "scratch_bytes"),
        ),
    )
    operands = (
        DepthwiseConv2dS8.operand("input"),
        Operand("constants", "constant", np.int32, ("constant_words",)),
        DepthwiseConv2dS8.operand("scratch"),
        DepthwiseConv2dS8.operand("output"),
    )
    checked = True

    @classmethod
    def fits(cls, params: Params, arrays: Arrays, kernel: str) -> bool:
        small = all(params[f"kernel_{axis}"] == _TAPS and params[f"stride_{axis}"] <= 2 for axis in "hw")
        if not small or params["dilation_h"] * params["dilation_w"] * params["channel_multiplier"] != 1:
            return False
        weights = cls._weights(params, arrays)
        sums = channel_pairs.folded(weights, arrays["bias"], int(params["input_offset"]))
        return params["in_c"] >= _LANES and channel_pairs.fits(weights, sums, arrays)

    @classmethod
    def pays(cls, params: Params, kernel: str, target: Target) -> bool:
        """The last output of a row is computed alone, which takes too long where it is the only one."""
        return params["stride_w"] == 1 or params["out_w"] > 1

    @classmethod
    def overlap(cls, params: Params, tier: Tier, kernel: str) -> Mapping[str, Overlap]:
        """By bands, four channels after the other; some of these once more where they are no multiple of four."""
        channels, row, rows = int(params["in_c"]), int(params["out_w"]), int(params["out_h"])
        band = ((_BAND_ROWS - _TAPS) // int(params["stride_h"]) + 1) * row
        once = channels % _LANES == 0
        distance = by_pixels(first_seen(params), channels, channels, band, once, rows * row)
        return {"input": Overlap(distance, channels if once else 1)}

    @classmethod
    def _weights(cls, params: Params, arrays: Arrays) -> np.ndarray:
        """(channels, taps)"""
        filters = arrays["filter"]
        assert filters is not None
        return filters.reshape(-1, int(params["out_c"])).T

    @classmethod
    def pack(cls, params: Params, arrays: Arrays, kernel: str) -> tuple[dict[str, int | float], dict[str, np.ndarray]]:
        weights = cls._weights(params, arrays)
        sums = channel_pairs.folded(weights, arrays["bias"], int(params["input_offset"]))
        rows = np.ascontiguousarray(weights.reshape(-1, _TAPS, _TAPS)[:, :, _TAPS_STORED])
        constants = np.column_stack([rows.view(np.int32)[:, :, 0], sums, channel_pairs.scales(arrays)])
        out_w = int(params["out_w"])
        pairs = (out_w + 1) // 2 + 1 if params["stride_w"] == 1 else out_w + 1
        sizes = {"constant_words": constants.size, "scratch_bytes": 4 * _LANES * _BAND_ROWS * pairs}
        return {**params, **sizes}, {"constants": constants.astype(np.int32).ravel()}

    @classmethod
    def unpack(cls, params: Params, arrays: Arrays, kernel: str) -> dict[str, np.ndarray | None]:
        constants = arrays["constants"]
        assert constants is not None
        words = np.ascontiguousarray(constants.reshape(-1, _WORDS))
        rows = np.ascontiguousarray(words[:, :_TAPS]).view(np.int8).reshape(-1, _TAPS, len(_TAPS_STORED))
        weights = rows[:, :, [0, 1, 3]].reshape(len(words), -1)
        bias = words[:, _TAPS] - channel_pairs.folded(weights, None, int(params["input_offset"]))
        multiplier, shift = channel_pairs.unscaled(words[:, _TAPS + 1 :])
        return {
            "filter": np.ascontiguousarray(weights.T).ravel(),
            "bias": bias.astype(np.int32),
            "multiplier": multiplier,
            "shift": shift,
        }
