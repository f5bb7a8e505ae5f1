# SPDX-License-Identifier: Apache-2.0
"""max_pool2d_s8: the largest element under a sliding window. Padding never wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np
import torch

from penlight.backends.cortex_m.graph import channels_last
from penlight.backends.cortex_m.layout import COUNT, DIM, Struct, param
from penlight.backends.cortex_m.ops.operator import Case, Operand, Operator
from penlight.backends.cortex_m.overlap import Overlap, by_pixels, by_slices, first_seen
from penlight.backends.cortex_m.target import Tier
from penlight.backends.cortex_m.window import is_image, pool_window, random_pool, windows

if TYPE_CHECKING:
    from torch.fx import Node

    from penlight.backends.cortex_m.lower import Lowering
    from penlight.backends.cortex_m.match import Match
    from penlight.export.quantizer import Annotator


def windows_see_the_input(match: Match) -> bool:
    """A window of a dilated max_pool2d lies over padding alone, where the largest element is minus infinity."""
    window = pool_window(match.node)
    sizes, counts = match.tensor_shape("self")[-2:], match.shape[-2:]
    for axis in range(2):
        origins = np.arange(counts[axis])[:, None] * window.stride[axis] - window.padding[axis]
        taps = origins + np.arange(window.kernel[axis]) * window.dilation[axis]
        if not ((taps >= 0) & (taps < sizes[axis])).any(axis=1).all():
            return False
    return True


class MaxPool2dS8(Operator):
    """int8 max pooling. The quantization parameters of the output are those of the input."""

    name = "max_pool2d_s8"
    code = 8
    kernels = ("", "dilated")
    params = Struct(
        "pl_max_pool2d_s8_params",
        (
            param("batch", DIM),
            param("in_h", DIM),
            param("in_w", DIM),
            param("channels", DIM),
            param("out_h", DIM),
            param("out_w", DIM),
            param("kernel_h", DIM),
            param("kernel_w", DIM),
            param("stride_h", DIM),
            param("stride_w", DIM),
            param("pad_h", COUNT, "padding before the first row"),
            param("pad_w", COUNT, "padding before the first column"),
            param("dilation_h", DIM),
            param("dilation_w", DIM),
        ),
    )
    operands = (
        Operand("input", "input", np.int8, ("batch", "in_h", "in_w", "channels")),
        Operand("output", "output", np.int8, ("batch", "out_h", "out_w", "channels")),
    )
    checked = True
    library_order = True
    targets = (torch.ops.aten.max_pool2d.default,)
    constraints = (is_image, windows_see_the_input)

    @classmethod
    def annotate(cls, node: Node, annotator: Annotator) -> None:
        annotator.share(node)

    @classmethod
    def lower(cls, match: Match, lowering: Lowering) -> None:
        x = lowering.channels_last(match.argument("self"))
        out = lowering.like(x, match.node.name, match.shape, channels_last(4))
        params = pool_window(match.node).sizes(x, out) | {"batch": x.shape[0], "channels": x.shape[1]}
        lowering.emit(cls, match, params, {"input": x, "output": out}, kernel=cls._kernel(params))
        lowering.define_moved(match, out)

    @classmethod
    def _kernel(cls, params: Mapping[str, int | float]) -> str:
        return "dilated" if params["dilation_h"] > 1 or params["dilation_w"] > 1 else ""

    @classmethod
    def overlap(cls, params: Mapping[str, int | float], tier: Tier, kernel: str) -> Mapping[str, Overlap]:
        """By pixels; the dilated kernel writes one before it has read all of its window."""
        first, channels = first_seen(params), int(params["channels"])
        if kernel == "dilated":
            return {"input": Overlap(by_pixels(first, channels, channels, staged=False))}
        return {"input": Overlap(by_slices(first, channels))}

    @classmethod
    def reference(
        cls, params: Mapping[str, int | float], arrays: Mapping[str, np.ndarray | None], kernel: str = ""
    ) -> np.ndarray:
        p = {name: int(value) for name, value in params.items()}
        x = arrays["input"]
        assert x is not None
        return windows(x.reshape(p["batch"], p["in_h"], p["in_w"], -1), p, padding=-128).max(axis=(3, 4)).ravel()

    @classmethod
    def cases(cls, random: np.random.Generator, count: int, tier: Tier) -> Iterator[Case]:
        for index in range(count):
            p = random_pool(random, dilated=index % 4 == 0)
            x = random.integers(-128, 128, cls.operand("input").elems(p), np.int8)
            yield Case(p, {"input": x}, cls._kernel(p))
