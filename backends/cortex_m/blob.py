# SPDX-License-Identifier: Apache-2.0
"""The payload's fixed structures. docs/SPEC.md explains them; backends/cortex_m/gen/blob.h is generated from here.

A payload is, each part 4-aligned:  header | io records | operator records | constants.
An operator record is a `pl_record` header, one 32-bit reference per operand, and the operator's parameters.
A reference is a space (top 4 bits) and a byte offset into it (28 bits).
"""

from __future__ import annotations

import numpy as np

from penlight.backends.cortex_m.layout import CType, Field, Struct

MAGIC = int.from_bytes(b"PNLT", "little")
FORMAT_VERSION = 1

SPACE_NONE = 0
SPACE_CONSTANT = 1
SPACE_ARENA = 2
SPACE_SHIFT_BITS = 28

KEEPS_INPUTS = 1
"""Flag: a run leaves the inputs as they were."""
OWN_LIBRARY = 2
"""Flag: outputs lie over inputs as the order allows in which this project's kernel library reads and writes."""

MAX_RANK = 6

HEADER = Struct(
    "pl_payload_header",
    (
        Field("magic", CType.U32, "PL_PAYLOAD_MAGIC"),
        Field("version", CType.U16, "PL_PAYLOAD_VERSION"),
        Field("header_bytes", CType.U16, "size of this struct"),
        Field("payload_bytes", CType.U32, "size of the payload, a multiple of four"),
        Field("sum_a", CType.U32, "checksum of the payload from `tier` on: sum of words"),
        Field("sum_b", CType.U32, "the same: sum of the running sums"),
        Field("file_bytes", CType.U32, "size of the whole .pte; this and the two sums are 0 in a file without seal"),
        Field("file_sum_a", CType.U32, "checksum of the .pte outside the payload: sum of words"),
        Field("file_sum_b", CType.U32, "the same: sum of the running sums"),
        Field("tier", CType.U8, "PL_TIER_* that layouts and scratch sizes are for"),
        Field("input_count", CType.U8, "records of inputs"),
        Field("output_count", CType.U8, "records of outputs, behind the inputs"),
        Field("flags", CType.U8, "PL_PAYLOAD_KEEPS_INPUTS and the like"),
        Field("operator_count", CType.U32, "operator records"),
        Field("operators_offset", CType.U32, "byte offset of the first operator record"),
        Field("operators_bytes", CType.U32, "size of all operator records"),
        Field("constants_offset", CType.U32, "byte offset of the constants, which end the payload"),
        Field("constants_bytes", CType.U32, "size of the constants"),
        Field("arena_bytes", CType.U32, "least arena"),
    ),
    "Starts a payload; the io records follow it.",
)

SUMMED_FROM = HEADER.offsets["tier"]
"""First byte that the payload's own checksum covers: everything behind the file's seal."""

IO = Struct(
    "pl_payload_io",
    (
        Field("reference", CType.U32, "where it lies in the arena"),
        Field("bytes", CType.U32, "its size"),
        Field("scale", CType.F32, "real = scale * (value - zero_point); 0 for float"),
        Field("zero_point", CType.I32, "torch's zero point"),
        Field("shape", CType.U32, "sizes in torch's order", count=MAX_RANK),
        Field("dim_order", CType.U8, "dimensions from outermost to innermost", count=MAX_RANK),
        Field("dtype", CType.U8, "PL_INT8, PL_FLOAT32, ..."),
        Field("rank", CType.U8, "dimensions used"),
    ),
    "One input or output of the payload.",
)

RECORD = Struct(
    "pl_record",
    (
        Field("code", CType.U16, "PL_OP_*"),
        Field("operand_count", CType.U8, "references that follow"),
        Field("params_bytes", CType.U8, "size of the parameters behind the references"),
    ),
    "Starts an operator record.",
)

STRUCTS = (HEADER, IO, RECORD)


def reference(space: int, offset: int) -> int:
    """The 32-bit reference to byte `offset` of `space`."""
    return space << SPACE_SHIFT_BITS | offset


def word_sums(data: bytes) -> tuple[int, int]:
    """Fletcher's checksum over 32-bit little-endian words, modulo 2**32: (sum of words, sum of running sums).

    `data` is padded with zero bytes to whole words. Source: J. Fletcher, "An Arithmetic Checksum for Serial
    Transmissions", IEEE Trans. Comm. 1982, with the modulus that costs a Cortex-M nothing.
    """
    words = np.frombuffer(data + bytes(-len(data) % 4), "<u4").astype(np.uint64)
    sum_a = int(words.sum()) & 0xFFFFFFFF
    weights = np.arange(len(words), 0, -1, dtype=np.uint64)
    sum_b = int((words * weights & np.uint64(0xFFFFFFFF)).sum()) & 0xFFFFFFFF
    return sum_a, sum_b
