# SPDX-License-Identifier: Apache-2.0
"""int16 sums and products, and the building blocks of int16 layers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from cmsis_nn.calls import Buffer, Call
from cmsis_nn.families.elementwise import SIZES, two_inputs
from cmsis_nn.families.int16 import COLUMNS, ROWS
from cmsis_nn.families.quantization import random_int8, random_multipliers
from cmsis_nn.families.quantization_s16 import (
    INT16,
    random_activation_s16,
    random_int16,
    random_stage,
    reduced,
    requantized_once,
)

from penlight.backends.cortex_m.quantization import requantize
from penlight.backends.cortex_m.target import Tier


def sums_s16(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """arm_elementwise_add_s16 with any shifts that keep the sum in 32 bits; the offsets are not read."""
    for _ in range(count):
        size = int(random.choice(SIZES))
        inputs = [random_int16(random, size) for _ in range(2)]
        usual = random.integers(2) == 0
        left = 15 if usual else int(random.integers(0, 16))
        multipliers = [int(value) for value in random_multipliers(random, 3)]
        shifts = [int(value) for value in (random.integers(-6, 1, 2) if usual else random.integers(-31, 1, 2))]
        total = sum(
            requantize(x.astype(np.int64) << left, multiplier, shift)
            for x, multiplier, shift in zip(inputs, multipliers, shifts, strict=False)
        )
        out_shift = int(random.integers(-18, -12)) if usual else int(random.integers(-31, 15 - left))
        activation = random_activation_s16(random)
        wanted = np.clip(requantize(np.asarray(total), multipliers[2], out_shift), *activation).astype(np.int16)
        unread = random.integers(-99, 99, 3).tolist()
        words = [unread[0], multipliers[0], shifts[0], unread[1], multipliers[1], shifts[1], left]
        words += [unread[2], multipliers[2], out_shift, *activation, size]
        yield Call("arm_elementwise_add_s16", words, two_inputs(random, *inputs, wanted))


def products_s16(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """All four functions that multiply int16 elements."""
    made = (_mul, _mul_acc, _mul_batches, _mul_batches)
    for index in range(count):
        yield made[index % 4](random)


def _scaled(random: np.random.Generator, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, int, int]:
    """Requantized products with their multiplier and shift."""
    multiplier = int(random_multipliers(random, 1)[0])
    shift = int(random.integers(-31, 1)) if random.integers(2) else int(random.integers(-18, -12))
    return requantize(x.astype(np.int64) * y.astype(np.int64), multiplier, shift), multiplier, shift


def _mul(random: np.random.Generator) -> Call:
    size = int(random.choice(SIZES))
    x, y = random_int16(random, size), random_int16(random, size)
    scaled, multiplier, shift = _scaled(random, x, y)
    activation = random_activation_s16(random)
    wanted = np.clip(scaled, *activation).astype(np.int16)
    words = [*random.integers(-99, 99, 3).tolist(), multiplier, shift, *activation, size]
    return Call("arm_elementwise_mul_s16", words, two_inputs(random, x, y, wanted))


def _mul_acc(random: np.random.Generator) -> Call:
    """A range without a positive end counts as the whole of int16."""
    size = int(random.choice(SIZES))
    x, y, before = (random_int16(random, size) for _ in range(3))
    scaled, multiplier, shift = _scaled(random, x, y)
    activation = random_activation_s16(random)
    limits = activation if activation[1] > 0 else INT16
    after = np.clip(scaled + before, *limits).astype(np.int16)
    words = [*random.integers(-99, 99, 3).tolist(), multiplier, shift, *activation, size]
    buffers = [Buffer.constant(x), Buffer.constant(y), Buffer.changed(before, after)]
    return Call("arm_elementwise_mul_acc_s16", words, buffers)


def _mul_batches(random: np.random.Generator) -> Call:
    """Batches of the output are batch_offset blocks apart; what lies between them is left alone."""
    function, low, high = [
        ("arm_elementwise_mul_s16_s8", -128, 127),
        ("arm_elementwise_mul_s16_batch_offset", *INT16),
    ][int(random.integers(2))]
    dtype = np.int8 if high == 127 else np.int16
    size, batches, distance = int(random.choice(SIZES[1:])), int(random.integers(1, 4)), int(random.integers(1, 4))
    x, y = random_int16(random, batches, size), random_int16(random, batches, size)
    scaled, multiplier, shift = _scaled(random, x, y)
    offset = int(random.integers(low, high + 1))
    before = random.integers(low, high + 1, (batches, distance, size), dtype)
    after = before.copy()
    after[:, 0] = np.clip(scaled + offset, low, high)
    words = [offset, multiplier, shift, size, batches, distance]
    return Call(function, words, [Buffer.constant(x), Buffer.constant(y), Buffer.changed(before, after)])


def requantizations_s64(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """arm_nn_requantize_s64 over its whole range, ties among it."""
    for index in range(count):
        size = 64
        value = random.integers(-(2**47), 2**47, size) >> random.integers(0, 47, size)
        multipliers, shift = random_multipliers(random, size), random.integers(-31, 15, size).astype(np.int32)
        if index % 2:  # halves of the result's unit
            multipliers, shift = np.full(size, 2**30, np.int32), random.integers(-12, 1, size).astype(np.int32)
            value = random.integers(-999, 999, size) << np.maximum(-shift, 0)
        each = zip(value.tolist(), multipliers.tolist(), shift.tolist(), strict=True)
        wanted = np.clip([requantized_once(*one) for one in each], -(2**31), 2**31 - 1).astype(np.int32)
        short = np.array([reduced(multiplier) for multiplier in multipliers.tolist()], np.int32)
        arrays = (value.astype(np.int64), short, shift)
        buffers = [*(Buffer.constant(array) for array in arrays), Buffer.output(random, wanted)]
        yield Call("arm_nn_requantize_s64", [size], buffers)


def matrix_products_s16(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """The products of int16 rows and matrices that layers are made of."""
    for index in range(count):
        yield _vector_times_matrix(random) if index % 2 else _rows_times_matrix(random)


def _rows_times_matrix(random: np.random.Generator) -> Call:
    columns, filters = int(random.choice(COLUMNS)), int(random.choice(ROWS))
    is_kernel = bool(random.integers(2))
    rows = 2 if is_kernel else int(random.integers(1, 10))
    activation = random_activation_s16(random)
    stage = random_stage(random, filters, columns, activation)
    lhs, rhs = random_int16(random, rows, columns), random_int8(random, filters, columns)
    wanted = stage.results(lhs.astype(np.int64) @ rhs.T.astype(np.int64))
    arrays = (lhs, rhs, stage.bias, stage.multiplier, stage.shift)
    buffers = [None if array is None else Buffer.constant(array) for array in arrays]
    words = [rows, filters, columns, *activation, stage.kind]
    function = "arm_nn_mat_mult_kernel_s16" if is_kernel else "arm_nn_mat_mult_nt_t_s16"
    returns = 2 * filters if is_kernel else 0
    return Call(function, words, [*buffers, Buffer.output(random, wanted)], returns)


def _vector_times_matrix(random: np.random.Generator) -> Call:
    columns, filters = int(random.choice(COLUMNS)), int(random.choice(ROWS))
    is_int16 = bool(random.integers(2))
    activation = random_activation_s16(random)
    products = 2**16 * columns if is_int16 else columns
    stage = random_stage(random, filters, products, activation, kinds=(0,), per_channel=False)
    lhs = random_int16(random, 1, columns)
    rhs = random_int16(random, filters, columns) if is_int16 else random_int8(random, filters, columns)
    wanted = stage.results(lhs.astype(np.int64) @ rhs.T.astype(np.int64))
    bias = None if stage.bias is None else Buffer.constant(stage.bias)
    words = [filters, columns, *activation, *stage.multiplier.tolist(), *stage.shift.tolist()]
    function = "arm_nn_vec_mat_mult_t_s16_s16" if is_int16 else "arm_nn_vec_mat_mult_t_s16"
    buffers = [Buffer.constant(lhs), Buffer.constant(rhs), bias, Buffer.output(random, wanted)]
    return Call(function, words, buffers)
