# SPDX-License-Identifier: Apache-2.0
"""Integer arithmetic of quantized inference, in numpy: the definition that every kernel is checked against."""

from __future__ import annotations

import math

import numpy as np

from penlight.runtime.errors import InternalError


def quantize_multiplier(real: float) -> tuple[int, int]:
    """`real` as (multiplier, shift) with real = multiplier * 2**(shift - 31) and multiplier in [2**30, 2**31).

    Zero gives (0, 0). A value too small for a shift of -31 also gives (0, 0): every product rounds to zero.
    Raises InternalError for a negative value or one of 2**31 and more.
    Source: B. Jacob et al., "Quantization and Training of Neural Networks for Efficient Integer-Arithmetic-Only
    Inference", CVPR 2018, section 2.2.
    """
    if not 0 <= real < 2.0**31:
        raise InternalError(f"cannot requantize by {real}")
    fraction, shift = math.frexp(real)
    multiplier = math.floor(fraction * 2**31 + 0.5)
    if multiplier == 2**31:
        multiplier, shift = 2**30, shift + 1
    if real == 0.0 or shift < -31:
        return 0, 0
    return multiplier, shift


def quantize_multipliers(reals: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """`quantize_multiplier` of each element: two int32 arrays."""
    pairs = [quantize_multiplier(float(real)) for real in np.asarray(reals, np.float64).ravel()]
    array = np.array(pairs, np.int64).reshape(-1, 2)
    return array[:, 0].astype(np.int32), array[:, 1].astype(np.int32)


def requantize(value: np.ndarray, multiplier: np.ndarray | int, shift: np.ndarray | int) -> np.ndarray:
    """value * multiplier * 2**(shift - 31), rounded twice, as int64.

    A left shift comes first, then the doubling high half of the product rounded half up, then a right shift rounded
    half away from zero. Shapes broadcast. Source: the fixed-point scheme of gemmlowp (SQRDMULH, then a rounding divide
    by a power of two), which is CMSIS-NN's default.
    """
    value = np.asarray(value, np.int64)
    shift = np.asarray(shift, np.int64)
    left, right = np.maximum(shift, 0), np.maximum(-shift, 0)
    shifted = (value << left).astype(np.int32).astype(np.int64)
    high = (shifted * np.asarray(multiplier, np.int64) + (1 << 30)) >> 31
    high = np.minimum(high, 2**31 - 1)
    mask = (np.int64(1) << right) - 1
    remainder = high & mask
    threshold = (mask >> 1) + (high < 0)
    return (high >> right) + (remainder > threshold)


def random_requantization(random: np.random.Generator, channels: int, products: int) -> dict[str, np.ndarray | None]:
    """Random bias (or None), multiplier and shift whose outputs span int8 and sometimes saturate.

    `products` is how many products an accumulator sums.
    """
    spread = 5000.0 * np.sqrt(products)
    real = 128.0 / spread * 2.0 ** random.uniform(-3, 2, channels)
    multiplier, shift = quantize_multipliers(real)
    bias = random.integers(-int(spread), int(spread) + 1, channels).astype(np.int32)
    return {"bias": None if random.integers(5) == 0 else bias, "multiplier": multiplier, "shift": shift}
