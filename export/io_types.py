# SPDX-License-Identifier: Apache-2.0
"""How a program's inputs and outputs look from outside: their layout and their element type."""

from __future__ import annotations

import copy

import torch
from torch.fx import GraphModule, Node

from penlight.backends.cortex_m.match import QParams, is_dequantize, is_quantize
from penlight.runtime.errors import UsageError


def with_channels_last(inputs: tuple[torch.Tensor, ...], channels_last: bool) -> tuple[torch.Tensor, ...]:
    """The inputs with those of four dimensions laid out as NHWC, or, when not `channels_last`, as NCHW.

    Each is a copy: torch.export takes one tensor that is given twice for one input.
    """
    layout = torch.channels_last if channels_last else torch.contiguous_format
    return tuple((x.contiguous(memory_format=layout) if x.dim() == 4 else x.contiguous()).clone() for x in inputs)


def with_int8_io(module: GraphModule, inputs: tuple[torch.Tensor, ...]) -> tuple[GraphModule, tuple[torch.Tensor, ...]]:
    """`module` that takes and gives int8, and example inputs for it.

    Raises UsageError for an input or output that is not quantized.
    """
    module = copy.deepcopy(module)
    placeholders = [node for node in module.graph.nodes if node.op == "placeholder"]
    examples = tuple(_take_int8(node, x) for node, x in zip(placeholders, inputs, strict=True))
    output = module.graph.output_node()
    output.args = torch.fx.node.map_arg(output.args, _give_int8)
    module.graph.eliminate_dead_code()
    module.recompile()
    return module, examples


def _take_int8(node: Node, example: torch.Tensor) -> torch.Tensor:
    """Lets `node` stand for its quantized value."""
    users = list(node.users)
    if not users or not all(map(is_quantize, users)) or len({QParams.of(user) for user in users}) != 1:
        raise UsageError(
            f"input {node.name} is not quantized with one scale, so it cannot be int8", fix="export with --io float32"
        )
    qparams = QParams.of(users[0])
    for user in users:
        user.replace_all_uses_with(node)
        node.graph.erase_node(user)
    scaled = torch.round(example / qparams.scale) + qparams.zero_point
    node.meta["val"] = node.meta["val"].to(torch.int8)
    return scaled.clamp(-128, 127).to(torch.int8)


def _give_int8(node: Node) -> Node:
    if not is_dequantize(node):
        raise UsageError(f"output {node.name} is not quantized, so it cannot be int8", fix="export with --io float32")
    quantized = node.args[0]
    assert isinstance(quantized, Node)
    return quantized
