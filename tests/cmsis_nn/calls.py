# SPDX-License-Identifier: Apache-2.0
"""Calls of C functions of the kernel library: the file that the app api reads, and what must be in memory afterwards.

Each buffer of a call lies in an arena with random bytes around it, at an address that is as odd as its type allows.
After the call every byte must be as it was, but for outputs, which must hold what is wanted, and scratch memory.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

_HEADER = struct.Struct("<64sIII")
_STATUS = struct.Struct("<i")
_NO_BUFFER = 0xFFFFFFFF
_GUARD_BYTES = 16


@dataclass(frozen=True, eq=False)
class Buffer:
    """A buffer of a call: what it holds before, and what it must hold afterwards (None: anything)."""

    before: np.ndarray
    after: np.ndarray | None
    align: int

    @staticmethod
    def constant(values: np.ndarray) -> Buffer:
        """One that the function may only read."""
        return Buffer(values, values, values.itemsize)

    @staticmethod
    def output(random: np.random.Generator, wanted: np.ndarray) -> Buffer:
        """One that must hold `wanted`, and holds anything before."""
        return Buffer(noise(random, wanted.nbytes).view(wanted.dtype), wanted, wanted.itemsize)

    @staticmethod
    def changed(before: np.ndarray, after: np.ndarray) -> Buffer:
        """One that the function reads, and writes."""
        return Buffer(before, after, before.itemsize)

    @staticmethod
    def scratch(random: np.random.Generator, size: int) -> Buffer | None:
        """Scratch memory of `size` bytes; a null pointer where the size is 0."""
        return Buffer(noise(random, size), None, 4) if size else None


def noise(random: np.random.Generator, size: int) -> np.ndarray:
    """`size` random bytes."""
    return np.frombuffer(random.bytes(size), np.uint8)


@dataclass(frozen=True)
class Call:
    """A call: the function, the numbers and buffers that its handler in api/ takes, and what it must return.

    A buffer that stands there twice is one: a function works in place. A buffer that is None is a null pointer.
    """

    function: str
    words: Sequence[int]
    buffers: Sequence[Buffer | None] = ()
    returns: int = 0


@dataclass(frozen=True)
class Placed:
    """A call with its arena before and after it, which bytes may differ, and where the buffers lie."""

    call: Call
    before: bytes
    wanted: np.ndarray
    free: np.ndarray
    offsets: list[int | None]

    def record(self) -> bytes:
        """The call in the file that the app reads."""
        sizes = [0 if buffer is None else buffer.before.nbytes for buffer in self.call.buffers]
        places = [_NO_BUFFER if offset is None else offset for offset in self.offsets]
        return b"".join(
            [
                _HEADER.pack(self.call.function.encode(), len(self.call.words), len(places), len(self.before)),
                np.asarray(self.call.words, np.int64).astype(np.int32).tobytes(),
                np.asarray(list(zip(places, sizes, strict=True)), np.uint32).tobytes(),
                self.before,
            ]
        )

    def fault(self, returned: int, after: bytes) -> str:
        """What is wrong with the answer; empty when nothing is."""
        what = f"{self.call.function}{tuple(self.call.words)}"
        if returned != self.call.returns:
            return f"{what} returned {returned}, not {self.call.returns}"
        got = np.frombuffer(after, np.uint8)
        wrong = np.flatnonzero((got != self.wanted) & ~self.free)
        if not wrong.size:
            return ""
        at = int(wrong[0])
        for index, (buffer, offset) in enumerate(zip(self.call.buffers, self.offsets, strict=True)):
            if buffer is None or offset is None or buffer.after is None:
                continue
            if offset <= at < offset + buffer.after.nbytes:
                element = (at - offset) // buffer.after.itemsize
                end = offset + buffer.after.nbytes
                values = got[offset:end].tobytes()
                have = np.frombuffer(values, buffer.after.dtype)[element : element + 32].tolist()
                want = buffer.after.ravel()[element : element + 32].tolist()
                return f"{what}: buffer {index} has from element {element} on {have}, not {want}"
        return f"{what}: byte {at} of the arena, which belongs to no buffer, was changed (buffers at {self.offsets})"


def place(call: Call, random: np.random.Generator) -> Placed:
    """Lays out the buffers of `call` in an arena of its own."""
    offsets: dict[Buffer, int] = {}
    position = 0
    for buffer in call.buffers:
        if buffer is not None and buffer not in offsets:
            position += _GUARD_BYTES + int(random.integers(8))
            offsets[buffer] = position = -(-position // buffer.align) * buffer.align
            position += buffer.before.nbytes
    before = noise(random, position + _GUARD_BYTES if offsets else 0).copy()
    free = np.zeros(before.size, bool)
    for buffer, offset in offsets.items():
        where = slice(offset, offset + buffer.before.nbytes)
        before[where] = np.frombuffer(buffer.before.tobytes(), np.uint8)
        free[where] = buffer.after is None
    wanted = before.copy()
    for buffer, offset in offsets.items():
        if buffer.after is not None:
            wanted[offset : offset + buffer.after.nbytes] = np.frombuffer(buffer.after.tobytes(), np.uint8)
    places = [None if buffer is None else offsets[buffer] for buffer in call.buffers]
    return Placed(call, before.tobytes(), wanted, free, places)


def faults(placed: Sequence[Placed], results: bytes) -> list[str]:
    """What is wrong with the answers in the file that the app wrote, one text for each call; empty where nothing is."""
    found, at = [], 0
    for entry in placed:
        (returned,) = _STATUS.unpack_from(results, at)
        at += _STATUS.size
        found.append(entry.fault(returned, results[at : at + len(entry.before)]))
        at += len(entry.before)
    assert at == len(results), "the app's answers are not those of the calls"
    return found
