# SPDX-License-Identifier: Apache-2.0
"""What an operator is. Each file beside this one declares one, and nothing about it stands anywhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from penlight.backends.cortex_m.layout import Struct
from penlight.backends.cortex_m.overlap import Overlap
from penlight.runtime.errors import InternalError

if TYPE_CHECKING:
    from torch.fx import Node

    from penlight.backends.cortex_m.lower import Lowering
    from penlight.backends.cortex_m.match import Match
    from penlight.backends.cortex_m.target import Tier
    from penlight.export.quantizer import Annotator

Role = Literal["input", "output", "scratch", "constant", "bias", "multiplier", "shift"]

KERNEL_CODES = 16
"""Codes that each operator has for its kernels."""


@dataclass(frozen=True)
class Operand:
    """One buffer of a kernel. Its size in elements is the product of the parameters named in `factors`."""

    name: str
    role: Role
    dtype: Any
    factors: tuple[str, ...]

    @property
    def element_bytes(self) -> int:
        return np.dtype(self.dtype).itemsize

    def elems(self, params: Mapping[str, int | float]) -> int:
        """Its size in elements for the given parameters."""
        product = 1
        for factor in self.factors:
            product *= int(params[factor])
        return product


@dataclass(frozen=True)
class Case:
    """One test of a kernel: parameters, and an array (or None when absent) for each operand but outputs and scratch."""

    params: dict[str, int | float]
    arrays: dict[str, np.ndarray | None]
    kernel: str = ""


Constraint = Callable[["Match"], bool]


class Operator:
    """Base of all operators.

    A subclass whose `code` is zero only lowers (such as `view`); the others have kernels on the device, in C functions
    named `pl_<name>` or `pl_<name>_<kernel>`.

    The docstring of a constraint is its error message and its row in the documentation.
    """

    name: ClassVar[str] = ""
    code: ClassVar[int] = 0
    kernels: ClassVar[tuple[str, ...]] = ("",)
    tier: ClassVar[Tier | None] = None
    """The one tier that has its kernels; None when each tier has them. A host has those of all."""
    params: ClassVar[Struct]
    operands: ClassVar[tuple[Operand, ...]] = ()
    checked: ClassVar[bool] = False
    """Whether a C function `pl_<name>_check` tests relations between the parameters."""
    library_order: ClassVar[bool] = False
    """Whether the order in which it reads and writes is that of the kernel library: `overlap` holds for our own."""
    targets: ClassVar[tuple[Any, ...]] = ()
    """The ATen operators that it lowers; those of other libraries by name."""
    constraints: ClassVar[tuple[Constraint, ...]] = ()
    fuses_activation: ClassVar[bool] = False
    """Whether its kernels clamp, so that a following activation costs nothing."""
    precision: ClassVar[str] = "int8"
    """What the report calls it: int8, convert (between float and int8) or copy (for the sake of the layout)."""
    moves: ClassVar[bool] = False
    """Whether it only moves elements, so that its output has the quantization parameters of its input."""

    @classmethod
    def applies(cls, node: Node) -> bool:
        """Whether this is the operator for `node`, which calls one of `targets`."""
        return True

    @classmethod
    def annotate(cls, node: Node, annotator: Annotator) -> None:
        """Says how the inputs and the output of `node` are quantized. Default: int8, each with its own parameters."""
        annotator.annotate(node, fuse=cls.fuses_activation)

    @classmethod
    def lower(cls, match: Match, lowering: Lowering) -> None:
        """Appends the operations that compute the matched nodes."""
        raise InternalError(f"{cls.__name__} lacks this part of its declaration")

    @classmethod
    def overlap(cls, params: Mapping[str, int | float], tier: Tier, kernel: str) -> Mapping[str, Overlap]:
        """How the output may lie over each input that it may overwrite, if nobody reads that input later.

        It holds for the kernels of `tier` and for the portable ones, with which a host runs payloads of every tier.
        Where several operations write one output, it is for the first of them.
        """
        return {}

    @classmethod
    def macs(cls, params: Mapping[str, int | float]) -> int:
        """Multiply-accumulate operations of one call; 0 where the word means nothing."""
        return 0

    @classmethod
    def reference(
        cls, params: Mapping[str, int | float], arrays: Mapping[str, np.ndarray | None], kernel: str = ""
    ) -> np.ndarray:
        """The definition: the output array, flat, computed with numpy in plain loops over the arithmetic."""
        raise InternalError(f"{cls.__name__} lacks this part of its declaration")

    @classmethod
    def cases(cls, random: np.random.Generator, count: int, tier: Tier) -> Iterator[Case]:
        """`count` random and ragged test cases."""
        raise InternalError(f"{cls.__name__} lacks this part of its declaration")

    @classmethod
    def operand(cls, name: str) -> Operand:
        """The operand called `name`."""
        return next(operand for operand in cls.operands if operand.name == name)

    @classmethod
    def violations(cls, match: Match) -> Iterable[str]:
        """What stands against lowering `match`, one sentence each."""
        for constraint in cls.constraints:
            if not constraint(match):
                yield " ".join((constraint.__doc__ or constraint.__name__).split())
