# SPDX-License-Identifier: Apache-2.0
"""Functions of int16 that are looked up in tables: sigmoid, tanh and softmax."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from cmsis_nn.calls import Buffer, Call
from cmsis_nn.families.quantization import random_multipliers

from penlight.backends.cortex_m.quantization import quantize_multiplier, requantize
from penlight.backends.cortex_m.target import Tier

SIZES = (0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 33, 100)

STEP = 1 / 24
"""Distance of two arguments of the table of sigmoid."""


def sigmoid_table() -> np.ndarray:
    """256 values of sigmoid in Q0.16, between which a line is drawn.

    Each value is moved by half of what the line misses in the middle, STEP**2 / 8 times the second derivative: a line
    is then as far off at its ends as it is in the middle. The last one is the largest number.
    """
    value = 1 / (1 + np.exp(-np.arange(256) * STEP))
    second_derivative = value * (1 - value) * (1 - 2 * value)
    table = np.floor(2**16 * (value - STEP**2 / 16 * second_derivative) + 0.5).astype(np.int64)
    table[-1] = 2**16 - 1
    return table


def activation(x: np.ndarray, left_shift: int, is_tanh: bool) -> np.ndarray:
    """sigmoid or tanh of x * 2**(left_shift - 12) in Q0.15, as int64.

    tanh(x) is 2 * sigmoid(2 * x) - 1, and both are odd about their value at 0. Source: TensorFlow Lite's reference of
    the int16 operators.
    """
    # A place in the table is 1/24; one of x is 1/4096, so that 3 * x has 512 to a place, or for 2 * x 256.
    scaled = 3 * x.astype(object)
    scaled = scaled * 2**left_shift if left_shift >= 0 else (scaled + 2 ** (-left_shift - 1)) // 2**-left_shift
    magnitude = np.minimum(np.abs(scaled), 2**40).astype(np.int64)
    bits = 8 if is_tanh else 9
    table = sigmoid_table()
    place = magnitude >> bits
    here, after = (table[np.minimum(place + step, 255)] for step in (0, 1))
    line = (here << bits) + (magnitude & (2**bits - 1)) * (after - here)
    line = np.where(place >= 255, 0xFFFF << 8 if is_tanh else 0x7FFF << 10, line)
    negative = (scaled < 0).astype(bool)
    if is_tanh:  # line - 1/2, times 2
        return np.where(negative, 2**23 - line + 2**7 - 1, line - 2**23 + 2**7) >> 8
    return np.where(negative, 2**25 - line + 2**9 - 1, line + 2**9) >> 10


def table_activations(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """arm_nn_activation_s16 with all shifts that move something, and further ones; also in place."""
    for index in range(count):
        size, left_shift = int(random.choice(SIZES)), int(random.choice([0, 0, 1, 2, 3, *range(-40, 40)]))
        x = random.integers(-(2**15), 2**15, size).astype(np.int16)
        x >>= int(random.integers(0, 12))
        x[::5] = random.choice([-(2**15), 2**15 - 1, 0, 1, -1], x[::5].size)
        if index < 2:  # enough values for ties of the rounding
            size, left_shift, x = 4096, 0, np.arange(-(2**15), 2**15, 16).astype(np.int16) + np.int16(7)
        wanted = activation(x, left_shift, bool(index % 2)).astype(np.int16)
        buffers = _maybe_in_place(random, x, wanted)
        yield Call("arm_nn_activation_s16", [size, left_shift, index % 2], buffers)


def _maybe_in_place(random: np.random.Generator, x: np.ndarray, wanted: np.ndarray) -> list[Buffer]:
    both = Buffer.changed(x, wanted)
    return [both, both] if random.integers(3) == 0 else [Buffer.constant(x), Buffer.output(random, wanted)]


def table_of(function: Callable[[np.ndarray], np.ndarray], low: float, high: float) -> np.ndarray:
    """513 values of `function` from low to high, in Q0.15."""
    values = np.round(2**15 * function(np.linspace(low, high, 513)))
    return np.clip(values, -(2**15), 2**15 - 1).astype(np.int16)


def exp_table() -> np.ndarray:
    """exp(x) for x from -10 to 0."""
    return table_of(np.exp, -10, 0)


def reciprocal_table() -> np.ndarray:
    """1 / (1 + x) for x from 0 to 1."""
    return table_of(lambda x: 1 / (1 + x), 0, 1)


def _looked_up(table: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Between the values of `table`, which are 128 apart from -2**15 on."""
    wide = table.astype(np.int64)
    place = (x + 2**15) // 128
    return wide[place] + (((wide[place + 1] - wide[place]) * (x % 128) + 64) >> 7)


def softmax_row(x: np.ndarray, multiplier: int, shift: int, exp: np.ndarray, reciprocal: np.ndarray) -> np.ndarray:
    """Softmax of a row by its tables, as int64. Source: TensorFlow Lite's reference of the int16 operator."""
    distance = np.maximum(x.astype(np.int64) - x.max(), -(2**31) >> max(shift, 0))
    argument = np.clip(requantize(distance, multiplier, shift) + 2**15 - 1, -(2**15), 2**15 - 1)
    exponentials = _looked_up(exp, argument)
    total = max(1, int(exponentials.sum()))
    bits = total.bit_length() - 1  # total / 2**bits in [1, 2)
    fraction = ((total << (30 - bits)) + 2**13 >> 14) - 2**16  # of it, in Q0.16
    factor = int(_looked_up(reciprocal, np.array(min(fraction, 2**16 - 1) - 2**15)))
    return np.clip((exponentials * factor + (2**bits >> 1)) >> bits, 0, 2**15 - 1)


def table_softmaxes(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """arm_softmax_s16 with the tables of its functions, and with others."""
    for index in range(count):
        rows, size = int(random.choice([1, 2, 3])), int(random.choice(SIZES[1:]))
        tables = [exp_table(), reciprocal_table()]
        multiplier, shift = quantize_multiplier(float(2.0 ** random.uniform(-6, 6)))
        if index % 4 == 0:  # any tables
            tables = [random.integers(-(2**15), 2**15, 513).astype(np.int16) for _ in range(2)]
            multiplier, shift = int(random_multipliers(random, 1)[0]), int(random.integers(-20, 31))
        if index % 4 == 1:  # distances that would wrap
            multiplier, shift = quantize_multiplier(float(2.0 ** random.uniform(15, 29)))
        if index % 4 == 2:  # a sum of 2**18 - 1: its place in the table is rounded to one beyond the end
            rows, size, tables[0] = 1, 27, np.full(513, 9709, np.int16)
        x = random.integers(-(2**15), 2**15, (rows, size)).astype(np.int16) >> int(random.integers(0, 12))
        wanted = np.stack([softmax_row(row, multiplier, shift, *tables) for row in x]).astype(np.int16)
        buffers = _maybe_in_place(random, x, wanted)
        buffers += [Buffer.constant(table) for table in tables]
        yield Call("arm_softmax_s16", [rows, size, multiplier, shift], buffers)
