# SPDX-License-Identifier: Apache-2.0
"""Convolutions and pools. The references are those of the operators."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from cmsis_nn.calls import Buffer, Call
from cmsis_nn.families.quantization import Arrays, random_activation, random_constants, random_int8

from penlight.backends.cortex_m.ops.avg_pool2d_s8 import AvgPool2dS8
from penlight.backends.cortex_m.ops.conv2d_s8 import Conv2dS8
from penlight.backends.cortex_m.ops.depthwise_conv2d_s8 import DepthwiseConv2dS8
from penlight.backends.cortex_m.ops.max_pool2d_s8 import MaxPool2dS8
from penlight.backends.cortex_m.target import Tier
from penlight.backends.cortex_m.window import random_pool, random_window

Params = dict[str, int | float]

# The parameters of a window in the order of the structs cmsis_nn_conv_params and cmsis_nn_pool_params.
_STRIDE_PADDING = ("stride_w", "stride_h", "pad_w", "pad_h")
_WINDOW = (*_STRIDE_PADDING, "dilation_w", "dilation_h", "activation_min", "activation_max")

FUNCTIONS = {
    "dense": ("arm_convolve_1x1_s8_fast", "arm_convolve_1x1_s8", "arm_convolve_s8"),
    "strided": ("arm_convolve_1x1_s8", "arm_convolve_s8"),
    "1_x_n": ("arm_convolve_1_x_n_s8", "arm_convolve_s8"),
    "general": ("arm_convolve_s8",),
    "upscaled": ("arm_convolve_s8",),
}
"""The ways of arm_convolve_wrapper_s8, and the functions beside it that take such shapes."""


def convolve_words(p: Mapping[str, int | float]) -> list[int]:
    """Parameters and dimensions of a convolution, as api/convolution.c takes them."""
    return _ints(p, "input_offset", "output_offset", *_WINDOW) + _dims(p, "filter_c")


def depthwise_words(p: Mapping[str, int | float]) -> list[int]:
    """Parameters and dimensions of a depthwise convolution."""
    return _ints(p, "input_offset", "output_offset", "channel_multiplier", *_WINDOW) + _dims(p, "out_c")


def pool_words(p: Mapping[str, int | float]) -> list[int]:
    """Parameters and dimensions of a pool."""
    return _ints(p, *_STRIDE_PADDING, "activation_min", "activation_max") + _dims(
        dict(p) | {"in_c": p["channels"], "out_c": p["channels"]}, "channels"
    )


def _ints(p: Mapping[str, int | float], *names: str) -> list[int]:
    return [int(p[name]) for name in names]


def _dims(p: Mapping[str, int | float], filter_c: str) -> list[int]:
    return [
        *_ints(p, "batch", "in_h", "in_w", "in_c"),
        *(1, *_ints(p, "kernel_h", "kernel_w", filter_c)),
        *_ints(p, "batch", "out_h", "out_w", "out_c"),
    ]


def random_convolution(random: np.random.Generator, way: str) -> Params:
    """Random parameters for one of the ways in FUNCTIONS."""
    point = way in ("dense", "strided")
    p = random_window(random, kernel=1 if point else None, dilated=way != "1_x_n")
    groups = int(random.choice([1, 2, 3])) if way == "general" else 1
    p["filter_c"] = int(random.choice([1, 2, 3, 4, 5, 8, 15, 16, 17]))
    p["in_c"] = p["filter_c"] * groups
    p["out_c"] = groups * int(random.choice([1, 2, 3, 4, 5, 7, 8, 9]))
    if way == "dense":
        p |= {"stride_h": 1, "stride_w": 1, "out_h": p["in_h"], "out_w": p["in_w"]}
    elif way == "1_x_n":
        p |= {"in_h": 1, "kernel_h": 1, "out_h": 1, "pad_h": 0}
        p["in_c"] = p["filter_c"] = int(random.choice([1, 2, 3, 4, 5])) * (4 if p["stride_w"] % 2 else 2)
        if p["stride_w"] * p["in_c"] % 4:
            p["in_c"] = p["filter_c"] = 2 * p["in_c"]
    elif way == "upscaled":
        p |= {"in_h": p["in_h"] + p["in_h"] % 2, "in_w": p["in_w"] + p["in_w"] % 2}
    if not point and random.integers(4) == 0:
        p["out_w"] += 1  # more padding behind the last column than before the first
        if way != "1_x_n":
            p["out_h"] += 1
    return p


def convolve_scratch(p: Params, tier: Tier, way: str, function: str) -> int:
    """What the function's *_get_buffer_size answers."""
    if function == "arm_convolve_wrapper_s8":
        function = FUNCTIONS[way][0]
    if function.startswith("arm_convolve_1x1"):
        return 0
    general = Conv2dS8.scratch_bytes(p, tier, "")
    return one_row_scratch(p, general) if function == "arm_convolve_1_x_n_s8" and tier == Tier.MVE else general


