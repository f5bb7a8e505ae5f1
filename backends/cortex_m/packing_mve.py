# SPDX-License-Identifier: Apache-2.0
"""What the packed operators of MVE share: whole groups of channels, and requantization that only scales down."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

VECTOR = 16
"""int8 elements of a vector."""
CHANNELS = 4
"""Output channels that are computed together."""

Arrays = Mapping[str, np.ndarray | None]


def whole(count: int, unit: int) -> int:
    """`count` rounded up to a multiple of `unit`."""
    return -(-count // unit) * unit


def requantizes(arrays: Arrays, bias: np.ndarray) -> bool:
    """Whether the results are scaled down and `bias`, which holds the input offset, is one that the device accepts."""
    multiplier, shift = arrays["multiplier"], arrays["shift"]
    assert multiplier is not None and shift is not None
    return bool(np.all((shift <= -1) | (multiplier == 0)) and np.all(np.abs(bias) <= 2**30))


def folded_bias(arrays: Arrays, input_offset: int, sums: np.ndarray) -> np.ndarray:
    """The bias (int64) with the input offset's share in each channel, whose weights add up to `sums`."""
    bias = arrays["bias"]
    return input_offset * sums.astype(np.int64) + (0 if bias is None else bias)


def requantization(arrays: Arrays, bias: np.ndarray, channels: int) -> dict[str, np.ndarray]:
    """bias, multiplier and shift for `channels`, those added giving zero. Channels without a scale get a shift, too."""
    multiplier, shift = arrays["multiplier"], arrays["shift"]
    assert multiplier is not None and shift is not None
    added = channels - len(multiplier)
    return {
        "bias": np.pad(bias, (0, added)).astype(np.int32),
        "multiplier": np.pad(multiplier, (0, added)),
        "shift": np.pad(np.minimum(shift, -1), (0, added), constant_values=-1),
    }


def unfolded(arrays: Arrays, input_offset: int, sums: np.ndarray) -> dict[str, np.ndarray | None]:
    """`requantization` and `folded_bias` undone, for the channels with these sums of weights."""
    bias, multiplier, shift = (arrays[name] for name in ("bias", "multiplier", "shift"))
    assert bias is not None and multiplier is not None and shift is not None
    count = len(sums)
    plain = bias[:count].astype(np.int64) - input_offset * sums.astype(np.int64)
    return {"bias": plain, "multiplier": multiplier[:count], "shift": shift[:count]}
