# SPDX-License-Identifier: Apache-2.0
"""view, reshape, flatten, squeeze, unsqueeze and what leaves values alone: another shape for the same bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import executorch.exir.passes.dim_order_ops_registry  # noqa: F401  (registers torch.ops.dim_order_ops)
import torch

from penlight.backends.cortex_m.graph import Order, Tensor, channels_last, contiguous, same_layout
from penlight.backends.cortex_m.ops.operator import Operator

if TYPE_CHECKING:
    from torch.fx import Node

    from penlight.backends.cortex_m.lower import Lowering
    from penlight.backends.cortex_m.match import Match
    from penlight.export.quantizer import Annotator

_ATEN = torch.ops.aten


class View(Operator):
    """A change of shape. It costs a copy only where the elements lie in another order than the new shape needs."""

    name = "view"
    moves = True
    targets = (
        _ATEN.view.default,
        _ATEN.view_copy.default,
        _ATEN._unsafe_view.default,
        _ATEN.reshape.default,
        _ATEN.flatten.using_ints,
        _ATEN.unflatten.int,
        _ATEN.view_as.default,
        _ATEN.reshape_as.default,
        _ATEN.squeeze.default,
        _ATEN.squeeze.dim,
        _ATEN.squeeze.dims,
        _ATEN.squeeze_copy.default,
        _ATEN.squeeze_copy.dim,
        _ATEN.squeeze_copy.dims,
        _ATEN.unsqueeze.default,
        _ATEN.unsqueeze_copy.default,
        _ATEN.alias.default,
        _ATEN.alias_copy.default,
        _ATEN.clone.default,
        torch.ops.dim_order_ops._clone_dim_order.default,
        _ATEN.contiguous.default,
        _ATEN.detach.default,
        _ATEN.detach_copy.default,
        _ATEN.dropout.default,
        _ATEN.feature_dropout.default,
        _ATEN.alpha_dropout.default,
        _ATEN.feature_alpha_dropout.default,
        "dim_order_ops._clone_dim_order.default",
        "dim_order_ops._to_dim_order_copy.default",
    )

    @classmethod
    def applies(cls, node: Node) -> bool:
        return bool(node.meta["val"].dtype == node.all_input_nodes[0].meta["val"].dtype)

    @classmethod
    def annotate(cls, node: Node, annotator: Annotator) -> None:
        annotator.share(node)

    @classmethod
    def lower(cls, match: Match, lowering: Lowering) -> None:
        lowering.define_moved(match, cls._viewed(lowering, lowering.tensor(match.node.all_input_nodes[0]), match.shape))

    @classmethod
    def _viewed(cls, lowering: Lowering, x: Tensor, shape: tuple[int, ...]) -> Tensor:
        if shape == x.shape:
            return x

        def reshaped(source: Tensor, order: Order, flattened: Tensor | None = None) -> Tensor:
            return Tensor(source.buffer, x.dtype, shape, order, x.scale, x.zero_point, flattened)

        if x.padded is not None:
            x = lowering.settled(x)
        if x.flattened is None:
            if same_layout(x.shape, x.order, contiguous(len(x.shape))):
                return reshaped(x, contiguous(len(shape)))
            if (order := _order_without_ones(x, shape)) is not None:
                return reshaped(x, order)
            flat = len(shape) == 2 and shape[0] == x.shape[0] and len(x.shape) > 2
            if flat and same_layout(x.shape, x.order, channels_last(len(x.shape))):
                return reshaped(x, contiguous(2), flattened=x)
        plain = lowering.arranged(x, contiguous(len(x.shape)))
        return reshaped(plain, contiguous(len(shape)))


def _order_without_ones(x: Tensor, shape: tuple[int, ...]) -> Order | None:
    """The order of `x` in a `shape` that differs from its own only by dimensions of size 1; None when it does not."""
    old = [d for d, size in enumerate(x.shape) if size != 1]
    new = [d for d, size in enumerate(shape) if size != 1]
    if [x.shape[d] for d in old] != [shape[d] for d in new]:
        return None
    renamed = dict(zip(old, new, strict=True))
    ones = tuple(d for d, size in enumerate(shape) if size == 1)
    return ones + tuple(renamed[d] for d in x.order if d in renamed)
