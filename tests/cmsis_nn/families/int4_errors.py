# SPDX-License-Identifier: Apache-2.0
"""Calls of functions with int4 weights that break a documented condition: nothing may be written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from cmsis_nn.calls import Buffer, Call
from cmsis_nn.families.argument_errors import ARG_ERROR, ENOUGH
from cmsis_nn.families.convolution import Params, convolve_words, depthwise_words, layer_buffers
from cmsis_nn.families.quantization import Arrays, random_int8

from penlight.backends.cortex_m.target import Tier

# A convolution that all functions take, and a 3x3 one.
_POINT: Params = {
    **{"batch": 2, "in_h": 1, "in_w": 6, "in_c": 4, "out_h": 1, "out_w": 6, "out_c": 8, "filter_c": 4},
    **{"kernel_h": 1, "kernel_w": 1, "stride_h": 1, "stride_w": 1, "pad_h": 0, "pad_w": 0},
    **{"dilation_h": 1, "dilation_w": 1, "input_offset": 5, "output_offset": 0},
    **{"activation_min": -128, "activation_max": 127, "channels": 4, "channel_multiplier": 1},
}
_SQUARE: Params = _POINT | {"kernel_h": 3, "kernel_w": 3, "pad_h": 1, "pad_w": 1, "in_h": 6, "out_h": 6}
_ROW: Params = _POINT | {"kernel_w": 3, "pad_w": 1}
_DEPTHWISE: Params = _SQUARE | {"batch": 1, "out_c": 4}

_ANY: list[Params] = [
    *({name: 0} for name in ("stride_w", "dilation_w", "dilation_h", "in_w", "kernel_h", "out_c")),
    *({"stride_h": -1}, {"input_offset": -128}, {"input_offset": 129}),
]

# For each function: a shape that it takes, and changes that it must refuse.
_CONVOLUTIONS: dict[str, tuple[Params, list[Params]]] = {
    "arm_convolve_wrapper_s4": (_SQUARE, _ANY),
    "arm_convolve_s4": (_SQUARE, _ANY),
    "arm_convolve_even_s4": (_SQUARE, [*_ANY, {"in_c": 3}]),
    "arm_convolve_1x1_s4_fast": (
        _POINT,
        [{"kernel_w": 3}, {"kernel_h": 3}, {"stride_w": 2, "out_w": 3}, {"stride_h": 2}, {"pad_w": 1}, {"out_w": 5}],
    ),
    "arm_convolve_1x1_s4": (_POINT, [{"kernel_w": 3}, {"kernel_h": 3}, {"pad_w": 1}, {"stride_w": 0}, {"out_h": 2}]),
    "arm_convolve_1_x_n_s4": (
        _ROW,
        [
            *({"in_h": 2, "out_h": 2}, {"kernel_h": 3}, {"out_h": 2}, {"pad_h": 1}, {"dilation_w": 2}),
            *({"stride_w": 0}, {"pad_w": -1}, {"input_offset": 129}),
        ],
    ),
}

_DEPTHWISES: list[Params] = [
    *({"stride_w": 0}, {"stride_h": -1}, {"dilation_w": 0}, {"dilation_h": -2}),
    *({"channel_multiplier": 2}, {"channel_multiplier": 0}, {"out_c": 8}, {"kernel_w": 0}),
]


def int4_errors(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """Each error once, whatever `count` is; too little memory among them."""
    for function, (base, changes) in _CONVOLUTIONS.items():
        for change in changes:
            yield _refused(random, function, [*convolve_words(base | change), 0], ENOUGH)
    for function in ("arm_depthwise_conv_wrapper_s4", "arm_depthwise_conv_s4", "arm_depthwise_conv_s4_opt"):
        for change in _DEPTHWISES:
            yield _refused(random, function, [*depthwise_words(_DEPTHWISE | change), 0], ENOUGH)
    two = [*depthwise_words(_DEPTHWISE | {"channel_multiplier": 2, "out_c": 8}), 0]
    yield _refused(random, "arm_depthwise_conv_s4_opt", two, ENOUGH)
    for at, value in ((1, 3), (5, 0), (8, 0)):  # filter_offset, columns, rows
        words = [5, 0, 0, -128, 127, 16, 1, 1, 8, 2, 1, 1, 8, 0]
        words[at] = value
        if at == 8:
            words[12] = value
        yield _refused(random, "arm_fully_connected_s4", words, ENOUGH)
    yield from _without_scratch(random)


def _without_scratch(random: np.random.Generator) -> Iterator[Call]:
    """A null pointer where memory is needed, and one byte less than the function uses."""
    layers = [(name, convolve_words(_SQUARE), 4 * 36) for name in _CONVOLUTIONS if "1" not in name]
    layers += [
        (name, depthwise_words(_DEPTHWISE), 2 * 36)
        for name in ("arm_depthwise_conv_wrapper_s4", "arm_depthwise_conv_s4_opt")
    ]
    for function, words, size in layers:
        yield _refused(random, function, [*words, 0], 0)
        yield _refused(random, function, [*words, size], 0)
        yield _refused(random, function, [*words, size - 1], size)


def _refused(random: np.random.Generator, function: str, words: Sequence[int], scratch: int) -> Call:
    """A layer's call whose buffers are large enough for any of the shapes here."""
    constants: Arrays = {name: np.zeros(64, np.int32) for name in ("bias", "multiplier", "shift")}
    x, filters, output = (random_int8(random, ENOUGH) for _ in range(3))
    buffers = layer_buffers(random, x, filters, constants, scratch, output)
    buffers[6] = Buffer.constant(output)
    return Call(function, words, buffers, returns=ARG_ERROR)
