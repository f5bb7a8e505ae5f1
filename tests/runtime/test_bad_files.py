# SPDX-License-Identifier: Apache-2.0
"""Bad .pte files: each ends in an error, under sanitizers, with image and arena in memory sized to the byte."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np
import pytest
from executorch.exir import schema
from executorch.exir.scalar_type import ScalarType
from support import program_files as files
from support.replay import CORRUPT, UNSUPPORTED, Replay

from penlight.backends.cortex_m import blob
from penlight.runtime import Program
from penlight.runtime.errors import FileError, UnsupportedError

TRUNCATED, NOT_PTE, VERSION, NO_OPERATOR = -1, -2, -4, -8


def _made() -> files.Payload:
    """Two operators: a small convolution, and a rescaling of another tensor."""
    cases = {op.name: (op, case) for op, case in files.cases(1)}
    return files.payload_of([cases["conv2d_s8"], cases["rescale_s8"]])


@pytest.fixture(scope="module")
def pte() -> bytes:
    """A good file, sealed."""
    return files.pte_of(_made())


def test_every_prefix(pte: bytes, replay: Replay) -> None:
    """A file that lacks its last bytes is refused, however many."""
    images = [(f"{size} bytes", pte[:size]) for size in range(len(pte))]
    assert all(attempt.inspect < 0 and attempt.init < 0 for attempt in replay(images))


def test_every_byte(pte: bytes, replay: Replay) -> None:
    """No byte of a sealed file may differ: each is tried with one bit and with all bits flipped."""
    images = []
    for position in range(len(pte)):
        for flip in (1 << position % 8, 0xFF):
            data = bytearray(pte)
            data[position] ^= flip
            images.append((f"byte {position} ^ {flip:#x}", bytes(data)))
    accepted = [name for (name, _), attempt in zip(images, replay(images), strict=True) if attempt.init >= 0]
    assert not accepted


def test_zeros_behind_a_sealed_file(pte: bytes, replay: Replay) -> None:
    """A file may lie in a larger memory: the seal says where it ends, and what follows may be anything."""
    assert replay([("zeros", pte + bytes(100)), ("ones", pte + b"\xff" * 99)]) == [(0, 0, 0)] * 2


def test_every_word_of_the_flatbuffer(pte: bytes, replay: Replay) -> None:
    """Each 16-bit word around the payload, and each pair of them, set to hostile values, with the seal made right
    again: every offset, vtable, vector length and index is hit. No access outside of the file.
    """
    start, size = files.find_payload(pte)
    outside = [*range(0, start, 2), *range(start + size, len(pte), 2)]
    shorts = [(2, value) for value in (0, 1, 3, 4, 6, 0x7FFF, 0xFFFF)]
    words = [(4, value) for value in (0, 4, 9999, len(pte), 0x7FFFFFFF, 0xFFFFFFFF)]
    images = []
    for position in outside:
        for width, value in (*shorts, *words):
            data = bytearray(pte)
            data[position : position + width] = value.to_bytes(width, "little")
            if len(data) == len(pte):
                files.fix_seal(data, start, size)
                images.append((f"word at {position} = {value:#x}", bytes(data)))
    statuses = {attempt.init for attempt in replay(images)}
    assert {0, NOT_PTE, CORRUPT, UNSUPPORTED} <= statuses


def test_no_flatbuffer(pte: bytes, replay: Replay) -> None:
    """Empty, too short, another identifier, a root beyond the end, the other byte order."""
    images = [
        ("empty", b""),
        ("8 bytes", (100).to_bytes(4, "little") + b"ET12"),
        ("root far away", b"\xff\xff\xff\xff" + pte[4:]),
        ("identifier ET11", pte[:4] + b"ET11" + pte[8:]),
        ("no identifier", pte[:4] + bytes(4) + pte[8:]),
        ("big-endian root", pte[:4][::-1] + pte[4:]),
        ("text", b"not a program at all, but long enough"),
    ]
    statuses = [attempt.init for attempt in replay(images)]
    assert statuses == [TRUNCATED, CORRUPT, CORRUPT, NOT_PTE, NOT_PTE, CORRUPT, NOT_PTE]


def _first_tensor(program: schema.Program) -> schema.Tensor:
    tensor = program.execution_plan[0].values[0].val
    assert isinstance(tensor, schema.Tensor)
    return tensor


def _set_tensor(**changes: object) -> Callable[[schema.Program], None]:
    def change(program: schema.Program) -> None:
        program.execution_plan[0].values[0].val = dataclasses.replace(_first_tensor(program), **changes)

    return change


def _instructions(*instructions: object) -> Callable[[schema.Program], None]:
    def change(program: schema.Program) -> None:
        program.execution_plan[0].operators = [schema.Operator("aten::softmax", "out")]
        program.execution_plan[0].chains[0].instructions = [schema.Instruction(call) for call in instructions]  # type: ignore[arg-type]

    return change


def _set_plan(**changes: object) -> Callable[[schema.Program], None]:
    def change(program: schema.Program) -> None:
        for name, value in changes.items():
            setattr(program.execution_plan[0], name, value)

    return change


def _set_delegate(**changes: object) -> Callable[[schema.Program], None]:
    def change(program: schema.Program) -> None:
        for name, value in changes.items():
            setattr(program.execution_plan[0].delegates[0], name, value)

    return change


def _payload_is(data: bytes) -> Callable[[schema.Program], None]:
    def change(program: schema.Program) -> None:
        program.backend_delegate_data[0].data = data

    return change


def _processed(location: schema.DataLocation, index: int) -> Callable[[schema.Program], None]:
    return _set_delegate(processed=schema.BackendDelegateDataReference(location, index))


def _no_data(program: schema.Program) -> None:
    program.backend_delegate_data = []


def _no_plan(program: schema.Program) -> None:
    program.execution_plan = []


def _two_chains(program: schema.Program) -> None:
    program.execution_plan[0].chains *= 2


def _newer_schema(program: schema.Program) -> None:
    program.version = 1


ARGS = [0, 1, 2, 3]

CHANGES: dict[str, tuple[int, Callable[[schema.Program], None]]] = {
    "rank 0": (CORRUPT, _set_tensor(sizes=[], dim_order=[])),
    "rank 17": (CORRUPT, _set_tensor(sizes=[1] * 17, dim_order=list(range(17)))),
    "zero dimension": (CORRUPT, _set_tensor(sizes=[0, 1, 1, 1])),
    "negative dimension": (CORRUPT, _set_tensor(sizes=[-1, 1, 1, 1])),
    "wrapping dimensions": (CORRUPT, _set_tensor(sizes=[65536, 65537, 1, 1])),
    "no sizes": (CORRUPT, _set_tensor(sizes=[])),
    "no dim_order": (CORRUPT, _set_tensor(dim_order=[])),
    "other dim_order": (CORRUPT, _set_tensor(dim_order=[0, 2, 3, 1])),
    "dtype float64": (CORRUPT, _set_tensor(scalar_type=ScalarType.DOUBLE)),
    "dtype float16": (CORRUPT, _set_tensor(scalar_type=ScalarType.HALF)),
    "constant tensor": (UNSUPPORTED, _set_tensor(data_buffer_idx=9999)),
    "storage offset": (UNSUPPORTED, _set_tensor(storage_offset=16)),
    "dynamic shape": (UNSUPPORTED, _set_tensor(shape_dynamism=schema.TensorShapeDynamism.DYNAMIC_BOUND)),
    "kernel call": (UNSUPPORTED, _instructions(schema.KernelCall(0, [0, 1]))),
    "kernel call of no operator": (CORRUPT, _instructions(schema.KernelCall(9999, [0, 1]))),
    "free call": (UNSUPPORTED, _instructions(schema.FreeCall(9999))),
    "jump": (UNSUPPORTED, _instructions(schema.JumpFalseCall(0, -1))),
    "move": (UNSUPPORTED, _instructions(schema.MoveCall(0, 1))),
    "kernel call behind the delegate": (
        UNSUPPORTED,
        _instructions(schema.DelegateCall(0, ARGS), schema.KernelCall(0, [0, 1])),
    ),
    "two delegate calls": (UNSUPPORTED, _instructions(schema.DelegateCall(0, ARGS), schema.DelegateCall(0, ARGS))),
    "no instruction": (UNSUPPORTED, _instructions()),
    "delegate 9999": (CORRUPT, _instructions(schema.DelegateCall(9999, ARGS))),
    "delegate -1": (CORRUPT, _instructions(schema.DelegateCall(-1, ARGS))),
    "argument 9999": (UNSUPPORTED, _instructions(schema.DelegateCall(0, [0, 1, 2, 9999]))),
    "argument -1": (UNSUPPORTED, _instructions(schema.DelegateCall(0, [-1, 1, 2, 3]))),
    "too few arguments": (CORRUPT, _instructions(schema.DelegateCall(0, [0, 1]))),
    "no arguments": (CORRUPT, _instructions(schema.DelegateCall(0, []))),
    "two chains": (UNSUPPORTED, _two_chains),
    "no chain": (CORRUPT, _set_plan(chains=[])),
    "no plan": (CORRUPT, _no_plan),
    "no values": (CORRUPT, _set_plan(values=[])),
    "a value that is no tensor": (UNSUPPORTED, _set_plan(values=[schema.EValue(schema.Int(1))] * 4)),
    "input 9999": (UNSUPPORTED, _set_plan(inputs=[0, 9999])),
    "input missing": (UNSUPPORTED, _set_plan(inputs=[0])),
    "17 inputs": (UNSUPPORTED, _set_plan(inputs=[0] * 17)),
    "output that is an input": (UNSUPPORTED, _set_plan(outputs=[0, 3])),
    "17 outputs": (UNSUPPORTED, _set_plan(outputs=[2] * 17)),
    "another backend": (UNSUPPORTED, _set_delegate(id="XnnpackBackend")),
    "a longer backend": (UNSUPPORTED, _set_delegate(id="PenlightCortexM2")),
    "no backend": (UNSUPPORTED, _set_delegate(id="")),
    "no delegates": (CORRUPT, _set_plan(delegates=[])),
    "payload 9999": (CORRUPT, _processed(schema.DataLocation.INLINE, 9999)),
    "segment 9999": (CORRUPT, _processed(schema.DataLocation.SEGMENT, 9999)),
    "no payload": (CORRUPT, _no_data),
    "empty payload": (TRUNCATED, _payload_is(b"")),
    "short payload": (TRUNCATED, _payload_is(_made().pack()[:-4])),
    "another payload": (CORRUPT, _payload_is(b"ELF?" * 40)),
    "newer schema": (NOT_PTE, _newer_schema),
}


@pytest.mark.parametrize("name", CHANGES)
def test_wrong_program(name: str, replay: Replay) -> None:
    """A program that ExecuTorch's serializer writes but this runtime does not run: the right status, nothing else."""
    wanted, change = CHANGES[name]
    program = files.program_of(_made())
    change(program)
    (attempt,) = replay([(name, files.serialize(program))])
    assert attempt.init == wanted


