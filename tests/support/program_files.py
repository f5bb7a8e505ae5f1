# SPDX-License-Identifier: Apache-2.0
"""Builds .pte files by hand, without the exporter: payloads from operators' own test cases, and ExecuTorch's own
serializer around them, so that the runtime's reader is checked against an independent writer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from executorch.exir import schema
from executorch.exir._serialize._program import PTEFile, serialize_pte_binary
from executorch.exir.scalar_type import ScalarType

from penlight.backends.cortex_m import blob
from penlight.backends.cortex_m.ops import device_operators
from penlight.backends.cortex_m.ops.operator import KERNEL_CODES, Case, Operator
from penlight.backends.cortex_m.target import Tier

SCALAR_TYPES = {
    "uint8": ScalarType.BYTE,
    "int8": ScalarType.CHAR,
    "int16": ScalarType.SHORT,
    "int32": ScalarType.INT,
    "int64": ScalarType.LONG,
    "float32": ScalarType.FLOAT,
    "bool": ScalarType.BOOL,
}


@dataclass(frozen=True)
class Io:
    """An input or output: `shape` in torch's order, `array` an input's values in torch's order."""

    shape: tuple[int, ...]
    dim_order: tuple[int, ...]
    dtype: np.dtype
    offset: int
    array: np.ndarray | None = None

    @property
    def bytes(self) -> int:
        return int(np.prod(self.shape, dtype=np.int64)) * self.dtype.itemsize


@dataclass
class Payload:
    """The parts of a payload, to be changed before they are packed. `header` overrides computed fields."""

    inputs: list[Io] = field(default_factory=list)
    outputs: list[Io] = field(default_factory=list)
    records: list[bytes] = field(default_factory=list)
    constants: bytes = b""
    arena_bytes: int = 0
    header: dict[str, Any] = field(default_factory=dict)

    def pack(self) -> bytes:
        """The payload's bytes, with a right checksum unless `header` holds another."""
        io = b"".join(_io_record(tensor) for tensor in (*self.inputs, *self.outputs))
        records = b"".join(self.records)
        constants_offset = blob.HEADER.bytes + len(io) + len(records)
        values: dict[str, Any] = {
            "magic": blob.MAGIC,
            "version": blob.FORMAT_VERSION,
            "header_bytes": blob.HEADER.bytes,
            "payload_bytes": constants_offset + len(self.constants),
            "sum_a": 0,
            "sum_b": 0,
            "file_bytes": 0,
            "file_sum_a": 0,
            "file_sum_b": 0,
            "tier": 0,
            "input_count": len(self.inputs),
            "output_count": len(self.outputs),
            "flags": 0,
            "operator_count": len(self.records),
            "operators_offset": blob.HEADER.bytes + len(io),
            "operators_bytes": len(records),
            "constants_offset": constants_offset,
            "constants_bytes": len(self.constants),
            "arena_bytes": self.arena_bytes,
        } | self.header
        data = bytearray(blob.HEADER.pack(values) + io + records + self.constants)
        if "sum_a" not in self.header:
            fix_sums(data, 0, len(data))
        return bytes(data)

    def place(self, size: int) -> int:
        """Offset of `size` new bytes at the end of the arena, 4-aligned."""
        start = (self.arena_bytes + 3) & ~3
        self.arena_bytes = start + size
        return start

    def constant(self, data: bytes) -> int:
        """Offset of `data`, added to the constants."""
        start = len(self.constants)
        self.constants += data + bytes(-len(data) % 4)
        return start


def payload_of(steps: Sequence[tuple[type[Operator], Case]]) -> Payload:
    """A payload in which each step is an operator with its own inputs and outputs."""
    made = Payload()
    for op, case in steps:
        _add_step(made, op, case)
    return made


def cases(count: int = 1, seed: int = 7) -> list[tuple[type[Operator], Case]]:
    """`count` test cases of each operator that has kernels."""
    return [
        (op, case) for op in device_operators() for case in op.cases(np.random.default_rng(seed), count, Tier.SCALAR)
    ]


def _add_step(made: Payload, op: type[Operator], case: Case) -> None:
    references = []
    for operand in op.operands:
        shape = tuple(int(case.params[factor]) for factor in operand.factors)
        size = operand.elems(case.params) * operand.element_bytes
        dtype = np.dtype(operand.dtype)
        array = case.arrays.get(operand.name)
        if operand.role in ("input", "output", "scratch") and (operand.role == "output" or array is not None or size):
            if operand.role == "scratch" and size == 0:
                references.append(0)
                continue
            offset = made.place(size)
            references.append(blob.reference(blob.SPACE_ARENA, offset))
            if operand.role != "scratch":
                tensors = made.inputs if operand.role == "input" else made.outputs
                values = None if array is None else array.reshape(shape)
                tensors.append(Io(shape, tuple(range(len(shape))), dtype, offset, values))
        elif array is None:
            references.append(0)
        else:
            references.append(blob.reference(blob.SPACE_CONSTANT, made.constant(array.tobytes())))
    code = op.code * KERNEL_CODES + op.kernels.index(case.kernel)
    head = {"code": code, "operand_count": len(references), "params_bytes": op.params.bytes}
    words = b"".join(reference.to_bytes(4, "little") for reference in references)
    made.records.append(blob.RECORD.pack(head) + words + op.params.pack(case.params))


