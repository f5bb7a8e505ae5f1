# SPDX-License-Identifier: Apache-2.0
"""Functions of single numbers of 32 bits, and the widening of int8 in the order of the DSP instructions."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from cmsis_nn.calls import Buffer, Call
from cmsis_nn.families.quantization import random_int8
from cmsis_nn.families.softmax import divide, exponential, product, reciprocal

from penlight.backends.cortex_m.target import Tier

INT32 = (-(2**31), 2**31 - 1)
COUNT = 64


def fixed_point(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """All functions in turn, over the whole range of their arguments."""
    made = (_product, _wrapping_product, _quotient, _power, _exponential, _reciprocal, _widened)
    for index in range(count):
        yield made[index % len(made)](random)


def _random_int32(random: np.random.Generator) -> np.ndarray:
    values = random.integers(*INT32, COUNT) >> random.integers(0, 32, COUNT)
    return np.where(random.integers(8, size=COUNT) == 0, random.choice([*INT32, 0, 1, -1, 2**30], COUNT), values)


def _call(random: np.random.Generator, function: str, arguments: list[np.ndarray], wanted: np.ndarray) -> Call:
    constants = [Buffer.constant(array.astype(np.int32)) for array in arguments]
    return Call(f"arm_nn_{function}", [COUNT], [*constants, Buffer.output(random, wanted.astype(np.int32))])


def _product(random: np.random.Generator) -> Call:
    x, y = _random_int32(random), _random_int32(random)
    x[0] = y[0] = INT32[0]
    return _call(random, "doubling_high_mult", [x, y], product(x, y))


def _wrapping_product(random: np.random.Generator) -> Call:
    x, y = _random_int32(random), np.maximum(_random_int32(random), INT32[0] + 1)
    return _call(random, "doubling_high_mult_no_sat", [x, y], product(x, y))


def _quotient(random: np.random.Generator) -> Call:
    x, exponents = _random_int32(random), random.integers(0, 32, COUNT)
    x[::3] = ((x << 1 | 1) << exponents >> 1)[::3].astype(np.int32)  # ties, where they fit
    wanted = [int(divide(value, int(exponent))) for value, exponent in zip(x, exponents, strict=True)]
    return _call(random, "divide_by_power_of_two", [x, exponents], np.array(wanted))


def _power(random: np.random.Generator) -> Call:
    x, exponents = _random_int32(random), random.integers(0, 31, COUNT)
    return _call(random, "mult_by_power_of_two", [x, exponents], np.clip(x << exponents, *INT32))


def _exponential(random: np.random.Generator) -> Call:
    x = np.minimum(_random_int32(random), 0)
    return _call(random, "exp_on_negative_values", [x], exponential(x))


def _reciprocal(random: np.random.Generator) -> Call:
    x = np.abs(np.maximum(_random_int32(random), INT32[0] + 1))
    wanted = [reciprocal(int(value) + 2**31 >> 1) for value in x]
    return _call(random, "one_over_one_plus_x_for_x_in_0_1", [x], np.array(wanted))


def _widened(random: np.random.Generator) -> Call:
    x, offset = random_int8(random, int(random.integers(100))), int(random.integers(-127, 129))
    wanted = x.astype(np.int16) + np.int16(offset)
    fours = x.size // 4 * 4
    wanted[:fours] = wanted[:fours].reshape(-1, 4)[:, [0, 2, 1, 3]].ravel()
    buffers = [Buffer.constant(x), Buffer.output(random, wanted)]
    return Call("arm_s8_to_s16_unordered_with_offset", [x.size, offset], buffers)
