# SPDX-License-Identifier: Apache-2.0
"""Reads a payload back: what a .pte holds, for people and for the tools that build firmware from it."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any

from penlight.backends.cortex_m import blob
from penlight.backends.cortex_m.graph import DType
from penlight.backends.cortex_m.ops import device_operators
from penlight.backends.cortex_m.ops.operator import KERNEL_CODES, Operator
from penlight.backends.cortex_m.target import Tier
from penlight.runtime.errors import FileError

_SPACES = {blob.SPACE_NONE: "none", blob.SPACE_CONSTANT: "flash", blob.SPACE_ARENA: "arena"}


@dataclass(frozen=True)
class Placement:
    """Where an operand lies: `space` is flash, arena or none."""

    operand: str
    role: str
    space: str
    offset: int
    bytes: int


@dataclass(frozen=True)
class Record:
    """One operator record."""

    kernel: str
    code: int
    macs: int
    params: dict[str, Any]
    operands: list[Placement]


@dataclass(frozen=True)
class Io:
    """One input or output, its shape in torch's order."""

    dtype: str
    shape: list[int]
    dim_order: list[int]
    scale: float
    zero_point: int
    bytes: int
    arena_offset: int


@dataclass(frozen=True)
class Payload:
    """A whole payload; sizes in bytes."""

    version: int
    tier: str
    keep_inputs: bool
    own_library: bool
    sealed: bool
    inputs: list[Io]
    outputs: list[Io]
    operators: list[Record]
    arena_bytes: int
    flash: dict[str, int]

    @property
    def codes(self) -> set[int]:
        """Codes of the kernels that firmware must link."""
        return {record.code for record in self.operators}


def unpack(pte: bytes) -> Payload:
    """The payload in a .pte that the runtime has accepted. Raises FileError when there is none, or a newer one."""
    start, header = _find(pte)
    payload = pte[start : start + header["payload_bytes"]]
    io = [
        _io(payload[blob.HEADER.bytes + index * blob.IO.bytes :])
        for index in range(header["input_count"] + header["output_count"])
    ]
    records = list(_records(payload, header))
    flash = _flash(records, header)
    return Payload(
        version=header["version"],
        tier=Tier(header["tier"]).name.lower(),
        keep_inputs=bool(header["flags"] & blob.KEEPS_INPUTS),
        own_library=bool(header["flags"] & blob.OWN_LIBRARY),
        sealed=bool(header["file_bytes"]),
        inputs=io[: header["input_count"]],
        outputs=io[header["input_count"] :],
        operators=records,
        arena_bytes=header["arena_bytes"],
        flash=flash | {"program": len(pte) - sum(flash.values()), "total": len(pte)},
    )


def _find(pte: bytes) -> tuple[int, dict[str, Any]]:
    magic = struct.pack("<I", blob.MAGIC)
    start = pte.find(magic)
    while start >= 0:
        if len(pte) - start >= blob.HEADER.bytes:
            header: dict[str, Any] = blob.HEADER.unpack(pte[start:])
            payload = pte[start : start + header["payload_bytes"]]
            if header["header_bytes"] == blob.HEADER.bytes and blob.word_sums(payload[blob.SUMMED_FROM :]) == (
                header["sum_a"],
                header["sum_b"],
            ):
                if header["version"] != blob.FORMAT_VERSION:
                    raise FileError(
                        f"payload format {header['version']}; this Penlight reads {blob.FORMAT_VERSION}",
                        fix="export the model again",
                    )
                return start, header
        start = pte.find(magic, start + 1)
    raise FileError("the file holds no intact Penlight payload", fix="write it with penlight export")


def _io(data: bytes) -> Io:
    fields: dict[str, Any] = blob.IO.unpack(data)
    rank = fields["rank"]
    dtype = next(dtype for dtype in DType if dtype.code == fields["dtype"])
    return Io(
        dtype=dtype.name.lower(),
        shape=list(fields["shape"][:rank]),
        dim_order=list(fields["dim_order"][:rank]),
        scale=fields["scale"],
        zero_point=fields["zero_point"],
        bytes=fields["bytes"],
        arena_offset=fields["reference"] & ((1 << blob.SPACE_SHIFT_BITS) - 1),
    )


def _records(payload: bytes, header: dict[str, Any]) -> list[Record]:
    by_code = {op.code: op for op in device_operators()}
    position, records = header["operators_offset"], []
    for _ in range(header["operator_count"]):
        head: dict[str, Any] = blob.RECORD.unpack(payload[position:])
        op = by_code.get(head["code"] // KERNEL_CODES)
        if op is None:
            raise FileError(f"operator code {head['code']} is unknown", fix="use the Penlight that exported the file")
        position += blob.RECORD.bytes
        references = struct.unpack_from(f"<{head['operand_count']}I", payload, position)
        position += 4 * len(references)
        params = op.params.unpack(payload[position:])
        position += head["params_bytes"]
        records.append(_record(op, head["code"], params, references))
    return records


def _record(op: type[Operator], code: int, params: dict[str, Any], references: tuple[int, ...]) -> Record:
    kernel = op.kernels[code % KERNEL_CODES]
    operands = []
    for operand, reference in zip(op.operands, references, strict=True):
        space = _SPACES[reference >> blob.SPACE_SHIFT_BITS]
        size = operand.elems(params) * operand.element_bytes if space != "none" else 0
        offset = reference & ((1 << blob.SPACE_SHIFT_BITS) - 1)
        operands.append(Placement(operand.name, operand.role, space, offset, size))
    name = f"{op.name}_{kernel}" if kernel else op.name
    return Record(name, code, op.macs(params), params, operands)


def _flash(records: list[Record], header: dict[str, Any]) -> dict[str, int]:
    """Bytes of constants by part, each stored range counted once, and of the operator records."""
    parts = {"constant": "weights", "bias": "biases", "multiplier": "requantization", "shift": "requantization"}
    stored = {p.offset: (parts[p.role], p.bytes) for r in records for p in r.operands if p.space == "flash"}
    sizes = {"weights": 0, "biases": 0, "requantization": 0, "records": header["operators_bytes"]}
    for part, size in stored.values():
        sizes[part] += size
    return sizes
