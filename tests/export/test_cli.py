# SPDX-License-Identifier: Apache-2.0
"""The command line as a user meets it: what it writes, and one clear message and exit code 1 for every mistake."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from penlight.export import cli

MODELS = Path(__file__).parent / "models.py"
FFT_LINE = next(n for n, line in enumerate(MODELS.read_text().splitlines(), 1) if "fft" in line)


@pytest.fixture
def penlight(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Runs the command in a scratch folder; gives (exit code, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cli.err, "width", 200)

    def run(*args: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["penlight", *map(str, args)])
        try:
            cli.main()
            code = 0
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capfd.readouterr()
        assert "Traceback" not in out + err
        return code, out, err

    return run


@pytest.fixture
def small(penlight) -> Path:
    """A .pte for the M4, in the scratch folder."""
    code, _, err = penlight("export", f"{MODELS}:small", "--target", "cortex-m4", "-o", "small.pte")
    assert code == 0, err
    return Path("small.pte")


def test_export_inspect_run(penlight, small: Path) -> None:
    """The three commands work on each other's files, and inspect's JSON adds up to the file's size."""
    code, out, _ = penlight("inspect", small, "--json")
    assert code == 0
    found = json.loads(out)
    assert found["tier"] == "dsp"
    assert found["sealed"]
    assert found["inputs"][0]["shape"] == [1, 3, 8, 8]
    assert found["inputs"][0]["dim_order"] == [0, 2, 3, 1]
    assert found["flash"]["total"] == small.stat().st_size
    assert sum(size for part, size in found["flash"].items() if part != "total") == found["flash"]["total"]
    assert {record["kernel"].split("_s8")[0] for record in found["operators"]} >= {"conv2d", "linear", "quantize_f32"}
    np.save("x.npy", np.random.default_rng(0).standard_normal((4, 1, 3, 8, 8)).astype(np.float32))
    code, _, err = penlight("run", small, "--input", "x.npy", "-o", "y.npy")
    assert code == 0, err
    assert np.load("y.npy").shape == (4, 1, 5)


def test_run_on_board_agrees(small: Path) -> None:
    """The emulated M4 gives the host's bits; a new process says so, and nothing that PyTorch's packages would add."""
    np.save("x.npy", np.random.default_rng(1).standard_normal((3, 1, 3, 8, 8)).astype(np.float32))
    command = [Path(sys.executable).parent / "penlight", "run", small, "--input", "x.npy", "--board", "mps2-an386"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "same bits" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("export", f"{MODELS}:unsupported"), f"models.py:{FFT_LINE}"),
        (("export", f"{MODELS}:unsupported"), "has no kernel"),
        (("export", f"{MODELS}:missing"), "no function 'missing'"),
        (("export", f"{MODELS}:no_model"), "must return (module, example inputs)"),
        (("export", f"{MODELS}:fails"), "the factory's own error"),
        (("export", "nowhere.py:model"), "does not exist"),
        (("export", "model.onnx"), "give FILE.py:FACTORY"),
        (("export", "nowhere.pt2"), "does not exist"),
        (("export", f"{MODELS}:small", "--target", "cortex-m9"), "cortex-m55"),
        (("export", f"{MODELS}:small", "--target", "cortex-m3+nodsp"), "does not apply"),
        (("export", f"{MODELS}:small", "--calibration", "nowhere.npz"), "does not exist"),
        (("inspect", "nowhere.pte"), "does not exist"),
        (("run", "nowhere.pte", "--input", "x.npy"), "nowhere.pte"),
        (("build", "nowhere.pte", "--board", "mps2-an386"), "does not exist"),
    ],
)
def test_mistakes(penlight, arguments: tuple[str, ...], message: str) -> None:
    """Each mistake ends in exit code 1 and a message that has the decisive words."""
    code, _, err = penlight(*arguments)
    assert code == 1
    assert message in err


def test_mistakes_with_a_program(penlight, small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A damaged file, wrong inputs, an unknown board, another tier and a missing toolchain are each named."""
    Path("damaged.pte").write_bytes(small.read_bytes()[:-5] + b"xxxxx")
    np.save("rank.npy", np.zeros((3, 8, 8), np.float32))
    np.save("dtype.npy", np.zeros((1, 3, 8, 8), np.float64))
    np.save("x.npy", np.zeros((1, 3, 8, 8), np.float32))
    for arguments, message in (
        (("inspect", "damaged.pte"), "checksum"),
        (("run", small, "--input", "rank.npy"), "shape"),
        (("run", small, "--input", "dtype.npy"), "float64"),
        (("run", small, "--input", "x.npy", "--board", "nope"), "mps2-an386"),
        (("run", small, "--input", "x.npy", "--board", "microbit"), "export it with --target cortex-m0"),
    ):
        code, _, err = penlight(*arguments)
        assert code == 1
        assert message in err
    monkeypatch.setenv("PATH", "")
    code, _, err = penlight("build", small, "--board", "mps2-an386")
    assert code == 1
    assert "not on PATH" in err
    assert "install" in err


def test_model_that_does_not_fit(penlight) -> None:
    """A model too large for the board is refused with the region, the need and the size."""
    code, _, err = penlight("export", f"{MODELS}:big", "--target", "cortex-m0", "-o", "big.pte")
    assert code == 0, err
    code, _, err = penlight("build", "big.pte", "--board", "microbit")
    assert code == 1
    assert "262144" in err
    assert "needs" in err


def test_doctor_and_boards(penlight) -> None:
    """Both list what they know; boards --json has each board's core."""
    code, out, _ = penlight("boards", "--json")
    assert code == 0
    assert {row["board"]: row["core"] for row in json.loads(out)}["microbit"] == "cortex-m0"
    code, out, _ = penlight("doctor")
    assert "arm-none-eabi-gcc" in out
    assert "host library" in out
