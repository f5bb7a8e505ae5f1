# SPDX-License-Identifier: Apache-2.0
"""Random quantization parameters that reach further than those of the operators."""

from __future__ import annotations

import numpy as np

from penlight.backends.cortex_m.quantization import random_requantization, requantize

Arrays = dict[str, np.ndarray | None]


def random_multipliers(random: np.random.Generator, count: int) -> np.ndarray:
    """int32 multipliers of the whole range that the functions take, its ends among them."""
    values = random.integers(0, 2**31, count)
    ends = random.choice([0, 1, 2**30, 2**30 + 1, 2**31 - 1], count)
    return np.where(random.integers(4, size=count) == 0, ends, values).astype(np.int32)


def random_constants(random: np.random.Generator, channels: int, products: int) -> Arrays:
    """Bias (or None), multiplier and shift of each channel: mostly useful ones, sometimes any of the range.

    `products` is how many products of two int8 an accumulator sums; no result of a requantization overflows.
    """
    constants = random_requantization(random, channels, products)
    if random.integers(4) == 0:
        most = 2**16 * products
        constants["multiplier"] = random_multipliers(random, channels)
        constants["shift"] = random.integers(-31, 29 - (2 * most).bit_length(), channels).astype(np.int32)
        if constants["bias"] is not None:
            constants["bias"] = random.integers(-most, most, channels).astype(np.int32)
    return constants


def random_activation(random: np.random.Generator) -> tuple[int, int]:
    """Both ends of the range of results; often the whole of int8."""
    if random.integers(3):
        return -128, 127
    low, high = sorted(random.integers(-128, 128, 2).tolist())
    return low, high


def random_int8(random: np.random.Generator, *shape: int) -> np.ndarray:
    """Random elements; sometimes all of them at an end of the range."""
    if random.integers(16) == 0:
        return np.full(shape, random.choice([-128, 127]), np.int8)
    return random.integers(-128, 128, shape, np.int8)


def requantized(
    accumulators: np.ndarray,
    multiplier: np.ndarray | int | None,
    shift: np.ndarray | int | None,
    offset: int,
    activation: tuple[int, int],
) -> np.ndarray:
    """The int8 results of `accumulators`."""
    assert multiplier is not None and shift is not None
    return np.clip(requantize(accumulators, multiplier, shift) + offset, *activation).astype(np.int8)
