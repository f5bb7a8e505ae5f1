# SPDX-License-Identifier: Apache-2.0
"""The C functions as firmware calls them, through ctypes: alignment, arenas, arguments, and the binding's layouts."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path

import numpy as np
import pytest
from support import program_files as files

import penlight.runtime
from penlight.runtime import library as c

OK, ARGUMENT, ALIGNMENT, ARENA = 0, -12, -13, -14


class Caller:
    """Memory of a caller: an image and an arena at chosen distances from a 64-aligned address, and a log."""

    def __init__(self, pte: bytes, image_shift: int = 0, arena_shift: int = 0, arena_bytes: int | None = None) -> None:
        self.c = c.load(c.library_path())
        self.lines: list[tuple[bytes, int, int]] = []
        self.log = c.LogFunction(lambda _user, what, got, wanted: self.lines.append((what, got, wanted)))
        self.image = self._place(len(pte), image_shift)
        self.image[:] = np.frombuffer(pte, np.uint8)
        self.info = c.Info()
        self.inspected = self.c.pl_inspect(self.image.ctypes.data, len(pte), ctypes.byref(self.info))
        self.arena = self._place(self.info.arena_bytes + 64, arena_shift)
        self.config = c.Config(
            image=self.image.ctypes.data,
            image_bytes=len(pte),
            arena=self.arena.ctypes.data,
            arena_bytes=self.info.arena_bytes if arena_bytes is None else arena_bytes,
            operators=ctypes.addressof((ctypes.c_void_p * 0).in_dll(self.c, "pl_all_operators")),
            operator_count=ctypes.c_size_t.in_dll(self.c, "pl_all_operator_count").value,
            log=self.log,
        )
        self.program = c.ProgramStruct()

    @staticmethod
    def _place(size: int, shift: int) -> np.ndarray:
        memory = np.zeros(size + 128, np.uint8)
        start = -memory.ctypes.data % 64 + shift
        return memory[start : start + size]

    def init(self) -> int:
        """Status of pl_init."""
        status: int = self.c.pl_init(ctypes.byref(self.program), ctypes.byref(self.config))
        return status


@pytest.fixture(scope="module")
def made() -> files.Payload:
    """A payload of one convolution."""
    return files.payload_of([next((op, case) for op, case in files.cases(1) if op.name == "conv2d_s8")])


@pytest.mark.parametrize("shift", [1, 2, 4, 8])
def test_misaligned_image(made: files.Payload, shift: int) -> None:
    """An image that is not 16-aligned is refused, by both functions that take one, and 16-aligned is enough."""
    caller = Caller(files.pte_of(made), image_shift=shift)
    assert caller.inspected == ALIGNMENT
    assert caller.init() == ALIGNMENT
    assert caller.lines == [(b"alignment of the image", shift, 0)]
    assert Caller(files.pte_of(made), image_shift=16).init() == OK


@pytest.mark.parametrize("shift", [1, 2, 4, 8])
def test_misaligned_arena(made: files.Payload, shift: int) -> None:
    """An arena that is not 16-aligned is refused, and 16-aligned is enough."""
    caller = Caller(files.pte_of(made), arena_shift=shift)
    assert caller.init() == ALIGNMENT
    assert caller.lines == [(b"alignment of the arena", shift, 0)]
    assert Caller(files.pte_of(made), arena_shift=16).init() == OK


def test_arena_one_byte_short(made: files.Payload) -> None:
    """The log says how much the arena lacks, and a refused program does not run."""
    caller = Caller(files.pte_of(made), arena_bytes=made.arena_bytes - 1)
    assert caller.init() == ARENA
    assert caller.lines == [(b"bytes of arena", made.arena_bytes - 1, made.arena_bytes)]
    assert caller.c.pl_run(ctypes.byref(caller.program)) == ARGUMENT
    tensor = c.TensorStruct()
    assert caller.c.pl_input(ctypes.byref(caller.program), 0, ctypes.byref(tensor)) == ARGUMENT


def test_inspects(made: files.Payload) -> None:
    """Sizes and counts before any RAM is given; a sealed file knows its own size, whatever the memory around it."""
    pte = files.pte_of(made)
    info = Caller(pte + bytes(64)).info
    assert info.image_bytes == len(pte)
    assert info.arena_bytes == made.arena_bytes
    assert info.constant_bytes == len(made.constants)
    assert (info.operator_count, info.input_count, info.output_count) == (1, 1, 1)
    assert (info.format_version, info.tier) == (1, 0)


def test_wrong_arguments(made: files.Payload) -> None:
    """Null pointers and indices beyond the counts are statuses."""
    caller = Caller(files.pte_of(made))
    tensor = c.TensorStruct()
    assert caller.c.pl_inspect(None, 0, ctypes.byref(caller.info)) == ARGUMENT
    assert caller.c.pl_inspect(caller.image.ctypes.data, 100, None) == ARGUMENT
    assert caller.c.pl_init(None, ctypes.byref(caller.config)) == ARGUMENT
    assert caller.c.pl_init(ctypes.byref(caller.program), None) == ARGUMENT
    assert caller.c.pl_run(None) == ARGUMENT
    assert caller.init() == OK
    for describe in (caller.c.pl_input, caller.c.pl_output):
        assert describe(ctypes.byref(caller.program), 0, ctypes.byref(tensor)) == OK
        assert describe(ctypes.byref(caller.program), 1, ctypes.byref(tensor)) == ARGUMENT
        assert describe(ctypes.byref(caller.program), 0, None) == ARGUMENT
        assert describe(None, 0, ctypes.byref(tensor)) == ARGUMENT
    for name in ("image", "arena", "operators"):
        config = c.Config.from_buffer_copy(caller.config)
        setattr(config, name, None)
        assert caller.c.pl_init(ctypes.byref(caller.program), ctypes.byref(config)) == ARGUMENT


def test_every_status_has_words() -> None:
    """No two statuses share their words."""
    library = c.load(c.library_path())
    names = [library.pl_strerror(-status) for status in (0, 1, 2, 3, 4, 5, 8, 9, 12, 13, 14, 16)]
    assert len(set(names)) == len(names)
    assert library.pl_strerror(-99) == library.pl_strerror(7) == b"unknown status"


def test_binding_matches_the_header(tmp_path: Path) -> None:
    """Sizes and offsets of every struct, and the limits and statuses that Python repeats, are those of penlight.h."""
    structs = {"pl_info": c.Info, "pl_tensor": c.TensorStruct, "pl_config": c.Config, "pl_program": c.ProgramStruct}
    wanted = {
        "PL_IMAGE_ALIGN": c.IMAGE_ALIGN,
        "PL_ARENA_ALIGN": c.ARENA_ALIGN,
        "PL_MAX_RANK": c.MAX_RANK,
        "PL_MAX_IO": c.MAX_IO,
        "PL_OK": OK,
        "PL_ERR_UNSUPPORTED": -5,
        "PL_ERR_ARGUMENT": ARGUMENT,
        "PL_ERR_ALIGNMENT": ALIGNMENT,
        "PL_ERR_ARENA": ARENA,
    }
    for name, struct in structs.items():
        wanted[f"(int)sizeof({name})"] = ctypes.sizeof(struct)
        for field, _ in struct._fields_:
            wanted[f"(int)offsetof({name}, {field})"] = getattr(struct, field).offset
    source = tmp_path / "layout.c"
    lines = "".join(f'    printf("%d\\n", {expression});\n' for expression in wanted)
    source.write_text(f'#include <stdio.h>\n#include "penlight.h"\nint main(void) {{\n{lines}    return 0;\n}}\n')
    include = Path(penlight.runtime.__file__).parent
    subprocess.run(["cc", f"-I{include}", source, "-o", tmp_path / "layout"], check=True)
    printed = subprocess.run([tmp_path / "layout"], capture_output=True, text=True, check=True).stdout.split()
    assert dict(zip(wanted, map(int, printed), strict=True)) == wanted
