# SPDX-License-Identifier: Apache-2.0
"""How far an output may lie over an input, from the order in which a kernel reads the one and writes the other.

A kernel that goes upwards through both may write where it has nothing left to read. It states its order, and gets the
least distance from the start of its output up to the start of its input.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import lcm
from typing import NamedTuple

import numpy as np

Params = Mapping[str, int | float]

NOTHING = 2**62
"""An index beyond every input, for an output that sees none."""


class Overlap(NamedTuple):
    """The output may start `distance` bytes below the start of the input, or any multiple of `step` further down.

    With a distance of 0 it may take the place of the input, with a negative one it may even start above. Kernels that
    finish some channels of all pixels before they start with the next ones have the bytes of a pixel as `step`:
    channels then only meet themselves.
    """

    distance: int
    step: int = 1

    def unit(self, align: int) -> int:
        """From one possible distance to the next, where all are multiples of `align`, too."""
        return lcm(self.step, align)

    def least(self, align: int) -> int:
        """The least of these distances."""
        return -(-self.distance // self.unit(align)) * self.unit(align)


IN_PLACE = Overlap(0)
"""Of kernels that read each element before they write it or one behind it, such as all element-wise ones."""


def least_distance(steps: Iterable[tuple[int, int]]) -> int:
    """The least distance for an order of steps, in the unit of the steps.

    Each step has the end of what is written so far, and the start of what is still read once this step begins to
    write: NOTHING when that is nothing. Without a step that still reads, no distance is too small.
    """
    return int(max([-NOTHING, *(written - needed for written, needed in steps if needed < NOTHING)]))


def by_pixels(
    first: np.ndarray, in_bytes: int, out_bytes: int, count: int = 1, staged: bool = True, image: int | None = None
) -> int:
    """The least distance for a kernel that computes `count` output pixels of an image at a time.

    Args:
        first: for each output pixel, the lowest input pixel that it sees (see `first_seen`).
        in_bytes: bytes of an input pixel, all of them read together.
        out_bytes: bytes of an output pixel.
        count: output pixels of a step.
        staged: the step has read all that its pixels see before it writes; otherwise it reads until its end.
        image: output pixels of one image, after which a new step begins; all of them when None.
    """
    pixels = np.arange(len(first))
    image = image or max(1, len(first))
    ends = np.flatnonzero(((pixels % image + 1) % count == 0) | ((pixels + 1) % image == 0)) + 1
    starts = np.concatenate([[0], ends[:-1]])
    later = np.append(np.minimum.accumulate(first[::-1])[::-1], NOTHING)
    needed = later[ends] if staged else later[starts]
    is_read = needed < NOTHING
    return least_distance(zip(ends[is_read] * out_bytes, needed[is_read] * in_bytes, strict=True))


def by_slices(first: np.ndarray, channels: int) -> int:
    """The least distance, in bytes, for a kernel that writes each pixel a few channels at a time.

    Before it writes some channels it has read these under the whole window; the next ones it reads afterwards.
    `first` is as for by_pixels; input and output have as many `channels`.
    """
    seen = np.flatnonzero(first < NOTHING) if channels > 1 else np.array([], np.int64)
    within = least_distance(zip(seen, first[seen], strict=True))
    return channels * max(within, by_pixels(first, 1, 1))


def first_seen(p: Params) -> np.ndarray:
    """The lowest input pixel under the window of each output pixel, in order of batch, row and column.

    NOTHING where the window sees padding alone. `p` has the parameters of a window (see window.py).
    """
    rows, columns = (
        _first_tap(*(int(p.get(f"{name}_{axis}", 1)) for name in ("in", "out", "kernel", "stride", "pad", "dilation")))
        for axis in "hw"
    )
    return pixels_at(rows, columns, p)


def pixels_at(rows: np.ndarray, columns: np.ndarray, p: Params) -> np.ndarray:
    """The input pixels at these rows and columns of each image; NOTHING where one of the two is."""
    in_h, in_w = int(p["in_h"]), int(p["in_w"])
    image = np.where((rows[:, None] < in_h) & (columns < in_w), rows[:, None] * in_w + columns, NOTHING).ravel()
    batches = np.arange(int(p["batch"]))[:, None] * in_h * in_w
    return np.where(image < NOTHING, batches + image, NOTHING).ravel()


def _first_tap(size: int, out: int, kernel: int, stride: int, pad: int, dilation: int) -> np.ndarray:
    """Along one dimension: the first position under each window that lies in the input; `size` where there is none."""
    origins = np.arange(out) * stride - pad
    taps = -(-np.maximum(0, -origins) // dilation)
    positions = origins + taps * dilation
    return np.where((taps < kernel) & (positions < size), positions, size)
