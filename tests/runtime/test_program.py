# SPDX-License-Identifier: Apache-2.0
"""Programs on this machine: descriptions, mapping of inputs and outputs, layouts, and the errors for wrong arrays."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest
from support import program_files as files

from penlight.backends.cortex_m.ops.operator import Case, Operator
from penlight.runtime import Program
from penlight.runtime.errors import FileError, ToolError, UsageError


def _case(name: str, seed: int = 7) -> tuple[type[Operator], Case]:
    return next((op, case) for op, case in files.cases(1, seed) if op.name == name)


def _reference(step: tuple[type[Operator], Case]) -> np.ndarray:
    op, case = step
    return op.reference(case.params, case.arrays, case.kernel)


def _input(made: files.Payload, index: int = 0) -> np.ndarray:
    array = made.inputs[index].array
    assert array is not None
    return array


def test_runs_as_the_reference() -> None:
    """A convolution through file, reader, checks and kernel gives the reference's bits, run after run."""
    step = _case("conv2d_s8")
    made = files.payload_of([step])
    program = Program(files.pte_of(made))
    for _ in range(2):
        (out,) = program.run(_input(made))
        assert out.dtype == np.int8
        assert out.shape == made.outputs[0].shape
        assert np.array_equal(out.ravel(), _reference(step))


def test_moves_dimensions() -> None:
    """A tensor that lies NHWC in memory is NCHW to the caller, in and out."""
    step = _case("conv2d_s8")
    made = files.payload_of([step])
    nhwc = _input(made)
    for tensors in (made.inputs, made.outputs):
        batch, height, width, channels = tensors[0].shape
        tensors[0] = dataclasses.replace(tensors[0], shape=(batch, channels, height, width), dim_order=(0, 2, 3, 1))
    program = Program(files.pte_of(made))
    (out,) = program.run(nhwc.transpose(0, 3, 1, 2))
    assert out.flags["C_CONTIGUOUS"]
    assert out.shape == program.outputs[0].shape == made.outputs[0].shape
    assert np.array_equal(out.transpose(0, 2, 3, 1).ravel(), _reference(step))


def test_describes_tensors() -> None:
    """Descriptions are the payload's io records."""
    made = files.payload_of([_case("conv2d_s8")])
    program = Program(files.pte_of(made))
    for tensor, wanted in zip((*program.inputs, *program.outputs), (*made.inputs, *made.outputs), strict=True):
        assert (tensor.shape, tensor.dtype, tensor.dim_order, tensor.bytes) == (
            wanted.shape,
            wanted.dtype,
            wanted.dim_order,
            wanted.bytes,
        )
        assert (tensor.scale, tensor.zero_point) == (0.5, -3)
    assert program.arena_bytes == made.arena_bytes


@pytest.mark.parametrize("segments", [False, True], ids=["inline", "segment"])
def test_maps_inputs_and_outputs(segments: bool) -> None:
    """The program's order of inputs and outputs may differ from the delegate's, and an output may be given twice."""
    steps = [_case("conv2d_s8", 1), _case("conv2d_s8", 2)]
    made = files.payload_of(steps)
    outer = files.program_of(made)
    outer.execution_plan[0].inputs = [1, 0]
    outer.execution_plan[0].outputs = [3, 2, 3]
    program = Program(files.serialize(outer, segments=segments))
    assert [tensor.shape for tensor in program.inputs] == [made.inputs[1].shape, made.inputs[0].shape]
    outs = program.run(_input(made, 1), _input(made, 0))
    for out, step in zip(outs, (steps[1], steps[0], steps[1]), strict=True):
        assert np.array_equal(out.ravel(), _reference(step))


def test_runs_the_method_forward() -> None:
    """Of several methods, "forward" runs, wherever it stands."""
    step = _case("conv2d_s8")
    made = files.payload_of([step])
    outer = files.program_of(made)
    other = dataclasses.replace(outer.execution_plan[0], name="other", chains=[])
    outer.execution_plan.insert(0, other)
    (out,) = Program(files.serialize(outer)).run(_input(made))
    assert np.array_equal(out.ravel(), _reference(step))


def test_shows_the_arena_after_each_operator() -> None:
    """The hook sees each operator's output where the plan puts it, and its exceptions reach the caller."""
    steps = [_case("conv2d_s8", 1), _case("conv2d_s8", 2)]
    made = files.payload_of(steps)
    program = Program(files.pte_of(made))
    seen = []

    def after(index: int, arena: np.ndarray) -> None:
        place = made.outputs[index]
        seen.append((index, arena[place.offset : place.offset + place.bytes].view(np.int8).copy()))

    program.run(_input(made, 0), _input(made, 1), after=after)
    assert [index for index, _ in seen] == [0, 1]
    for (_, output), step in zip(seen, steps, strict=True):
        assert np.array_equal(output, _reference(step))

    def fail(index: int, arena: np.ndarray) -> None:
        raise KeyError(index)

    with pytest.raises(KeyError):
        program.run(_input(made, 0), _input(made, 1), after=fail)


def test_refuses_wrong_arrays() -> None:
    """Another number of arrays, rank, size, dtype or type: one message with both sides of the mismatch."""
    made = files.payload_of([_case("conv2d_s8")])
    program = Program(files.pte_of(made))
    right = _input(made)
    wanted = rf"the program wants int8 \({', '.join(map(str, right.shape))}\)"
    with pytest.raises(UsageError, match="2 arrays given; the program has 1 inputs"):
        program.run(right, right)
    with pytest.raises(UsageError, match=f"input 0 is int8 .*; {wanted}"):
        program.run(right[0])
    with pytest.raises(UsageError, match=f"input 0 is int8 .*; {wanted}"):
        program.run(right[..., :-1])
    with pytest.raises(UsageError, match=f"input 0 is float32 .*; {wanted}"):
        program.run(right.astype(np.float32))
    with pytest.raises(UsageError, match="input 0 is a list; it must be a numpy array"):
        program.run(right.tolist())  # type: ignore[arg-type]


def test_reads_a_path(tmp_path: Path) -> None:
    """A path and bytes are the same; a file that is not there is named."""
    made = files.payload_of([_case("conv2d_s8")])
    path = tmp_path / "model.pte"
    path.write_bytes(files.pte_of(made))
    assert Program(path).inputs == Program(str(path)).inputs == Program(path.read_bytes()).inputs
    with pytest.raises(FileError, match=r"absent\.pte"):
        Program(tmp_path / "absent.pte")


def test_names_a_library_that_does_not_load(tmp_path: Path) -> None:
    """Another build of the library can be given; one that is not there is named."""
    with pytest.raises(ToolError, match=r"absent\.so"):
        Program(b"", library=tmp_path / "absent.so")
