# SPDX-License-Identifier: Apache-2.0
"""What the packed forms of add_s8 share: the sum of two int8 tensors of the same size."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from penlight.backends.cortex_m.layout import ELEMS, FLAG, INT8, MULTIPLIER, OFFSET, SHIFT, param
from penlight.backends.cortex_m.ops.add_s8 import AddS8
from penlight.backends.cortex_m.ops.packed import Arrays, PackedOperator, Params
from penlight.backends.cortex_m.overlap import IN_PLACE, Overlap
from penlight.backends.cortex_m.target import Tier

_HALF = 2**30
"""The multiplier of the input with the larger scale, relative to twice that scale."""

FIELDS = (
    param("elems", ELEMS),
    param("multiplier", MULTIPLIER, "of the input with the smaller scale, relative to twice the larger one"),
    param("output_multiplier", MULTIPLIER),
    param("shift", SHIFT),
    param("output_shift", SHIFT),
    param("larger_is_2", FLAG, "whether input_2 has the larger scale"),
    param("larger_offset", OFFSET, "-zero_point of the input with the larger scale"),
    param("smaller_offset", OFFSET, "-zero_point of the other one"),
    param("output_offset", OFFSET, "zero_point of the output"),
    param("activation_min", INT8),
    param("activation_max", INT8),
)


class PackedAddS8(PackedOperator):
    """The input with the larger scale is multiplied by a power of two, which needs no rounding."""

    plain = AddS8
    checked = True

    @classmethod
    def fits(cls, params: Params, arrays: Arrays, kernel: str) -> bool:
        """Inputs of the size of the output, of which one has half the common scale, and a sum that is scaled down."""
        same = params["elems_1"] == params["elems_2"] == params["elems"]
        down = params["output_shift"] <= -1 and params["output_multiplier"] >= _HALF
        return same and down and _larger(params) > 0

    @classmethod
    def pack(cls, params: Params, arrays: Arrays, kernel: str) -> tuple[dict[str, int | float], dict[str, np.ndarray]]:
        larger = _larger(params)
        smaller = 3 - larger
        p = {field.name: params[field.name] for field in FIELDS if field.name in params}
        p |= {"larger_is_2": larger - 1, "larger_offset": params[f"offset_{larger}"]}
        p |= {"smaller_offset": params[f"offset_{smaller}"]}
        return p | {"multiplier": params[f"multiplier_{smaller}"], "shift": params[f"shift_{smaller}"]}, {}

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
    """1 or 2: the input with the larger scale, if the other one is not scaled up; otherwise 0."""
    for larger, smaller in ((1, 2), (2, 1)):
        is_half = params[f"multiplier_{larger}"] == _HALF and params[f"shift_{larger}"] == 0
        if is_half and params[f"shift_{smaller}"] <= 0:
            return larger
    return 0
