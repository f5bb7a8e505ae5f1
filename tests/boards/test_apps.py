# SPDX-License-Identifier: Apache-2.0
"""The apps infer and runner keep their protocols and notice what goes wrong, on every board.

They are linked with the stand-in for the runtime in the folder stand_in, whose programs add 1 to 16 bytes or
misbehave in a known way.
"""

from __future__ import annotations

import shutil
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from penlight import boards
from penlight.boards.jobs import Finding
from penlight.runtime.errors import FitError

pytestmark = [
    pytest.mark.skipif(shutil.which("qemu-system-arm") is None, reason="qemu-system-arm is not on PATH"),
    pytest.mark.skipif(shutil.which("arm-none-eabi-gcc") is None, reason="arm-none-eabi-gcc is not on PATH"),
]

STAND_IN = Path(__file__).parent / "stand_in"
DEFINITIONS = {
    "RUNTIME_DIR": str(STAND_IN / "runtime"),
    "CORTEX_M_DIR": str(STAND_IN / "cortex_m"),
    "CMAKE_COMPILE_WARNING_AS_ERROR": "ON",
}
OPERATORS_C = """
#include "operators.h"
extern const pl_operator *const pl_model_operators[];
extern const size_t pl_model_operator_count;
const pl_operator *const pl_model_operators[] = {&pl_operator_increment};
const size_t pl_model_operator_count = 1;
"""

RIGHT, BEFORE_ARENA, AFTER_ARENA, IMAGE, KERNEL = range(5)  # MODE_* of the stand-in
TRUNCATED, NOT_PTE, ARENA_TOO_SMALL, KERNEL_REFUSED = "TRUNCATED", "NOT_PTE", "ARENA", "KERNEL"

SAMPLES = bytes(range(48))
PLUS_ONE = bytes(range(1, 49))


def status(name: str) -> int:
    """The value of PL_ERR_<name> in penlight.h."""
    header = (Path(boards.__file__).parent.parent / "runtime" / "penlight.h").read_text()
    return int(header.split(f"PL_ERR_{name} = ")[1].split(",")[0])


def program(mode: int = RIGHT, arena_bytes: int = 256, image_bytes: int = 1000) -> bytes:
    return struct.pack("<4I", 0x1234, arena_bytes, mode, 7).ljust(image_bytes, b"\0")


@pytest.fixture(scope="session")
def infer(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., boards.Firmware]:
    """infer(board, image): firmware that carries `image`."""
    folder = tmp_path_factory.mktemp("infer")

    def build(board: str, image: bytes, arena_bytes: int = 256) -> boards.Firmware:
        (folder / "model.pte").write_bytes(image)
        model = boards.Model(folder / "model.pte", arena_bytes, OPERATORS_C)
        return boards.build(boards.load(board), model, build_dir=folder, definitions=DEFINITIONS)

    return build


@pytest.mark.parametrize("board", boards.all())
def test_infer_runs_all_samples(board, infer, tmp_path):
    """Each sample of the inputs file gives one of the outputs file, and the numbers of the run are reported."""
    firmware = infer(board, program())
    (tmp_path / "in.bin").write_bytes(SAMPLES)
    result = boards.run(firmware, ["in.bin", "out.bin", "profile"], cwd=tmp_path)
    assert result.exit_code == 0
    assert (tmp_path / "out.bin").read_bytes() == PLUS_ONE
    numbers = result.numbers
    assert (numbers["model bytes"], numbers["arena bytes"], numbers["samples"]) == (1000, 256, 3)
    assert 0 <= numbers["cycles min"] <= numbers["cycles max"]
    assert "operator 0 kernel 42 cycles" in numbers
    assert 0 < numbers["stack used bytes"] <= numbers["stack bytes"] == firmware.board.stack_bytes
    assert firmware.sizes.flash["model"] == 1000
    assert firmware.sizes.ram["arena"] == 256
    assert all(firmware.sizes.flash[part] > 0 for part in ("boards", "runtime", "delegate", "kernels"))


