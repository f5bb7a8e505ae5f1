# SPDX-License-Identifier: Apache-2.0
"""linear_s8_mve: rows of inputs times a constant matrix for MVE, four output features at a time."""

from __future__ import annotations

import numpy as np

from penlight.backends.cortex_m.layout import BYTES, DIM, ELEMS, INT8, OFFSET, Struct, param
from penlight.backends.cortex_m.ops.linear_s8 import LinearS8
from penlight.backends.cortex_m.ops.operator import Operand
from penlight.backends.cortex_m.ops.packed import Arrays, PackedOperator, Params
from penlight.backends.cortex_m.packing_mve import CHANNELS, VECTOR, requantization, requantizes, whole
from penlight.backends.cortex_m.target import Target, Tier


class LinearS8Mve(PackedOperator):
    """The weights are, for each four output features, a vector of each, then the next vector of each, and so on.

    Features are added up to whole groups and rows up to whole vectors.
    """

    name = "linear_s8_mve"
    code = 20
    tier = Tier.MVE
    plain = LinearS8
    params = Struct(
        "pl_linear_s8_mve_params",
        (
            param("rows", ELEMS),
            param("in_features", DIM),
            param("out_features", DIM),
            param("packed_features", DIM, "output features in whole groups"),
            param("output_offset", OFFSET, "zero_point of the output"),
            param("activation_min", INT8),
            param("activation_max", INT8),
            param("weights_bytes", BYTES),
            param("scratch_bytes", BYTES),
        ),
    )
    operands = (
        Operand("input", "input", np.int8, ("rows", "in_features")),
        Operand("weights", "constant", np.int8, ("weights_bytes",)),
        Operand("bias", "bias", np.int32, ("packed_features",)),
        Operand("multiplier", "multiplier", np.int32, ("packed_features",)),
        Operand("shift", "shift", np.int32, ("packed_features",)),
        Operand("scratch", "scratch", np.uint8, ("scratch_bytes",)),
        Operand("output", "output", np.int8, ("rows", "out_features")),
    )
    checked = True

    @classmethod
    def fits(cls, params: Params, arrays: Arrays, kernel: str) -> bool:
        """Results that are scaled down."""
        sums = arrays["sums"]
        return sums is not None and requantizes(arrays, sums)

    @classmethod
    def pays(cls, params: Params, kernel: str, target: Target) -> bool:
        """But for long rows where many of the features that are computed are added ones."""
        features = int(params["out_features"])
        return params["in_features"] <= 256 or 4 * whole(features, CHANNELS) <= 5 * features

    @classmethod
    def pack(cls, params: Params, arrays: Arrays, kernel: str) -> tuple[dict[str, int | float], dict[str, np.ndarray]]:
        features, out_features = int(params["in_features"]), int(params["out_features"])
        row, packed = whole(features, VECTOR), whole(out_features, CHANNELS)
        p = {**params, "packed_features": packed, "weights_bytes": packed * row}
        p["scratch_bytes"] = row if row > features else 0
        filters, sums = arrays["filter"], arrays["sums"]
        assert filters is not None and sums is not None
        weights = np.zeros((packed, row), np.int8)
        weights[:out_features, :features] = filters.reshape(out_features, features)
        weights = weights.reshape(-1, CHANNELS, row // VECTOR, VECTOR).transpose(0, 2, 1, 3)
        return p, {"weights": weights.ravel(), **requantization(arrays, sums, packed)}

    @classmethod
    def unpack(cls, params: Params, arrays: Arrays, kernel: str) -> dict[str, np.ndarray | None]:
        features, out_features = int(params["in_features"]), int(params["out_features"])
        row = whole(features, VECTOR)
        weights, bias, multiplier, shift = (arrays[name] for name in ("weights", "bias", "multiplier", "shift"))
        assert weights is not None and bias is not None and multiplier is not None and shift is not None
        filters = weights.reshape(-1, row // VECTOR, CHANNELS, VECTOR).transpose(0, 2, 1, 3).reshape(-1, row)
        return {
            "filter": filters[:out_features, :features].ravel(),
            "sums": bias[:out_features],
            "multiplier": multiplier[:out_features],
            "shift": shift[:out_features],
        }
