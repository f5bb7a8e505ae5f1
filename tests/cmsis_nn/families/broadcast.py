# SPDX-License-Identifier: Apache-2.0
"""Minimum and maximum of two tensors whose dimensions of size 1 stand for any size."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from cmsis_nn.calls import Buffer, Call
from cmsis_nn.families.quantization import random_int8

from penlight.backends.cortex_m.target import Tier

# A row of the second input is one element; both rows and columns of each input are repeated.
_SHAPES = (
    ((1, 4, 3, 5), (1, 4, 1, 1)),
    ((1, 4, 1, 1), (1, 4, 3, 5)),
    ((2, 1, 2, 1), (1, 2, 1, 2)),
    ((1, 1, 1, 1), (2, 2, 2, 16)),
    ((3, 5, 7, 1), (3, 5, 7, 1)),
    ((1, 1, 1, 33), (2, 3, 4, 33)),
)


def minima_and_maxima(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """arm_minimum_s8 and arm_maximum_s8; also into an input of the output's shape."""
    for index in range(count):
        first, second = _SHAPES[index // 2] if index // 2 < len(_SHAPES) else _random_shapes(random)
        x, y = random_int8(random, *first), random_int8(random, *second)
        name, function = (("minimum", np.minimum), ("maximum", np.maximum))[index % 2]
        wanted = function(x, y)
        words = [*x.shape, *y.shape, *wanted.shape]
        buffers = [Buffer.constant(x), Buffer.constant(y), Buffer.output(random, wanted)]
        place = int(random.integers(4))
        if place < 2 and (x, y)[place].shape == wanted.shape:
            buffers[place] = buffers[2] = Buffer.changed((x, y)[place], wanted)
        yield Call(f"arm_{name}_s8", words, buffers)


def _random_shapes(random: np.random.Generator) -> tuple[list[int], list[int]]:
    whole = [int(size) for size in random.choice([1, 2, 3, 4, 5], 4)]
    whole[int(random.integers(4))] = int(random.choice([1, 15, 16, 17, 33]))
    kept = random.integers(0, 3, (2, 4)) > 0 if random.integers(4) else np.ones((2, 4), bool)
    first, second = ([size if keep else 1 for size, keep in zip(whole, row, strict=True)] for row in kept)
    return first, second
