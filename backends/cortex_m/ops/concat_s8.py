# SPDX-License-Identifier: Apache-2.0
"""concat_s8: torch.cat, one strided copy into the output for each input."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from typing import TYPE_CHECKING

import numpy as np
import torch

from penlight.backends.cortex_m.graph import Tensor
from penlight.backends.cortex_m.layout import BYTES, ELEMS, Struct, param
from penlight.backends.cortex_m.match import QParams, source
from penlight.backends.cortex_m.ops.operator import Case, Operand, Operator
from penlight.backends.cortex_m.ops.rescale_s8 import RescaleS8
from penlight.backends.cortex_m.overlap import Overlap, least_distance
from penlight.backends.cortex_m.target import Tier
from penlight.runtime.errors import UnsupportedError

if TYPE_CHECKING:
    from torch.fx import Node

    from penlight.backends.cortex_m.lower import Lowering
    from penlight.backends.cortex_m.match import Match
    from penlight.export.quantizer import Annotator


class ConcatS8(Operator):
    """Row r of the input goes to out[r * out_row + position ...]; what other inputs wrote there stays.

    A row is all that lies inside the dimension along which tensors are joined.
    """

    name = "concat_s8"
    code = 13
    moves = True
    params = Struct(
        "pl_concat_s8_params",
        (
            param("elems", ELEMS, "elements of the input"),
            param("out_elems", ELEMS, "elements of the output"),
            param("row", ELEMS, "elements of one row of the input"),
            param("out_row", ELEMS, "elements of one row of the output"),
            param("position", BYTES, "where the input's rows begin in those of the output"),
        ),
    )
    operands = (
        Operand("input", "input", np.int8, ("elems",)),
        Operand("output", "output", np.int8, ("out_elems",)),
    )
    checked = True
    targets = (torch.ops.aten.cat.default, torch.ops.aten.concat.default)

    @classmethod
    def annotate(cls, node: Node, annotator: Annotator) -> None:
        annotator.share(node)

    @classmethod
    def lower(cls, match: Match, lowering: Lowering) -> None:
        tensors = [lowering.tensor(node) for node in match.argument("tensors")]
        tensors = [tensor for tensor in tensors if tensor.elems]
        first = tensors[0]
        if not match.quantizers and len({(tensor.scale, tensor.zero_point) for tensor in tensors}) > 1:
            raise UnsupportedError(
                "tensors of different scales are joined without quantization", where=source(match.node)
            )
        order = lowering.arranged(first, first.order).order
        qparams = match.output if match.quantizers else QParams(first.scale, first.zero_point, torch.int8)
        out = lowering.new(match.node.name, match.shape, order, qparams)
        axis = int(match.argument("dim")) % len(match.shape)
        position = 0
        for tensor in tensors:
            tensor = RescaleS8.rescale(lowering, match.node, lowering.arranged(tensor, order), qparams)
            params = cls._params(tensor, out, axis, position)
            lowering.emit(cls, match, params, {"input": tensor, "output": out})
            position += int(params["row"])
        lowering.define(match, out)

    @classmethod
    def _params(cls, tensor: Tensor, out: Tensor, axis: int, position: int) -> dict[str, int | float]:
        inside = out.order.index(axis)
        return {
            "elems": tensor.elems,
            "out_elems": out.elems,
            "row": prod(tensor.physical_shape[inside:]),
            "out_row": prod(out.physical_shape[inside:]),
            "position": position,
        }

    @classmethod
    def overlap(cls, params: Mapping[str, int | float], tier: Tier, kernel: str) -> Mapping[str, Overlap]:
        """Row by row, each moved at once to its place."""
        p = {name: int(value) for name, value in params.items()}
        rows = p["elems"] // p["row"]
        steps = ((r * p["out_row"] + p["position"] + p["row"], (r + 1) * p["row"]) for r in range(rows - 1))
        return {"input": Overlap(least_distance(steps))}

    @classmethod
    def reference(
        cls, params: Mapping[str, int | float], arrays: Mapping[str, np.ndarray | None], kernel: str = ""
    ) -> np.ndarray:
        p = {name: int(value) for name, value in params.items()}
        x, out = arrays["input"], arrays["output"]
        assert x is not None
        assert out is not None
        joined = out.copy().reshape(-1, p["out_row"])
        joined[:, p["position"] : p["position"] + p["row"]] = x.reshape(-1, p["row"])
        return joined.ravel()

    @classmethod
    def cases(cls, random: np.random.Generator, count: int, tier: Tier) -> Iterator[Case]:
        for _ in range(count):
            rows, row = (int(n) for n in random.choice([1, 2, 3, 5, 8, 15, 16, 17, 33], 2))
            before, after = (int(n) for n in random.integers(0, 9, 2))
            out_row = before + row + after
            params: dict[str, int | float] = {
                "elems": rows * row,
                "out_elems": rows * out_row,
                "row": row,
                "out_row": out_row,
                "position": before,
            }
            yield Case(
                params,
                {
                    "input": random.integers(-128, 128, rows * row, np.int8),
                    "output": random.integers(-128, 128, rows * out_row, np.int8),
                },
            )
