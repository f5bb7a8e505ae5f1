# SPDX-License-Identifier: Apache-2.0
"""ExecuTorch's side: which nodes Penlight takes, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

import torch
from executorch.exir.backend.backend_details import BackendDetails, PreprocessResult
from executorch.exir.backend.canonical_partitioners.pattern_op_partitioner import generate_partitions_from_list_of_nodes
from executorch.exir.backend.compile_spec_schema import CompileSpec
from executorch.exir.backend.partitioner import DelegationSpec, Partitioner, PartitionResult
from executorch.exir.backend.utils import tag_constant_data
from torch.export import ExportedProgram
from torch.fx import Node

from penlight.backends.cortex_m.graph import Graph
from penlight.backends.cortex_m.lower import FIX, find, lower, why_not
from penlight.backends.cortex_m.match import Constants, is_dequantize, is_quantize, source
from penlight.backends.cortex_m.ops import all_operators
from penlight.backends.cortex_m.pack import pack
from penlight.backends.cortex_m.plan import Plan, plan
from penlight.backends.cortex_m.specialize import specialize
from penlight.backends.cortex_m.target import Target
from penlight.runtime.errors import UnsupportedError

BACKEND_ID = "PenlightCortexM"

Kernels = Literal["packed", "cmsis-nn"]


def planned(program: ExportedProgram, target: Target, keep_inputs: bool, kernels: str) -> tuple[Graph, Plan]:
    """The operations of a partition and their memory plan; `kernels` as for CortexMPartitioner."""
    graph = lower(program, target, keep_inputs)
    own = kernels == "packed"
    if own:
        graph = specialize(graph, target)
    return graph, plan(graph, target.tier, own_library=own)


class PenlightCortexM(BackendDetails):
    """The backend: lowers, plans and packs one partition. Its name is the delegate's id in the file."""

    @staticmethod
    def preprocess(edge_program: ExportedProgram, compile_specs: list[CompileSpec]) -> PreprocessResult:
        options = {spec.key: bytes(spec.value).decode() for spec in compile_specs}
        target = Target.parse(options["target"])
        graph, made = planned(edge_program, target, options["keep_inputs"] == "1", options["kernels"])
        return PreprocessResult(processed_bytes=pack(graph, made, target.tier))


class CortexMPartitioner(Partitioner):
    """Takes every quantized operator that has a kernel for `target`, with its quantize and dequantize nodes.

    Args:
        target: a core, such as "cortex-m55" or "cortex-m33+nodsp".
        keep_inputs: a run leaves its inputs as they were.
        kernels: "packed" lays weights out for the target's own kernels, "cmsis-nn" keeps to what CMSIS-NN's API takes.
    """

    def __init__(self, target: str, keep_inputs: bool = False, kernels: Kernels = "packed") -> None:
        super().__init__()
        specs = {"target": Target.parse(target).name, "keep_inputs": str(int(keep_inputs)), "kernels": kernels}
        self._spec = DelegationSpec(BACKEND_ID, [CompileSpec(key, value.encode()) for key, value in specs.items()])

    def partition(self, exported_program: ExportedProgram) -> PartitionResult:
        nodes = supported(exported_program)
        tags = {}
        for partition in generate_partitions_from_list_of_nodes(exported_program.graph_module, [nodes]):
            tag = f"penlight_{partition.id}"
            tags[tag] = self._spec
            for node in partition.nodes:
                node.meta["delegation_tag"] = tag
        tag_constant_data(exported_program)
        return PartitionResult(tagged_exported_program=exported_program, partition_tags=tags)

    def ops_to_not_decompose(
        self, ep: ExportedProgram
    ) -> tuple[list[torch._ops.OpOverload], Callable[[Node], bool] | None]:
        """The ATen operators that lowering wants to see whole."""
        return _whole_operators(), None


def _whole_operators() -> list[Any]:
    targets = (target for op in all_operators() for target in op.targets)
    return [target for target in targets if not isinstance(target, str) and not target._schema.is_mutable]


def supported(program: ExportedProgram) -> list[Node]:
    """The nodes that kernels cover."""
    constants = Constants(program)
    found: dict[Node, None] = {}
    for node in program.graph.nodes:
        if node.op != "call_function":
            continue
        if is_quantize(node) or is_dequantize(node):
            found[node] = None
        elif (match := find(node, constants)) is not None:
            found.update(dict.fromkeys(match.covered()))
    computed = (n for n in program.graph.nodes if n.op == "call_function" and constants.is_constant(n))
    found.update(dict.fromkeys(node for node in computed if any(user in found for user in node.users)))
    return list(found)


def refuse_unsupported(program: ExportedProgram) -> None:
    """Raises UnsupportedError that names every node of `program` that no kernel covers, and why."""
    constants = Constants(program)
    covered = set(supported(program))
    problems = list(_idle(program, constants))
    problems += [
        f"{why_not(node, constants)}\n  at {source(node)}"
        for node in program.graph.nodes
        if node.op == "call_function" and node not in covered and not constants.is_constant(node)
    ]
    if problems:
        raise UnsupportedError("\n".join(problems), fix=FIX)


def _idle(program: ExportedProgram, constants: Constants) -> Iterator[str]:
    """What is wrong with inputs and outputs that have nothing to do with any kernel."""
    inputs = [node for node in program.graph.nodes if node.name in program.graph_signature.user_inputs]
    for index, node in enumerate(inputs):
        if not node.users:
            yield f"input {index}, {node.name}, is not used: leave it out of forward's arguments"
    for index, value in enumerate(program.graph.output_node().args[0]):
        if value in inputs:
            yield f"output {index} is the input {value} as it is: leave it out of what forward returns"
        elif not isinstance(value, Node) or constants.is_constant(value):
            yield f"output {index} is the constant {value}: leave it out of what forward returns"
