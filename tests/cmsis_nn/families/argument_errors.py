# SPDX-License-Identifier: Apache-2.0
"""Calls that break a documented condition: they answer ARM_CMSIS_NN_ARG_ERROR and write nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from cmsis_nn.calls import Buffer, Call
from cmsis_nn.families.convolution import Params, convolve_words, depthwise_words, layer_buffers, pool_words
from cmsis_nn.families.int16 import convolve_scratch_s16
from cmsis_nn.families.quantization import Arrays, random_int8

from penlight.backends.cortex_m.ops.conv2d_s8 import Conv2dS8
from penlight.backends.cortex_m.ops.depthwise_conv2d_s8 import DepthwiseConv2dS8
from penlight.backends.cortex_m.target import Tier

ARG_ERROR = -1
ENOUGH = 4096  # elements of each buffer: more than any shape here has

# A convolution that all functions take, and a 3x3 one.
_POINT: Params = {
    **{"batch": 2, "in_h": 1, "in_w": 6, "in_c": 4, "out_h": 1, "out_w": 6, "out_c": 8, "filter_c": 4},
    **{"kernel_h": 1, "kernel_w": 1, "stride_h": 1, "stride_w": 1, "pad_h": 0, "pad_w": 0},
    **{"dilation_h": 1, "dilation_w": 1, "input_offset": 5, "output_offset": 0},
    **{"activation_min": -128, "activation_max": 127, "channels": 4, "channel_multiplier": 1},
}
_SQUARE: Params = _POINT | {"kernel_h": 3, "kernel_w": 3, "pad_h": 1, "pad_w": 1, "in_h": 6, "out_h": 6}
_DEPTHWISE: Params = _SQUARE | {"batch": 1, "out_c": 4}

# For each function: a shape that it takes, and changes that it must refuse.
_CONVOLUTIONS: dict[str, tuple[Params, list[Params]]] = {
    "arm_convolve_wrapper_s8": (
        _SQUARE,
        [
            {"filter_c": 3},
            {"filter_c": 8},
            {"filter_c": 0},
            {"filter_c": 1, "out_c": 6},
            {"stride_w": 0},
            {"stride_h": -1},
            {"dilation_w": 0},
            {"dilation_h": 0},
            {"input_offset": -128},
            {"input_offset": 129},
            {"in_w": 0},
            {"kernel_h": 0},
            {"out_c": 0},
        ],
    ),
    "arm_convolve_1x1_s8_fast": (
        _POINT,
        [
            {"kernel_w": 3},
            {"kernel_h": 3},
            {"stride_w": 2, "out_w": 3},
            {"stride_h": 2},
            {"pad_w": 1},
            {"pad_h": 1},
            {"filter_c": 2},
            {"out_w": 5},
        ],
    ),
    "arm_convolve_1x1_s8": (
        _POINT,
        [
            {"kernel_w": 3},
            {"kernel_h": 3},
            {"pad_w": 1},
            {"pad_h": 1},
            {"filter_c": 2},
            {"stride_w": 0},
            {"stride_w": 2},
            {"out_h": 2},
        ],
    ),
    "arm_convolve_1_x_n_s8": (
        _POINT | {"kernel_w": 3, "pad_w": 1},
        [
            {"in_h": 2, "out_h": 2},
            {"kernel_h": 3},
            {"out_h": 2},
            {"pad_h": 1},
            {"dilation_w": 2},
            {"filter_c": 2},
            {"stride_w": 0},
            {"pad_w": -1},
            {"input_offset": 129},
        ],
    ),
}
_CONVOLUTIONS["arm_convolve_s8"] = _CONVOLUTIONS["arm_convolve_wrapper_s8"]

_BAD_DEPTHWISE: list[Params] = [
    {"stride_w": 0},
    {"stride_h": -1},
    {"dilation_w": 0},
    {"dilation_h": -2},
    {"channel_multiplier": 2},
    {"channel_multiplier": 0},
    {"out_c": 8},
    {"kernel_w": 0},
]
_DEPTHWISES: dict[str, list[Params]] = {
    "arm_depthwise_conv_wrapper_s8": _BAD_DEPTHWISE,
    "arm_depthwise_conv_s8": _BAD_DEPTHWISE,
    "arm_depthwise_conv_s8_opt": [*_BAD_DEPTHWISE, {"channel_multiplier": 2, "out_c": 8}],
    "arm_depthwise_conv_3x3_s8": [
        *_BAD_DEPTHWISE,
        {"channel_multiplier": 2, "out_c": 8},
        {"kernel_w": 5},
        {"kernel_h": 2},
        {"pad_w": 2},
        {"dilation_w": 2},
    ],
}

_BAD_POOLS: list[Params] = [{"stride_w": 0}, {"stride_h": 0}, {"kernel_w": 0}, {"kernel_h": -1}]
_BLIND_POOLS: list[Params] = [{"pad_w": 3}, {"pad_h": 3}, {"out_w": 8}, {"out_h": 9}]  # a window over padding alone


def argument_errors(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """Each error once, whatever `count` is."""
    for function, (base, changes) in _CONVOLUTIONS.items():
        for change in changes:
            words = [*convolve_words(base | change), 0, 0, 0, 0, 0, 0]
            yield _refused(random, function, words, ENOUGH)
    for function, depthwise_changes in _DEPTHWISES.items():
        for change in depthwise_changes:
            yield _refused(random, function, [*depthwise_words(_DEPTHWISE | change), 0], ENOUGH)
    yield from _without_scratch(random, tier)
    yield from _pools(random)
    yield from _moves(random)
    yield from _int16(random, tier)
    yield from _batch_matmuls(random, tier)


def _refused(random: np.random.Generator, function: str, words: Sequence[int], scratch: int) -> Call:
    """A layer's call whose buffers are large enough for any of the shapes here."""
    constants: Arrays = {name: np.zeros(64, np.int32) for name in ("bias", "multiplier", "shift")}
    x, filters, output = (random_int8(random, ENOUGH) for _ in range(3))
    buffers = layer_buffers(random, x, filters, constants, scratch, output)
    buffers[6] = Buffer.constant(output)
    return Call(function, words, buffers, returns=ARG_ERROR)


