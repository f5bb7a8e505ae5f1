# SPDX-License-Identifier: Apache-2.0
"""conv2d_s8: two-dimensional convolution, grouped or not, with per-channel weights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np
import torch

from penlight.backends.cortex_m.layout import BYTES, COUNT, DIM, INT8, OFFSET, Struct, param
from penlight.backends.cortex_m.ops.operator import Case, Operand, Operator
from penlight.backends.cortex_m.overlap import Overlap, by_pixels, first_seen
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


class Conv2dS8(Operator):
    """int8 convolution: out = clamp(requantize(bias + sum((in + input_offset) * filter)) + output_offset)."""

    name = "conv2d_s8"
    code = 1
    kernels = ("", "1x1", "1x1_unit")
    params = Struct(
        "pl_conv2d_s8_params",
        (
            param("batch", DIM),
            param("in_h", DIM),
            param("in_w", DIM),
            param("in_c", DIM),
            param("out_h", DIM),
            param("out_w", DIM),
            param("out_c", DIM),
            param("kernel_h", DIM),
            param("kernel_w", DIM),
            param("filter_c", DIM, "input channels of one group"),
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
        Operand("filter", "constant", np.int8, ("out_c", "kernel_h", "kernel_w", "filter_c")),
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
        return not conv_geometry(node).depthwise

    @classmethod
    def annotate(cls, node: Node, annotator: Annotator) -> None:
        annotator.annotate(node, weight="weight", weight_axis=0, fuse=True)

    @classmethod
    def lower(cls, match: Match, lowering: Lowering) -> None:
        geometry = conv_geometry(match.node)
        x, before = lowering.image(match.argument("input"))
        weight = lowering.weight(match.argument("weight"), axis=0)
        out = lowering.output(match)
        params = geometry.params(x, out, match, before)
        params["filter_c"] = weight.values.shape[1]
        kernel = cls._kernel(params)
        params["scratch_bytes"] = cls.scratch_bytes(params, lowering.tier, kernel)
        filter_ohwi = weight.values.transpose(0, 2, 3, 1)
        constants = lowering.requantization(match, x, weight, out)
        if kernel:
            # Without padding the input offset has the same share in all pixels: it goes into the bias.
            constants["bias"] = cls._with_offset(constants["bias"], filter_ohwi, int(params["input_offset"]))
            params["input_offset"] = 0
        lowering.emit(
            cls, match, params, {"input": x, "filter": filter_ohwi, **constants, "output": out}, kernel=kernel
        )

    @classmethod
    def _with_offset(cls, bias: np.ndarray | None, filters: np.ndarray, input_offset: int) -> np.ndarray:
        sums = input_offset * filters.sum(axis=(1, 2, 3), dtype=np.int64) + (0 if bias is None else bias)
        return np.clip(sums, -(2**30), 2**30).astype(np.int32)

    @classmethod
    def _kernel(cls, params: Params) -> str:
        """1x1_unit when the filter sees one pixel and every pixel in turn, 1x1 when it skips some."""
        pointwise = params["kernel_h"] == params["kernel_w"] == 1 and params["filter_c"] == params["in_c"]
        dilated = params["dilation_h"] > 1 or params["dilation_w"] > 1
        if not pointwise or dilated or params["pad_h"] or params["pad_w"]:
            return ""
        inside = all(
            (params[f"out_{axis}"] - 1) * params[f"stride_{axis}"] < params[f"in_{axis}"] for axis in ("h", "w")
        )
        if not inside:
            return ""
        same = params["in_h"] == params["out_h"] and params["in_w"] == params["out_w"]
        return "1x1_unit" if same and params["stride_h"] == params["stride_w"] == 1 else "1x1"

    @classmethod
    def scratch_bytes(cls, params: Params, tier: Tier, kernel: str) -> int:
        """What arm_convolve_s8_get_buffer_size answers for the tier; the 1x1 kernels need none."""
        if kernel:
            return 0
        # One column has the inputs of an output pixel; CMSIS-NN counts the channels of all groups.
        column = int(params["kernel_h"] * params["kernel_w"] * params["in_c"])
        if tier == Tier.MVE:
            return 4 * ((column + 15) & ~15)  # four int8 columns of whole vectors
        return 2 * 2 * ((column + 3) & ~3)  # two int16 columns

    @classmethod
    def overlap(cls, params: Params, tier: Tier, kernel: str) -> Mapping[str, Overlap]:
        """By pixels whose windows have been copied; 1x1 by rows, groups by images, and 1x1_unit all pixels at once."""
        if kernel == "1x1_unit":
            return {}
        image = int(params["out_h"] * params["out_w"])
        counts, staged = (2, 4) if tier == Tier.MVE else (2,), True
        if kernel == "1x1":
            counts, staged = (int(params["out_w"]),), False
        elif params["filter_c"] != params["in_c"]:
            counts, staged = (image,), False
        first, sizes = first_seen(params), (int(params["in_c"]), int(params["out_c"]))
        return {"input": Overlap(max(by_pixels(first, *sizes, count, staged, image) for count in counts))}

    @classmethod
    def macs(cls, params: Params) -> int:
        outputs = params["batch"] * params["out_h"] * params["out_w"] * params["out_c"]
        return int(outputs * params["kernel_h"] * params["kernel_w"] * params["filter_c"])

    @classmethod
    def reference(cls, params: Params, arrays: Mapping[str, np.ndarray | None], kernel: str = "") -> np.ndarray:
        p = {name: int(value) for name, value in params.items()}
        x = arrays["input"]
        weights = arrays["filter"]
        assert x is not None and weights is not None
        groups = p["in_c"] // p["filter_c"]
        shifted = x.reshape(p["batch"], p["in_h"], p["in_w"], p["in_c"]).astype(np.int64) + p["input_offset"]
        seen = windows(shifted, p).reshape(p["batch"], p["out_h"], p["out_w"], -1, groups, p["filter_c"])
        filters = weights.reshape(groups, p["out_c"] // groups, -1, p["filter_c"]).astype(np.int64)
        sums = np.einsum("bhwkgc,gokc->bhwgo", seen, filters).reshape(*seen.shape[:3], p["out_c"])
        if arrays["bias"] is not None:
            sums = sums + arrays["bias"]
        assert arrays["multiplier"] is not None and arrays["shift"] is not None
        out = requantize(sums, arrays["multiplier"], arrays["shift"]) + p["output_offset"]
        return np.clip(out, p["activation_min"], p["activation_max"]).astype(np.int8).ravel()

    @classmethod
    def cases(cls, random: np.random.Generator, count: int, tier: Tier) -> Iterator[Case]:
        for index in range(count):
            p = random_window(random, kernel=1 if index % 4 == 0 else None)
            groups = int(random.choice([1, 1, 1, 2, 3]))
            p["filter_c"] = int(random.choice([1, 2, 3, 4, 5, 8, 15, 16, 17]))
            p["in_c"] = p["filter_c"] * groups
            p["out_c"] = groups * int(random.choice([1, 2, 3, 4, 5, 7, 8, 9]))
            kernel = cls._kernel(p)
            p["scratch_bytes"] = cls.scratch_bytes(p, tier, kernel)
            arrays: dict[str, np.ndarray | None] = {
                name: random.integers(-128, 128, cls.operand(name).elems(p), np.int8) for name in ("input", "filter")
            }
            arrays.update(
                random_requantization(random, int(p["out_c"]), int(p["kernel_h"] * p["kernel_w"] * p["filter_c"]))
            )
            yield Case(p, arrays, kernel)
