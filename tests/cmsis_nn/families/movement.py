# SPDX-License-Identifier: Apache-2.0
"""Functions that move elements, against numpy's own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import numpy as np
from cmsis_nn.calls import Buffer, Call, noise
from cmsis_nn.families.quantization import random_int8

from penlight.backends.cortex_m.target import Tier


def _random_shape(random: np.random.Generator, rank: int = 4) -> list[int]:
    """Small sizes and one that may be larger."""
    shape = [int(size) for size in random.choice([1, 2, 3, 4, 5, 7], rank)]
    shape[int(random.integers(rank))] = int(random.choice([1, 8, 15, 16, 17, 33]))
    return shape


def pads(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """Padding before and behind each of four dimensions."""
    for _ in range(count):
        shape = _random_shape(random)
        used = random.integers(0, 2, (2, 4)) if random.integers(2) else np.ones((2, 4), np.int64)
        before, after = (random.integers(0, 4, (2, 4)) * used).tolist()
        value = int(random.integers(-128, 128))
        x = random_int8(random, *shape)
        wanted = np.pad(x, list(zip(before, after, strict=True)), constant_values=value)
        buffers = [Buffer.constant(x), Buffer.output(random, wanted)]
        yield Call("arm_pad_s8", [value, *shape, *before, *after], buffers)


def transpositions(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """All permutations of one to four dimensions, in turn."""
    every = [order for rank in range(1, 5) for order in permutations(range(rank))]
    for index in range(count):
        order = every[index % len(every)]
        rank = len(order)
        x = random_int8(random, *_random_shape(random, rank))
        wanted = np.ascontiguousarray(x.transpose(order))
        # What stands in the fields that a tensor of fewer dimensions does not use means nothing.
        unused = [int(value) for value in random.integers(-9, 99, 4 - rank)]
        words = [*x.shape, *unused, *wanted.shape, *unused, rank, *order, *unused]
        yield Call("arm_transpose_s8", words, [Buffer.constant(x), Buffer.output(random, wanted)])


def concatenations(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """One input into its place in the output, along each dimension; the rest of the output stays as it was."""
    for index in range(count):
        axis = index % 4
        shape = _random_shape(random)  # w, z, y, x
        x = random_int8(random, *shape)
        offset = int(random.integers(0, 5))
        size = offset + shape[axis] + int(random.integers(0, 5))
        whole = [size if dim == axis else value for dim, value in enumerate(shape)]
        before = noise(random, int(np.prod(whole))).view(np.int8).reshape(whole)
        after = before.copy()
        after[tuple(slice(offset, offset + n) if dim == axis else slice(None) for dim, n in enumerate(shape))] = x
        words = [*reversed(shape), size, offset]
        yield Call(f"arm_concatenation_s8_{'wzyx'[axis]}", words, [Buffer.constant(x), Buffer.changed(before, after)])


def reshapes(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """Copies, also onto the input itself."""
    for _ in range(count):
        x = random_int8(random, int(random.integers(300)))
        source = Buffer.constant(x)
        target = source if random.integers(4) == 0 else Buffer.output(random, x)
        yield Call("arm_reshape_s8", [x.size], [source, target])
