# SPDX-License-Identifier: Apache-2.0
"""The host library and its C interface: penlight.h, spelled in ctypes."""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path

import penlight
from penlight.runtime.errors import ToolError

OK = 0
IMAGE_ALIGN = 16
ARENA_ALIGN = 16
MAX_RANK = 6
MAX_IO = 16

LogFunction = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint32, ctypes.c_uint32)
ProfileFunction = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint16, ctypes.c_int)


class Info(ctypes.Structure):
    """pl_info"""

    _fields_ = (
        ("image_bytes", ctypes.c_uint32),
        ("arena_bytes", ctypes.c_uint32),
        ("constant_bytes", ctypes.c_uint32),
        ("operator_count", ctypes.c_uint32),
        ("format_version", ctypes.c_uint16),
        ("tier", ctypes.c_uint8),
        ("input_count", ctypes.c_uint8),
        ("output_count", ctypes.c_uint8),
    )


class TensorStruct(ctypes.Structure):
    """pl_tensor"""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("bytes", ctypes.c_uint32),
        ("dtype", ctypes.c_uint8),
        ("rank", ctypes.c_uint8),
        ("dim_order", ctypes.c_uint8 * MAX_RANK),
        ("shape", ctypes.c_uint32 * MAX_RANK),
        ("scale", ctypes.c_float),
        ("zero_point", ctypes.c_int32),
    )


class Config(ctypes.Structure):
    """pl_config"""

    _fields_ = (
        ("image", ctypes.c_void_p),
        ("image_bytes", ctypes.c_size_t),
        ("arena", ctypes.c_void_p),
        ("arena_bytes", ctypes.c_size_t),
        ("operators", ctypes.c_void_p),
        ("operator_count", ctypes.c_size_t),
        ("log", LogFunction),
        ("profile", ProfileFunction),
        ("user", ctypes.c_void_p),
    )


class ProgramStruct(ctypes.Structure):
    """pl_program"""

    _fields_ = (
        ("config", Config),
        ("payload", ctypes.c_void_p),
        ("input_map", ctypes.c_uint8 * MAX_IO),
        ("output_map", ctypes.c_uint8 * MAX_IO),
        ("input_count", ctypes.c_uint8),
        ("output_count", ctypes.c_uint8),
    )


def library_path() -> Path:
    """The host library that was installed with this package. Raises ToolError when it is missing."""
    folders = [Path(folder, "lib") for folder in penlight.__path__]
    for folder in folders:
        for path in sorted(folder.glob("libpenlight_host.*")):
            return path
    raise ToolError(
        f"libpenlight_host is not in {' or '.join(map(str, folders))}",
        fix="install the package (pip install -e .), which builds it",
    )


@cache
def load(path: Path) -> ctypes.CDLL:
    """The library at `path` with the prototypes of its functions. Raises ToolError when it cannot be loaded."""
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise ToolError(f"cannot load {path}: {error}", fix="build it again (pip install -e .)") from error
    program = ctypes.POINTER(ProgramStruct)
    tensor = ctypes.POINTER(TensorStruct)
    library.pl_inspect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.POINTER(Info))
    library.pl_init.argtypes = (program, ctypes.POINTER(Config))
    library.pl_input.argtypes = library.pl_output.argtypes = (program, ctypes.c_uint, tensor)
    library.pl_run.argtypes = (program,)
    library.pl_strerror.restype = ctypes.c_char_p
    return library
