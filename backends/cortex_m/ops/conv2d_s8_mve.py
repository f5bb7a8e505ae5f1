# SPDX-License-Identifier: Apache-2.0
"""conv2d_s8_mve: convolutions in one group for MVE, with weights in whole vectors and the input offset in the bias."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from penlight.backends.cortex_m.layout import BYTES, COUNT, DIM, INT8, OFFSET, Struct, param
from penlight.backends.cortex_m.ops.conv2d_s8 import Conv2dS8
from penlight.backends.cortex_m.ops.operator import Case, Operand
from penlight.backends.cortex_m.ops.packed import Arrays, PackedOperator, Params
from penlight.backends.cortex_m.overlap import Overlap, by_pixels, first_seen
from penlight.backends.cortex_m.packing_mve import (
    CHANNELS,
    VECTOR,
    folded_bias,
    requantization,
    requantizes,
    unfolded,
    whole,
)
from penlight.backends.cortex_m.quantization import random_requantization
from penlight.backends.cortex_m.target import Target, Tier
from penlight.backends.cortex_m.window import random_window


class Conv2dS8Mve(PackedOperator):
    """A column is what an output pixel sees, zeros up to whole vectors behind it.

    Kernel "1x1" takes the pixels of the input as its columns, "" copies what is to be a column. The weights are, for
    each pair of output channels, a vector of the first one's column, a vector of the second one's, and so on. Channels
    are added up to whole groups.
    """

    name = "conv2d_s8_mve"
    code = 18
    tier = Tier.MVE
    plain = Conv2dS8
    kernels = ("1x1", "")
    params = Struct(
        "pl_conv2d_s8_mve_params",
        (
            param("batch", DIM),
            param("in_h", DIM),
            param("in_w", DIM),
            param("in_c", DIM),
            param("out_h", DIM),
            param("out_w", DIM),
            param("out_c", DIM),
            param("packed_c", DIM, "output channels in whole groups"),
            param("kernel_h", DIM),
            param("kernel_w", DIM),
            param("stride_h", DIM),
            param("stride_w", DIM),
            param("pad_h", COUNT, "padding before the first row"),
            param("pad_w", COUNT, "padding before the first column"),
            param("dilation_h", DIM),
            param("dilation_w", DIM),
            param("input_offset", OFFSET, "-zero_point of the input, for padding alone"),
            param("output_offset", OFFSET, "zero_point of the output"),
            param("activation_min", INT8),
            param("activation_max", INT8),
            param("weights_bytes", BYTES),
            param("scratch_bytes", BYTES),
        ),
    )
    operands = (
        Operand("input", "input", np.int8, ("batch", "in_h", "in_w", "in_c")),
        Operand("weights", "constant", np.int8, ("weights_bytes",)),
        Operand("bias", "bias", np.int32, ("packed_c",)),
        Operand("multiplier", "multiplier", np.int32, ("packed_c",)),
        Operand("shift", "shift", np.int32, ("packed_c",)),
        Operand("scratch", "scratch", np.uint8, ("scratch_bytes",)),
        Operand("output", "output", np.int8, ("batch", "out_h", "out_w", "out_c")),
    )
    checked = True

    @classmethod
    def fits(cls, params: Params, arrays: Arrays, kernel: str) -> bool:
        """In one group, with results that are scaled down."""
        if params["filter_c"] != params["in_c"]:
            return False
        if kernel == "1x1" and not Conv2dS8._kernel(params):
            return False
        assert arrays["filter"] is not None
        return requantizes(arrays, _bias(params, arrays, arrays["filter"]))

    @classmethod
    def pays(cls, params: Params, kernel: str, target: Target) -> bool:
        """Where little is computed for columns and channels that are added: four of each are done together."""
        out_c, pixels = int(params["out_c"]), int(params["out_w"])
        skips = _skips(params)
        if not (kernel == "1x1" and skips):
            pixels *= int(params["batch"] * params["out_h"])
        computed, wanted = whole(pixels, 4) * whole(out_c, CHANNELS), pixels * out_c
        if kernel == "1x1":
            return out_c > 2 and 3 * computed <= 4 * wanted and not (skips and params["in_c"] * out_c < 16)
        return out_c > 3 and 3 * computed < 4 * wanted

    @classmethod
    def pack(cls, params: Params, arrays: Arrays, kernel: str) -> tuple[dict[str, int | float], dict[str, np.ndarray]]:
        p = {field.name: params[field.name] for field in cls.params.fields if field.name in params}
        column = _column(params)
        out_c, packed_c = int(params["out_c"]), whole(int(params["out_c"]), CHANNELS)
        p["packed_c"] = packed_c
        p["weights_bytes"] = packed_c * column
        p["scratch_bytes"] = 0 if kernel == "1x1" and params["in_c"] == column else 4 * column
        assert arrays["filter"] is not None
        filters = arrays["filter"].reshape(out_c, -1)
        weights = np.zeros((packed_c, column), np.int8)
        weights[:out_c, : filters.shape[1]] = filters
        weights = weights.reshape(-1, 2, column // VECTOR, VECTOR).transpose(0, 2, 1, 3)
        constants = requantization(arrays, _bias(params, arrays, filters), packed_c)
        return p, {"weights": weights.ravel(), **constants}

    @classmethod
    def unpack(cls, params: Params, arrays: Arrays, kernel: str) -> dict[str, np.ndarray | None]:
        column, out_c = _column(params), int(params["out_c"])
        assert arrays["weights"] is not None
        weights = arrays["weights"].reshape(-1, column // VECTOR, 2, VECTOR).transpose(0, 2, 1, 3).reshape(-1, column)
        products = int(params["kernel_h"] * params["kernel_w"] * params["in_c"])
        filters = weights[:out_c, :products]
        return {"filter": filters.ravel(), **unfolded(arrays, int(params["input_offset"]), _sums(filters))}

    @classmethod
    def cases(cls, random: np.random.Generator, count: int, tier: Tier) -> Iterator[Case]:
        """Those of the plain operator, and as many with longer columns and more channels."""
        yield from super().cases(random, count // 2, tier)
        for index in range(count - count // 2):
            p = random_window(random, kernel=1 if index % 2 else None)
            p["in_c"] = p["filter_c"] = int(random.choice([3, 8, 16, 17, 31, 32, 48, 64, 100]))
            p["out_c"] = int(random.choice([1, 3, 4, 8, 10, 12, 15, 33]))
            arrays: dict[str, np.ndarray | None] = {
                name: random.integers(-128, 128, cls.plain.operand(name).elems(p), np.int8)
                for name in ("input", "filter")
            }
            products = int(p["kernel_h"] * p["kernel_w"] * p["in_c"])
            arrays.update(random_requantization(random, int(p["out_c"]), products))
            kernel = "1x1" if cls.fits(p, arrays, "1x1") else ""
            params, constants = cls.pack(p, arrays, kernel)
            yield Case(params, {"input": arrays["input"], **constants}, kernel)

    @classmethod
    def overlap(cls, params: Mapping[str, int | float], tier: Tier, kernel: str) -> Mapping[str, Overlap]:
        """By four pixels, whose windows have been copied; 1x1 reads them until they are done."""
        row = int(params["out_w"]) if kernel == "1x1" and _skips(params) else None
        sizes = int(params["in_c"]), int(params["out_c"])
        return {"input": Overlap(by_pixels(first_seen(params), *sizes, 4, kernel != "1x1", row))}

    @classmethod
    def reference(cls, params: Params, arrays: Arrays, kernel: str = "") -> np.ndarray:
        return super().reference({**params, "filter_c": params["in_c"]}, arrays, kernel)

    @classmethod
    def macs(cls, params: Params) -> int:
        return super().macs({**params, "filter_c": params["in_c"]})


def _skips(params: Params) -> bool:
    """Whether a 1x1 convolution leaves pixels out, and so goes by rows."""
    return any(params[f"in_{axis}"] != params[f"out_{axis}"] for axis in "hw")


def _column(params: Params) -> int:
    """Bytes of a column."""
    products = int(params["kernel_h"] * params["kernel_w"] * params["in_c"])
    return whole(products, VECTOR)


def _sums(filters: np.ndarray) -> np.ndarray:
    return filters.sum(axis=1, dtype=np.int64)


def _bias(params: Params, arrays: Arrays, filters: np.ndarray) -> np.ndarray:
    return folded_bias(arrays, int(params["input_offset"]), _sums(filters.reshape(int(params["out_c"]), -1)))