def _without_scratch(random: np.random.Generator, tier: Tier) -> Iterator[Call]:
    """A null pointer where memory is needed, and one byte less than the function asks for."""
    opt = DepthwiseConv2dS8.scratch_bytes(_DEPTHWISE, tier, "opt")
    five = _DEPTHWISE | {"kernel_h": 5, "kernel_w": 5, "pad_h": 2, "pad_w": 2}
    wrapper = DepthwiseConv2dS8.scratch_bytes(five, tier, "opt")
    square = Conv2dS8.scratch_bytes(_SQUARE, tier, "")
    row, row_words = _CONVOLUTIONS["arm_convolve_1_x_n_s8"][0], [0, 0, 0, 0, 0]
    row_bytes = 4 * int(row["in_c"]) if tier == Tier.MVE else Conv2dS8.scratch_bytes(row, tier, "")
    connected = [5, 0, 0, -128, 127, 16, 1, 1, 8, 2, 1, 1, 8]
    sums = 32 if tier == Tier.MVE else 0
    layers = [
        ("arm_convolve_wrapper_s8", convolve_words(_SQUARE), square),
        ("arm_convolve_s8", convolve_words(_SQUARE), square),
        ("arm_convolve_1_x_n_s8", convolve_words(row), row_bytes),
        ("arm_depthwise_conv_s8_opt", depthwise_words(_DEPTHWISE), opt),
        ("arm_depthwise_conv_wrapper_s8", depthwise_words(five), wrapper),
        ("arm_fully_connected_s8", connected, sums),
        ("arm_fully_connected_per_channel_s8", connected, sums),
        ("arm_fully_connected_wrapper_s8", connected, sums),
    ]
    for function, words, size in layers:
        if size:
            yield _refused(random, function, [*words, 0, *row_words], 0)
            yield _refused(random, function, [*words, size, *row_words], 0)
            yield _refused(random, function, [*words, size - 1, *row_words], size)


def _pools(random: np.random.Generator) -> Iterator[Call]:
    for function, changes in (("arm_avgpool_s8", [*_BAD_POOLS, *_BLIND_POOLS]), ("arm_max_pool_s8", _BAD_POOLS)):
        for change in changes:
            buffers = [Buffer.constant(random_int8(random, ENOUGH)) for _ in range(3)]
            yield Call(function, [*pool_words(_SQUARE | change), ENOUGH], buffers, returns=ARG_ERROR)


