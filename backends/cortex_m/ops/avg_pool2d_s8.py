# SPDX-License-Identifier: Apache-2.0
"""avg_pool2d_s8: averages of windows: average pooling, fixed or adaptive, and means over dimensions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from typing import TYPE_CHECKING

import numpy as np
import torch

from penlight.backends.cortex_m.graph import Tensor, channels_last
from penlight.backends.cortex_m.layout import BYTES, COUNT, DIM, OFFSET, Struct, param
from penlight.backends.cortex_m.match import aten
from penlight.backends.cortex_m.ops.operator import Case, Operand, Operator
from penlight.backends.cortex_m.overlap import Overlap, by_slices, first_seen, pixels_at
from penlight.backends.cortex_m.target import Tier
from penlight.backends.cortex_m.window import Window, is_image, pool_window, random_pool, windows

if TYPE_CHECKING:
    from torch.fx import Node

    from penlight.backends.cortex_m.lower import Lowering
    from penlight.backends.cortex_m.match import Match
    from penlight.export.quantizer import Annotator

Params = Mapping[str, int | float]

_ATEN = torch.ops.aten
_MEANS = (_ATEN.mean.dim, _ATEN.mean.default)
_ADAPTIVE = (_ATEN.adaptive_avg_pool2d.default, _ATEN._adaptive_avg_pool2d.default)

_MAX_WINDOW = 2**23
"""Elements of a window: their sum, each at most 255 in size, must fit 32 bits."""


def pools_an_image(match: Match) -> bool:
    """The input must have four dimensions (batch, channels, height, width); add one with unsqueeze(0)."""
    return aten(match.node) in _MEANS or is_image(match)


def window_fits_accumulator(match: Match) -> bool:
    """More than 2**23 elements are averaged into one: a 32-bit accumulator could overflow."""
    target = aten(match.node)
    shape = match.tensor_shape("self")
    if target in _MEANS:
        return prod(shape[d] for d in _reduced(match)) <= _MAX_WINDOW
    if target in _ADAPTIVE:
        return prod(shape[-2:]) <= _MAX_WINDOW
    return prod(pool_window(match.node).kernel) <= _MAX_WINDOW


def divisor_is_small(match: Match) -> bool:
    """divisor_override must be from 1 to 65535."""
    divisor = match.arguments.get("divisor_override")
    return divisor is None or 1 <= divisor <= 65535


class AvgPool2dS8(Operator):
    """int8 average pooling. The quantization parameters of the output are those of the input.

    Kernel "" averages the elements of each window that lie in the input: out = round(sum(in) / count).
    Kernel "padded" lets padding count as zero: out = round(sum(in + input_offset) / divisor) - input_offset, clamped,
    where the sum is over the elements in the input, and a divisor of 0 stands for the number of positions of the window
    in the padded input. Kernel "adaptive" has windows of its own: output i of n sees the inputs from
    floor(i * size / n) up to ceil((i + 1) * size / n); its formula is that of "padded", and its divisor the size of the
    window. round is to nearest, halves away from zero.
    """

    name = "avg_pool2d_s8"
    code = 9
    kernels = ("", "padded", "adaptive")
    params = Struct(
        "pl_avg_pool2d_s8_params",
        (
            param("batch", DIM),
            param("in_h", DIM),
            param("in_w", DIM),
            param("channels", DIM),
            param("out_h", DIM),
            param("out_w", DIM),
            param("kernel_h", DIM, "not used by adaptive, nor are strides and padding"),
            param("kernel_w", DIM),
            param("stride_h", DIM),
            param("stride_w", DIM),
            param("pad_h", COUNT, "padding before the first and behind the last row"),
            param("pad_w", COUNT, "padding before the first and behind the last column"),
            param("divisor", COUNT, "used by padded alone; 0 stands for the size of the window"),
            param("input_offset", OFFSET, "-zero_point of the input"),
            param("scratch_bytes", BYTES),
        ),
    )
    operands = (
        Operand("input", "input", np.int8, ("batch", "in_h", "in_w", "channels")),
        Operand("scratch", "scratch", np.uint8, ("scratch_bytes",)),
        Operand("output", "output", np.int8, ("batch", "out_h", "out_w", "channels")),
    )
    checked = True
    library_order = True
    targets = (_ATEN.avg_pool2d.default, *_ADAPTIVE, *_MEANS)
    constraints = (pools_an_image, window_fits_accumulator, divisor_is_small)

    @classmethod
    def annotate(cls, node: Node, annotator: Annotator) -> None:
        annotator.share(node)

    @classmethod
    def lower(cls, match: Match, lowering: Lowering) -> None:
        if aten(match.node) in _MEANS:
            cls._lower_mean(match, lowering)
            return
        x = lowering.channels_last(match.argument("self"))
        out = lowering.like(x, match.node.name, match.shape, channels_last(4))
        window, kernel = _window(match)
        sizes = {name: value for name, value in window.sizes(x, out).items() if not name.startswith("dilation")}
        sizes |= {"batch": x.shape[0], "channels": x.shape[1]}
        cls._emit(match, lowering, sizes, x, out, kernel)
        lowering.define_moved(match, out)

    @classmethod
    def _lower_mean(cls, match: Match, lowering: Lowering) -> None:
        """As one window over the averaged dimensions: those before them are the batch, those after the channels."""
        x = lowering.tensor(match.argument("self"))
        reduced = _reduced(match)
        averaged = [d for d in x.order if d in reduced and x.shape[d] > 1]
        first = x.order.index(averaged[0]) if averaged else len(x.order)
        before = [d for d in x.order[:first] if d not in averaged]
        after = [d for d in x.order[first:] if d not in averaged]
        x = lowering.arranged(x, (*before, *averaged, *after))
        height, width = x.shape[averaged[0]] if averaged else 1, prod(x.shape[d] for d in averaged[1:])
        sizes: dict[str, int | float] = {
            "batch": prod(x.shape[d] for d in before),
            "channels": prod(x.shape[d] for d in after),
        }
        for letter, size in (("h", height), ("w", width)):
            sizes |= {f"in_{letter}": size, f"out_{letter}": 1, f"kernel_{letter}": size}
            sizes |= {f"stride_{letter}": 1, f"pad_{letter}": 0}
        order = x.order
        if len(match.shape) < len(x.shape):
            kept = [d for d in range(len(x.shape)) if d not in reduced]
            order = tuple(kept.index(d) for d in x.order if d in kept)
        out = lowering.like(x, match.node.name, match.shape, order)
        cls._emit(match, lowering, sizes, x, out, "")
        lowering.define_moved(match, out)

    @classmethod
    def _emit(
        cls,
        match: Match,
        lowering: Lowering,
        sizes: dict[str, int | float],
        x: Tensor,
        out: Tensor,
        kernel: str,
    ) -> None:
        params = sizes | {"divisor": match.arguments.get("divisor_override") or 0, "input_offset": -x.zero_point}
        params["scratch_bytes"] = cls.scratch_bytes(params, lowering.tier, kernel)
        lowering.emit(cls, match, params, {"input": x, "output": out}, kernel=kernel)

    @classmethod
    def scratch_bytes(cls, params: Params, tier: Tier, kernel: str) -> int:
        """What arm_avgpool_s8_get_buffer_size answers for the tier: a sum for each channel; the others need none."""
        return 4 * int(params["channels"]) if tier == Tier.DSP and not kernel else 0

    @classmethod
    def overlap(cls, params: Params, tier: Tier, kernel: str) -> Mapping[str, Overlap]:
        """By pixels, each a few channels at a time."""
        if kernel == "adaptive":
            rows, columns = (
                np.arange(int(params[f"out_{axis}"])) * int(params[f"in_{axis}"]) // int(params[f"out_{axis}"])
                for axis in "hw"
            )
            first = pixels_at(rows, columns, params)
        else:
            first = first_seen(params)
        return {"input": Overlap(by_slices(first, int(params["channels"])))}

    @classmethod
    def reference(cls, params: Params, arrays: Mapping[str, np.ndarray | None], kernel: str = "") -> np.ndarray:
        p = {name: int(value) for name, value in params.items()}
        x = arrays["input"]
        assert x is not None
        image = x.reshape(p["batch"], p["in_h"], p["in_w"], -1).astype(np.int64)
        if kernel == "adaptive":
            sums, counts = _adaptive_sums(image + p["input_offset"], p)
        else:
            offset = p["input_offset"] if kernel else 0
            p |= {"dilation_h": 1, "dilation_w": 1}
            sums = windows(image + offset, p).sum(axis=(3, 4))
            real = np.ones_like(image[:1, :, :, :1])
            if kernel == "padded":
                real = np.pad(real, ((0, 0), (p["pad_h"],) * 2, (p["pad_w"],) * 2, (0, 0)), constant_values=1)
                p |= {"in_h": real.shape[1], "in_w": real.shape[2], "pad_h": 0, "pad_w": 0}
            counts = windows(real, p).sum(axis=(3, 4))
            if kernel == "padded" and p["divisor"]:
                counts = np.full_like(counts, p["divisor"])
        rounded = np.sign(sums) * ((2 * np.abs(sums) + counts) // (2 * counts))
        if kernel:
            rounded = rounded - p["input_offset"]
        return np.clip(rounded, -128, 127).astype(np.int8).ravel()

    @classmethod
    def cases(cls, random: np.random.Generator, count: int, tier: Tier) -> Iterator[Case]:
        for index in range(count):
            kernel = cls.kernels[index % 3]
            p = random_pool(random)
            del p["dilation_h"], p["dilation_w"]
            if kernel == "adaptive":
                p |= {"out_h": int(random.integers(1, 9)), "out_w": int(random.integers(1, 9))}
            p["divisor"] = int(random.choice([0, 0, 1, 2, 7, 65535])) if kernel == "padded" else 0
            p["input_offset"] = -int(random.choice([-128, -37, 0, 5, 127]))
            p["scratch_bytes"] = cls.scratch_bytes(p, tier, kernel)
            x = random.integers(-128, 128, cls.operand("input").elems(p), np.int8)
            yield Case(p, {"input": x}, kernel)


def _window(match: Match) -> tuple[Window, str]:
    """The window of an average pool, and the kernel that has its divisor."""
    if aten(match.node) in _ADAPTIVE:
        size, count = match.tensor_shape("self")[2:], match.shape[2:]
        step = (size[0] // count[0] or 1, size[1] // count[1] or 1)
        same = size[0] % count[0] == size[1] % count[1] == 0
        return Window(step, step, (0, 0), (1, 1)), "" if same else "adaptive"
    values = match.arguments
    window = pool_window(match.node)
    padded = values["divisor_override"] is not None or (values["count_include_pad"] and any(window.padding))
    return window, "padded" if padded else ""


def _reduced(match: Match) -> set[int]:
    """The dimensions over which an aten.mean averages."""
    rank = len(match.tensor_shape("self"))
    dims = match.arguments.get("dim")
    if isinstance(dims, int):
        dims = [dims]
    return {d % rank for d in dims} if dims else set(range(rank))


def _adaptive_sums(x: np.ndarray, p: Mapping[str, int]) -> tuple[np.ndarray, np.ndarray]:
    """Sums and sizes of adaptive windows over `x` (batch, in_h, in_w, channels)."""
    spans = []
    for size, count in ((p["in_h"], p["out_h"]), (p["in_w"], p["out_w"])):
        spans.append([(i * size // count, -(-(i + 1) * size // count)) for i in range(count)])
    sums = [[x[:, a:b, c:d].sum(axis=(1, 2)) for c, d in spans[1]] for a, b in spans[0]]
    counts = [[(b - a) * (d - c) for c, d in spans[1]] for a, b in spans[0]]
    return np.array(sums).transpose(2, 0, 1, 3), np.array(counts)[None, :, :, None]
