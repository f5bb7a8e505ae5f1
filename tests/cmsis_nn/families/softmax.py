# SPDX-License-Identifier: Apache-2.0
"""Softmax of 8-bit rows, with results of 8 and 16 bits; also in place where the types allow it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from cmsis_nn.calls import Buffer, Call

from penlight.backends.cortex_m.ops.softmax_s8 import SoftmaxS8
from penlight.backends.cortex_m.target import Tier

_INTEGER_BITS = 5
_SUM_BITS = 12


def product(a: np.ndarray | int, b: np.ndarray | int) -> np.ndarray:
    """a * b / 2**31 to nearest, ties up, saturated."""
    return np.minimum((np.asarray(a, np.int64) * b + 2**30) >> 31, 2**31 - 1)


def divide(value: np.ndarray, exponent: int) -> np.ndarray:
    """value / 2**exponent to nearest, ties away from zero."""
    return np.sign(value) * ((np.abs(value) + (2**exponent >> 1)) >> exponent)


def exponential(x: np.ndarray) -> np.ndarray:
    """exp(x) in Q0.31 for x <= 0 in Q5.26.

    The part of x in [-1/4, 0) goes through a Taylor series about -1/8, each bit of the rest is a factor.
    Source: gemmlowp's fixed-point functions.
    """
    quarter = 2**24
    small = x % quarter - quarter
    t = small * 2**_INTEGER_BITS + 2**28
    t2 = product(t, t)
    t3, t4 = product(t2, t), product(t2, t2)
    series = t + divide(product(divide(t4, 2) + t3, round(2**31 / 3)) + t2, 1)
    at_eighth = round(float(np.exp(-1 / 8)) * 2**31)
    result = at_eighth + product(series, at_eighth)
    for bit in range(7):
        factor = round(float(np.exp(-(2.0 ** (bit - 2)))) * 2**31)
        result = np.where((small - x) >> (24 + bit) & 1, product(result, factor), result)
    return np.where(x == 0, 2**31 - 1, result)


def reciprocal(half: int) -> int:
    """1 / d in Q0.31 for d in [1, 2), given as d / 2: three steps of Newton's method from 48/17 - 32/17 * d."""
    x = round(48 / 17 * 2**29) + int(product(half, -round(32 / 17 * 2**29)))
    for _ in range(3):
        x += int(product(x, 2**29 - product(half, x))) * 4
    return min(2 * x, 2**31 - 1)


def softmax(x: np.ndarray, multiplier: int, shift: int, diff_min: int, bits: int) -> np.ndarray:
    """Softmax of one row, 2**bits to 1; as int64 in [0, 2**bits)."""
    distance = x.astype(np.int64) - int(x.max())
    counts = distance >= diff_min
    exponentials = np.where(counts, exponential(np.where(counts, product(distance << shift, multiplier), 0)), 0)
    total = int(divide(exponentials, _SUM_BITS).sum())
    headroom = 32 - total.bit_length()
    quotient = product(exponentials, reciprocal(total << headroom >> 1))
    return np.minimum(divide(quotient, 31 - bits + _SUM_BITS - headroom), 2**bits - 1)


def softmaxes(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """All functions with the multipliers of random scales."""
    for index, case in enumerate(SoftmaxS8.cases(random, count, tier)):
        p, x = case.params, case.arrays["input"]
        assert x is not None
        row, multiplier, shift, diff_min = (int(p[name]) for name in ("row", "multiplier", "shift", "diff_min"))
        words = [x.size // row, row, multiplier, shift, diff_min]
        function, bits, kind, zero_point = (
            ("arm_softmax_s8", 8, np.int8, -(2**7)),
            ("arm_softmax_u8", 8, np.uint8, 0),
            ("arm_softmax_s8_s16", 16, np.int16, -(2**15)),
            ("arm_nn_softmax_common_s8", *((16, np.int16, -(2**15)) if index % 8 < 4 else (8, np.int8, -(2**7)))),
        )[index % 4]
        if function == "arm_nn_softmax_common_s8":
            words.append(int(bits == 16))
        if kind == np.uint8:
            x = (x.astype(np.int16) + 128).astype(np.uint8)
        results = [softmax(values, multiplier, shift, diff_min, bits) for values in x.reshape(-1, row)]
        wanted = (np.concatenate(results) + zero_point).astype(kind)
        both = Buffer.changed(x, wanted)
        in_place = bits == 8 and random.integers(3) == 0
        yield Call(function, words, [both, both] if in_place else [Buffer.constant(x), Buffer.output(random, wanted)])
