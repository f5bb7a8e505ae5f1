# SPDX-License-Identifier: Apache-2.0
"""softmax_s8: softmax over one dimension."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np
import torch

from penlight.backends.cortex_m.layout import ELEMS, MULTIPLIER, SHIFT, WORD, Struct, param
from penlight.backends.cortex_m.match import QParams
from penlight.backends.cortex_m.ops.operator import Case, Operand, Operator
from penlight.backends.cortex_m.ops.rescale_s8 import RescaleS8
from penlight.backends.cortex_m.overlap import IN_PLACE, Overlap
from penlight.backends.cortex_m.quantization import quantize_multiplier
from penlight.backends.cortex_m.target import Tier

if TYPE_CHECKING:
    from torch.fx import Node

    from penlight.backends.cortex_m.lower import Lowering
    from penlight.backends.cortex_m.match import Match
    from penlight.export.quantizer import Annotator

OUTPUT = QParams(1.0 / 256, -128, torch.int8)

_INTEGER_BITS = 5
"""Integer bits of the scaled difference to the row's maximum."""
_SUM_BITS = 12
"""Integer bits of the sum of exponentials; a row must be shorter than 2**12."""


def row_fits(match: Match) -> bool:
    """Softmax sums at most 4095 elements; a longer row would overflow the sum of exponentials."""
    return match.shape[int(match.argument("dim"))] < 2**_SUM_BITS if match.shape else True


class SoftmaxS8(Operator):
    """out = round(256 * exp(in - max) / sum(exp(in - max))) - 128, in fixed point.

    exp is a polynomial around -1/8 and a product of constants for the rest of the argument; the quotient is three
    Newton steps. Source: gemmlowp's fixed-point functions, which define softmax in TensorFlow Lite Micro.
    """

    name = "softmax_s8"
    code = 12
    params = Struct(
        "pl_softmax_s8_params",
        (
            param("elems", ELEMS),
            param("row", ELEMS, "elements that one softmax is over"),
            param("multiplier", MULTIPLIER, "of a difference, with `shift`: to Q5.26"),
            param("diff_min", WORD, "differences below it count as zero"),
            param("shift", SHIFT),
        ),
    )
    operands = (
        Operand("input", "input", np.int8, ("elems",)),
        Operand("output", "output", np.int8, ("elems",)),
    )
    checked = True
    library_order = True
    targets = (torch.ops.aten.softmax.int, torch.ops.aten._softmax.default)
    constraints = (row_fits,)

    @classmethod
    def annotate(cls, node: Node, annotator: Annotator) -> None:
        annotator.annotate(node, output=annotator.fixed(OUTPUT.scale, OUTPUT.zero_point))

    @classmethod
    def lower(cls, match: Match, lowering: Lowering) -> None:
        x = lowering.tensor(match.argument("self"))
        axis = int(match.argument("dim")) % max(1, len(x.shape))
        order = (*(d for d in x.order if d != axis), axis) if x.shape else x.order
        x = lowering.arranged(x, order)
        out = lowering.new(match.node.name, match.shape, order, OUTPUT)
        params = {"elems": x.elems, "row": x.shape[axis] if x.shape else 1, **cls.scales(x.scale)}
        lowering.emit(cls, match, params, {"input": x, "output": out})
        lowering.define(match, RescaleS8.rescale(lowering, match.node, out, match.output))

    @classmethod
    def scales(cls, scale: float) -> dict[str, int | float]:
        """What brings a difference of inputs of `scale` to fixed point, and the least difference that counts."""
        fraction = 31 - _INTEGER_BITS
        multiplier, shift = quantize_multiplier(min(scale * 2**fraction, 2.0**31 - 1))
        radius = ((1 << _INTEGER_BITS) - 1) * 2**fraction
        return {"multiplier": multiplier, "shift": shift, "diff_min": -(radius >> max(shift, 0))}

    @classmethod
    def overlap(cls, params: Mapping[str, int | float], tier: Tier, kernel: str) -> Mapping[str, Overlap]:
        """Each row's results are computed one after the other, with all that they share known beforehand."""
        return {"input": IN_PLACE}

    @classmethod
    def reference(
        cls, params: Mapping[str, int | float], arrays: Mapping[str, np.ndarray | None], kernel: str = ""
    ) -> np.ndarray:
        p = {name: int(value) for name, value in params.items()}
        x = arrays["input"]
        assert x is not None
        return np.concatenate([_softmax(row, p) for row in x.reshape(-1, p["row"]).astype(np.int64)])

    @classmethod
    def cases(cls, random: np.random.Generator, count: int, tier: Tier) -> Iterator[Case]:
        for _ in range(count):
            rows = int(random.choice([1, 2, 3, 7]))
            row = int(random.choice([1, 2, 3, 5, 10, 12, 15, 16, 17, 33, 100]))
            params: dict[str, int | float] = {"elems": rows * row, "row": row}
            params |= cls.scales(float(2.0 ** random.uniform(-8, 1)))
            low = int(random.integers(-128, 127))
            x = random.integers(low, int(random.integers(low, 128)) + 1, rows * row)
            yield Case(params, {"input": x.astype(np.int8)})


