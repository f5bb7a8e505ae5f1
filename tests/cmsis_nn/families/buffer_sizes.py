# SPDX-License-Identifier: Apache-2.0
"""Sizes of scratch memory: each function answers what the exporter plans, for its own tier and for others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from cmsis_nn.calls import Call
from cmsis_nn.families.convolution import (
    FUNCTIONS,
    Params,
    convolve_scratch,
    convolve_words,
    depthwise_words,
    random_convolution,
)
from cmsis_nn.families.int16 import convolve_scratch_s16, random_convolution_s16, random_depthwise_s16

from penlight.backends.cortex_m.ops.avg_pool2d_s8 import AvgPool2dS8
from penlight.backends.cortex_m.ops.depthwise_conv2d_s8 import DepthwiseConv2dS8
from penlight.backends.cortex_m.target import Tier


def buffer_sizes(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """All forms of all functions, for random shapes."""
    made = (_of_convolution, _of_depthwise, _of_others, _of_int16)
    for index in range(count):
        yield from made[index % 4](random, tier)


def _forms(function: str, words: Sequence[int], tier: Tier, size: Callable[[Tier], int]) -> Iterator[Call]:
    """The plain form answers for the build's tier, the others for theirs."""
    for suffix, asked in (("", tier), ("_dsp", Tier.DSP), ("_mve", Tier.MVE)):
        yield Call(f"{function}_get_buffer_size{suffix}", words, returns=size(asked))


def _of_convolution(random: np.random.Generator, tier: Tier) -> Iterator[Call]:
    way = str(random.choice([way for way in FUNCTIONS if way != "upscaled"]))
    p = random_convolution(random, way)
    if way in ("1_x_n", "general"):
        p["kernel_w"] = max(2, p["kernel_w"])  # no simpler way is open
    if way == "general":
        p["dilation_w"] = 2
    for function in ("arm_convolve_wrapper_s8", *FUNCTIONS[way]):
        if function != "arm_convolve_1x1_s8":

            def size(asked: Tier, p: Params = p, way: str = way, function: str = function) -> int:
                return convolve_scratch(p, asked, way, function)

            yield from _forms(function, convolve_words(p), tier, size)


def _of_depthwise(random: np.random.Generator, tier: Tier) -> Iterator[Call]:
    for case in DepthwiseConv2dS8.cases(random, 2, tier):
        p = case.params

        def wrapper(asked: Tier, p: Params = p) -> int:
            kernel = DepthwiseConv2dS8._kernel(p)
            # CMSIS-NN's answer for MVE does not tell 3x3 kernels apart; those of the exporter need no memory.
            if asked == Tier.MVE and kernel == "3x3":
                kernel = "opt"
            return DepthwiseConv2dS8.scratch_bytes(p, asked, kernel)

        def opt(asked: Tier, p: Params = p) -> int:
            return DepthwiseConv2dS8.scratch_bytes(p, asked, "opt")

        yield from _forms("arm_depthwise_conv_wrapper_s8", depthwise_words(p), tier, wrapper)
        if p["channel_multiplier"] == 1:
            yield from _forms("arm_depthwise_conv_s8_opt", depthwise_words(p), tier, opt)


def _of_others(random: np.random.Generator, tier: Tier) -> Iterator[Call]:
    columns, rows, channels, width = (int(size) for size in random.integers(1, 999, 4))

    def average(asked: Tier) -> int:
        return AvgPool2dS8.scratch_bytes({"channels": channels}, asked, "")

    def sums(asked: Tier) -> int:
        return 4 * rows if asked == Tier.MVE else 0

    yield from _forms("arm_avgpool_s8", [width, channels], tier, average)
    yield from _forms("arm_fully_connected_s8", [columns, 1, 1, rows], tier, sums)
    yield from _forms("arm_svdf_s8", [rows, columns, 1, 1], tier, sums)


def _of_int16(random: np.random.Generator, tier: Tier) -> Iterator[Call]:
    """Those of CMSIS-NN, also where the kernels need no memory."""
    p = random_convolution_s16(random)

    def columns(asked: Tier) -> int:
        return convolve_scratch_s16(p, asked)

    words = convolve_words(p | {"activation_min": 0, "activation_max": 0, "filter_c": p["in_c"]})
    for function in ("arm_convolve_wrapper_s16", "arm_convolve_s16"):
        yield from _forms(function, words, tier, columns)
    q = random_depthwise_s16(random) | {"activation_min": 0, "activation_max": 0}
    taps = int(q["kernel_h"] * q["kernel_w"])
    is_wide = q["channel_multiplier"] != 1 or q["dilation_h"] != 1 or q["dilation_w"] != 1 or taps >= 512

    def one_to_one(asked: Tier) -> int:
        window = 2 * taps * int(q["in_c"])
        return {Tier.SCALAR: 0, Tier.DSP: window, Tier.MVE: 4 * window + 8}[asked]

    def depthwise(asked: Tier) -> int:
        return 0 if is_wide else one_to_one(asked)

    yield from _forms("arm_depthwise_conv_wrapper_s16", depthwise_words(q), tier, depthwise)
    yield from _forms("arm_depthwise_conv_fast_s16", depthwise_words(q), tier, one_to_one)
    channels = int(random.integers(1, 999))

    def average(asked: Tier) -> int:
        return AvgPool2dS8.scratch_bytes({"channels": channels}, asked, "")

    yield from _forms("arm_avgpool_s16", [7, channels], tier, average)
    yield from _forms("arm_fully_connected_s16", [channels, 1, 1, 5], tier, lambda asked: 0)
