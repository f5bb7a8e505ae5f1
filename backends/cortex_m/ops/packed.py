# SPDX-License-Identifier: Apache-2.0
"""What a packed operator is: a faster form of a plain one, with the weights laid out for one tier."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

import numpy as np

from penlight.backends.cortex_m.ops.operator import Case, Operator
from penlight.backends.cortex_m.target import Target, Tier
from penlight.runtime.errors import InternalError

Params = Mapping[str, int | float]
Arrays = Mapping[str, np.ndarray | None]


class PackedOperator(Operator):
    """Base of packed operators. They take the place of plain operations after lowering (see specialize.py).

    The operands `input...` and `output` are those of the plain operator; the constants are laid out by `pack`. What an
    operation computes is defined by the plain operator: `reference` undoes the layout and asks it. `kernels` are listed
    from the most special one to the most general one.
    """

    plain: ClassVar[type[Operator]]
    """The operator that this one computes faster."""

    @classmethod
    def fits(cls, params: Params, arrays: Arrays, kernel: str) -> bool:
        """Whether `kernel` computes the plain operation with these parameters and constants, exactly."""
        raise InternalError(f"{cls.__name__} lacks this part of its declaration")

    @classmethod
    def pays(cls, params: Params, kernel: str, target: Target) -> bool:
        """Whether `kernel`, which fits, takes no more cycles on `target` than the plain operation."""
        return True

    @classmethod
    def pack(cls, params: Params, arrays: Arrays, kernel: str) -> tuple[dict[str, int | float], dict[str, np.ndarray]]:
        """Parameters and constants for `kernel`, from those of the plain operation."""
        raise InternalError(f"{cls.__name__} lacks this part of its declaration")

    @classmethod
    def unpack(cls, params: Params, arrays: Arrays, kernel: str) -> dict[str, np.ndarray | None]:
        """The plain operation's constants: `pack` undone."""
        raise InternalError(f"{cls.__name__} lacks this part of its declaration")

    @classmethod
    def macs(cls, params: Params) -> int:
        return cls.plain.macs(params)

    @classmethod
    def reference(cls, params: Params, arrays: Arrays, kernel: str = "") -> np.ndarray:
        activations = {o.name: arrays[o.name] for o in cls.operands if o.role == "input"}
        return cls.plain.reference(params, {**activations, **cls.unpack(params, arrays, kernel)})

    @classmethod
    def cases(cls, random: np.random.Generator, count: int, tier: Tier) -> Iterator[Case]:
        """Those of the plain operator which fit, with each of the kernels that take them in turn."""
        made = 0
        while made < count:
            for case in cls.plain.cases(random, count, tier):
                kernels = [kernel for kernel in cls.kernels if cls.fits(case.params, case.arrays, kernel)]
                if not kernels or made == count:
                    continue
                kernel = kernels[made % len(kernels)]
                params, constants = cls.pack(case.params, case.arrays, kernel)
                activations = {o.name: case.arrays.get(o.name) for o in cls.operands if o.role == "input"}
                made += 1
                yield Case(params, {**activations, **constants}, kernel)