@pytest.mark.parametrize(
    ("name", "wanted", "header"),
    [
        ("older format", VERSION, {"version": 0}),
        ("newer format", VERSION, {"version": blob.FORMAT_VERSION + 1}),
        ("larger header", VERSION, {"header_bytes": blob.HEADER.bytes + 4}),
        ("longer than the data", TRUNCATED, {"payload_bytes": 1 << 20}),
        ("unknown tier", CORRUPT, {"tier": 3}),
        ("17 inputs", CORRUPT, {"input_count": 17}),
        ("too many operators", CORRUPT, {"operator_count": 3}),
        ("too few operators", CORRUPT, {"operator_count": 1}),
        ("arena too small for its operands", CORRUPT, {"arena_bytes": 16}),
        ("operators behind the end", CORRUPT, {"operators_offset": 0xFFFFFFF0}),
        ("constants that wrap", CORRUPT, {"constants_bytes": 0xFFFFFFFC}),
    ],
)
def test_wrong_header(name: str, wanted: int, header: dict[str, int], replay: Replay) -> None:
    """A payload whose header says something wrong, with a right checksum."""
    made = _made()
    made.header = header
    (attempt,) = replay([(name, files.serialize(files.program_of(made)))])
    assert attempt.init == wanted


def test_unknown_operator(replay: Replay) -> None:
    """An operator that no build has is told from damage."""
    made = _made()
    made.records[1] = (0xFFF0).to_bytes(2, "little") + made.records[1][2:]
    (attempt,) = replay([("operator 0xfff0", files.serialize(files.program_of(made)))])
    assert attempt == (0, NO_OPERATOR, 1)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"dtype": np.dtype("int64")}, "shape of a tensor|place of a tensor"),
        ({"dim_order": (0, 0, 1, 2)}, "shape of a tensor"),
        ({"shape": (65536, 65537, 1, 1)}, "shape of a tensor"),
        ({"shape": (0, 1, 1, 1)}, "shape of a tensor"),
        ({"offset": 2}, "place of a tensor"),
        ({"offset": 1 << 20}, "place of a tensor"),
    ],
)
def test_wrong_io_record(change: dict[str, object], what: str) -> None:
    """An input that is described wrongly by payload and program alike is refused, with what is wrong."""
    made = _made()
    made.inputs[0] = dataclasses.replace(made.inputs[0], **change)  # type: ignore[arg-type]
    with pytest.raises(FileError, match=what):
        Program(files.serialize(files.program_of(made)))


def test_names_what_it_does_not_execute() -> None:
    """The error names the operator, or the delegate, that the runtime does not execute."""
    program = files.program_of(_made())
    CHANGES["kernel call behind the delegate"][1](program)
    with pytest.raises(UnsupportedError, match="aten::softmax"):
        Program(files.serialize(program))
    program = files.program_of(_made())
    CHANGES["another backend"][1](program)
    with pytest.raises(UnsupportedError, match="XnnpackBackend"):
        Program(files.serialize(program))


def test_says_what_got_and_wanted(pte: bytes) -> None:
    """Messages hold the numbers."""
    with pytest.raises(FileError, match=f"position in the file: got .*, wanted {len(pte) - 4}"):
        Program(pte[:-4])
    data = bytearray(pte)
    data[-1] ^= 1
    with pytest.raises(FileError, match=r"checksum of the file: got 0x[0-9a-f]+, wanted 0x"):
        Program(bytes(data))
    made = _made()
    made.header = {"version": 7}
    with pytest.raises(FileError, match="version of the payload: got 7, wanted 1"):
        Program(files.serialize(files.program_of(made)))