def one_row_scratch(p: Params, general: int) -> int:
    """Bytes for arm_convolve_1_x_n_s8 on MVE; `general` are those of arm_convolve_s8.

    CMSIS-NN's kernel copies the pixels under padding of each end; where the ends meet it takes the general kernel.
    """
    q = {name: int(value) for name, value in p.items()}
    total = (q["out_w"] - 1) * q["stride_w"] + q["kernel_w"] - q["in_w"]
    odd = total - 2 * int(total / 2)  # as in C, of the sign of total
    left, right = (max(1, -(-pad // q["stride_w"])) if pad else 0 for pad in (q["pad_w"], q["pad_w"] + odd))
    if left + right > q["out_w"]:
        return general
    columns = max(q["kernel_w"] + q["pad_w"], q["kernel_w"] - 1 + (right if odd else q["pad_w"]))
    return columns * q["in_c"]


def convolutions(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """All functions of convolution, by all ways of the wrapper."""
    ways = list(FUNCTIONS)
    for index in range(count):
        way = ways[index % len(ways)]
        p = random_convolution(random, way)
        functions = FUNCTIONS[way] if way == "upscaled" else ("arm_convolve_wrapper_s8", *FUNCTIONS[way])
        function = str(random.choice(functions))
        constants = random_constants(random, int(p["out_c"]), int(p["kernel_h"] * p["kernel_w"] * p["filter_c"]))
        x = random_int8(random, int(p["batch"]), int(p["in_h"]), int(p["in_w"]), int(p["in_c"]))
        upscale = [0, 0, 0, 0, 0]
        given = x
        if way == "upscaled":
            factor_h, factor_w = (int(factor) for factor in random.choice([1, 2], 2))
            upscale = [1, 1, factor_h, factor_w, 1]
            given = x[:, ::factor_h, ::factor_w].copy()
            x = np.full_like(x, -int(p["input_offset"]))  # zero points between the pixels
            x[:, ::factor_h, ::factor_w] = given
        size = convolve_scratch(p, tier, way, function)
        words = [*convolve_words(p), _stated(random, size), *(upscale if function == "arm_convolve_s8" else [])]
        filters = random_int8(random, Conv2dS8.operand("filter").elems(p))
        wanted = Conv2dS8.reference(p, {"input": x.ravel(), "filter": filters, **constants})
        yield Call(function, words, layer_buffers(random, given, filters, constants, size, wanted))


def layer_buffers(
    random: np.random.Generator,
    x: np.ndarray,
    filters: np.ndarray,
    constants: Arrays,
    scratch: int,
    wanted: np.ndarray,
) -> list[Buffer | None]:
    """The buffers of a convolution or a fully connected layer."""
    values = (constants[name] for name in ("bias", "multiplier", "shift"))
    return [
        Buffer.constant(x),
        Buffer.constant(filters),
        *(None if array is None else Buffer.constant(array) for array in values),
        Buffer.scratch(random, scratch),
        Buffer.output(random, wanted),
    ]


def _stated(random: np.random.Generator, size: int) -> int:
    """What a context says of its scratch memory: its size, or nothing."""
    return int(random.choice([size, size, 0]))


def depthwise_convolutions(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """All functions of depthwise convolution."""
    for case in DepthwiseConv2dS8.cases(random, count, tier):
        p = case.params
        if random.integers(4) == 0:
            p |= {"out_h": p["out_h"] + 1, "out_w": p["out_w"] + 1}
        taps = int(p["kernel_h"] * p["kernel_w"])
        sizes = {"arm_depthwise_conv_wrapper_s8": int(p["scratch_bytes"]), "arm_depthwise_conv_s8": 0}
        if p["channel_multiplier"] == 1:
            sizes["arm_depthwise_conv_s8_opt"] = DepthwiseConv2dS8.scratch_bytes(p, tier, "opt")
            if DepthwiseConv2dS8._kernel(p) == "3x3":
                sizes["arm_depthwise_conv_3x3_s8"] = 0
        function = str(random.choice(list(sizes)))
        x, filters = case.arrays["input"], case.arrays["filter"]
        assert x is not None and filters is not None
        constants = random_constants(random, int(p["out_c"]), taps)
        wanted = DepthwiseConv2dS8.reference(p, {"input": x, "filter": filters, **constants})
        buffers = layer_buffers(random, x, filters, constants, sizes[function], wanted)
        yield Call(function, [*depthwise_words(p), _stated(random, sizes[function])], buffers)


def pools(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """Average and max pools, with every range of results; some of windows of many pixels."""
    for index in range(count):
        p = random_pool(random)
        if index % 64 == 0:
            height, width = random.choice([(17, 31), (16, 16), (76, 76), (81, 80), (1, 257)])
            p |= {"batch": 1, "channels": int(random.choice([1, 3, 9])), "out_h": 1, "out_w": 1, "pad_h": 0, "pad_w": 0}
            p |= {"in_h": int(height), "in_w": int(width), "kernel_h": int(height), "kernel_w": int(width)}
        low, high = random_activation(random)
        p |= {"activation_min": low, "activation_max": high, "input_offset": 0, "divisor": 0}
        x = random_int8(random, AvgPool2dS8.operand("input").elems(p))
        is_average = random.integers(2) == 0
        operator = AvgPool2dS8 if is_average else MaxPool2dS8
        wanted = np.clip(operator.reference(p, {"input": x}), low, high)
        size = AvgPool2dS8.scratch_bytes(p, tier, "") if is_average else 0
        yield Call(
            "arm_avgpool_s8" if is_average else "arm_max_pool_s8",
            [*pool_words(p), size],
            [Buffer.constant(x), Buffer.scratch(random, size), Buffer.output(random, wanted)],
        )
