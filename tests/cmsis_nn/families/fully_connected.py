# SPDX-License-Identifier: Apache-2.0
"""Fully connected layers, with offsets of the filter, too, and the sums that they use on MVE."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from cmsis_nn.calls import Buffer, Call
from cmsis_nn.families.convolution import layer_buffers
from cmsis_nn.families.quantization import random_activation, random_constants, random_int8, requantized

from penlight.backends.cortex_m.target import Tier

COLUMNS = (1, 2, 3, 4, 5, 15, 16, 17, 31, 33, 64, 100, 513)
ROWS = (1, 2, 3, 4, 5, 7, 15, 16, 17, 33)


def fully_connected(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """All three functions."""
    for _ in range(count):
        batch, columns, rows = (int(random.choice(sizes)) for sizes in ((1, 1, 1, 2, 3, 5), COLUMNS, ROWS))
        input_offset = int(random.choice([-127, -37, 0, 5, 128]))
        filter_offset = int(random.choice([0, 0, 0, -3, 100, 128]))
        output_offset = int(random.choice([-128, -3, 0, 90, 127]))
        activation = random_activation(random)
        constants = random_constants(random, rows, columns)
        function, is_per_channel = random_function(random)
        if not is_per_channel:
            constants |= {name: array[:1] for name in ("multiplier", "shift") if (array := constants[name]) is not None}
        x, filters = random_int8(random, batch, columns), random_int8(random, rows, columns)
        accumulators = (x.astype(np.int64) + input_offset) @ (filters.astype(np.int64) + filter_offset).T
        if constants["bias"] is not None:
            accumulators = accumulators + constants["bias"]
        wanted = requantized(accumulators, constants["multiplier"], constants["shift"], output_offset, activation)
        size = 4 * rows if tier == Tier.MVE else 0
        words = [input_offset, filter_offset, output_offset, *activation, columns, 1, 1, rows, batch, 1, 1, rows]
        words += [int(random.choice([size, 0])), int(is_per_channel)]
        yield Call(function, words, layer_buffers(random, x, filters, constants, size, wanted))


def random_function(random: np.random.Generator) -> tuple[str, bool]:
    """One of the functions, and whether it takes a multiplier for each channel."""
    is_per_channel = bool(random.integers(2))
    direct = "arm_fully_connected_per_channel_s8" if is_per_channel else "arm_fully_connected_s8"
    return str(random.choice([direct, "arm_fully_connected_wrapper_s8"])), is_per_channel


def vector_sums(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """lhs_offset * sum over a row of (filter + rhs_offset) + bias."""
    for _ in range(count):
        columns, rows = int(random.choice(COLUMNS)), int(random.choice(ROWS))
        lhs_offset, rhs_offset = int(random.integers(-127, 129)), int(random.choice([0, 0, -127, 5, 128]))
        filters = random_int8(random, rows, columns)
        bias = random.integers(-(2**24), 2**24, rows).astype(np.int32) if random.integers(4) else None
        sums = lhs_offset * (filters.astype(np.int64) + rhs_offset).sum(axis=1) + (0 if bias is None else bias)
        buffers = [
            Buffer.output(random, sums.astype(np.int32)),
            Buffer.constant(filters),
            None if bias is None else Buffer.constant(bias),
        ]
        yield Call("arm_vector_sum_s8", [columns, rows, lhs_offset, rhs_offset], buffers)
