# SPDX-License-Identifier: Apache-2.0
"""Random quantization of int16 layers, and both of their roundings, from 64-bit sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from cmsis_nn.families.quantization import random_multipliers

from penlight.backends.cortex_m.quantization import quantize_multipliers

INT16 = (-32768, 32767)


def random_activation_s16(random: np.random.Generator) -> tuple[int, int]:
    """Both ends of the range of results; often the whole of int16."""
    if random.integers(3):
        return INT16
    low, high = sorted(random.integers(INT16[0], INT16[1] + 1, 2).tolist())
    return low, high


def random_int16(random: np.random.Generator, *shape: int) -> np.ndarray:
    """Random elements; sometimes all of them at an end of the range."""
    if random.integers(16) == 0:
        return np.full(shape, random.choice(INT16), np.int16)
    return random.integers(INT16[0], INT16[1] + 1, shape, np.int16)


def reduced(multiplier: int) -> int:
    """A multiplier of 31 fraction bits, rounded to 15, and no more than 0x7FFF."""
    return min((multiplier + 2**15) >> 16, 0x7FFF)


def requantized_once(value: int, multiplier: int, shift: int) -> int:
    """value * reduced(multiplier) * 2**(shift - 15), to nearest with ties up."""
    return (2 * value * reduced(multiplier) + (1 << (15 - shift))) >> (16 - shift)


def requantized_twice(value: int, multiplier: int, shift: int) -> int:
    """penlight's requantize without a limit to 32 bits."""
    high = ((value << max(shift, 0)) * multiplier + 2**30) >> 31
    if shift >= 0:
        return high
    magnitude = (abs(high) + (1 << (-shift - 1))) >> -shift
    return magnitude if high >= 0 else -magnitude


@dataclass(frozen=True)
class Stage:
    """What turns sums into results. kind: 0 with int64 bias, 1 with int32 bias, -1 without the struct of a bias.

    multiplier and shift have one element a channel, or one for all; bias is None where there is none.
    """

    kind: int
    bias: np.ndarray | None
    multiplier: np.ndarray
    shift: np.ndarray
    activation: tuple[int, int]

    def results(self, sums: np.ndarray) -> np.ndarray:
        """int16 results of int64 sums (..., channels)."""
        accumulators = sums.reshape(-1, sums.shape[-1]) + (0 if self.bias is None else self.bias.astype(np.int64))
        rounded = requantized_twice if self.kind == 1 else requantized_once
        multipliers = np.broadcast_to(self.multiplier, accumulators.shape[1:]).tolist()
        shifts = np.broadcast_to(self.shift, accumulators.shape[1:]).tolist()
        low, high = self.activation
        values = [
            [min(max(rounded(*each), low), high) for each in zip(row, multipliers, shifts, strict=True)]
            for row in accumulators.tolist()
        ]
        return np.array(values, np.int16)


def random_stage(
    random: np.random.Generator,
    channels: int,
    products: int,
    activation: tuple[int, int],
    kinds: Sequence[int] = (-1, 0, 0, 1, 1),
    per_channel: bool = True,
) -> Stage:
    """Mostly useful numbers for sums of `products` products of int16 and int8, sometimes any of the range."""
    kind = int(random.choice(kinds))
    spread = 19000.0 * 74.0 * np.sqrt(products)
    count = channels if per_channel else 1
    multiplier, shift = quantize_multipliers(32768.0 / spread * 2.0 ** random.uniform(-3, 2, count))
    most = int(spread)
    if random.integers(4) == 0:
        multiplier = random_multipliers(random, count)
        shift = random.integers(-31, 31 if kind == 1 else 15, count).astype(np.int32)
        most = 2**31 - 1 if kind == 1 else 2 ** int(random.integers(20, 46))
    bias = None
    if kind >= 0 and random.integers(5):
        bias = random.integers(-most, most + 1, channels).astype(np.int32 if kind == 1 else np.int64)
    return Stage(kind, bias, multiplier, shift, activation)
