# SPDX-License-Identifier: Apache-2.0
"""int16 layers, and batch matmul of either type. The references sum in int64 and round by Python's integers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from cmsis_nn.calls import Buffer, Call
from cmsis_nn.families.convolution import Params, convolve_words, depthwise_words, pool_words
from cmsis_nn.families.quantization import random_activation, random_constants, random_int8, requantized
from cmsis_nn.families.quantization_s16 import (
    INT16,
    Stage,
    random_activation_s16,
    random_int16,
    random_stage,
)

from penlight.backends.cortex_m.target import Tier
from penlight.backends.cortex_m.window import random_pool, random_window, windows

COLUMNS = (1, 2, 3, 4, 5, 7, 8, 9, 15, 17, 33, 64, 100, 503, 504, 505, 513, 1100)
ROWS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 17, 33)

# An 8x10 image of 55 channels under a 4x9 kernel: 1980 products, whose sum leaves 32 bits.
_LONG_SUMS: Params = {
    **{"batch": 1, "in_h": 8, "in_w": 10, "in_c": 55, "out_h": 5, "out_w": 2, "out_c": 9},
    **{"kernel_h": 4, "kernel_w": 9, "stride_h": 1, "stride_w": 1, "pad_h": 0, "pad_w": 0},
    **{"dilation_h": 1, "dilation_w": 1, "input_offset": 0, "output_offset": 0},
}


def _ints(p: Params) -> dict[str, int]:
    return {name: int(value) for name, value in p.items()}


def _columns(x: np.ndarray, p: Params) -> np.ndarray:
    """What each output pixel sees: (batch, out_h, out_w, kernel_h, kernel_w, in_c) in int64; padding is 0."""
    return windows(x.astype(np.int64), _ints(p))


def random_convolution_s16(random: np.random.Generator) -> Params:
    """Random parameters: ragged, 1x1 kernels of every stride, and some with sums of more than 504 products."""
    way = int(random.integers(6))
    p = random_window(random, kernel=1 if way == 0 else None)
    p |= {"in_c": int(random.choice([1, 2, 3, 4, 5, 8, 15, 16, 17])), "out_c": int(random.choice(ROWS[:9]))}
    if way == 1:
        p |= {"batch": 1, "in_c": int(random.choice([57, 64, 126, 127])), "out_c": int(random.choice([1, 3, 5]))}
        p |= {"kernel_h": 3, "kernel_w": 3, "dilation_h": 1, "dilation_w": 1}
        p |= {"in_h": 3, "in_w": 5, "stride_h": 1, "stride_w": 1, "pad_h": 1, "pad_w": 1, "out_h": 2, "out_w": 5}
    if random.integers(4) == 0:
        p |= {"out_w": p["out_w"] + 1, "out_h": p["out_h"] + 1}  # more padding behind than before
    return p


def convolve_scratch_s16(p: Params, tier: Tier) -> int:
    """What arm_convolve_s16_get_buffer_size answers: two columns, or four of whole vectors."""
    elems = int(p["kernel_h"] * p["kernel_w"] * p["in_c"])
    return 4 * 2 * (-(-elems // 8) * 8) if tier == Tier.MVE else 2 * 2 * elems


@dataclass(frozen=True)
class _Convolution:
    """A layer: x (batch, in_h, in_w, in_c), filters (out_c, kernel_h * kernel_w * in_c)."""

    p: Params
    x: np.ndarray
    filters: np.ndarray
    stage: Stage


def _random_layer(random: np.random.Generator, p: Params) -> _Convolution:
    q = _ints(p)
    taps = q["kernel_h"] * q["kernel_w"] * q["in_c"]
    x = random_int16(random, q["batch"], q["in_h"], q["in_w"], q["in_c"])
    stage = random_stage(random, q["out_c"], taps, random_activation_s16(random))
    return _Convolution(p, x, random_int8(random, q["out_c"], taps), stage)


def _long_sums(random: np.random.Generator, index: int) -> _Convolution:
    """Layers whose sums leave 32 bits: 0 with a narrow range, 5 with results half a unit from a whole one."""
    layer = _random_layer(random, _LONG_SUMS)
    x, filters, stage = layer.x, layer.filters, replace(layer.stage, activation=(32667, 32767))
    if index > 0:
        x, filters = np.full_like(x, INT16[0]), np.full_like(filters, -128)
        stage = random_stage(random, len(filters), filters.shape[1] ** 2, INT16, kinds=(index % 2,))
    if index == 5:
        filters = np.full_like(filters, 64)
        stage = Stage(1, None, np.full(9, 2**30, np.int32), np.full(9, -23, np.int32), INT16)
    return _Convolution(_LONG_SUMS, x, filters, stage)


def convolutions_s16(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """Both functions, with either type of bias or none."""
    for index in range(count):
        layer = _long_sums(random, index) if index < 6 else _random_layer(random, random_convolution_s16(random))
        low, high = layer.stage.activation
        # The function may not look at offsets, nor at the filter's channels.
        p = layer.p | {"activation_min": low, "activation_max": high}
        p |= {"input_offset": int(random.integers(-9, 9)), "filter_c": int(random.integers(-9, 99))}
        columns = _columns(layer.x, p).reshape(-1, layer.filters.shape[1])
        wanted = layer.stage.results(columns @ layer.filters.T.astype(np.int64))
        size = convolve_scratch_s16(p, tier)
        words = [*convolve_words(p), int(random.choice([size, size, 0])), layer.stage.kind]
        function = str(random.choice(["arm_convolve_wrapper_s16", "arm_convolve_s16"]))
        buffers = [*_of_layer(layer.x, layer.filters, layer.stage), Buffer.scratch(random, size)]
        yield Call(function, words, [*buffers, Buffer.output(random, wanted)])


def _of_layer(x: np.ndarray, filters: np.ndarray, stage: Stage) -> list[Buffer | None]:
    arrays = (x, filters, stage.bias, stage.multiplier, stage.shift)
    return [None if array is None else Buffer.constant(array) for array in arrays]


def random_depthwise_s16(random: np.random.Generator) -> Params:
    """Random parameters; some have a kernel of more than 504 taps."""
    p = random_window(random)
    p |= {"in_c": int(random.choice([1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17]))}
    p |= {"channel_multiplier": int(random.choice([1, 1, 1, 2, 3, 5]))}
    if random.integers(16) == 0:
        height, width = random.choice([(23, 22), (23, 23), (1, 601), (505, 1), (504, 1)])
        p |= {"batch": 1, "in_c": 3, "dilation_h": 1, "dilation_w": 1, "out_h": 1, "out_w": 1, "pad_h": 0, "pad_w": 0}
        p |= {"in_h": int(height), "in_w": int(width), "kernel_h": int(height), "kernel_w": int(width)}
    elif random.integers(4) == 0:
        p |= {"out_h": p["out_h"] + 1, "out_w": p["out_w"] + 1}
    return p | {"out_c": p["in_c"] * p["channel_multiplier"]}


def depthwise_convolutions_s16(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """All three functions; none needs scratch memory."""
    for _ in range(count):
        p = random_depthwise_s16(random)
        low, high = random_activation_s16(random)
        p |= {"activation_min": low, "activation_max": high}
        q = _ints(p)
        x = random_int16(random, q["batch"], q["in_h"], q["in_w"], q["in_c"])
        filters = random_int8(random, q["kernel_h"], q["kernel_w"], q["out_c"])
        taps = q["kernel_h"] * q["kernel_w"]
        if taps > 500 and random.integers(2):
            x, filters = np.full_like(x, INT16[0]), np.full_like(filters, -128)
        stage = random_stage(random, q["out_c"], taps**2 if taps > 500 else taps, (low, high), kinds=(0,))
        seen = np.repeat(_columns(x, p), q["channel_multiplier"], axis=-1)
        sums = (seen * filters.astype(np.int64)).sum(axis=(3, 4))
        functions = ["arm_depthwise_conv_wrapper_s16", "arm_depthwise_conv_s16"]
        if q["channel_multiplier"] == 1:
            functions.append("arm_depthwise_conv_fast_s16")
        words = [*depthwise_words(p | {"input_offset": int(random.integers(-9, 9))}), 0]
        buffers = [*_of_layer(x, filters, stage), None, Buffer.output(random, stage.results(sums))]
        yield Call(str(random.choice(functions)), words, buffers)


def fully_connected_s16(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """arm_fully_connected_s16, batches of one to thirty rows."""
    for index in range(count):
        batch, columns, rows = (int(random.choice(sizes)) for sizes in ((1, 1, 2, 3, 4, 5, 9), COLUMNS, ROWS))
        if index == 0:
            batch, columns, rows = 30, 5, 5  # a layer over the last of three dimensions
        activation = random_activation_s16(random)
        stage = random_stage(random, rows, columns, activation, kinds=(0,), per_channel=False)
        x, filters = random_int16(random, batch, columns), random_int8(random, rows, columns)
        if 0 < index < 5:
            x, filters = np.full((batch, 1100), INT16[0], np.int16), np.full((rows, 1100), -128, np.int8)
            columns = 1100
            stage = random_stage(random, rows, columns**2, activation, kinds=(0,), per_channel=False)
        wanted = stage.results(x.astype(np.int64) @ filters.T.astype(np.int64))
        words = [0, 0, 0, *activation, columns, 1, 1, rows, batch, 1, 1, rows]
        buffers = [*_of_layer(x, filters, stage), None, Buffer.output(random, wanted)]
        yield Call("arm_fully_connected_s16", words, buffers)


def _random_batches(random: np.random.Generator) -> tuple[list[int], list[int], list[int]]:
    """Dimensions n and h of lhs, rhs and output: the inputs agree, or one of them is 1."""
    output = [int(size) for size in random.choice([1, 1, 2, 3], 2)]
    sides = [list(output), list(output)]
    for axis in range(2):
        side = int(random.integers(4))
        if side < 2:
            sides[side][axis] = 1
    return sides[0], sides[1], output


def batch_matmuls(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """arm_batch_matmul_s8 and arm_batch_matmul_s16, with batches that stand for all."""
    for index in range(count):
        left, right, output = _random_batches(random)
        rows, columns, inner = (int(random.choice(sizes)) for sizes in ((1, 2, 3, 4, 5, 9), ROWS[:8], COLUMNS[:13]))
        if index < 2:
            (left, right, output), (rows, columns, inner) = ([2, 1], [1, 1], [2, 1]), (3, 5, 4)
        lhs_shape, rhs_shape = (*left, rows, inner), (*right, columns, inner)
        dims = [*lhs_shape, *rhs_shape, *output, rows, columns]
        adjoint = random.integers(0, 2, 2).tolist()
        if index % 2:
            yield _batch_matmul_s16(random, lhs_shape, rhs_shape, adjoint, dims)
        else:
            yield _batch_matmul_s8(random, lhs_shape, rhs_shape, adjoint, dims, tier)


Shape = tuple[int, ...]


def _batch_matmul_s16(
    random: np.random.Generator, lhs_shape: Shape, rhs_shape: Shape, adjoint: list[int], dims: list[int]
) -> Call:
    lhs, rhs = random_int16(random, *lhs_shape), random_int16(random, *rhs_shape)
    activation = random_activation_s16(random)
    stage = random_stage(random, 1, 256 * lhs_shape[-1] ** 2, activation, kinds=(-1,))
    wanted = stage.results((lhs.astype(np.int64) @ rhs.astype(np.int64).swapaxes(2, 3))[..., None])
    words = [*adjoint, 0, 0, 0, *activation, *stage.multiplier.tolist(), *stage.shift.tolist(), *dims, 0]
    buffers = [Buffer.constant(lhs), Buffer.constant(rhs), None, Buffer.output(random, wanted)]
    return Call("arm_batch_matmul_s16", words, buffers)


def _batch_matmul_s8(
    random: np.random.Generator, lhs_shape: Shape, rhs_shape: Shape, adjoint: list[int], dims: list[int], tier: Tier
) -> Call:
    lhs, rhs = random_int8(random, *lhs_shape), random_int8(random, *rhs_shape)
    offsets = [int(random.choice([-127, -37, 0, 5, 128])) for _ in range(2)]
    output_offset, activation = int(random.integers(-128, 128)), random_activation(random)
    constants = random_constants(random, 1, lhs_shape[-1])
    accumulators = (lhs.astype(np.int64) + offsets[0]) @ (rhs.astype(np.int64) + offsets[1]).swapaxes(2, 3)
    multiplier, shift = (int(array[0]) for name in ("multiplier", "shift") if (array := constants[name]) is not None)
    wanted = requantized(accumulators, multiplier, shift, output_offset, activation)
    size = 4 * rhs_shape[2] if tier == Tier.MVE else 0
    words = [*adjoint, *offsets, output_offset, *activation, multiplier, shift, *dims, int(random.choice([size, 0]))]
    scratch = Buffer.scratch(random, size)
    buffers = [Buffer.constant(lhs), Buffer.constant(rhs), scratch, Buffer.output(random, wanted)]
    return Call("arm_batch_matmul_s8", words, buffers)


def pools_s16(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """arm_avgpool_s16 and arm_max_pool_s16, some over more pixels than 32 bits hold a sum of."""
    for index in range(count):
        p = random_pool(random)
        if index % 64 < 2:
            height, width = (257, 256) if index < 2 else random.choice([(19, 19), (18, 20), (33, 31), (1, 363)])
            p |= {"batch": 1, "channels": 1, "out_h": 1, "out_w": 1, "pad_h": 0, "pad_w": 0}
            p |= {"in_h": int(height), "in_w": int(width), "kernel_h": int(height), "kernel_w": int(width)}
        q = _ints(p) | {"dilation_h": 1, "dilation_w": 1}
        x = random_int16(random, q["batch"], q["in_h"], q["in_w"], q["channels"])
        if index < 2:
            x = np.full_like(x, INT16[0])
        is_average = index % 2 == 0
        if is_average:
            count_of = windows(np.ones_like(x, np.int64), q).sum(axis=(3, 4))
            sums = windows(x.astype(np.int64), q).sum(axis=(3, 4))
            values = np.sign(sums) * ((np.abs(sums) + count_of // 2) // count_of)
        else:
            values = windows(x.astype(np.int64), q, padding=INT16[0]).max(axis=(3, 4))
        low, high = sorted(random.choice(values.ravel(), 2).tolist()) if random.integers(3) == 0 else INT16
        p |= {"activation_min": low, "activation_max": high}
        wanted = np.clip(values, low, high).astype(np.int16)
        function = "arm_avgpool_s16" if is_average else "arm_max_pool_s16"
        yield Call(function, pool_words(p), [Buffer.constant(x), Buffer.output(random, wanted)])
