# SPDX-License-Identifier: Apache-2.0
"""add_s8_dsp: the sum of two int8 tensors of the same size, with a table for one of them."""

from __future__ import annotations

import numpy as np

from penlight.backends.cortex_m.layout import BYTES, Struct, param
from penlight.backends.cortex_m.ops.add_s8_packed import FIELDS, PackedAddS8
from penlight.backends.cortex_m.ops.operator import Operand
from penlight.backends.cortex_m.ops.packed import Arrays, Params
from penlight.backends.cortex_m.target import Target, Tier

_TABLE_BYTES = 4 * 256


class AddS8Dsp(PackedAddS8):
    """What the 256 values of the input with the smaller scale give is tabulated in scratch memory."""

    name = "add_s8_dsp"
    code = 24
    tier = Tier.DSP
    params = Struct(
        "pl_add_s8_dsp_params", (*FIELDS, param("scratch_bytes", BYTES, "a word for each value of an int8"))
    )
    operands = (
        Operand("input_1", "input", np.int8, ("elems",)),
        Operand("input_2", "input", np.int8, ("elems",)),
        Operand("scratch", "scratch", np.uint8, ("scratch_bytes",)),
        Operand("output", "output", np.int8, ("elems",)),
    )

    @classmethod
    def pays(cls, params: Params, kernel: str, target: Target) -> bool:
        """The table takes as long as a few hundred elements."""
        return params["elems"] >= 512

    @classmethod
    def pack(cls, params: Params, arrays: Arrays, kernel: str) -> tuple[dict[str, int | float], dict[str, np.ndarray]]:
        packed, constants = super().pack(params, arrays, kernel)
        return packed | {"scratch_bytes": _TABLE_BYTES}, constants
