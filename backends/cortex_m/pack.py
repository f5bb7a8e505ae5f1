# SPDX-License-Identifier: Apache-2.0
"""Packs a planned graph into the bytes of a payload."""

from __future__ import annotations

from penlight.backends.cortex_m import blob
from penlight.backends.cortex_m.graph import Buffer, Graph, Operation, Tensor
from penlight.backends.cortex_m.ops.operator import KERNEL_CODES
from penlight.backends.cortex_m.plan import Plan
from penlight.backends.cortex_m.target import Tier
from penlight.runtime.errors import UnsupportedError

MAX_IO = 16


def code(operation: Operation) -> int:
    """PL_OP_* of the operation's kernel."""
    return operation.op.code * KERNEL_CODES + operation.op.kernels.index(operation.kernel)


def pack(graph: Graph, plan: Plan, tier: Tier) -> bytes:
    """The payload. Raises UnsupportedError for what the format cannot hold."""
    for what, tensors in (("inputs", graph.inputs), ("outputs", graph.outputs)):
        if not 1 <= len(tensors) <= MAX_IO:
            raise UnsupportedError(f"{len(tensors)} {what}; a program has 1 to {MAX_IO}")
    constants, constant_offsets = _constants(graph)
    records = b"".join(_record(operation, plan, constant_offsets) for operation in plan.order)
    io = b"".join(_io(tensor, plan) for tensor in (*graph.inputs, *graph.outputs))
    operators_offset = blob.HEADER.bytes + len(io)
    constants_offset = operators_offset + len(records)
    header = {
        "magic": blob.MAGIC,
        "version": blob.FORMAT_VERSION,
        "header_bytes": blob.HEADER.bytes,
        "payload_bytes": constants_offset + len(constants),
        "sum_a": 0,
        "sum_b": 0,
        "file_bytes": 0,
        "file_sum_a": 0,
        "file_sum_b": 0,
        "tier": int(tier),
        "input_count": len(graph.inputs),
        "output_count": len(graph.outputs),
        "flags": blob.KEEPS_INPUTS * graph.keep_inputs + blob.OWN_LIBRARY * _needs_own_library(plan),
        "operator_count": len(plan.order),
        "operators_offset": operators_offset,
        "operators_bytes": len(records),
        "constants_offset": constants_offset,
        "constants_bytes": len(constants),
        "arena_bytes": plan.arena_bytes,
    }
    tail = io + records + constants
    header["sum_a"], header["sum_b"] = blob.word_sums(blob.HEADER.pack(header)[blob.SUMMED_FROM :] + tail)
    return blob.HEADER.pack(header) + tail


def seal(pte: bytes, payload: bytes) -> bytes:
    """`pte`, in whole words, with the checksum of all that surrounds its one `payload` in the payload's header."""
    pte += bytes(-len(pte) % 4)
    start = pte.index(payload)
    end = start + len(payload)
    sum_a, sum_b = blob.word_sums(pte[:start] + pte[end:])
    header = blob.HEADER.unpack(payload) | {"file_bytes": len(pte), "file_sum_a": sum_a, "file_sum_b": sum_b}
    return pte[:start] + blob.HEADER.pack(header) + pte[start + blob.HEADER.bytes :]


def _needs_own_library(plan: Plan) -> bool:
    """Whether an operation lays its output over an input by the order in which the kernel library works."""
    return any(
        source.data is None
        and plan.offsets[source] < plan.offsets[output] + output.bytes
        and plan.offsets[output] < plan.offsets[source] + source.bytes
        for operation in plan.order
        if operation.op.library_order
        for output in operation.outputs
        for source in operation.inputs
    )


def _constants(graph: Graph) -> tuple[bytes, dict[Buffer, int]]:
    """All constants, each 4-aligned and stored once, and where each lies."""
    data = b""
    offsets: dict[Buffer, int] = {}
    for buffer in graph.constants():
        assert buffer.data is not None
        offsets[buffer] = len(data)
        data += buffer.data + bytes(-len(buffer.data) % 4)
    return data, offsets


def _record(operation: Operation, plan: Plan, constant_offsets: dict[Buffer, int]) -> bytes:
    references = []
    for buffer in operation.operands:
        if buffer is None:
            references.append(blob.reference(blob.SPACE_NONE, 0))
        elif buffer.data is not None:
            references.append(blob.reference(blob.SPACE_CONSTANT, constant_offsets[buffer]))
        else:
            references.append(blob.reference(blob.SPACE_ARENA, plan.offsets[buffer]))
    op = operation.op
    _check_kinds(operation)
    head = {"code": code(operation), "operand_count": len(references), "params_bytes": op.params.bytes}
    words = b"".join(reference.to_bytes(4, "little") for reference in references)
    return blob.RECORD.pack(head) + words + op.params.pack(operation.params)


def _check_kinds(operation: Operation) -> None:
    """What the device would refuse is refused here, by name."""
    for field in operation.op.params.fields:
        value = operation.params[field.name]
        kind = field.kind
        if kind is not None and kind.minimum < kind.maximum and not kind.minimum <= value <= kind.maximum:
            raise UnsupportedError(
                f"{operation.op.name}: {field.name} is {value}; it must be {kind.minimum}..{kind.maximum}",
                where=f"{operation.label}, {operation.source}",
            )


def _io(tensor: Tensor, plan: Plan) -> bytes:
    rank = len(tensor.shape)
    if rank > blob.MAX_RANK:
        raise UnsupportedError(f"an input or output of {rank} dimensions; at most {blob.MAX_RANK} are possible")
    fill = (0,) * (blob.MAX_RANK - rank)
    return blob.IO.pack(
        {
            "reference": blob.reference(blob.SPACE_ARENA, plan.offsets[tensor.buffer]),
            "bytes": tensor.buffer.bytes,
            "scale": tensor.scale,
            "zero_point": tensor.zero_point,
            "shape": tensor.shape + fill,
            "dim_order": tensor.order + fill,
            "dtype": tensor.dtype.code,
            "rank": rank,
        }
    )
