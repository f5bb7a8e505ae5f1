# SPDX-License-Identifier: Apache-2.0
"""conv2d_s8_dsp: conv2d_s8 in one group, with weights laid out for the DSP tier."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from penlight.backends.cortex_m import channel_pairs
from penlight.backends.cortex_m.layout import BYTES, ELEMS, Struct, param
from penlight.backends.cortex_m.ops.conv2d_s8 import Conv2dS8
from penlight.backends.cortex_m.ops.operator import Operand
from penlight.backends.cortex_m.ops.packed import Arrays, PackedOperator, Params
from penlight.backends.cortex_m.overlap import Overlap, first_seen
from penlight.backends.cortex_m.target import Target, Tier


class Conv2dS8Dsp(PackedOperator):
    """conv2d_s8 whose biases include the input offset; weights and requantization as channel_pairs lays them out."""

    plain = Conv2dS8
    tier = Tier.DSP
    name = "conv2d_s8_dsp"
    code = 15
    kernels = ("1x1", "", "1x1_wide", "wide")
    params = Struct(
        "pl_conv2d_s8_dsp_params",
        (
            *(field for field in Conv2dS8.params.fields if field.name != "scratch_bytes"),
            param("channels", ELEMS, "output channels that are stored, an even number"),
            param("column_bytes", BYTES, "inputs of a pixel, with the zeros after them"),
            param("quant_words", ELEMS, "three words for each channel that is stored"),
            param("scratch_bytes", BYTES, "columns of four pixels as int16, and parts of one"),
        ),
    )
    operands = (
        Conv2dS8.operand("input"),
        Operand("weights", "constant", np.int8, ("channels", "column_bytes")),
        Operand("quant", "constant", np.int32, ("quant_words",)),
        Operand("scratch", "scratch", np.uint8, ("scratch_bytes",)),
        Conv2dS8.operand("output"),
    )
    checked = True

    @classmethod
    def fits(cls, params: Params, arrays: Arrays, kernel: str) -> bool:
        if params["filter_c"] != params["in_c"] or params["out_c"] < 2:
            return False
        if kernel.startswith("1x1") and not cls._is_pointwise(params):
            return False
        weights = cls._weights(params, arrays)
        sums = channel_pairs.folded(weights, arrays["bias"], int(params["input_offset"]))
        wide = kernel.endswith("wide")
        return channel_pairs.fits(weights, sums, arrays) and (wide or channel_pairs.fits_narrow(weights, sums))

    @classmethod
    def pays(cls, params: Params, kernel: str, target: Target) -> bool:
        """Windows are collected for all output channels: for a few of these that takes longer than it saves."""
        is_short = params["batch"] * params["out_h"] * params["out_w"] < channel_pairs.TILE_PIXELS
        if kernel.startswith("1x1"):
            return params["out_c"] >= (8 if is_short else 4)
        return params["out_c"] >= (8 if is_short or params["in_c"] < 3 else 6)

    @classmethod
    def overlap(cls, params: Params, tier: Tier, kernel: str) -> Mapping[str, Overlap]:
        """By four pixels, whose windows have been copied."""
        sizes = int(params["in_c"]), int(params["out_c"])
        return {"input": Overlap(channel_pairs.distance(first_seen(params), *sizes))}

    @classmethod
    def _is_pointwise(cls, params: Params) -> bool:
        """Whether the filter sees one pixel, and every pixel in turn."""
        ones = ("kernel_h", "kernel_w", "stride_h", "stride_w")
        same = params["in_h"] == params["out_h"] and params["in_w"] == params["out_w"]
        return same and all(params[name] == 1 for name in ones) and params["pad_h"] == params["pad_w"] == 0

    @classmethod
    def _weights(cls, params: Params, arrays: Arrays) -> np.ndarray:
        """(channels, products), the products in the order of columns."""
        filters = arrays["filter"]
        assert filters is not None
        return filters.reshape(int(params["out_c"]), -1)[:, cls._order(params)]

    @classmethod
    def _order(cls, params: Params) -> np.ndarray:
        """The elements of a window in the order of columns: whole words of each row, then what is left of each."""
        row = int(params["kernel_w"] * params["in_c"])
        elements = np.arange(int(params["kernel_h"]) * row).reshape(-1, row)
        whole = row & ~3
        return np.concatenate([elements[:, :whole].ravel(), elements[:, whole:].ravel()])

    @classmethod
    def pack(cls, params: Params, arrays: Arrays, kernel: str) -> tuple[dict[str, int | float], dict[str, np.ndarray]]:
        weights, wide = cls._weights(params, arrays), kernel.endswith("wide")
        column = channel_pairs.column_bytes(weights.shape[1])
        channels = channel_pairs.paired(weights.shape[0])
        sizes = {
            "channels": channels,
            "column_bytes": column,
            "quant_words": channel_pairs.QUANT_WORDS * channels,
            "scratch_bytes": 8 * column + (0 if kernel.startswith("1x1") else cls._row_bytes(params)),
        }
        sums = channel_pairs.folded(weights, arrays["bias"], int(params["input_offset"]))
        constants = {
            "weights": channel_pairs.pack_weights(weights, wide),
            "quant": channel_pairs.pack_quant(sums, arrays, wide),
        }
        return {**params, **sizes}, constants

    @classmethod
    def _row_bytes(cls, params: Params) -> int:
        """A row of a window, and what is left of each row with zeros behind it."""
        return int(params["kernel_w"] * params["in_c"] + 4 * params["kernel_h"])

    @classmethod
    def unpack(cls, params: Params, arrays: Arrays, kernel: str) -> dict[str, np.ndarray | None]:
        packed, quant, wide = arrays["weights"], arrays["quant"], kernel.endswith("wide")
        assert packed is not None and quant is not None
        order = cls._order(params)
        weights = channel_pairs.unpack_weights(packed, int(params["out_c"]), len(order), wide)
        sums, scales = channel_pairs.unpack_quant(quant, int(params["out_c"]), wide)
        bias = sums - channel_pairs.folded(weights, None, int(params["input_offset"]))
        return {"filter": weights[:, np.argsort(order)].ravel(), "bias": bias.astype(np.int32), **scales}
