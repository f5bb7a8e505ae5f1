# SPDX-License-Identifier: Apache-2.0
"""linear_s8: rows of inputs times a constant matrix, with one scale for each output feature."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch
from torch.fx import Node

from penlight.backends.cortex_m.graph import Tensor, contiguous
from penlight.backends.cortex_m.layout import DIM, ELEMS, INT8, OFFSET, Struct, param
from penlight.backends.cortex_m.match import arguments, aten, shape
from penlight.backends.cortex_m.ops.operator import Case, Operand, Operator
from penlight.backends.cortex_m.ops.permute import Permute, permutation
from penlight.backends.cortex_m.overlap import Overlap, by_pixels
from penlight.backends.cortex_m.quantization import random_requantization, requantize
from penlight.backends.cortex_m.target import Tier

if TYPE_CHECKING:
    from penlight.backends.cortex_m.lower import Lowering
    from penlight.backends.cortex_m.match import Match
    from penlight.export.quantizer import Annotator

Params = Mapping[str, int | float]

_ATEN = torch.ops.aten

# For each target: the names of its input, its weight and its bias, and the weight's dimension of output features.
_NAMES = {
    _ATEN.linear.default: ("input", "weight", "bias", 0),
    _ATEN.matmul.default: ("self", "other", "", 1),
    _ATEN.mm.default: ("self", "mat2", "", 1),
    _ATEN.addmm.default: ("mat1", "mat2", "self", 1),
}


class _Layer(NamedTuple):
    """The arguments of a fully connected layer. `axis` is the dimension of `weight` that has the output features."""

    input: Node
    weight: Node
    bias: Node | None
    axis: int

    @staticmethod
    def of(match: Match) -> _Layer:
        """Looks through a transposition of the weight, which decomposed graphs have."""
        values = match.arguments
        input_name, weight_name, bias_name, axis = _NAMES[aten(match.node)]
        weight = values[weight_name]
        if aten(weight) in Permute.targets and permutation(weight) == [1, 0]:
            weight, axis = weight.args[0], 1 - axis
        return _Layer(values[input_name], weight, values.get(bias_name), axis)


def has_constant_matrix(match: Match) -> bool:
    """The weight must be a constant matrix that PT2E quantized to int8; what forward computes cannot be laid out."""
    return match.constants.is_weight(_Layer.of(match).weight)


def has_symmetric_matrix(match: Match) -> bool:
    """The weight must be quantized symmetrically (zero point 0), per tensor or per output feature."""
    if not match.constants.has_values:
        return True
    weight = match.constants.weight(_Layer.of(match).weight)
    return weight is None or not np.any(weight.zero_points)


def row_fits_accumulator(match: Match) -> bool:
    """More than 32768 products are summed for one output: a 32-bit accumulator could overflow."""
    return shape(_Layer.of(match).input)[-1] <= 32768


def adds_a_vector(match: Match) -> bool:
    """The bias must be one constant for each output feature; addmm must have alpha and beta 1."""
    bias = _Layer.of(match).bias
    values = match.arguments
    if values.get("alpha", 1) != 1 or values.get("beta", 1) != 1:
        return False
    return bias is None or (match.constants.is_constant(bias) and shape(bias) == match.shape[-1:])


class LinearS8(Operator):
    """int8 fully connected layer: out = clamp(requantize(sums + sum(in * filter)) + output_offset).

    `sums` is bias - zero_point * sum(filter) for each output feature, computed at export: no kernel needs to add the
    input's zero point, and on MVE it is what the kernel asks for anyway.
    """

    name = "linear_s8"
    code = 7
    params = Struct(
        "pl_linear_s8_params",
        (
            param("rows", ELEMS),
            param("in_features", DIM),
            param("out_features", DIM),
            param("output_offset", OFFSET, "zero_point of the output"),
            param("activation_min", INT8),
            param("activation_max", INT8),
        ),
    )
    operands = (
        Operand("input", "input", np.int8, ("rows", "in_features")),
        Operand("filter", "constant", np.int8, ("out_features", "in_features")),
        Operand("sums", "bias", np.int32, ("out_features",)),
        Operand("multiplier", "multiplier", np.int32, ("out_features",)),
        Operand("shift", "shift", np.int32, ("out_features",)),
        Operand("output", "output", np.int8, ("rows", "out_features")),
    )
    checked = True
    fuses_activation = True
    library_order = True
    targets = tuple(_NAMES)
    constraints = (has_constant_matrix, has_symmetric_matrix, row_fits_accumulator, adds_a_vector)

    @classmethod
    def applies(cls, node: Node) -> bool:
        """A vector as the weight of aten.linear makes a dot product, which has no output features."""
        return len(shape(arguments(node)[_NAMES[aten(node)][1]])) == 2

    @classmethod
    def annotate(cls, node: Node, annotator: Annotator) -> None:
        _, weight, bias, axis = _NAMES[aten(node)]
        annotator.annotate(node, weight=weight, weight_axis=axis, bias=bias, fuse=True)

    @classmethod
    def lower(cls, match: Match, lowering: Lowering) -> None:
        layer = _Layer.of(match)
        weight = lowering.weight(layer.weight, layer.axis)
        filters = weight.values if layer.axis == 0 else weight.values.T
        x = lowering.tensor(layer.input)
        if (image := x.flattened) is not None:
            x, filters = image, _permuted(filters, image)
            order = contiguous(2)
        else:
            order = _features_innermost(x)
            x = lowering.arranged(x, order)
        out = lowering.output(match, order)
        low, high = match.activation_range()
        params = {
            "rows": out.elems // filters.shape[0],
            "in_features": filters.shape[1],
            "out_features": filters.shape[0],
            "output_offset": out.zero_point,
            "activation_min": low,
            "activation_max": high,
        }
        constants = lowering.requantization(match, x, weight, out, _NAMES[aten(match.node)][2])
        bias = constants.pop("bias")
        sums = cls._sums(filters, bias, -x.zero_point)
        lowering.emit(cls, match, params, {"input": x, "filter": filters, "sums": sums, **constants, "output": out})

    @classmethod
    def _sums(cls, filters: np.ndarray, bias: np.ndarray | None, input_offset: int) -> np.ndarray:
        """What does not depend on the input in the accumulators of `filters` (out_features, in_features)."""
        sums = input_offset * filters.sum(axis=1, dtype=np.int64) + (0 if bias is None else bias)
        return np.clip(sums, -(2**30), 2**30).astype(np.int32)

    @classmethod
    def macs(cls, params: Params) -> int:
        return int(params["rows"] * params["in_features"] * params["out_features"])

    @classmethod
    def overlap(cls, params: Params, tier: Tier, kernel: str) -> Mapping[str, Overlap]:
        """By rows; all of a row is read for each of its outputs."""
        rows = np.arange(int(params["rows"]))
        sizes = int(params["in_features"]), int(params["out_features"])
        return {"input": Overlap(by_pixels(rows, *sizes, staged=False))}

    @classmethod
    def reference(cls, params: Params, arrays: Mapping[str, np.ndarray | None], kernel: str = "") -> np.ndarray:
        p = {name: int(value) for name, value in params.items()}
        x = arrays["input"]
        weights = arrays["filter"]
        assert x is not None and weights is not None
        rows = x.reshape(p["rows"], p["in_features"]).astype(np.int64)
        accumulators = rows @ weights.reshape(p["out_features"], p["in_features"]).T.astype(np.int64)
        accumulators = accumulators + np.asarray(arrays["sums"], np.int64)
        assert arrays["multiplier"] is not None and arrays["shift"] is not None
        out = requantize(accumulators, arrays["multiplier"], arrays["shift"]) + p["output_offset"]
        return np.clip(out, p["activation_min"], p["activation_max"]).astype(np.int8).ravel()

    @classmethod
    def cases(cls, random: np.random.Generator, count: int, tier: Tier) -> Iterator[Case]:
        for _ in range(count):
            low, high = sorted(random.integers(-128, 128, 2).tolist()) if random.integers(3) == 0 else (-128, 127)
            p: dict[str, int | float] = {
                "rows": int(random.choice([1, 1, 1, 2, 3, 5])),
                "in_features": int(random.choice([1, 2, 3, 4, 5, 15, 16, 17, 31, 33, 64, 100, 513])),
                "out_features": int(random.choice([1, 2, 3, 4, 5, 7, 15, 16, 17, 33])),
                "output_offset": int(random.choice([-128, -3, 0, 90, 127])),
                "activation_min": low,
                "activation_max": high,
            }
            arrays: dict[str, np.ndarray | None] = {
                name: random.integers(-128, 128, cls.operand(name).elems(p), np.int8) for name in ("input", "filter")
            }
            constants = random_requantization(random, int(p["out_features"]), int(p["in_features"]))
            bias = constants.pop("bias")
            assert arrays["filter"] is not None
            filters = arrays["filter"].reshape(int(p["out_features"]), -1)
            arrays["sums"] = cls._sums(filters, bias, int(random.choice([-127, -37, 0, 5, 128])))
            yield Case(p, arrays | constants)


def _features_innermost(x: Tensor) -> tuple[int, ...]:
    """The order of `x` with its last dimension moved innermost: rows may lie in any order."""
    last = len(x.shape) - 1
    return (*(d for d in x.order if d != last), last)


def _permuted(filters: np.ndarray, x: Tensor) -> np.ndarray:
    """`filters` (out_features, in_features) with the columns in the order in which the elements of `x` lie."""
    dims = tuple(d for d in x.order if d != 0)
    return filters.reshape(-1, *x.shape[1:]).transpose(0, *dims).reshape(filters.shape)
