# SPDX-License-Identifier: Apache-2.0
"""add_s8_dsp: the sum of two int8 tensors of the same size, with a table for one of them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from penlight.backends.cortex_m.layout import BYTES, ELEMS, FLAG, INT8, MULTIPLIER, OFFSET, SHIFT, Struct, param
from penlight.backends.cortex_m.ops.add_s8 import AddS8
from penlight.backends.cortex_m.ops.operator import Operand
from penlight.backends.cortex_m.ops.packed import Arrays, PackedOperator, Params
from penlight.backends.cortex_m.overlap import IN_PLACE, Overlap
from penlight.backends.cortex_m.target import Target, Tier

_HALF = 2**30
"""The multiplier of the input with the larger scale, relative to twice that scale."""
_TABLE_BYTES = 4 * 256


class AddS8Dsp(PackedOperator):
    """The input with the larger scale is multiplied by a power of two, which needs no rounding.

    What the 256 values of the other one give is tabulated in scratch memory.
    """

    plain = AddS8
    tier = Tier.DSP
    name = "add_s8_dsp"
    code = 24
    params = Struct(
        "pl_add_s8_dsp_params",
        (
            param("elems", ELEMS),
            param("multiplier", MULTIPLIER, "of the input with the smaller scale, relative to twice the larger one"),
            param("output_multiplier", MULTIPLIER),
            param("scratch_bytes", BYTES, "a word for each value of an int8"),
            param("shift", SHIFT),
            param("output_shift", SHIFT),
            param("larger_is_2", FLAG, "whether input_2 has the larger scale"),
            param("larger_offset", OFFSET, "-zero_point of the input with the larger scale"),
            param("smaller_offset", OFFSET, "-zero_point of the other one"),
            param("output_offset", OFFSET, "zero_point of the output"),
            param("activation_min", INT8),
            param("activation_max", INT8),
        ),
    )
    operands = (
        Operand("input_1", "input", np.int8, ("elems",)),
        Operand("input_2", "input", np.int8, ("elems",)),
        Operand("scratch", "scratch", np.uint8, ("scratch_bytes",)),
        Operand("output", "output", np.int8, ("elems",)),
    )
    checked = True

    @classmethod
    def fits(cls, params: Params, arrays: Arrays, kernel: str) -> bool:
        """Inputs of the size of the output, of which one has half the common scale, and a sum that is scaled down."""
        same = params["elems_1"] == params["elems_2"] == params["elems"]
        down = params["output_shift"] <= -1 and params["output_multiplier"] >= 2**30
        return same and down and _larger(params) > 0

    @classmethod
    def pays(cls, params: Params, kernel: str, target: Target) -> bool:
        """The table takes as long as a few hundred elements."""
        return params["elems"] >= 512

    @classmethod
    def pack(cls, params: Params, arrays: Arrays, kernel: str) -> tuple[dict[str, int | float], dict[str, np.ndarray]]:
        larger = _larger(params)
        smaller = 3 - larger
        p = {field.name: params[field.name] for field in cls.params.fields if field.name in params}
        p |= {"larger_is_2": larger - 1, "larger_offset": params[f"offset_{larger}"]}
        p |= {"smaller_offset": params[f"offset_{smaller}"], "scratch_bytes": _TABLE_BYTES}
        return p | {"multiplier": params[f"multiplier_{smaller}"], "shift": params[f"shift_{smaller}"]}, {}

    @classmethod
    def unpack(cls, params: Params, arrays: Arrays, kernel: str) -> dict[str, np.ndarray | None]:
        return {}

    @classmethod
    def overlap(cls, params: Params, tier: Tier, kernel: str) -> Mapping[str, Overlap]:
        return {"input_1": IN_PLACE, "input_2": IN_PLACE}

    @classmethod
    def reference(cls, params: Params, arrays: Arrays, kernel: str = "") -> np.ndarray:
        larger = int(params["larger_is_2"]) + 1
        smaller = 3 - larger
        elems = params["elems"]
        plain: dict[str, int | float] = {**params, "elems_1": elems, "elems_2": elems}
        plain |= {"dim_0": 1, "dim_1": 1, "dim_2": 1, "dim_3": elems, "broadcast_1": 0, "broadcast_2": 0}
        plain |= {f"multiplier_{larger}": _HALF, f"shift_{larger}": 0, f"offset_{larger}": params["larger_offset"]}
        plain |= {f"multiplier_{smaller}": params["multiplier"], f"shift_{smaller}": params["shift"]}
        plain |= {f"offset_{smaller}": params["smaller_offset"]}
        return cls.plain.reference(plain, arrays)


def _larger(params: Params) -> int:
    """The input, 1 or 2, with the larger scale; 0 where neither is multiplied by a power of two alone."""
    numbers = (n for n in (1, 2) if params[f"multiplier_{n}"] == _HALF and params[f"shift_{n}"] == 0)
    return next(numbers, 0)
