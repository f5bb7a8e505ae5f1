# SPDX-License-Identifier: Apache-2.0
"""Sums, products and activations; also in place."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from cmsis_nn.calls import Buffer, Call
from cmsis_nn.families.quantization import random_activation, random_int8, random_multipliers, requantized

from penlight.backends.cortex_m.quantization import requantize
from penlight.backends.cortex_m.target import Tier

SIZES = (0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 33, 64, 101)


def sums(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """arm_elementwise_add_s8 with any shifts."""
    for _ in range(count):
        first, second = (random_int8(random, int(random.choice(SIZES)) or 0) for _ in range(2))
        second = np.resize(second, first.size) if second.size else np.zeros(first.size, np.int8)
        offsets = [int(offset) for offset in random.integers(-127, 129, 2)]
        usual = random.integers(2) == 0
        left = 20 if usual else int(random.integers(0, 21))
        multipliers = [int(value) for value in random_multipliers(random, 3)]
        shifts = [int(value) for value in (random.integers(-6, 1, 2) if usual else random.integers(-31, 2, 2))]
        total = sum(
            requantize((x.astype(np.int64) + offset) << left, multiplier, shift)
            for x, offset, multiplier, shift in zip((first, second), offsets, multipliers, shifts, strict=False)
        )
        most = 2 * (256 << left) * 2 ** max(0, *shifts)
        out_shift = int(random.integers(-31, 31 - most.bit_length()))
        if usual:
            out_shift = int(random.integers(-22, -14))
        output_offset, activation = int(random.integers(-128, 128)), random_activation(random)
        wanted = requantized(np.asarray(total), multipliers[2], out_shift, output_offset, activation)
        words = [offsets[0], multipliers[0], shifts[0], offsets[1], multipliers[1], shifts[1], left]
        words += [output_offset, multipliers[2], out_shift, *activation, first.size]
        yield Call("arm_elementwise_add_s8", words, two_inputs(random, first, second, wanted))


def products(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """arm_elementwise_mul_s8 with any shift."""
    for _ in range(count):
        size = int(random.choice(SIZES))
        first, second = random_int8(random, size), random_int8(random, size)
        offsets = [int(offset) for offset in random.integers(-127, 129, 2)]
        product = (first.astype(np.int64) + offsets[0]) * (second.astype(np.int64) + offsets[1])
        multiplier = int(random_multipliers(random, 1)[0])
        shift = int(random.integers(-31, 13)) if random.integers(2) else int(random.integers(-9, -3))
        output_offset, activation = int(random.integers(-128, 128)), random_activation(random)
        wanted = requantized(product, multiplier, shift, output_offset, activation)
        words = [*offsets, output_offset, multiplier, shift, *activation, size]
        yield Call("arm_elementwise_mul_s8", words, two_inputs(random, first, second, wanted))


def two_inputs(random: np.random.Generator, first: np.ndarray, second: np.ndarray, wanted: np.ndarray) -> list[Buffer]:
    """Two inputs and the output, which may be one of them."""
    place = random.integers(4)
    if place == 0:
        both = Buffer.changed(first, wanted)
        return [both, Buffer.constant(second), both]
    if place == 1:
        both = Buffer.changed(second, wanted)
        return [Buffer.constant(first), both, both]
    return [Buffer.constant(first), Buffer.constant(second), Buffer.output(random, wanted)]


def activations(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """arm_relu_q7, arm_relu6_s8 and arm_relu_q15."""
    functions = (("arm_relu_q7", np.int8, 127), ("arm_relu6_s8", np.int8, 6), ("arm_relu_q15", np.int16, 2**15 - 1))
    for index in range(count):
        function, kind, high = functions[index % 3]
        x = np.frombuffer(random.bytes(int(random.integers(300)) * np.dtype(kind).itemsize), kind)
        yield Call(function, [x.size], [Buffer.changed(x, np.clip(x, 0, high).astype(kind))])
