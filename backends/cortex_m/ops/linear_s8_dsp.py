# SPDX-License-Identifier: Apache-2.0
"""linear_s8_dsp: linear_s8 with the matrix laid out for the DSP tier."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from penlight.backends.cortex_m import channel_pairs
from penlight.backends.cortex_m.channel_pairs import TILE_PIXELS
from penlight.backends.cortex_m.layout import BYTES, DIM, ELEMS, Struct, param
from penlight.backends.cortex_m.ops.linear_s8 import LinearS8
from penlight.backends.cortex_m.ops.operator import Operand
from penlight.backends.cortex_m.ops.packed import Arrays, PackedOperator, Params
from penlight.backends.cortex_m.overlap import Overlap, by_pixels
from penlight.backends.cortex_m.target import Target, Tier


class LinearS8Dsp(PackedOperator):
    """linear_s8 with the filter, the sums and the requantization as channel_pairs lays them out."""

    plain = LinearS8
    tier = Tier.DSP
    name = "linear_s8_dsp"
    code = 17
    kernels = ("", "wide")
    params = Struct(
        "pl_linear_s8_dsp_params",
        (
            *LinearS8.params.fields,
            param("channels", DIM, "output features that are stored, an even number"),
            param("column_bytes", BYTES, "inputs of a row, with the zeros after them"),
            param("quant_words", ELEMS, "three words for each output feature that is stored"),
            param("scratch_bytes", BYTES, "four rows as int16, or one that is no whole words where there are less"),
        ),
    )
    operands = (
        LinearS8.operand("input"),
        Operand("weights", "constant", np.int8, ("channels", "column_bytes")),
        Operand("quant", "constant", np.int32, ("quant_words",)),
        Operand("scratch", "scratch", np.uint8, ("scratch_bytes",)),
        LinearS8.operand("output"),
    )
    checked = True

    @classmethod
    def fits(cls, params: Params, arrays: Arrays, kernel: str) -> bool:
        weights, sums = cls._matrix(params, arrays)
        if not 2 <= len(sums) < DIM.maximum or not channel_pairs.fits(weights, sums, arrays):
            return False
        return kernel == "wide" or channel_pairs.fits_narrow(weights, sums)

    @classmethod
    def pays(cls, params: Params, kernel: str, target: Target) -> bool:
        """A row is widened for all of its outputs: for a few of these that takes longer than it saves."""
        return params["out_features"] >= (4 if params["rows"] >= TILE_PIXELS else 8)

    @classmethod
    def overlap(cls, params: Params, tier: Tier, kernel: str) -> Mapping[str, Overlap]:
        """By four rows, which have been copied; rows that are left are read in place where they are whole words."""
        features, outputs = int(params["in_features"]), int(params["out_features"])
        rows = np.arange(int(params["rows"]))
        distance = channel_pairs.distance(rows, features, outputs)
        if features % 4 == 0:
            distance = max(distance, by_pixels(rows, features, outputs, staged=False))
        return {"input": Overlap(distance)}

    @classmethod
    def _matrix(cls, params: Params, arrays: Arrays) -> tuple[np.ndarray, np.ndarray]:
        """The filter (out_features, in_features), and the sums as int64."""
        filters, sums = arrays["filter"], arrays["sums"]
        assert filters is not None and sums is not None
        return filters.reshape(int(params["out_features"]), -1), sums.astype(np.int64)

    @classmethod
    def pack(cls, params: Params, arrays: Arrays, kernel: str) -> tuple[dict[str, int | float], dict[str, np.ndarray]]:
        weights, sums = cls._matrix(params, arrays)
        wide = kernel == "wide"
        features = weights.shape[1]
        column = channel_pairs.column_bytes(features)
        channels = channel_pairs.paired(weights.shape[0])
        sizes = {
            "channels": channels,
            "column_bytes": column,
            "quant_words": channel_pairs.QUANT_WORDS * channels,
            "scratch_bytes": 2 * column * TILE_PIXELS if params["rows"] >= TILE_PIXELS else column * (features % 4 > 0),
        }
        constants = {
            "weights": channel_pairs.pack_weights(weights, wide),
            "quant": channel_pairs.pack_quant(sums, arrays, wide),
        }
        return {**params, **sizes}, constants

    @classmethod
    def unpack(cls, params: Params, arrays: Arrays, kernel: str) -> dict[str, np.ndarray | None]:
        packed, quant, wide = arrays["weights"], arrays["quant"], kernel == "wide"
        assert packed is not None and quant is not None
        features = int(params["out_features"])
        weights = channel_pairs.unpack_weights(packed, features, int(params["in_features"]), wide)
        sums, scales = channel_pairs.unpack_quant(quant, features, wide)
        return {"filter": weights.ravel(), "sums": sums, **scales}
