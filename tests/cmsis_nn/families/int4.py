# SPDX-License-Identifier: Apache-2.0
"""Layers with int4 weights. The references are those of int8: only the bytes in memory differ."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from cmsis_nn.calls import Call
from cmsis_nn.families.convolution import (
    FUNCTIONS,
    Params,
    convolve_words,
    depthwise_words,
    layer_buffers,
    random_convolution,
)
from cmsis_nn.families.fully_connected import COLUMNS, ROWS
from cmsis_nn.families.quantization import Arrays, random_activation, random_constants, random_int8, requantized

from penlight.backends.cortex_m.ops.conv2d_s8 import Conv2dS8
from penlight.backends.cortex_m.ops.depthwise_conv2d_s8 import DepthwiseConv2dS8
from penlight.backends.cortex_m.target import Tier


def random_int4(random: np.random.Generator, *shape: int) -> np.ndarray:
    """Random weights as int8; sometimes all of them at an end of the range."""
    if random.integers(16) == 0:
        return np.full(shape, random.choice([-8, 7]), np.int8)
    return random.integers(-8, 8, shape, np.int8)


def packed(random: np.random.Generator, weights: np.ndarray) -> np.ndarray:
    """Two weights a byte, the first in the low half; what follows an odd number of weights is anything."""
    halves = weights.ravel().astype(np.uint8) & 15
    if halves.size % 2:
        halves = np.append(halves, np.uint8(random.integers(16)))
    return (halves[::2] | halves[1::2] << 4).view(np.int8)


def _unstated(random: np.random.Generator, p: Params, name: str) -> Params:
    """The functions do not read the filter's channels."""
    return p | {name: int(random.choice([p[name], 0, -7]))}


def random_convolution_s4(random: np.random.Generator, way: str) -> Params:
    """Random parameters for one of the ways in FUNCTIONS, without groups; sometimes of many weights or filters."""
    p = random_convolution(random, way)
    if way != "1_x_n":
        p["in_c"] = int(random.choice([1, 2, 3, 4, 5, 8, 15, 16, 17, 31, 32, 33]))
    if random.integers(8) == 0:
        p["out_c"] = int(random.choice([32, 33, 63, 70]))
    if way in ("dense", "strided") and random.integers(4) == 0:
        p["in_c"] = int(random.choice([255, 256, 257, 511, 515, 600]))
    if way == "general" and random.integers(8) == 0:
        p |= {"kernel_w": 3, "dilation_w": 1, "in_c": int(random.choice([86, 171])), "batch": 1}
        p["in_w"] = p["out_w"] * p["stride_w"] + 2
    p["filter_c"] = p["in_c"]
    return p


def columns_bytes(column: int) -> int:
    """Bytes of the columns that arm_convolve_s4 multiplies together: 16 short ones, or four."""
    return column * (16 if column <= 32 else 4)