def _softmax(x: np.ndarray, p: dict[str, int]) -> np.ndarray:
    difference = x - x.max()
    counts = difference >= p["diff_min"]
    scaled = [
        _product(int(d) << p["shift"], p["multiplier"]) if c else 0 for d, c in zip(difference, counts, strict=True)
    ]
    exponentials = [_exp(value) for value in scaled]
    total = sum(_divide(e, _SUM_BITS) for e, c in zip(exponentials, counts, strict=True) if c)
    headroom = 32 - total.bit_length()
    reciprocal = _one_over_one_plus((total << headroom) - 2**31 if headroom else total - 2**31)
    bits = _SUM_BITS - headroom + 23
    values = [
        _divide(_product(reciprocal, e), bits) - 128 if c else -128 for e, c in zip(exponentials, counts, strict=True)
    ]
    return np.clip(values, -128, 127).astype(np.int8)


def _product(a: int, b: int) -> int:
    """a * b / 2**31, rounded to nearest with ties up, saturated."""
    return min((a * b + 2**30) >> 31, 2**31 - 1)


def _divide(value: int, exponent: int) -> int:
    """value / 2**exponent, rounded to nearest with ties away from zero."""
    if exponent == 0:
        return value
    magnitude = (abs(value) + (1 << (exponent - 1))) >> exponent
    return -magnitude if value < 0 else magnitude


def _exp(a: int) -> int:
    """exp of a Q5.26 number in [-32, 0], in Q0.31."""
    if a == 0:
        return 2**31 - 1
    quarter = 1 << 24
    inside = a % quarter - quarter
    x = (inside << _INTEGER_BITS) + (1 << 28)
    x2 = _product(x, x)
    x3, x4 = _product(x2, x), _product(x2, x2)
    third = 715827883
    sum_of_terms = _divide(_product(_divide(x4, 2) + x3, third) + x2, 1)
    at_eighth = 1895147668
    result = at_eighth + _product(at_eighth, x + sum_of_terms)
    remainder = inside - a
    for exponent in range(-2, _INTEGER_BITS):
        if remainder >> (26 + exponent) & 1:
            result = _product(result, round(float(np.exp(-(2.0**exponent))) * 2**31))
    return result


def _one_over_one_plus(a: int) -> int:
    """1 / (1 + a) of a Q0.31 number in [0, 1], in Q0.31, by three Newton steps from 48/17 - 32/17 d in Q2.29."""
    total = a + 2**31 - 1
    half_denominator = (total + 1) >> 1
    x = 1515870810 + _product(half_denominator, -1010580540)
    for _ in range(3):
        x += _saturate(_product(x, 2**29 - _product(half_denominator, x)) << 2)
    return _saturate(x << 1)


def _saturate(value: int) -> int:
    return max(-(2**31), min(2**31 - 1, value))
