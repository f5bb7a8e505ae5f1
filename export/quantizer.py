# SPDX-License-Identifier: Apache-2.0
"""The PT2E quantizer: int8 activations with zero points, symmetric int8 weights per output channel.

Each operator's own file says how it is annotated; this file has the vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch.fx import GraphModule, Node
from torchao.quantization.pt2e import (
    FusedMovingAvgObsFakeQuantize,
    HistogramObserver,
    MovingAverageMinMaxObserver,
    MovingAveragePerChannelMinMaxObserver,
    PerChannelMinMaxObserver,
)
from torchao.quantization.pt2e.fake_quantize import FakeQuantize
from torchao.quantization.pt2e.quantizer import (
    FixedQParamsQuantizationSpec,
    QuantizationAnnotation,
    QuantizationSpec,
    QuantizationSpecBase,
    Quantizer,
    SharedQuantizationSpec,
)

from penlight.backends.cortex_m.match import arguments, aten, fused_activation
from penlight.backends.cortex_m.ops import operators_for

_ANNOTATION = "quantization_annotation"
_BATCH_NORMS = (torch.ops.aten.batch_norm.default,)


def _activation_spec(qat: bool) -> QuantizationSpec:
    observer: Any = HistogramObserver.with_args(eps=2**-16)
    if qat:
        observer = FusedMovingAvgObsFakeQuantize.with_args(observer=MovingAverageMinMaxObserver, eps=2**-16)
    return QuantizationSpec(
        dtype=torch.int8,
        quant_min=-128,
        quant_max=127,
        qscheme=torch.per_tensor_affine,
        is_dynamic=False,
        observer_or_fake_quant_ctr=observer,
    )


def _weight_spec(qat: bool, axis: int) -> QuantizationSpec:
    observer: Any = PerChannelMinMaxObserver.with_args(eps=2**-16)
    if qat:
        observer = FakeQuantize.with_args(observer=MovingAveragePerChannelMinMaxObserver, eps=2**-16)
    return QuantizationSpec(
        dtype=torch.int8,
        quant_min=-127,
        quant_max=127,
        qscheme=torch.per_channel_symmetric,
        ch_axis=axis,
        is_dynamic=False,
        observer_or_fake_quant_ctr=observer,
    )


class Annotator:
    """What operators say about their quantization, written into the graph as torchao's annotations."""

    def __init__(self, qat: bool = False) -> None:
        self._qat = qat
        self.activation = _activation_spec(qat)

    def annotate(
        self,
        node: Node,
        *,
        weight: str | None = None,
        weight_axis: int = 0,
        bias: str = "bias",
        output: QuantizationSpecBase | None = None,
        fuse: bool = False,
    ) -> None:
        """int8 inputs and output, each with parameters of its own.

        Args:
            node: the operator.
            weight: name of the argument that is a weight, with one scale per index of `weight_axis`; where the model
                computes it from its inputs, it is an activation like any other.
            bias: name of the argument that stays float where it is a constant.
            output: the output's specification, where it is not that of any activation.
            fuse: a batch norm and an activation behind `node` belong to it; the last of them is its output.
        """
        specs: dict[Node, QuantizationSpecBase | None] = {}
        values = arguments(node)
        for value in node.all_input_nodes:
            if _is_float(value) and not (value is values.get(bias) and _is_constant(value)):
                specs[value] = self.activation
        if weight is not None and _is_constant(values[weight]):
            specs[values[weight]] = _weight_spec(self._qat, weight_axis)
        last = self._last_fused(node) if fuse else node
        self._write(node, specs, (output or self.activation) if last is node else None)
        if last is not node:
            for between in self._between(node, last):
                self._write(between, {}, None)
            self._write(last, {}, output or self.activation)

    def share(self, node: Node) -> None:
        """int8 inputs and output with the same parameters: the operator moves, selects or averages elements."""
        inputs = [value for value in node.all_input_nodes if _is_float(value)]
        if not inputs:
            return
        shared = SharedQuantizationSpec((inputs[0], node))
        specs: dict[Node, QuantizationSpecBase | None] = {value: shared for value in inputs}
        specs[inputs[0]] = self.activation
        self._write(node, specs, shared)

    def fixed(self, scale: float, zero_point: int) -> QuantizationSpecBase:
        """The specification of an output whose range is known, such as a probability."""
        return FixedQParamsQuantizationSpec(
            dtype=torch.int8,
            scale=scale,
            zero_point=zero_point,
            quant_min=-128,
            quant_max=127,
            qscheme=torch.per_tensor_affine,
        )

    def _last_fused(self, node: Node) -> Node:
        """The batch norm or activation that ends the chain which `node` starts."""
        last = node
        users = list(last.users)
        if len(users) == 1 and aten(users[0]) in _BATCH_NORMS:
            last = users[0]
        return fused_activation(last) or last

    def _between(self, node: Node, last: Node) -> list[Node]:
        middle = next(iter(node.users))
        return [] if middle is last else [middle]

    def _write(
        self, node: Node, inputs: dict[Node, QuantizationSpecBase | None], output: QuantizationSpecBase | None
    ) -> None:
        node.meta[_ANNOTATION] = QuantizationAnnotation(
            input_qspec_map=inputs,  # type: ignore[arg-type]
            output_qspec=output,
            _annotated=True,
        )


def _is_float(node: Node) -> bool:
    value = node.meta.get("val")
    return isinstance(value, torch.Tensor) and value.dtype == torch.float32


def _is_constant(node: Node) -> bool:
    """Whether `node` is a parameter or a buffer, or computed from these alone."""
    if node.op == "get_attr":
        return True
    return node.op == "call_function" and all(map(_is_constant, node.all_input_nodes))


class CortexMQuantizer(Quantizer):
    """Quantizes every operator that Penlight has a kernel for.

    Use it with torchao's prepare_pt2e and convert_pt2e, or with prepare_qat_pt2e and `qat=True`.
    """

    def __init__(self, *, qat: bool = False) -> None:
        super().__init__()
        self._annotator = Annotator(qat)

    def annotate(self, model: GraphModule) -> GraphModule:
        """Annotates the nodes of `model` that have kernels; the others stay float."""
        for node in model.graph.nodes:
            annotate = self._find(node)
            if annotate is not None and _ANNOTATION not in node.meta and _is_float(node):
                annotate(node, self._annotator)
        return model

    def validate(self, model: GraphModule) -> None:
        """Nothing to check: an operator without a kernel is refused at export, by name."""

    @staticmethod
    def _find(node: Node) -> Callable[[Node, Annotator], None] | None:
        for op in operators_for(aten(node)):
            if op.applies(node):
                return op.annotate
        return None
