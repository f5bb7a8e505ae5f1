# SPDX-License-Identifier: Apache-2.0
"""Binary layouts, declared once: Python packs them, and the C structs with their checks are generated from them."""

from __future__ import annotations

import builtins
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from penlight.runtime.errors import InternalError


class CType(Enum):
    """A C scalar type: its spelling and its `struct` format character (little-endian, naturally aligned)."""

    U8 = ("uint8_t", "B")
    U16 = ("uint16_t", "H")
    U32 = ("uint32_t", "I")
    I8 = ("int8_t", "b")
    I16 = ("int16_t", "h")
    I32 = ("int32_t", "i")
    F32 = ("float", "f")

    @property
    def c_name(self) -> str:
        return self.value[0]

    @property
    def format(self) -> str:
        return self.value[1]

    @property
    def bytes(self) -> int:
        return struct.calcsize("<" + self.format)


@dataclass(frozen=True)
class Kind:
    """What a field may hold. The device refuses a value outside `minimum..maximum` (inclusive)."""

    name: str
    ctype: CType
    minimum: int
    maximum: int
    doc: str


DIM = Kind("dim", CType.U16, 1, 65535, "a size in elements, never zero")
ELEMS = Kind("elems", CType.U32, 1, 2**28 - 1, "an element count, never zero")
COUNT = Kind("count", CType.U16, 0, 65535, "a count that may be zero, such as padding")
BYTES = Kind("bytes", CType.U32, 0, 2**28 - 1, "a size in bytes")
OFFSET = Kind("offset", CType.I16, -255, 255, "what a kernel adds: a zero point or its negative")
INT8 = Kind("int8", CType.I16, -128, 127, "a value of an int8 tensor")
SHIFT = Kind("shift", CType.I16, -31, 31, "a power of two, positive to the left")
MULTIPLIER = Kind("multiplier", CType.I32, 0, 2**31 - 1, "a Q31 fraction")
WORD = Kind("word", CType.I32, -(2**31), 2**31 - 1, "any 32-bit integer")
REAL = Kind("real", CType.F32, 0, 0, "any float, never used to compute an address")
FLAG = Kind("flag", CType.U16, 0, 1, "0 or 1")

KINDS = (DIM, ELEMS, COUNT, BYTES, OFFSET, INT8, SHIFT, MULTIPLIER, WORD, REAL, FLAG)


@dataclass(frozen=True)
class Field:
    """One field of a struct; `count` makes it an array."""

    name: str
    ctype: CType
    doc: str
    count: int = 1
    kind: Kind | None = None

    @property
    def bytes(self) -> int:
        return self.ctype.bytes * self.count


def param(name: str, kind: Kind, doc: str = "") -> Field:
    """A field of an operator's parameters, whose kind says what the device accepts."""
    return Field(name, kind.ctype, doc or kind.doc, kind=kind)


@dataclass(frozen=True)
class Struct:
    """A C struct without hidden padding; its size is a multiple of four bytes (trailing padding is explicit)."""

    name: str
    fields: tuple[Field, ...]
    doc: str = ""

    @cached_property
    def offsets(self) -> dict[str, int]:
        """Byte offset of each field."""
        offsets, position = {}, 0
        for field in self.fields:
            if position % field.ctype.bytes:
                raise InternalError(f"{self.name}.{field.name} at byte {position} is not aligned; reorder the fields")
            offsets[field.name] = position
            position += field.bytes
        return offsets

    @cached_property
    def bytes(self) -> int:
        """Size in bytes, rounded up to a multiple of four."""
        last = self.fields[-1]
        return (self.offsets[last.name] + last.bytes + 3) & ~3

    @property
    def padding(self) -> int:
        """Bytes of trailing padding."""
        last = self.fields[-1]
        return self.bytes - self.offsets[last.name] - last.bytes

    def pack(self, values: Mapping[str, object]) -> builtins.bytes:
        """The struct's bytes. Raises InternalError when a field is missing, unknown or out of range."""
        if unknown := values.keys() - {field.name for field in self.fields}:
            raise InternalError(f"{self.name} has no field {', '.join(sorted(unknown))}")
        out = b""
        for field in self.fields:
            if field.name not in values:
                raise InternalError(f"{self.name}.{field.name} was not given")
            value = values[field.name]
            items = list(value) if field.count > 1 else [value]  # type: ignore[call-overload]
            try:
                out += struct.pack(f"<{field.count}{field.ctype.format}", *items)
            except struct.error as error:
                raise InternalError(f"{self.name}.{field.name} = {value!r}: {error}") from error
        return out + bytes(self.padding)

    def unpack(self, data: builtins.bytes) -> dict[str, object]:
        """The fields of the struct at the start of `data`. Raises InternalError when it is too short."""
        if len(data) < self.bytes:
            raise InternalError(f"{self.name} needs {self.bytes} bytes, got {len(data)}")
        values: dict[str, object] = {}
        for field in self.fields:
            items = struct.unpack_from(f"<{field.count}{field.ctype.format}", data, self.offsets[field.name])
            values[field.name] = items if field.count > 1 else items[0]
        return values

    def c_declaration(self) -> str:
        """The C typedef and the static asserts that pin it."""
        lines = [f"// {self.doc}"] if self.doc else []
        lines.append("typedef struct {")
        for field in self.fields:
            array = f"[{field.count}]" if field.count > 1 else ""
            lines.append(f"    {field.ctype.c_name} {field.name}{array}; // {field.doc}")
        if self.padding:
            lines.append(f"    uint8_t padding_[{self.padding}];")
        lines.append(f"}} {self.name};")
        lines.append(f'_Static_assert(sizeof({self.name}) == {self.bytes}, "{self.name}");')
        lines += [
            f'_Static_assert(offsetof({self.name}, {name}) == {offset}, "{self.name}.{name}");'
            for name, offset in self.offsets.items()
        ]
        return "\n".join(lines) + "\n"
