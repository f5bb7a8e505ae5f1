# SPDX-License-Identifier: Apache-2.0
"""A program on this machine: a .pte, an arena, and runs with numpy arrays in torch's layout."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from penlight.runtime import library as c
from penlight.runtime.errors import FileError, InternalError, PenlightError, UnsupportedError, UsageError
from penlight.runtime.library import library_path

__all__ = ["Program", "Tensor", "library_path"]

_DTYPES = {0: "uint8", 1: "int8", 2: "int16", 3: "int32", 4: "int64", 6: "float32", 11: "bool"}

_UNSUPPORTED = -5
_ARENA_TOO_SMALL = -14
_FILE_ERRORS = range(-7, 0)
_BUILD_ERRORS = range(-11, -7)

AfterOperator = Callable[[int, np.ndarray], None]
"""Called with an operator's index and the arena (uint8, read only) as the operator left it."""


@dataclass(frozen=True)
class Tensor:
    """An input or output. `shape` is in torch's order; `dim_order` lists the dimensions from outermost to innermost in
    memory. real = scale * (value - zero_point); scale is 0 for float.
    """

    shape: tuple[int, ...]
    dtype: np.dtype
    scale: float
    zero_point: int
    dim_order: tuple[int, ...]
    bytes: int

    def __str__(self) -> str:
        return f"{self.dtype} {self.shape}"


