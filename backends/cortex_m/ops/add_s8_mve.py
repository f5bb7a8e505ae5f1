# SPDX-License-Identifier: Apache-2.0
"""add_s8_mve: the sum of two int8 tensors of the same size, for MVE."""

from __future__ import annotations

import numpy as np

from penlight.backends.cortex_m.layout import Struct
from penlight.backends.cortex_m.ops.add_s8_packed import FIELDS, PackedAddS8
from penlight.backends.cortex_m.ops.operator import Operand
from penlight.backends.cortex_m.target import Tier


class AddS8Mve(PackedAddS8):
    """Vectors of elements, with the scales in registers."""

    name = "add_s8_mve"
    code = 25
    tier = Tier.MVE
    params = Struct("pl_add_s8_mve_params", FIELDS)
    operands = (
        Operand("input_1", "input", np.int8, ("elems",)),
        Operand("input_2", "input", np.int8, ("elems",)),
        Operand("output", "output", np.int8, ("elems",)),
    )