def test_infer_without_files_runs_once(infer, tmp_path):
    """Without a command line the program runs once."""
    result = boards.run(infer("microbit", program()), cwd=tmp_path)
    assert result.exit_code == 0
    assert result.numbers["samples"] == 1


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["in.bin", "out.bin"], "inputs are no whole number of samples, bytes: got 47, wanted 16"),
        (["none.bin", "out.bin"], "cannot open a file"),
        (["in.bin", "no/such/folder"], "cannot open a file"),
        (["in.bin"], "command line is not"),
        (["in.bin", "out.bin", "profil"], "command line is not"),
    ],
)
def test_infer_refuses_wrong_files(args, message, infer, tmp_path):
    """Wrong files or arguments end with exit code 64 and a line that says what is wrong."""
    (tmp_path / "in.bin").write_bytes(SAMPLES[:47])
    result = boards.run(infer("mps2-an385", program()), args, cwd=tmp_path)
    assert result.exit_code == 64
    assert f"error: {message}" in result.stdout


@pytest.mark.parametrize(
    ("image", "arena_bytes", "name", "message"),
    [
        (program(KERNEL), 256, KERNEL_REFUSED, "error: a kernel refused"),
        (program(), 240, ARENA_TOO_SMALL, "error: arena bytes: got 240, wanted 256"),
        (b"x" * 100, 256, NOT_PTE, "error: another status"),
    ],
)
def test_infer_fails_with_the_status(image, arena_bytes, name, message, infer, tmp_path):
    """A call of the runtime that fails is the exit code, and its words are on the console."""
    result = boards.run(infer("mps2-an385", image, arena_bytes), cwd=tmp_path)
    assert result.exit_code == -status(name)
    assert message in result.stdout


@pytest.mark.parametrize("board", ["microbit", "mps3-an547"])
def test_model_that_does_not_fit_is_refused_with_numbers(board, infer):
    """A model larger than the memory for models: the error has region, size and need."""
    region = boards.load(board).region("model")
    too_much = region.length_bytes + 1
    with pytest.raises(FitError, match=rf"{region.name} of {board} has {region.length_bytes} bytes") as caught:
        infer(board, program(image_bytes=too_much))
    assert int(caught.value.what.rsplit(" ", 1)[1]) >= too_much


@pytest.mark.parametrize("board", boards.all())
def test_runner_answers_every_job(board, tmp_path):
    """Right programs give their outputs, wrong ones their status, and none disturbs the next."""
    firmware = boards.build(boards.load(board), app="runner", build_dir=tmp_path, definitions=DEFINITIONS)
    one, all_samples = SAMPLES[:16], boards.Job(program(image_bytes=777), SAMPLES, samples=3)
    jobs = [
        (all_samples, Finding.OK, PLUS_ONE),
        (boards.Job(program(BEFORE_ARENA), one), Finding.GUARD, PLUS_ONE[:16]),
        (boards.Job(program(AFTER_ARENA), one), Finding.GUARD, PLUS_ONE[:16]),
        (boards.Job(program(KERNEL), SAMPLES, samples=3), status(KERNEL_REFUSED), b""),
        (boards.Job(b"short"), status(TRUNCATED), b""),
        (boards.Job(b"x" * 100), status(NOT_PTE), b""),
        (boards.Job(program(), one, arena_bytes=255), status(ARENA_TOO_SMALL), b""),
        (boards.Job(program(), one, arena_bytes=1 << 30), Finding.ARENA, b""),
        (boards.Job(program(), SAMPLES), Finding.INPUTS, PLUS_ONE[:16]),
        (boards.Job(program(image_bytes=5001), SAMPLES, samples=3), Finding.OK, PLUS_ONE),
    ]
    if board != "microbit":  # whose images are in flash, where a stray write changes nothing
        jobs.append((boards.Job(program(IMAGE), one), Finding.IMAGE, PLUS_ONE[:16]))
    jobs.append((all_samples, Finding.OK, PLUS_ONE))
    results = boards.run_jobs(firmware, [job for job, _, _ in jobs], cwd=tmp_path)
    for result, (_, expected, outputs) in zip(results, jobs, strict=True):
        assert (result.status, result.outputs) == (expected, outputs)
        assert result.samples == len(outputs) // 16