def _moves(random: np.random.Generator) -> Iterator[Call]:
    pad = [0, *(1, 2, 3, 4), *(0, 1, 0, 1), *(0, 0, 1, 1)]
    transposes = [
        [*(2, 3, 4, 5), *(5, 3, 4, 2), 4, *(3, 1, 1, 0)],  # no permutation
        [*(2, 3, 4, 5), *(5, 3, 4, 2), 4, *(3, 1, 4, 0)],
        [*(2, 3, 4, 5), *(5, 3, 4, 2), 4, *(3, 2, 1, 0)],  # one that does not fit
        [*(2, 3, 4, 5), *(3, 2, 4, 5), 2, *(0, 1, 2, 3)],
        [*(2, 3, 4, 5), *(2, 3, 4, 5), 0, *(0, 1, 2, 3)],
        [*(2, 3, 4, 5), *(2, 3, 4, 5), 5, *(0, 1, 2, 3)],
    ]
    calls = [("arm_pad_s8", [*pad[:at], -1, *pad[at + 1 :]]) for at in range(1, len(pad))]
    calls += [("arm_transpose_s8", words) for words in transposes]
    for function, words in calls:
        buffers = [Buffer.constant(random_int8(random, ENOUGH)) for _ in range(2)]
        yield Call(function, words, buffers, returns=ARG_ERROR)


def _int16(random: np.random.Generator, tier: Tier) -> Iterator[Call]:
    bad: list[Params] = [{"stride_w": 0}, {"stride_h": -1}, {"dilation_w": 0}, {"dilation_h": 0}]
    bad += [{"in_w": 0}, {"in_c": 0}, {"kernel_h": 0}, {"out_c": 0}]
    for function in ("arm_convolve_wrapper_s16", "arm_convolve_s16"):
        for change in bad:
            yield _refused(random, function, [*convolve_words(_SQUARE | change), 0, 0], ENOUGH)
        size = convolve_scratch_s16(_SQUARE, tier)
        for stated, given in ((0, 0), (size, 0), (size - 1, size)):
            yield _refused(random, function, [*convolve_words(_SQUARE), stated, 0], given)
    for function in ("arm_depthwise_conv_wrapper_s16", "arm_depthwise_conv_s16", "arm_depthwise_conv_fast_s16"):
        for change in _BAD_DEPTHWISE:
            yield _refused(random, function, [*depthwise_words(_DEPTHWISE | change), 0], 0)
    double = _DEPTHWISE | {"channel_multiplier": 2, "out_c": 8}
    yield _refused(random, "arm_depthwise_conv_fast_s16", [*depthwise_words(double), 0], 0)
    for columns, rows in ((0, 8), (16, 0)):
        words = [0, 0, 0, -128, 127, columns, 1, 1, rows, 2, 1, 1, rows]
        yield _refused(random, "arm_fully_connected_s16", words, 0)
    for function, changes in (("arm_avgpool_s16", [*_BAD_POOLS, *_BLIND_POOLS]), ("arm_max_pool_s16", _BAD_POOLS)):
        for change in changes:
            buffers = [Buffer.constant(random_int8(random, ENOUGH)) for _ in range(2)]
            yield Call(function, pool_words(_SQUARE | change), buffers, returns=ARG_ERROR)


def _batch_matmuls(random: np.random.Generator, tier: Tier) -> Iterator[Call]:
    """Shapes that do not go together, and too little memory for the sums of rhs."""
    base = [*(0, 1), *(0, 0, 0, -128, 127), *(2**30, -8)]
    right = [*(2, 1, 3, 4), *(1, 1, 5, 4), *(2, 1, 3, 5)]
    wrong = [
        [*(2, 1, 3, 4), *(1, 1, 5, 3), *(2, 1, 3, 5)],
        [*(2, 1, 3, 4), *(3, 1, 5, 4), *(3, 1, 3, 5)],
        [*(2, 1, 3, 4), *(1, 1, 5, 4), *(1, 1, 3, 5)],
        [*(2, 1, 3, 4), *(2, 1, 5, 4), *(1, 1, 3, 5)],
        [*(1, 1, 3, 4), *(1, 1, 5, 4), *(2, 1, 3, 5)],
        [*(1, 2, 3, 4), *(1, 3, 5, 4), *(1, 3, 3, 5)],
        [*(1, 0, 3, 4), *(1, 1, 5, 4), *(1, 0, 3, 5)],
        [*(1, 1, 0, 4), *(1, 1, 5, 4), *(1, 1, 0, 5)],
        [*(1, 1, 3, 0), *(1, 1, 5, 0), *(1, 1, 3, 5)],
    ]
    calls = [(function, [*base, *dims, 0], ENOUGH) for dims in wrong for function in ("s8", "s16")]
    if tier == Tier.MVE:
        calls += [("s8", [*base, *right, 0], 0), ("s8", [*base, *right, 19], 20)]
    for function, words, scratch in calls:
        data = [Buffer.constant(random_int8(random, ENOUGH).view(np.int16)) for _ in range(3)]
        buffers = [*data[:2], Buffer.scratch(random, scratch), data[2]]
        yield Call(f"arm_batch_matmul_{function}", words, buffers, returns=ARG_ERROR)
