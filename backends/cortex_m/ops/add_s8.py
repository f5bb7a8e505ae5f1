# SPDX-License-Identifier: Apache-2.0
"""add_s8: the sum of two int8 tensors, each with its own scale."""

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

LEFT_SHIFT = 20


def alpha_is_positive(match: Match) -> bool:
    """alpha, the factor of add's second operand, must be a number above zero; multiply by a negative one beforehand."""
    alpha = match.argument("alpha")
    return isinstance(alpha, int | float) and alpha > 0


class AddS8(Operator):
    """out = clamp(requantize(requantize((in_1 + offset_1) << 20) + the same of in_2) + output_offset)."""

    name = "add_s8"
    code = 10
    kernels = ("", "broadcast")
    params = Struct(
        "pl_add_s8_params",
        (
            *broadcast.SIZES,
            param("multiplier_1", MULTIPLIER, "of input_1, relative to twice the larger scale"),
            param("multiplier_2", MULTIPLIER, "the same for input_2"),
            param("output_multiplier", MULTIPLIER),
            param("shift_1", SHIFT),
            param("shift_2", SHIFT),
            param("output_shift", SHIFT),
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
    targets = (torch.ops.aten.add.Tensor, torch.ops.aten.add_.Tensor, torch.ops.aten.add.Scalar)
    constraints = (alpha_is_positive,)

    @classmethod
    def lower(cls, match: Match, lowering: Lowering) -> None:
        values = match.arguments
        inputs = (broadcast.operand(lowering, match, values[name]) for name in ("self", "other"))
        first, second, order = broadcast.arrange(lowering, len(match.shape), *inputs)
        out = lowering.output(match, order)
        sizes = broadcast.sizes(first.physical_shape, second.physical_shape, source(match.node))
        low, high = match.activation_range()
        params = {
            **sizes,
            **cls.scales(first.scale, second.scale * values["alpha"], out.scale),
            "offset_1": -first.zero_point,
            "offset_2": -second.zero_point,
            "output_offset": out.zero_point,
            "activation_min": low,
            "activation_max": high,
        }
        operands = {"input_1": first, "input_2": second, "output": out}
        lowering.emit(cls, match, params, operands, kernel=broadcast.kernel(sizes))

    @classmethod
    def scales(cls, first: float, second: float, out: float) -> dict[str, int | float]:
        """Multipliers and shifts: inputs are brought to twice the larger scale, with LEFT_SHIFT bits of fraction."""
        common = 2 * max(first, second)
        values: dict[str, int | float] = {}
        values["multiplier_1"], values["shift_1"] = quantize_multiplier(first / common)
        values["multiplier_2"], values["shift_2"] = quantize_multiplier(second / common)
        values["output_multiplier"], values["output_shift"] = quantize_multiplier(common / (2**LEFT_SHIFT * out))
        return values

    @classmethod
    def overlap(cls, params: Mapping[str, int | float], tier: Tier, kernel: str) -> Mapping[str, Overlap]:
        return broadcast.overlap(params)

    @classmethod
    def reference(
        cls, params: Mapping[str, int | float], arrays: Mapping[str, np.ndarray | None], kernel: str = ""
    ) -> np.ndarray:
        p = {name: int(value) for name, value in params.items()}
        inputs = broadcast.expanded(params, arrays)
        total = sum(
            requantize((x + p[f"offset_{n}"]) << LEFT_SHIFT, p[f"multiplier_{n}"], p[f"shift_{n}"])
            for n, x in enumerate(inputs, 1)
        )
        out = requantize(np.asarray(total), p["output_multiplier"], p["output_shift"]) + p["output_offset"]
        return np.clip(out, p["activation_min"], p["activation_max"]).astype(np.int8)

    @classmethod
    def cases(cls, random: np.random.Generator, count: int, tier: Tier) -> Iterator[Case]:
        for _ in range(count):
            first, second, out = (float(2.0**e) for e in random.uniform(-6, 2, 3))
            low, high = sorted(random.integers(-128, 128, 2).tolist()) if random.integers(3) == 0 else (-128, 127)
            params = broadcast.random_sizes(random) | cls.scales(first, second, max(out, 0.01 * max(first, second)))
            params |= {
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
