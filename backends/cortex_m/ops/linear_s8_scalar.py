# SPDX-License-Identifier: Apache-2.0
"""linear_s8_scalar: linear_s8 for cores without DSP instructions, four output features at a time."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from penlight.backends.cortex_m.layout import BYTES, Struct, param
from penlight.backends.cortex_m.ops.conv2d_s8_scalar import TAPS, halves_hold, is_narrow, padded
from penlight.backends.cortex_m.ops.linear_s8 import LinearS8
from penlight.backends.cortex_m.ops.operator import Operand
from penlight.backends.cortex_m.ops.packed import Arrays, PackedOperator, Params
from penlight.backends.cortex_m.overlap import Overlap
from penlight.backends.cortex_m.target import Target, Tier

LANES = 4
"""Output features that are computed at a time."""


class LinearS8Scalar(PackedOperator):
    """linear_s8 with the weights of four features and two taps side by side, each plus 128.

    Features a, b, c, d and taps 0, 1 lie as a1 b1 a0 b0 c1 d1 c0 d0; features and taps are padded to whole groups.
    """

    name = "linear_s8_scalar"
    code = 23
    plain = LinearS8
    tier = Tier.SCALAR
    params = Struct("pl_linear_s8_scalar_params", (param("weights_bytes", BYTES), *LinearS8.params.fields))
    operands = (
        Operand("input", "input", np.int8, ("rows", "in_features")),
        Operand("weights", "constant", np.uint8, ("weights_bytes",)),
        *LinearS8.operands[2:],
    )
    checked = True

    @classmethod
    def fits(cls, params: Params, arrays: Arrays, kernel: str) -> bool:
        filters, sums = _filters(params, arrays), arrays["sums"]
        assert sums is not None
        return halves_hold(filters) and is_narrow(filters, sums, arrays["shift"])

    @classmethod
    def pays(cls, params: Params, kernel: str, target: Target) -> bool:
        """Not for short rows, nor where more than a sixth of the computed features would be padding."""
        features = int(params["out_features"])
        return params["in_features"] >= 32 and 5 * -(-features // LANES) * LANES <= 6 * features

    @classmethod
    def pack(cls, params: Params, arrays: Arrays, kernel: str) -> tuple[dict[str, int | float], dict[str, np.ndarray]]:
        filters = _filters(params, arrays)
        features, taps = filters.shape
        whole = np.pad(filters, ((0, -features % LANES), (0, -taps % TAPS))).astype(np.int16) + 128
        # (group, pair of features, feature, pair of taps, tap) -> (group, pair of taps, pair, tap, feature)
        split = whole.reshape(-1, LANES // 2, 2, whole.shape[1] // 2, 2)
        weights = split.transpose(0, 3, 1, 4, 2)[:, :, :, ::-1].astype(np.uint8).ravel()
        constants = {name: arrays[name] for name in ("sums", "multiplier", "shift")}
        return {**params, "weights_bytes": weights.size}, {"weights": weights, **_present(constants)}

    @classmethod
    def unpack(cls, params: Params, arrays: Arrays, kernel: str) -> dict[str, np.ndarray | None]:
        weights = arrays["weights"]
        assert weights is not None
        features, taps = int(params["out_features"]), int(params["in_features"])
        split = weights.reshape(-1, padded(taps) // 2, LANES // 2, 2, 2)[:, :, :, ::-1]
        whole = split.transpose(0, 2, 4, 1, 3).reshape(-1, padded(taps)).astype(np.int16) - 128
        return {
            "filter": whole[:features, :taps].astype(np.int8).ravel(),
            **{name: arrays[name] for name in ("sums", "multiplier", "shift")},
        }

    @classmethod
    def overlap(cls, params: Params, tier: Tier, kernel: str) -> Mapping[str, Overlap]:
        return LinearS8.overlap(params, tier, kernel)


def _filters(params: Params, arrays: Arrays) -> np.ndarray:
    """(out_features, in_features)."""
    filters = arrays["filter"]
    assert filters is not None
    return filters.reshape(int(params["out_features"]), int(params["in_features"]))


def _present(constants: dict[str, np.ndarray | None]) -> dict[str, np.ndarray]:
    return {name: array for name, array in constants.items() if array is not None}