def _io_record(tensor: Io) -> bytes:
    fill = (0,) * (blob.MAX_RANK - len(tensor.shape))
    return blob.IO.pack(
        {
            "reference": blob.reference(blob.SPACE_ARENA, tensor.offset),
            "bytes": tensor.bytes & 0xFFFFFFFF,
            "scale": 0.5,
            "zero_point": -3,
            "shape": tensor.shape + fill,
            "dim_order": tensor.dim_order + fill,
            "dtype": int(SCALAR_TYPES[tensor.dtype.name]),
            "rank": len(tensor.shape),
        }
    )


def program_of(made: Payload, packed: bytes | None = None) -> schema.Program:
    """The ExecuTorch program that does nothing but call the delegate. Inputs are the first values, then outputs."""
    tensors = [*made.inputs, *made.outputs]
    inputs, outputs = list(range(len(made.inputs))), list(range(len(made.inputs), len(tensors)))
    plan = schema.ExecutionPlan(
        name="forward",
        container_meta_type=schema.ContainerMetadata("", ""),
        values=[schema.EValue(_outer_tensor(tensor)) for tensor in tensors],
        inputs=inputs,
        outputs=outputs,
        chains=[
            schema.Chain(
                inputs=[],
                outputs=[],
                instructions=[schema.Instruction(schema.DelegateCall(0, inputs + outputs))],
                stacktrace=None,
            )
        ],
        operators=[],
        delegates=[
            schema.BackendDelegate(
                id="PenlightCortexM",
                processed=schema.BackendDelegateDataReference(schema.DataLocation.INLINE, 0),
                compile_specs=[],
            )
        ],
        non_const_buffer_sizes=[0, 64],
    )
    return schema.Program(
        version=0,
        execution_plan=[plan],
        constant_buffer=[schema.Buffer(b"")],
        backend_delegate_data=[schema.BackendDelegateInlineData(made.pack() if packed is None else packed)],
        segments=[],
        constant_segment=schema.SubsegmentOffsets(0, []),
    )


def _outer_tensor(tensor: Io) -> schema.Tensor:
    return schema.Tensor(
        scalar_type=SCALAR_TYPES[tensor.dtype.name],
        storage_offset=0,
        sizes=list(tensor.shape),
        dim_order=list(tensor.dim_order),
        requires_grad=False,
        layout=0,
        data_buffer_idx=0,
        allocation_info=schema.AllocationDetails(1, 0, 0),
        shape_dynamism=schema.TensorShapeDynamism.STATIC,
    )


def serialize(program: schema.Program, *, segments: bool = False) -> bytes:
    """The .pte, not sealed; with `segments` the payload lies behind the flatbuffer."""
    return bytes(serialize_pte_binary(PTEFile(program), extract_delegate_segments=segments))


def pte_of(made: Payload) -> bytes:
    """The sealed .pte."""
    packed = made.pack()
    data = bytearray(serialize(program_of(made, packed)))
    fix_seal(data, data.index(packed), len(packed))
    return bytes(data)


def find_payload(pte: bytes) -> tuple[int, int]:
    """Where the payload starts and how long it is."""
    start = pte.index(blob.MAGIC.to_bytes(4, "little"))
    size = blob.HEADER.unpack(pte[start:])["payload_bytes"]
    assert isinstance(size, int)
    return start, size


def fix_sums(data: bytearray, start: int, size: int) -> None:
    """Writes the payload's checksum, computed word by word as the specification says."""
    a, b = _fletcher(data[start + blob.SUMMED_FROM : start + size])
    _put(data, start, "sum_a", a)
    _put(data, start, "sum_b", b)


def fix_seal(data: bytearray, start: int, size: int) -> None:
    """Seals the file."""
    a, b = _fletcher(data[:start] + data[start + size :])
    _put(data, start, "file_bytes", len(data))
    _put(data, start, "file_sum_a", a)
    _put(data, start, "file_sum_b", b)


def _fletcher(data: bytes | bytearray) -> tuple[int, int]:
    a = b = 0
    for word in np.frombuffer(bytes(data), "<u4").tolist():
        a = (a + word) & 0xFFFFFFFF
        b = (b + a) & 0xFFFFFFFF
    return a, b


def _put(data: bytearray, start: int, name: str, value: int) -> None:
    position = start + blob.HEADER.offsets[name]
    data[position : position + 4] = value.to_bytes(4, "little")
