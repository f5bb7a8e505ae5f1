# SPDX-License-Identifier: Apache-2.0
"""permute, transpose: rename dimensions. The elements stay where they are until something needs another order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from penlight.backends.cortex_m.graph import Tensor
from penlight.backends.cortex_m.match import arguments, shape
from penlight.backends.cortex_m.ops.operator import Operator

if TYPE_CHECKING:
    from torch.fx import Node

    from penlight.backends.cortex_m.lower import Lowering
    from penlight.backends.cortex_m.match import Match
    from penlight.export.quantizer import Annotator


class Permute(Operator):
    """A permutation of dimensions, free by itself."""

    name = "permute"
    moves = True
    targets = (
        torch.ops.aten.permute.default,
        torch.ops.aten.permute_copy.default,
        torch.ops.aten.transpose.int,
        torch.ops.aten.transpose_copy.int,
        torch.ops.aten.t.default,
        torch.ops.aten.t_copy.default,
    )

    @classmethod
    def annotate(cls, node: Node, annotator: Annotator) -> None:
        annotator.share(node)

    @classmethod
    def lower(cls, match: Match, lowering: Lowering) -> None:
        x = lowering.tensor(match.node.all_input_nodes[0])
        x = lowering.settled(x)
        dims = permutation(match.node)
        order = tuple(dims.index(d) for d in x.order)
        moved = Tensor(x.buffer, x.dtype, match.shape, order, x.scale, x.zero_point)
        lowering.define_moved(match, moved)


def permutation(node: Node) -> list[int]:
    """The input dimension that each output dimension of one of `Permute.targets` is."""
    values = arguments(node)
    rank = len(shape(node))
    if "dims" in values:
        return [int(d) % rank for d in values["dims"]]
    dims = list(range(rank))
    first, second = (values["dim0"] % rank, values["dim1"] % rank) if "dim0" in values else (0, rank - 1)
    dims[first], dims[second] = dims[second], dims[first]
    return dims
