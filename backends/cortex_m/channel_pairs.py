# SPDX-License-Identifier: Apache-2.0
"""Weights and requantization of the DSP tier, laid out for pairs of channels. kernels/tile_dsp.h is the C side.

A column is what one output channel multiplies: the inputs of one pixel, in order, and zeros up to a multiple of four.
An odd number of channels is made even by having the last channel but one once more before the last one.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from penlight.backends.cortex_m.overlap import by_pixels

Arrays = Mapping[str, np.ndarray | None]

QUANT_WORDS = 3
"""Words of requantization of a channel."""
_NARROW_BOUND = 2**23
"""Sums of the second channels lie below it in the narrow form, which has them times 256 in its accumulators."""


TILE_PIXELS = 4
"""Pixels that the kernels multiply at a time; those that are left at the end one by one."""


def distance(first: np.ndarray, in_bytes: int, out_bytes: int) -> int:
    """How far the output must lie below the input: see overlap.by_pixels."""
    return max(by_pixels(first, in_bytes, out_bytes, count) for count in (1, TILE_PIXELS))


def column_bytes(products: int) -> int:
    """Bytes of a column of `products` inputs."""
    return (products + 3) & ~3


def paired(channels: int) -> int:
    """Channels that are stored for `channels`."""
    return channels + channels % 2


def fits(weights: np.ndarray, sums: np.ndarray, arrays: Arrays) -> bool:
    """Whether the kernels requantize exactly: right shifts only, and accumulators below 2**30.

    `weights` is (channels, products), `sums` the biases with the input offset folded in.
    """
    multiplier, shift = _array(arrays, "multiplier"), _array(arrays, "shift")
    exact = multiplier.min() >= 2**30 and shift.max() <= -1
    return bool(exact and _largest(weights, sums).max() < 2**30)


def fits_narrow(weights: np.ndarray, sums: np.ndarray) -> bool:
    """Whether the pairs of channels can share words in the narrow form."""
    stored = _stored(len(sums))
    first, second = weights[stored[::2]], weights[stored[1::2]]
    return bool(
        _largest(weights, sums)[stored[1::2]].max() < _NARROW_BOUND and not np.any((second == -128) & (first < 0))
    )


def _largest(weights: np.ndarray, sums: np.ndarray) -> np.ndarray:
    """The largest magnitude of each channel's accumulator, for any inputs."""
    wide = weights.astype(np.int64)
    positive, negative = np.maximum(wide, 0).sum(axis=1), np.minimum(wide, 0).sum(axis=1)
    highest = sums + 127 * positive - 128 * negative
    lowest = sums - 128 * positive + 127 * negative
    return np.maximum(np.abs(highest), np.abs(lowest))


def folded(weights: np.ndarray, bias: np.ndarray | None, input_offset: int) -> np.ndarray:
    """Biases, as int64, of accumulators over the inputs as they are: `weights` is (channels, products)."""
    return weights.sum(axis=1, dtype=np.int64) * input_offset + (0 if bias is None else bias.astype(np.int64))


def pack_weights(weights: np.ndarray, wide: bool) -> np.ndarray:
    """`weights` (channels, products) for kernels: (pairs, groups, 2, 2, 2) bytes, flat.

    The last three dimensions are the element modulo 2, the element divided by 2, and the channel of the pair. In the
    narrow form two bytes are one number, 256 times the second channel's weight plus the first one's.
    """
    channels, products = weights.shape
    columns = np.zeros((paired(channels), column_bytes(products)), np.int8)
    columns[:, :products] = weights[_stored(channels)]
    if not wide:
        columns[1::2] -= columns[::2] < 0
    grouped = columns.reshape(-1, 2, columns.shape[1] // 4, 2, 2)
    return np.ascontiguousarray(grouped.transpose(0, 2, 4, 3, 1)).ravel()


def unpack_weights(packed: np.ndarray, channels: int, products: int, wide: bool) -> np.ndarray:
    """`pack_weights` undone."""
    grouped = packed.reshape(paired(channels) // 2, -1, 2, 2, 2).transpose(0, 4, 1, 3, 2)
    columns = grouped.reshape(paired(channels), -1).astype(np.int8)
    if not wide:
        columns[1::2] += columns[::2] < 0
    return columns[_first(channels), :products]


def scales(arrays: Arrays) -> np.ndarray:
    """(channels, 2): multipliers doubled modulo 2**32, and right shifts less one."""
    doubled = (_array(arrays, "multiplier").astype(np.uint32) << 1).view(np.int32)
    return np.stack([doubled, -_array(arrays, "shift") - 1], axis=1).astype(np.int32)


def unscaled(packed: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """`scales` undone: multipliers, which have their highest bit of 31 set, and shifts."""
    halved = np.ascontiguousarray(packed[:, 0]).view(np.uint32) >> 1 | 1 << 30
    return halved.astype(np.int32), -packed[:, 1] - 1


def pack_quant(sums: np.ndarray, arrays: Arrays, wide: bool) -> np.ndarray:
    """Requantization: for each pair its two biases, then the scales of the first and of the second channel."""
    stored = _stored(len(sums))
    biases = sums[stored].astype(np.int64).reshape(-1, 2)
    if not wide:
        biases[:, 1] = 256 * biases[:, 1] + biases[:, 0]  # modulo 2**32, as the accumulators are
    return np.concatenate([biases.astype(np.int32), scales(arrays)[stored].reshape(-1, 4)], axis=1).ravel()


def unpack_quant(packed: np.ndarray, channels: int, wide: bool) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """`pack_quant` undone: the biases with the input offset folded in, then multiplier and shift."""
    words = packed.reshape(-1, 2 * QUANT_WORDS)
    first = _first(channels)
    biases = words[:, :2].copy()
    if not wide:
        biases[:, 1] = (biases[:, 1] - biases[:, 0]) >> 8  # modulo 2**24
    multiplier, shift = unscaled(words[:, 2:].reshape(-1, 2)[first])
    return biases.ravel()[first], {"multiplier": multiplier, "shift": shift}


def _stored(channels: int) -> np.ndarray:
    """The channels as they are stored."""
    indices = np.arange(paired(channels))
    return np.where(indices < channels - channels % 2, indices, indices - channels % 2)


def _first(channels: int) -> np.ndarray:
    """Where each channel is stored."""
    indices = np.arange(channels)
    return np.where(indices < channels - channels % 2, indices, indices + 1)


def _array(arrays: Arrays, name: str) -> np.ndarray:
    array = arrays[name]
    assert array is not None
    return array
