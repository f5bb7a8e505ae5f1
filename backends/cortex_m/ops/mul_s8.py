# SPDX-License-Identifier: Apache-2.0
"""mul_s8: the product of two int8 tensors, each with its own scale."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np
import torch

from penlight.backends.cortex_m import broadcast
from penlight.backends.cortex_m.layout import INT8, MULTIPLIER, OFFSET, SHIFT, Struct, param
from penlight.backends.cortex_m.match import source
from penlight.backends.cortex_m.ops.operator import Case, Operator
from penlight.backends.cortex_m.overlap import Overlap
from penlight.backends.cortex_m.quantization import quantize_multiplier, requantize
from penlight.backends.cortex_m.target import Tier

if TYPE_CHECKING:
    from penlight.backends.cortex_m.lower import Lowering
    from penlight.backends.cortex_m.match import Match


class MulS8(Operator):
    """out = clamp(requantize((in_1 + offset_1) * (in_2 + offset_2)) + output_offset)."""

    name = "mul_s8"
    code = 11
    kernels = ("", "broadcast")
    params = Struct(
        "pl_mul_s8_params",
        (
            *broadcast.SIZES,
            param("multiplier", MULTIPLIER),
            param("shift", SHIFT),
            param("offset_1", OFFSET, "-zero_point of input_1"),
            param("offset_2", OFFSET, "-zero_point of input_2"),
            param("output_offset", OFFSET, "zero_point of the output"),
            param("activation_min", INT8),
            param("activation_max", INT8),
        ),
    )
    operands = broadcast.OPERANDS
    checked = True
    fuses_activation = True
    targets = (torch.ops.aten.mul.Tensor, torch.ops.aten.mul_.Tensor, torch.ops.aten.mul.Scalar)

    @classmethod
    def lower(cls, match: Match, lowering: Lowering) -> None:
        inputs = (broadcast.operand(lowering, match, match.argument(name)) for name in ("self", "other"))
        first, second, order = broadcast.arrange(lowering, len(match.shape), *inputs)
        out = lowering.output(match, order)
        sizes = broadcast.sizes(first.physical_shape, second.physical_shape, source(match.node))
        multiplier, shift = quantize_multiplier(first.scale * second.scale / out.scale)
        low, high = match.activation_range()
        params = {
            **sizes,
            "multiplier": multiplier,
            "shift": shift,
            "offset_1": -first.zero_point,
            "offset_2": -second.zero_point,
            "output_offset": out.zero_point,
            "activation_min": low,
            "activation_max": high,
        }
        operands = {"input_1": first, "input_2": second, "output": out}
        lowering.emit(cls, match, params, operands, kernel=broadcast.kernel(sizes))

    @classmethod
    def overlap(cls, params: Mapping[str, int | float], tier: Tier, kernel: str) -> Mapping[str, Overlap]:
        return broadcast.overlap(params)

    @classmethod
    def reference(
        cls, params: Mapping[str, int | float], arrays: Mapping[str, np.ndarray | None], kernel: str = ""
    ) -> np.ndarray:
        p = {name: int(value) for name, value in params.items()}
        first, second = broadcast.expanded(params, arrays)
        product = (first + p["offset_1"]) * (second + p["offset_2"])
        out = requantize(product, p["multiplier"], p["shift"]) + p["output_offset"]
        return np.clip(out, p["activation_min"], p["activation_max"]).astype(np.int8)

    @classmethod
    def cases(cls, random: np.random.Generator, count: int, tier: Tier) -> Iterator[Case]:
        for _ in range(count):
            multiplier, shift = quantize_multiplier(float(2.0 ** random.uniform(-14, 4)))
            low, high = sorted(random.integers(-128, 128, 2).tolist()) if random.integers(3) == 0 else (-128, 127)
            params = broadcast.random_sizes(random) | {
                "multiplier": multiplier,
                "shift": shift,
                "offset_1": int(random.choice([-127, 0, 3, 128])),
                "offset_2": int(random.choice([-127, 0, -9, 128])),
                "output_offset": int(random.choice([-128, 0, 17, 127])),
                "activation_min": low,
                "activation_max": high,
            }
            arrays: dict[str, np.ndarray | None] = {
                f"input_{n}": random.integers(-128, 128, int(params[f"elems_{n}"]), np.int8) for n in (1, 2)
            }
            yield Case(params, arrays, broadcast.kernel(params))
