# SPDX-License-Identifier: Apache-2.0
"""conv2d_s8_scalar: conv2d_s8 for cores without DSP instructions, two products to a multiplication."""

from __future__ import annotations

import numpy as np

from penlight.backends.cortex_m.layout import BYTES, Struct, param
from penlight.backends.cortex_m.ops.conv2d_s8 import Conv2dS8
from penlight.backends.cortex_m.ops.operator import Operand
from penlight.backends.cortex_m.ops.packed import Arrays, PackedOperator, Params
from penlight.backends.cortex_m.overlap import Overlap, by_pixels, first_seen
from penlight.backends.cortex_m.target import Target, Tier

COLUMNS = 4
"""Output pixels that are computed at a time."""

TAPS = 4
"""Weights of a filter are padded with zeros to a multiple of this."""


def padded(taps: int) -> int:
    """`taps` rounded up to whole groups."""
    return -(-taps // TAPS) * TAPS


def rows_of(filters: np.ndarray) -> np.ndarray:
    """`filters` (rows, taps), int8, with zeros behind each row up to whole groups."""
    return np.pad(filters, ((0, 0), (0, padded(filters.shape[1]) - filters.shape[1])))


def halves_hold(filters: np.ndarray) -> bool:
    """Whether the products of each two neighbouring taps of `filters` (rows, taps) have a sum of 16 bits."""
    pairs = np.abs(rows_of(filters).astype(np.int64)).reshape(filters.shape[0], -1, 2)
    return bool(pairs.sum(axis=2).max() <= 255)


def is_narrow(filters: np.ndarray, bias: np.ndarray, shift: np.ndarray | None) -> bool:
    """Whether the short requantization is exact for `filters` (rows, taps) and `bias`, which has the input offset.

    Accumulators must be below 2**30 whatever the int8 inputs, and shifts go 1 to 20 bits to the right.
    """
    assert shift is not None
    largest = np.abs(bias.astype(np.int64)) + 128 * np.abs(filters.astype(np.int64)).sum(axis=1)
    return bool(largest.max() < 2**30 and shift.min() >= -20 and shift.max() <= -1)


class Conv2dS8Scalar(PackedOperator):
    """conv2d_s8 with the input offset inside of the bias, and zeros behind each filter up to whole groups of taps."""

    name = "conv2d_s8_scalar"
    code = 21
    plain = Conv2dS8
    tier = Tier.SCALAR
    params = Struct(
        "pl_conv2d_s8_scalar_params",
        (
            *(field for field in Conv2dS8.params.fields if field.name != "scratch_bytes"),
            param("weights_bytes", BYTES),
            param("scratch_bytes", BYTES),
        ),
    )
    operands = (
        Operand("input", "input", np.int8, ("batch", "in_h", "in_w", "in_c")),
        Operand("weights", "constant", np.int8, ("weights_bytes",)),
        Operand("bias", "bias", np.int32, ("out_c",)),
        Operand("multiplier", "multiplier", np.int32, ("out_c",)),
        Operand("shift", "shift", np.int32, ("out_c",)),
        Operand("scratch", "scratch", np.uint8, ("scratch_bytes",)),
        Operand("output", "output", np.int8, ("batch", "out_h", "out_w", "out_c")),
    )
    checked = True

    @classmethod
    def fits(cls, params: Params, arrays: Arrays, kernel: str) -> bool:
        filters = _filters(params, arrays)
        bias = _bias(params, arrays, filters)
        return halves_hold(filters) and is_narrow(filters, bias, arrays["shift"])

    @classmethod
    def pays(cls, params: Params, kernel: str, target: Target) -> bool:
        """Not for one or two pixels of four, nor for a few channels of pixels that the plain form reads in place."""
        if params["out_h"] * params["out_w"] < COLUMNS - 1:
            return False
        is_dense = params["kernel_h"] * params["kernel_w"] == 1 and params["filter_c"] == params["in_c"]
        return params["out_c"] >= 6 or not is_dense

    @classmethod
    def pack(cls, params: Params, arrays: Arrays, kernel: str) -> tuple[dict[str, int | float], dict[str, np.ndarray]]:
        filters = _filters(params, arrays)
        weights = rows_of(filters)
        multiplier, shift = arrays["multiplier"], arrays["shift"]
        assert multiplier is not None and shift is not None
        scratch_bytes = 2 * COLUMNS * weights.shape[1] + int(params["kernel_w"] * params["filter_c"])
        bias = _bias(params, arrays, filters).astype(np.int32)
        return (
            {**params, "weights_bytes": weights.size, "scratch_bytes": scratch_bytes},
            {"weights": weights.ravel(), "bias": bias, "multiplier": multiplier, "shift": shift},
        )

    @classmethod
    def unpack(cls, params: Params, arrays: Arrays, kernel: str) -> dict[str, np.ndarray | None]:
        weights, bias = arrays["weights"], arrays["bias"]
        assert weights is not None and bias is not None
        filters = weights.reshape(int(params["out_c"]), -1)[:, : _taps(params)]
        plain_bias = bias - _offsets(params, filters)
        return {
            "filter": filters.ravel(),
            "bias": plain_bias,
            "multiplier": arrays["multiplier"],
            "shift": arrays["shift"],
        }

    @classmethod
    def overlap(cls, params: Params, tier: Tier, kernel: str) -> dict[str, Overlap]:
        """By pixels whose windows have been copied; grouped convolutions write between the groups."""
        image = int(params["out_h"] * params["out_w"])
        staged = params["filter_c"] == params["in_c"]
        sizes = int(params["in_c"]), int(params["out_c"])
        return {"input": Overlap(by_pixels(first_seen(params), *sizes, COLUMNS, staged, image))}


def _taps(params: Params) -> int:
    return int(params["kernel_h"] * params["kernel_w"] * params["filter_c"])


def _filters(params: Params, arrays: Arrays) -> np.ndarray:
    """(out_c, taps)."""
    filters = arrays["filter"]
    assert filters is not None
    return filters.reshape(int(params["out_c"]), _taps(params))


def _offsets(params: Params, filters: np.ndarray) -> np.ndarray:
    return int(params["input_offset"]) * filters.sum(axis=1, dtype=np.int64)


def _bias(params: Params, arrays: Arrays, filters: np.ndarray) -> np.ndarray:
    """The bias with the input offset's share, int64."""
    bias = arrays["bias"]
    return _offsets(params, filters) + (0 if bias is None else bias)
