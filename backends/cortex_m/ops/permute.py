# SPDX-License-Identifier: Apache-2.0
"""permute, transpose: rename dimensions. The elements stay where they are until something needs another order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from penlight.backends.cortex_m.graph import Tensor
from penlight.backends.cortex_m.match import aten, shape
from penlight.backends.cortex_m.ops.operator import Operator

if TYPE_CHECKING:
    from torch.fx import Node

    from penlight.backends.cortex_m.lower import Lowering
    from penlight.backends.cortex_m.match import Match
    from penlight.export.quantizer import Annotator

_ATEN = torch.ops.aten


class Permute(Operator):
    """A permutation of dimensions, free by itself."""

    name = "permute"
    moves = True
    targets = (
        _ATEN.permute.default,
        _ATEN.permute_copy.default,
        _ATEN.transpose.int,
        _ATEN.transpose_copy.int,
        _ATEN.t.default,
        _ATEN.t_copy.default,
        _ATEN.numpy_T.default,
        _ATEN.mT.default,
        _ATEN.swapaxes.default,
        _ATEN.swapdims.default,
        _ATEN.movedim.int,
        _ATEN.movedim.intlist,
        _ATEN.moveaxis.int,
        _ATEN.moveaxis.intlist,
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
    """The input dimension that each output dimension of one of `Permute.targets` is.

    Dimensions of different sizes show where each of them goes.
    """
    sizes = range(1, len(shape(node)) + 1)
    moved = aten(node)(torch.empty(*sizes, device="meta"), *node.args[1:], **node.kwargs)
    return [size - 1 for size in moved.shape]
