# SPDX-License-Identifier: Apache-2.0
"""quantize_f32_s8: float32 to int8."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np
from torch.fx import Node

from penlight.backends.cortex_m.graph import Tensor
from penlight.backends.cortex_m.layout import ELEMS, INT8, REAL, Struct, param
from penlight.backends.cortex_m.match import source_line
from penlight.backends.cortex_m.ops.operator import Case, Operand, Operator
from penlight.backends.cortex_m.overlap import IN_PLACE, Overlap
from penlight.backends.cortex_m.target import Tier

if TYPE_CHECKING:
    from penlight.backends.cortex_m.lower import Lowering
    from penlight.backends.cortex_m.match import QParams


class QuantizeF32S8(Operator):
    """out = clamp(round_half_even(in * inverse_scale) + zero_point, -128, 127); a NaN gives zero_point.

    The product is rounded to float32 before it is rounded to an integer: no fused multiply-add.
    """

    name = "quantize_f32_s8"
    code = 2
    precision = "convert"
    params = Struct(
        "pl_quantize_f32_s8_params",
        (
            param("elems", ELEMS),
            param("inverse_scale", REAL, "1 / scale, rounded to float32"),
            param("zero_point", INT8),
        ),
    )
    operands = (
        Operand("input", "input", np.float32, ("elems",)),
        Operand("output", "output", np.int8, ("elems",)),
    )

    @classmethod
    def quantize(cls, lowering: Lowering, node: Node, x: Tensor, qparams: QParams) -> Tensor:
        """Appends the quantization of `x`, in its own order."""
        label = f"{x.buffer.name}.quantize"
        out = lowering.new(label, x.shape, x.order, qparams)
        params = {
            "elems": x.elems,
            "inverse_scale": float(np.float32(1.0 / qparams.scale)),
            "zero_point": qparams.zero_point,
        }
        lowering.append(cls, label, source_line(node), params, {"input": x, "output": out})
        return out

    @classmethod
    def overlap(cls, params: Mapping[str, int | float], tier: Tier, kernel: str) -> Mapping[str, Overlap]:
        return {"input": IN_PLACE}

    @classmethod
    def reference(
        cls, params: Mapping[str, int | float], arrays: Mapping[str, np.ndarray | None], kernel: str = ""
    ) -> np.ndarray:
        x = arrays["input"]
        assert x is not None
        with np.errstate(over="ignore", invalid="ignore"):
            scaled = x.astype(np.float32) * np.float32(params["inverse_scale"])
        rounded = np.rint(np.nan_to_num(scaled.astype(np.float64), nan=0.0, posinf=1e9, neginf=-1e9))
        return np.clip(rounded + params["zero_point"], -128, 127).astype(np.int8)

    @classmethod
    def cases(cls, random: np.random.Generator, count: int, tier: Tier) -> Iterator[Case]:
        for _ in range(count):
            elems = int(random.choice([1, 2, 3, 5, 15, 16, 17, 33, 100]))
            scale = np.float32(2.0 ** random.uniform(-8, 3))
            x = (random.standard_normal(elems) * scale * 100).astype(np.float32)
            special = np.array(
                [0.5 * scale, 1.5 * scale, -2.5 * scale, 1e30, -1e30, np.inf, -np.inf, np.nan, 0.0, -0.0]
            )
            x[random.integers(elems)] = random.choice(special)
            params = {
                "elems": elems,
                "inverse_scale": float(np.float32(1) / scale),
                "zero_point": int(random.integers(-128, 128)),
            }
            yield Case(params, {"input": x})
