# SPDX-License-Identifier: Apache-2.0
"""Ways to spoil a good .pte: every field of a payload by name, and the values to put there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from support import program_files as files

from penlight.backends.cortex_m import blob
from penlight.backends.cortex_m.layout import Kind, Struct
from penlight.backends.cortex_m.ops import device_operators
from penlight.backends.cortex_m.ops.operator import KERNEL_CODES

EDGES = (
    *(0, 1, 2, 3, 4, 15, 16, 17, 255, 256, 9999),
    *(0x7FFF, 0x8000, 0xFFFF, 0x10000, 65536 * 65537 & 0xFFFFFFFF),
    *(0x0FFFFFFF, 0x10000000, 0x1FFFFFFF, 0x20000000, 0x2FFFFFFF, 0x30000000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF),
)
"""Values that sit at the edge of something: sizes of integers, spaces of references, products that wrap."""


@dataclass(frozen=True)
class Spot:
    """A number in a payload: its name, its place in the file and its width in bytes; the kind of a parameter."""

    name: str
    position: int
    width: int
    kind: Kind | None = None

    def read(self, pte: bytes) -> int:
        """The number as it is, unsigned."""
        return int.from_bytes(pte[self.position : self.position + self.width], "little")

    def values(self, pte: bytes) -> list[int]:
        """Hostile values, all other than the one that is there."""
        old, top = self.read(pte), 1 << 8 * self.width
        near = (old + step for step in (-4, -1, 1, 4))
        return sorted({value % top for value in (*EDGES, *near)} - {old})

    def refuses(self, value: int) -> bool:
        """Whether the specification forbids the (unsigned) value here, whatever stands elsewhere."""
        if self.kind is None or self.kind.minimum == self.kind.maximum:
            return False
        signed = value - (1 << 8 * self.width) if self.kind.minimum < 0 and value >> (8 * self.width - 1) else value
        return not self.kind.minimum <= signed <= self.kind.maximum


def spots(pte: bytes) -> list[Spot]:
    """Every number in the header, the io records and the operator records."""
    start, _ = files.find_payload(pte)
    header = blob.HEADER.unpack(pte[start:])
    found = list(_fields("header", blob.HEADER, start))
    position = start + blob.HEADER.bytes
    for index in range(int(header["input_count"]) + int(header["output_count"])):  # type: ignore[call-overload]
        found += _fields(f"io {index}", blob.IO, position)
        position += blob.IO.bytes
    by_code = {op.code: op for op in device_operators()}
    for index in range(int(header["operator_count"])):  # type: ignore[call-overload]
        record = blob.RECORD.unpack(pte[position:])
        found += _fields(f"record {index}", blob.RECORD, position)
        position += blob.RECORD.bytes
        for operand in range(int(record["operand_count"])):  # type: ignore[call-overload]
            found.append(Spot(f"record {index} reference {operand}", position, 4))
            position += 4
        params = by_code[int(record["code"]) // KERNEL_CODES].params  # type: ignore[call-overload]
        found += _fields(f"record {index} params", params, position)
        position += params.bytes
    return found


def _fields(name: str, struct: Struct, start: int) -> Iterator[Spot]:
    for field in struct.fields:
        for index in range(field.count):
            yield Spot(
                f"{name} {field.name}{f' {index}' if field.count > 1 else ''}",
                start + struct.offsets[field.name] + index * field.ctype.bytes,
                field.ctype.bytes,
                field.kind,
            )


def spoil(pte: bytes, changes: list[tuple[Spot, int]]) -> bytes:
    """`pte` with numbers replaced, and its checksum and seal right again, but for those of them that were replaced."""
    start, size = files.find_payload(pte)
    data = bytearray(pte)

    def write() -> None:
        for spot, value in changes:
            data[spot.position : spot.position + spot.width] = value.to_bytes(spot.width, "little")

    write()
    files.fix_sums(data, start, size)
    files.fix_seal(data, start, size)
    write()
    return bytes(data)