class Program:
    """A checked .pte, ready to run.

    Args:
        source: path of the file, or its bytes.
        library: another build of the host library, such as one with sanitizers.

    Raises FileError when the file cannot be read, is damaged or is of another version, UnsupportedError when it has
    what the runtime does not execute, ToolError when the host library is missing.
    """

    def __init__(self, source: str | Path | bytes, *, library: Path | None = None) -> None:
        self._c = c.load(library or library_path())
        self._image = _aligned_copy(_read(source), c.IMAGE_ALIGN)
        self._log: list[str] = []
        self._log_function = c.LogFunction(self._note)
        self._arena = _aligned_zeros(0, c.ARENA_ALIGN)
        # Without an arena pl_init checks the whole file but the operators, and has a log, which pl_inspect has not.
        status, _ = self._try_init(c.ProfileFunction())
        if status not in (c.OK, _ARENA_TOO_SMALL):
            self._demand(status)
        info = c.Info()
        self._demand(self._c.pl_inspect(self._image.ctypes.data, self._image.size, ctypes.byref(info)))
        self._arena = _aligned_zeros(info.arena_bytes, c.ARENA_ALIGN)
        self._program = self._init(c.ProfileFunction())
        self.arena_bytes: int = info.arena_bytes
        self._inputs = [self._describe(self._c.pl_input, index) for index in range(info.input_count)]
        self._outputs = [self._describe(self._c.pl_output, index) for index in range(info.output_count)]
        self.inputs: tuple[Tensor, ...] = tuple(tensor for tensor, _ in self._inputs)
        self.outputs: tuple[Tensor, ...] = tuple(tensor for tensor, _ in self._outputs)

    def run(self, *arrays: np.ndarray, after: AfterOperator | None = None) -> list[np.ndarray]:
        """Runs once: one array for each input, of exactly its shape and dtype, to one new array for each output.

        Arrays are in torch's order of dimensions. `after` sees the arena behind each operator. Raises UsageError when
        the arrays do not fit.
        """
        self._check(arrays)
        for array, (tensor, view) in zip(arrays, self._inputs, strict=True):
            view[...] = array.transpose(tensor.dim_order)
        if after is None:
            self._demand(self._c.pl_run(ctypes.byref(self._program)))
        else:
            self._run_observed(after)
        return [view.transpose(np.argsort(tensor.dim_order)).copy("C") for tensor, view in self._outputs]

    def _run_observed(self, after: AfterOperator) -> None:
        arena = self._arena.view()
        arena.flags.writeable = False
        raised: list[BaseException] = []

        def profile(_user: object, index: int, _code: int, end: int) -> None:
            if end and not raised:
                try:
                    after(index, arena)
                except BaseException as error:
                    raised.append(error)

        callback = c.ProfileFunction(profile)  # the C struct holds no reference to it
        program = self._init(callback)
        status = self._c.pl_run(ctypes.byref(program))
        if raised:
            raise raised[0]
        self._demand(status)

    def _check(self, arrays: tuple[np.ndarray, ...]) -> None:
        if len(arrays) != len(self.inputs):
            raise UsageError(f"{len(arrays)} arrays given; the program has {len(self.inputs)} inputs")
        for index, (array, tensor) in enumerate(zip(arrays, self.inputs, strict=True)):
            if not isinstance(array, np.ndarray):
                raise UsageError(f"input {index} is a {type(array).__name__}; it must be a numpy array, {tensor}")
            if array.dtype != tensor.dtype or array.shape != tensor.shape:
                raise UsageError(f"input {index} is {array.dtype} {array.shape}; the program wants {tensor}")

    def _init(self, profile: Any) -> c.ProgramStruct:
        status, program = self._try_init(profile)
        self._demand(status)
        return program

    def _try_init(self, profile: Any) -> tuple[int, c.ProgramStruct]:
        operators = ctypes.c_void_p * 0
        program = c.ProgramStruct()
        config = c.Config(
            image=self._image.ctypes.data,
            image_bytes=self._image.size,
            arena=self._arena.ctypes.data,
            arena_bytes=self._arena.size,
            operators=ctypes.addressof(operators.in_dll(self._c, "pl_all_operators")),
            operator_count=ctypes.c_size_t.in_dll(self._c, "pl_all_operator_count").value,
            log=self._log_function,
            profile=profile,
        )
        self._log.clear()
        return self._c.pl_init(ctypes.byref(program), ctypes.byref(config)), program

    def _note(self, _user: object, what: bytes, got: int, wanted: int) -> None:
        text = what.decode("utf-8", "backslashreplace")
        self._log.append(text if got == wanted else f"{text}: got {_number(got)}, wanted {_number(wanted)}")

    def _demand(self, status: int) -> None:
        if status != c.OK:
            meaning = self._c.pl_strerror(status).decode()
            raise _error(status, "; ".join([meaning, *self._log]))

    def _describe(self, describe: Callable[..., int], index: int) -> tuple[Tensor, np.ndarray]:
        """A tensor, and its memory in the arena with the dimensions as they lie there."""
        struct = c.TensorStruct()
        self._demand(describe(ctypes.byref(self._program), index, ctypes.byref(struct)))
        shape = tuple(struct.shape[: struct.rank])
        order = tuple(struct.dim_order[: struct.rank])
        dtype = np.dtype(_DTYPES[struct.dtype])
        tensor = Tensor(shape, dtype, struct.scale, struct.zero_point, order, struct.bytes)
        start = struct.data - self._arena.ctypes.data
        memory = self._arena[start : start + struct.bytes].view(dtype)
        return tensor, memory.reshape([shape[dim] for dim in order])


def _error(status: int, what: str) -> PenlightError:
    if status == _UNSUPPORTED:
        return UnsupportedError(what, fix="export the model with penlight")
    if status in _FILE_ERRORS:
        return FileError(what, fix="export the model again")
    if status in _BUILD_ERRORS:
        return FileError(what, fix="use the version of Penlight that exported the file")
    return InternalError(what)


def _number(value: int) -> str:
    return str(value) if value < 1 << 24 else f"{value:#x}"


def _read(source: str | Path | bytes) -> bytes:
    if isinstance(source, bytes):
        return source
    try:
        return Path(source).read_bytes()
    except OSError as error:
        raise FileError(f"cannot read {source}: {error.strerror}") from error


def _aligned_zeros(size: int, alignment: int) -> np.ndarray:
    """`size` zero bytes, at least one, at a multiple of `alignment`."""
    memory = np.zeros(max(size, 1) + alignment, np.uint8)
    start = -memory.ctypes.data % alignment
    return memory[start : start + max(size, 1)]


def _aligned_copy(data: bytes, alignment: int) -> np.ndarray:
    memory = _aligned_zeros(len(data), alignment)[: len(data)]
    memory[:] = np.frombuffer(data, np.uint8)
    return memory
