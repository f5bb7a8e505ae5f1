# SPDX-License-Identifier: Apache-2.0
"""dequantize_s8_f32: int8 to float32."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np
from torch.fx import Node

from penlight.backends.cortex_m.graph import DType, Tensor
from penlight.backends.cortex_m.layout import ELEMS, INT8, REAL, Struct, param
from penlight.backends.cortex_m.match import source_line
from penlight.backends.cortex_m.ops.operator import Case, Operand, Operator
from penlight.backends.cortex_m.overlap import Overlap, by_pixels
from penlight.backends.cortex_m.target import Tier

if TYPE_CHECKING:
    from penlight.backends.cortex_m.lower import Lowering


class DequantizeS8F32(Operator):
    """out = (in - zero_point) * scale, one float32 product."""

    name = "dequantize_s8_f32"
    code = 3
    precision = "convert"
    params = Struct(
        "pl_dequantize_s8_f32_params",
        (param("elems", ELEMS), param("scale", REAL), param("zero_point", INT8)),
    )
    operands = (
        Operand("input", "input", np.int8, ("elems",)),
        Operand("output", "output", np.float32, ("elems",)),
    )

    @classmethod
    def dequantize(cls, lowering: Lowering, node: Node, x: Tensor) -> Tensor:
        """Appends the dequantization of `x`, in its own order."""
        label = f"{x.buffer.name}.dequantize"
        out = lowering.new(label, x.shape, x.order, None, DType.FLOAT32)
        params = {"elems": x.elems, "scale": x.scale, "zero_point": x.zero_point}
        lowering.append(cls, label, source_line(node), params, {"input": x, "output": out})
        return out

    @classmethod
    def overlap(cls, params: Mapping[str, int | float], tier: Tier, kernel: str) -> Mapping[str, Overlap]:
        """Element by element, four bytes for one: the input lies where the last of the output will be."""
        return {"input": Overlap(by_pixels(np.arange(int(params["elems"])), 1, 4))}

    @classmethod
    def reference(
        cls, params: Mapping[str, int | float], arrays: Mapping[str, np.ndarray | None], kernel: str = ""
    ) -> np.ndarray:
        x = arrays["input"]
        assert x is not None
        return (x.astype(np.float32) - np.float32(params["zero_point"])) * np.float32(params["scale"])

    @classmethod
    def cases(cls, random: np.random.Generator, count: int, tier: Tier) -> Iterator[Case]:
        for _ in range(count):
            elems = int(random.choice([1, 2, 3, 5, 15, 16, 17, 33, 100]))
            params = {
                "elems": elems,
                "scale": float(np.float32(2.0 ** random.uniform(-20, 10))),
                "zero_point": int(random.integers(-128, 128)),
            }
            yield Case(params, {"input": random.integers(-128, 128, elems, np.int8)})