def convolve_scratch_s4(p: Params, tier: Tier, way: str, function: str) -> int:
    """What the function's *_get_buffer_size answers."""
    if function == "arm_convolve_wrapper_s4":
        function = FUNCTIONS[way][0].replace("s8", "s4")
    column = int(p["kernel_h"] * p["kernel_w"] * p["in_c"])
    general = columns_bytes(column)
    if tier == Tier.MVE:
        general = max(general, 4 * (-(-column // 16) * 16))  # CMSIS-NN's number
    if function.startswith("arm_convolve_1x1"):
        return 0
    if function == "arm_convolve_1_x_n_s4" and tier == Tier.MVE:
        return general if _ends_meet(p) else 0
    return general


def _ends_meet(p: Params) -> bool:
    """Whether CMSIS-NN's kernel counts more pixels over padding at the left and right than there are pixels."""
    q = {name: int(value) for name, value in p.items()}
    total = (q["out_w"] - 1) * q["stride_w"] + q["kernel_w"] - q["in_w"]
    pads = (q["pad_w"], q["pad_w"] + total - 2 * int(total / 2))
    return sum(max(1, -(-pad // q["stride_w"])) for pad in pads if pad) > q["out_w"]


def int4_convolutions(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """All functions of convolution, by all ways of the wrapper."""
    ways = [way for way in FUNCTIONS if way != "upscaled"]
    for index in range(count):
        way = ways[index % len(ways)]
        p = random_convolution_s4(random, way)
        functions = ["arm_convolve_wrapper_s4", *(name.replace("s8", "s4") for name in FUNCTIONS[way])]
        elems = int(p["kernel_h"] * p["kernel_w"] * p["in_c"])
        function = str(random.choice([*functions, *(["arm_convolve_even_s4"] if elems % 2 == 0 else [])]))
        constants = random_constants(random, int(p["out_c"]), elems)
        x = random_int8(random, int(p["batch"]), int(p["in_h"]), int(p["in_w"]), int(p["in_c"]))
        filters = random_int4(random, Conv2dS8.operand("filter").elems(p))
        wanted = Conv2dS8.reference(p, {"input": x.ravel(), "filter": filters, **constants})
        # No kernel uses more than this, and that for one row uses nothing.
        is_general = function in ("arm_convolve_s4", "arm_convolve_even_s4") or (
            function == "arm_convolve_wrapper_s4" and way == "general"
        )
        size = columns_bytes(elems) if is_general else 0
        words = [*convolve_words(_unstated(random, p, "filter_c")), int(random.choice([size, size, 0]))]
        yield Call(function, words, layer_buffers(random, x, packed(random, filters), constants, size, wanted))


def int4_depthwise_convolutions(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """All functions of depthwise convolution, with and without memory where that only makes them faster."""
    for case in DepthwiseConv2dS8.cases(random, count, tier):
        p = case.params
        if random.integers(4) == 0:
            p |= {"out_h": p["out_h"] + 1, "out_w": p["out_w"] + 1}
        taps = int(p["kernel_h"] * p["kernel_w"])
        weights = taps * int(p["out_c"])
        functions = ["arm_depthwise_conv_wrapper_s4", "arm_depthwise_conv_s4"]
        function = str(random.choice([*functions, *(["arm_depthwise_conv_s4_opt"] * (p["channel_multiplier"] == 1))]))
        is_opt = function == "arm_depthwise_conv_s4_opt" or (function == functions[0] and _is_opt(p))
        size = 2 * weights if is_opt else int(random.choice([weights, 0]))
        x = case.arrays["input"]
        assert x is not None
        filters = random_int4(random, weights)
        constants = random_constants(random, int(p["out_c"]), taps)
        wanted = DepthwiseConv2dS8.reference(p, {"input": x, "filter": filters, **constants})
        buffers = layer_buffers(random, x, packed(random, filters), constants, size, wanted)
        yield Call(function, [*depthwise_words(p), int(random.choice([size, size, 0]))], buffers)


def _is_opt(p: Params) -> bool:
    return all(p[name] == 1 for name in ("channel_multiplier", "batch", "dilation_h", "dilation_w"))


def _per_tensor(constants: Arrays) -> Arrays:
    return constants | {name: array[:1] for name in ("multiplier", "shift") if (array := constants[name]) is not None}


def _products(seen: np.ndarray, filters: np.ndarray, constants: Arrays) -> np.ndarray:
    """Accumulators: rows of `seen` times rows of `filters`, and the bias."""
    sums = seen.astype(np.int64) @ filters.astype(np.int64).T
    return sums if constants["bias"] is None else sums + constants["bias"]


def int4_fully_connected(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """arm_fully_connected_s4; rows of an odd number of weights among them."""
    for index in range(count):
        batch, columns, rows = (
            int(random.choice(sizes)) for sizes in ((1, 1, 1, 2, 3, 4, 5, 9), (*COLUMNS, 255, 256, 257), (*ROWS, 65))
        )
        if index % 16 == 1:  # more than a chunk of any kernel
            columns = int(random.choice([641, 1279, 1281, 1300, 2577]))
        elif index % 64 == 2:  # more than sums may have that are kept 16 times too large
            batch, columns, rows = 1, 2**16 + 1, 3
        input_offset, output_offset = int(random.choice([-127, -37, 0, 5, 128])), int(random.integers(-128, 128))
        activation = random_activation(random)
        constants = _per_tensor(random_constants(random, rows, columns))
        x, filters = random_int8(random, batch, columns), random_int4(random, rows, columns)
        sums = _products(x.astype(np.int64) + input_offset, filters, constants)
        wanted = requantized(sums, constants["multiplier"], constants["shift"], output_offset, activation)
        words = [input_offset, 0, output_offset, *activation, columns, 1, 1, rows, batch, 1, 1, rows, 0]
        buffers = layer_buffers(random, x, packed(random, filters), constants, 0, wanted)
        yield Call("arm_fully_connected_s4", words, buffers)


def int4_products(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """The functions of arm_nnsupportfunctions.h."""
    made = (_matrix_times_matrix, _vector_times_matrix, _row_prefixes, _filters_times_columns)
    for index in range(count):
        yield made[index % len(made)](random)


def _call(
    random: np.random.Generator,
    function: str,
    words: list[int],
    x: np.ndarray,
    filters: np.ndarray,
    constants: Arrays,
    wanted: np.ndarray,
) -> Call:
    buffers = layer_buffers(random, x, packed(random, filters), constants, 0, wanted)
    del buffers[5]
    return Call(function, words, buffers)


def _matrix_times_matrix(random: np.random.Generator) -> Call:
    """Rows of lhs may overlap or lie apart."""
    rows, columns, filters = (int(random.choice(sizes)) for sizes in ((1, 2, 3, 4, 5, 7, 9), COLUMNS, ROWS))
    distance = int(random.choice([columns, columns, columns + 3, max(1, columns // 2)]))
    lhs_offset, output_offset = int(random.integers(-127, 129)), int(random.integers(-128, 128))
    activation = random_activation(random)
    lhs, rhs = random_int8(random, (rows - 1) * distance + columns), random_int4(random, filters, columns)
    constants = random_constants(random, filters, columns)
    seen = np.stack([lhs[row * distance : row * distance + columns] for row in range(rows)]).astype(np.int64)
    sums = _products(seen + lhs_offset, rhs, constants)
    wanted = requantized(sums, constants["multiplier"], constants["shift"], output_offset, activation)
    words = [rows, filters, columns, lhs_offset, output_offset, *activation, distance]
    return _call(random, "arm_nn_mat_mult_nt_t_s4", words, lhs, rhs, constants, wanted)


def _vector_times_matrix(random: np.random.Generator) -> Call:
    columns, rows = int(random.choice(COLUMNS)), int(random.choice(ROWS))
    lhs_offset, output_offset = int(random.integers(-127, 129)), int(random.integers(-128, 128))
    activation = random_activation(random)
    lhs, rhs = random_int8(random, columns), random_int4(random, rows, columns)
    constants = _per_tensor(random_constants(random, rows, columns))
    sums = _products(lhs.astype(np.int64) + lhs_offset, rhs, constants)
    wanted = requantized(sums, constants["multiplier"], constants["shift"], output_offset, activation)
    words = [lhs_offset, output_offset, columns, rows, *activation]
    return _call(random, "arm_nn_vec_mat_mult_t_s4", words, lhs, rhs, constants, wanted)


def _row_prefixes(random: np.random.Generator) -> Call:
    """One column times the first weights of each row."""
    columns, skipped, rows = int(random.choice(COLUMNS)), int(random.integers(0, 6)), int(random.choice(ROWS))
    lhs_offset, output_offset = int(random.integers(-127, 129)), int(random.integers(-128, 128))
    activation = random_activation(random)
    lhs, rhs = random_int8(random, columns), random_int4(random, rows, columns + skipped)
    constants = random_constants(random, rows, columns)
    sums = _products(lhs.astype(np.int64) + lhs_offset, rhs[:, :columns], constants)
    wanted = requantized(sums, constants["multiplier"], constants["shift"], output_offset, activation)
    words = [columns, skipped, rows, lhs_offset, output_offset, *activation]
    return _call(random, "arm_nn_mat_mul_core_1x_s4", words, lhs, rhs, constants, wanted)


def _filters_times_columns(random: np.random.Generator) -> Call:
    """Two columns of int16."""
    columns, filters = int(random.choice(COLUMNS)), int(random.choice(ROWS))
    output_offset, activation = int(random.integers(-128, 128)), random_activation(random)
    weights = random_int4(random, filters, columns)
    seen = random.integers(-255, 256, (2, columns), np.int16)
    constants = random_constants(random, filters, columns)
    sums = _products(seen, weights, constants)
    wanted = requantized(sums, constants["multiplier"], constants["shift"], output_offset, activation)
    words = [filters, output_offset, *activation, columns]
    buffers = layer_buffers(random, packed(random, weights), seen, constants, 0, wanted)
    del buffers[5]
    return Call("arm_nn_mat_mult_kernel_s4_s16", words, buffers, returns=2 * filters)


def int4_buffer_sizes(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """All forms of all functions, for random shapes: the plain one answers for the build's tier."""
    for index in range(count):
        forms = (("", tier), ("_dsp", Tier.DSP), ("_mve", Tier.MVE))
        if index % 2 == 0:
            way = str(random.choice([way for way in FUNCTIONS if way != "upscaled"]))
            p = random_convolution_s4(random, way)
            if way in ("1_x_n", "general"):
                p["kernel_w"] = max(2, p["kernel_w"])  # no simpler way is open
            if way == "general":
                p["dilation_w"] = 2
            direct = [name.replace("s8", "s4") for name in FUNCTIONS[way] if name != "arm_convolve_1x1_s8"]
            for function in ("arm_convolve_wrapper_s4", *direct):
                for suffix, asked in forms:
                    size = convolve_scratch_s4(p, asked, way, function)
                    words = convolve_words(_unstated(random, p, "filter_c"))
                    yield Call(f"{function}_get_buffer_size{suffix}", words, returns=size)
            continue
        for case in DepthwiseConv2dS8.cases(random, 1, tier):
            p = case.params
            weights = int(p["kernel_h"] * p["kernel_w"] * p["out_c"])
            for suffix, _ in forms:
                size = 2 * weights if _is_opt(p) else weights
                words = depthwise_words(p)
                yield Call(f"arm_depthwise_conv_wrapper_s4_get_buffer_size{suffix}", words, returns=size)
                if p["channel_multiplier"] == 1:
                    yield Call(f"arm_depthwise_conv_s4_opt_get_buffer_size{suffix}", words, returns=2 * weights)
