# SPDX-License-Identifier: Apache-2.0
"""depthwise_conv2d_s8_scalar: depthwise_conv2d_s8 for cores without DSP instructions, four pixels at a time."""

from __future__ import annotations

import numpy as np

from penlight.backends.cortex_m.layout import BYTES, Struct, param
from penlight.backends.cortex_m.ops.conv2d_s8_scalar import is_narrow
from penlight.backends.cortex_m.ops.depthwise_conv2d_s8 import DepthwiseConv2dS8
from penlight.backends.cortex_m.ops.operator import Operand
from penlight.backends.cortex_m.ops.packed import Arrays, PackedOperator, Params
from penlight.backends.cortex_m.overlap import Overlap, by_pixels, first_seen
from penlight.backends.cortex_m.target import Target, Tier

KERNEL = 3
"""Rows and columns of a filter."""

PIXELS = 4
"""Output pixels of a row that are computed at a time."""

CHANNELS = 16
"""Channels that are computed at a time."""


class DepthwiseConv2dS8Scalar(PackedOperator):
    """3x3 depthwise_conv2d_s8 with one filter a channel, filter by filter, and the input offset inside of the bias.

    Each row of a filter has a zero behind it.
    """

    name = "depthwise_conv2d_s8_scalar"
    code = 22
    plain = DepthwiseConv2dS8
    tier = Tier.SCALAR
    params = Struct(
        "pl_depthwise_conv2d_s8_scalar_params",
        (
            param("weights_bytes", BYTES),
            param("scratch_bytes", BYTES),
            *(field for field in DepthwiseConv2dS8.params.fields if field.name != "scratch_bytes"),
        ),
    )
    operands = (
        Operand("input", "input", np.int8, ("batch", "in_h", "in_w", "in_c")),
        Operand("weights", "constant", np.int8, ("weights_bytes",)),
        *DepthwiseConv2dS8.operands[2:],
    )
    checked = True

    @classmethod
    def fits(cls, params: Params, arrays: Arrays, kernel: str) -> bool:
        sizes = tuple(params[name] for name in ("channel_multiplier", "kernel_h", "kernel_w", "dilation_w"))
        if sizes != (1, KERNEL, KERNEL, 1) or params["stride_w"] > 2:
            return False
        filters = _filters(params, arrays)
        return is_narrow(filters, _bias(params, arrays, filters), arrays["shift"])

    @classmethod
    def pays(cls, params: Params, kernel: str, target: Target) -> bool:
        """Not where most tiles would have few channels or pixels, or padding round them."""
        if params["out_w"] < PIXELS - 1:
            return False
        return params["out_c"] >= 12 or (params["out_c"] >= 8 and params["out_w"] >= 8)

    @classmethod
    def pack(cls, params: Params, arrays: Arrays, kernel: str) -> tuple[dict[str, int | float], dict[str, np.ndarray]]:
        filters = _filters(params, arrays)
        weights = np.pad(filters.reshape(-1, KERNEL, KERNEL), ((0, 0), (0, 0), (0, 1)))
        multiplier, shift = arrays["multiplier"], arrays["shift"]
        assert multiplier is not None and shift is not None
        columns = int((PIXELS - 1) * params["stride_w"] + KERNEL)
        sizes = {"weights_bytes": weights.size, "scratch_bytes": KERNEL * columns * CHANNELS}
        bias = _bias(params, arrays, filters).astype(np.int32)
        return (
            {**params, **sizes},
            {"weights": weights.ravel(), "bias": bias, "multiplier": multiplier, "shift": shift},
        )

    @classmethod
    def unpack(cls, params: Params, arrays: Arrays, kernel: str) -> dict[str, np.ndarray | None]:
        weights, bias = arrays["weights"], arrays["bias"]
        assert weights is not None and bias is not None
        filters = weights.reshape(-1, KERNEL, KERNEL + 1)[:, :, :KERNEL].reshape(-1, KERNEL * KERNEL)
        return {
            "filter": filters.T.ravel(),
            "bias": bias - _offsets(params, filters),
            "multiplier": arrays["multiplier"],
            "shift": arrays["shift"],
        }

    @classmethod
    def overlap(cls, params: Params, tier: Tier, kernel: str) -> dict[str, Overlap]:
        """By pixels, some channels of which are read before they are written: channels stay among their own bytes."""
        channels = int(params["in_c"])
        return {"input": Overlap(by_pixels(first_seen(params), 1, 1) * channels, channels)}


def _filters(params: Params, arrays: Arrays) -> np.ndarray:
    """(out_c, taps)."""
    filters = arrays["filter"]
    assert filters is not None
    return filters.reshape(-1, int(params["out_c"])).T


def _offsets(params: Params, filters: np.ndarray) -> np.ndarray:
    return int(params["input_offset"]) * filters.sum(axis=1, dtype=np.int64)


def _bias(params: Params, arrays: Arrays, filters: np.ndarray) -> np.ndarray:
    """The bias with the input offset's share, int64."""
    bias = arrays["bias"]
    return _offsets(params, filters) + (0 if bias is None else bias)
