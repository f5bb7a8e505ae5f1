# SPDX-License-Identifier: Apache-2.0
"""rescale_s8: int8 to int8 with other quantization parameters and a clamp; also every stand-alone activation clamp."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch.fx import Node

from penlight.backends.cortex_m.graph import Tensor
from penlight.backends.cortex_m.layout import ELEMS, INT8, MULTIPLIER, OFFSET, SHIFT, Struct, param
from penlight.backends.cortex_m.match import ACTIVATIONS, QParams, activation_bounds, clamp_range
from penlight.backends.cortex_m.ops.operator import Case, Operand, Operator
from penlight.backends.cortex_m.overlap import IN_PLACE, Overlap
from penlight.backends.cortex_m.quantization import quantize_multiplier, requantize
from penlight.backends.cortex_m.target import Tier

if TYPE_CHECKING:
    from penlight.backends.cortex_m.lower import Lowering
    from penlight.backends.cortex_m.match import Match


def bounds_are_constant(match: Match) -> bool:
    """The bounds of a clamp must be numbers, not tensors."""
    return activation_bounds(match.node) is not None


class RescaleS8(Operator):
    """out = clamp(requantize(in + input_offset) + output_offset, activation_min, activation_max)."""

    name = "rescale_s8"
    code = 4
    params = Struct(
        "pl_rescale_s8_params",
        (
            param("elems", ELEMS),
            param("multiplier", MULTIPLIER),
            param("shift", SHIFT),
            param("input_offset", OFFSET, "-zero_point of the input"),
            param("output_offset", OFFSET, "zero_point of the output"),
            param("activation_min", INT8),
            param("activation_max", INT8),
        ),
    )
    operands = (
        Operand("input", "input", np.int8, ("elems",)),
        Operand("output", "output", np.int8, ("elems",)),
    )
    targets = (
        *ACTIVATIONS,
        torch.ops.aten.clamp.Tensor,
        torch.ops.aten.clamp_min.Tensor,
        torch.ops.aten.clamp_max.Tensor,
    )
    constraints = (bounds_are_constant,)

    @classmethod
    def lower(cls, match: Match, lowering: Lowering) -> None:
        x = lowering.tensor(match.node.all_input_nodes[0])
        bounds = activation_bounds(match.node)
        assert bounds is not None
        out = cls.rescale(lowering, match.node, x, match.output, clamp_range(*bounds, match.output))
        lowering.define(match, out)

    @classmethod
    def rescale(
        cls, lowering: Lowering, node: Node, x: Tensor, qparams: QParams, clamp: tuple[int, int] = (-128, 127)
    ) -> Tensor:
        """`x` with other parameters, clamped: itself when nothing changes, otherwise one kernel call."""
        if (x.scale, x.zero_point) == (qparams.scale, qparams.zero_point) and clamp == (-128, 127):
            return x
        if x.flattened is not None:
            image = cls.rescale(lowering, node, x.flattened, qparams, clamp)
            return Tensor(image.buffer, x.dtype, x.shape, x.order, image.scale, image.zero_point, flattened=image)
        x = lowering.settled(x)
        out = lowering.new(node.name, x.shape, x.order, qparams)
        multiplier, shift = quantize_multiplier(x.scale / qparams.scale)
        params = {
            "elems": x.elems,
            "multiplier": multiplier,
            "shift": shift,
            "input_offset": -x.zero_point,
            "output_offset": qparams.zero_point,
            "activation_min": clamp[0],
            "activation_max": clamp[1],
        }
        lowering.emit(cls, node, params, {"input": x, "output": out})
        return out

    @classmethod
    def overlap(cls, params: Mapping[str, int | float], tier: Tier, kernel: str) -> Mapping[str, Overlap]:
        return {"input": IN_PLACE}

    @classmethod
    def reference(
        cls, params: Mapping[str, int | float], arrays: Mapping[str, np.ndarray | None], kernel: str = ""
    ) -> np.ndarray:
        p = {name: int(value) for name, value in params.items()}
        x = arrays["input"]
        assert x is not None
        shifted = x.astype(np.int64) + p["input_offset"]
        out = requantize(shifted, p["multiplier"], p["shift"]) + p["output_offset"]
        return np.clip(out, p["activation_min"], p["activation_max"]).astype(np.int8)

    @classmethod
    def cases(cls, random: np.random.Generator, count: int, tier: Tier) -> Iterator[Case]:
        for _ in range(count):
            elems = int(random.choice([1, 2, 3, 5, 15, 16, 17, 33, 100]))
            multiplier, shift = quantize_multiplier(2.0 ** random.uniform(-8, 8))
            low, high = sorted(random.integers(-128, 128, 2).tolist()) if random.integers(2) else (-128, 127)
            params = {
                "elems": elems,
                "multiplier": multiplier,
                "shift": shift,
                "input_offset": -int(random.integers(-128, 128)),
                "output_offset": int(random.integers(-128, 128)),
                "activation_min": low,
                "activation_max": high,
            }
            yield Case(params, {"input": random.integers(-128, 128, elems, np.int8)})
