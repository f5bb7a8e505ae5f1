# SPDX-License-Identifier: Apache-2.0
"""Every board boots, says what goes wrong, and has the memory that its board.toml claims."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from penlight import boards
from penlight.runtime.errors import DeviceError, FileError, FitError, ToolError, UsageError

needs_qemu = pytest.mark.skipif(shutil.which("qemu-system-arm") is None, reason="qemu-system-arm is not on PATH")
needs_clang = pytest.mark.skipif(shutil.which("clang") is None, reason="clang is not on PATH")

BOARDS = boards.all()
PROBE_DONE = 7


def run_hello(firmware: boards.Firmware, cwd: Path, simulator: str) -> None:
    result = boards.run(firmware, cwd=cwd, simulator=simulator)
    lines = result.stdout.splitlines()
    assert f"board: {firmware.board.name}" in lines
    assert f"core: {firmware.board.cpu}" in lines
    assert 0 < result.numbers["stack used bytes"] < firmware.board.stack_bytes
    assert result.exit_code == 0


@needs_qemu
@pytest.mark.parametrize("board", BOARDS)
def test_boots(board, firmware, tmp_path):
    """Start-up works: hello checks variables, floating point, MVE and the cycle counter, and reads CPUID."""
    run_hello(firmware(board, "hello"), tmp_path, "qemu")


@needs_qemu
@needs_clang
@pytest.mark.parametrize("board", ["microbit", "mps2-an386", "mps3-an547"])
def test_boots_when_clang_compiled_it(board, firmware, tmp_path):
    """The second compiler's firmware passes the same checks, with one board a tier."""
    run_hello(firmware(board, "hello", "clang"), tmp_path, "qemu")


@pytest.mark.parametrize("board", [name for name in BOARDS if boards.load(name).fvp])
def test_boots_on_fvp(board, firmware, tmp_path):
    """The same firmware boots on Arm's FVP, where there is one."""
    if "fvp" not in boards.simulators(boards.load(board)):
        pytest.skip(f"no FVP of {board} is on PATH")
    run_hello(firmware(board, "hello"), tmp_path, "fvp")


@needs_qemu
@pytest.mark.parametrize("board", BOARDS)
def test_memory_is_where_board_toml_says(board, firmware, tmp_path):
    """The last word of each region that is RAM keeps what was written, also after all others were written."""
    regions = [region for region in boards.load(board).regions.values() if region.name != "flash"]
    addresses = [f"{region.origin + region.length_bytes - 4:x}" for region in regions]
    result = boards.run(firmware(board, "probe"), ["memory", *addresses], cwd=tmp_path)
    assert result.exit_code == PROBE_DONE


@needs_qemu
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("fault", ["undefined", "jump", "stack"])
def test_fault_is_an_error_with_a_cause(board, fault, firmware, tmp_path):
    """An undefined instruction, a jump to nowhere and a stack overflow are errors that name exception and cause."""
    with pytest.raises(DeviceError, match=rf"the firmware on {board} faulted: HardFault") as caught:
        boards.run(firmware(board, "probe"), [fault], cwd=tmp_path)
    if boards.load(board).cpu != "cortex-m0":  # which has no fault status registers
        causes = {
            "undefined": "undefined instruction",
            "jump": "not executable, pc 0xf0000000",
            "stack": "stack overflow|memory protection",
        }
        assert caught.match(causes[fault])


@needs_qemu
def test_bus_error_names_the_address(firmware, tmp_path):
    """A write to memory that is not there is reported with its address."""
    with pytest.raises(DeviceError, match="bus error on a data access at 0xf0000000"):
        boards.run(firmware("mps2-an385", "probe"), ["bus"], cwd=tmp_path)


@needs_qemu
def test_endless_firmware_times_out(firmware, tmp_path):
    """Firmware that does not end is stopped, and its console text is in the error."""
    with pytest.raises(DeviceError, match=r"did not end within 2 s; its console:\nround"):
        boards.run(firmware("mps2-an385", "probe"), ["round"], cwd=tmp_path, timeout_s=2)


@needs_qemu
def test_simulator_that_stops_early_is_an_error(firmware, tmp_path):
    """Exit code 0 of the simulator does not count without the firmware's own exit line."""
    with pytest.raises(ToolError, match="stopped with exit code 0 before the firmware"):
        boards.run(firmware("mps2-an385", "probe"), ["quiet"], cwd=tmp_path)


@needs_qemu
@pytest.mark.parametrize("board", BOARDS)
def test_exit_code_and_missing_file(board, firmware, tmp_path):
    """What main returns is the result's exit code; a file that is not there is reported to the firmware."""
    result = boards.run(firmware(board, "probe"), ["file"], cwd=tmp_path)
    assert "no file" in result.stdout
    assert result.exit_code == PROBE_DONE


@needs_qemu
@pytest.mark.parametrize("board", BOARDS)
def test_semihosting_without_a_debugger_fails_softly(board, firmware):
    """Where nobody answers semihosting calls, they fail and the firmware goes on to its end."""
    elf = firmware(board, "probe").elf
    machine = boards.load(board).qemu_machine
    assert machine
    command = ["qemu-system-arm", "-machine", machine, "-kernel", str(elf), "-display", "none", "-monitor", "none"]
    with subprocess.Popen([*command, "-serial", "stdio"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as qemu:
        assert qemu.stdout
        lines = []
        for line in qemu.stdout:
            lines.append(line.strip())
            if line.startswith((b"exit:", b"fault:")):
                break
        qemu.kill()
    assert lines == [b"no file", b"", f"exit: {PROBE_DONE}".encode()]


@needs_qemu
@pytest.mark.parametrize("board", BOARDS)
def test_counted_instructions_are_those_executed(board, firmware, tmp_path):
    """With instruction counting, a loop of 200000 instructions counts as that within 1 %, and always the same."""
    numbers = [
        boards.run(firmware(board, "probe"), ["count"], cwd=tmp_path, count_instructions=True).numbers["cycles"]
        for _ in range(2)
    ]
    assert numbers[0] == numbers[1]
    assert boards.instructions(boards.load(board), numbers[0]) == pytest.approx(200000, rel=0.01)


@pytest.mark.parametrize("board", BOARDS)
def test_sizes_are_those_of_binutils(board, firmware):
    """The parts add up to what arm-none-eabi-size finds in the ELF file."""
    built = firmware(board, "hello")
    out = subprocess.run(["arm-none-eabi-size", str(built.elf)], check=True, capture_output=True, text=True).stdout
    text, data, bss = (int(word) for word in out.splitlines()[1].split()[:3])
    assert built.sizes.flash_bytes == text + data
    assert built.sizes.ram_bytes == data + bss
    assert built.sizes.ram["stack"] == built.board.stack_bytes


@pytest.mark.parametrize("place", ["code", "data"])
def test_firmware_that_does_not_fit_is_refused_with_numbers(place, firmware, tmp_path):
    """A region that is too small is named, with what it has and what a build without that limit uses of it."""
    board = boards.load("mps2-an385")
    region = board.region(place)
    small = replace(region, length_bytes=1024)
    with pytest.raises(FitError) as caught:
        boards.build(replace(board, regions=board.regions | {region.name: small}), app="hello", build_dir=tmp_path)
    used = firmware("mps2-an385", "hello").sizes.regions[region.name]
    message = f"{region.name} of mps2-an385 has 1024 bytes, the firmware needs "
    assert caught.value.what.startswith(message)
    assert used <= int(caught.value.what.removeprefix(message)) < used + 16  # alignment between sections


def test_source_that_does_not_compile_is_an_error(tmp_path):
    """The compiler's message is in the error."""
    app = tmp_path / "broken"
    app.mkdir()
    (app / "main.c").write_text("int main(void) { return nothing; }\n")
    with pytest.raises(ToolError, match=r"does not build:(.|\n)*'nothing' undeclared"):
        boards.build(boards.load("microbit"), app=app, build_dir=tmp_path)


def test_missing_tools_are_named(firmware, tmp_path, monkeypatch):
    """With nothing on PATH, building and running name the tool that is missing and how to get it."""
    built = firmware("mps3-an547", "hello")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ToolError, match=r"cmake is not on PATH\n  fix: install CMake"):
        boards.build(built.board, app="hello", build_dir=tmp_path)
    with pytest.raises(
        ToolError, match=r"no simulator of mps3-an547 is on PATH\n  fix: install qemu-system-arm or FVP"
    ):
        boards.run(built, cwd=tmp_path)
    with pytest.raises(ToolError, match=r"no simulator of mps3-an547 is on PATH\n  fix: install FVP"):
        boards.run(built, cwd=tmp_path, simulator="fvp")


def stand_in(folder: Path, name: str, script: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


def test_fvp_command_line(firmware, tmp_path, monkeypatch):
    """The FVP gets the ELF file, a console on stdout without telnet, and the firmware's words through semihosting."""
    built = firmware("mps3-an547", "hello")
    stand_in(
        tmp_path / "bin", "FVP_Corstone_SSE-300_Ethos-U55", 'printf "%s\\n" "$@" > arguments; echo; echo "exit: 3"'
    )
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    result = boards.run(built, ["in.bin", "out.bin"], cwd=tmp_path, simulator="fvp")
    assert result.exit_code == 3
    arguments = (tmp_path / "arguments").read_text().splitlines()
    assert arguments[:2] == ["-a", str(built.elf)]
    assert set(arguments[2::2]) == {"-C"}
    assert set(arguments[3::2]) >= {
        "mps3_board.uart0.out_file=-",
        "mps3_board.telnetterminal0.start_telnet=0",
        "cpu0.semihosting-enable=1",
        "cpu0.semihosting-cmd_line=firmware in.bin out.bin",
        f"cpu0.semihosting-cwd={tmp_path}",
    }


@pytest.mark.parametrize("name", ["FVP_Corstone_SSE-300_Ethos-U55", "qemu-system-arm"])
@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo no license >&2; exit 1", "stopped with exit code 1 before (.|\n)*no license"),
        ("exit 0", "stopped with exit code 0 before"),
        ("echo; echo 'exit: 0'; exit 139", "stopped with exit code 139 before"),
    ],
)
def test_simulator_that_dies_is_an_error(name, script, message, firmware, tmp_path, monkeypatch):
    """A simulator that fails at start, says nothing, or crashes in the end is never a pass."""
    built = firmware("mps3-an547", "hello")
    stand_in(tmp_path / "bin", name, script)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    with pytest.raises(ToolError, match=message):
        boards.run(built, cwd=tmp_path)


def test_simulator_that_cannot_be_executed_is_an_error(firmware, tmp_path, monkeypatch):
    """A file on PATH that is no program is an error, not a pass."""
    built = firmware("mps3-an547", "hello")
    stand_in(tmp_path / "bin", "qemu-system-arm", "")
    (tmp_path / "bin" / "qemu-system-arm").write_bytes(b"\x7fELF, but no")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    with pytest.raises(ToolError, match="qemu-system-arm does not start"):
        boards.run(built, cwd=tmp_path)


@pytest.mark.parametrize("word", ["two words", "a,b", ""])
def test_argument_that_semihosting_cannot_carry_is_refused(word, firmware, tmp_path):
    """Words that would reach the firmware as something else are refused."""
    with pytest.raises(UsageError, match="has a space or a comma, or is empty"):
        boards.run(firmware("mps3-an547", "hello"), [word], cwd=tmp_path)


def test_unknown_board_lists_the_known():
    """The error names the board that was asked for and all that there are."""
    with pytest.raises(UsageError, match="unknown board 'nucleo'") as caught:
        boards.load("nucleo")
    assert all(name in caught.value.fix for name in BOARDS)


def test_board_of_your_own(tmp_path):
    """A board.toml elsewhere is a board, named after its folder."""
    text = (Path(boards.__file__).parent / "microbit" / "board.toml").read_text()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "board.toml").write_text(text)
    board = boards.load(tmp_path / "mine" / "board.toml")
    assert board == replace(boards.load("microbit"), name="mine")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('cpu = "cortex-m0"', "", "no 'cpu'"),
        ('arena = "ram"', 'arena = "sram"', "placement of arena names 'sram'"),
        ("[memory]", "[memory", "does not describe a board"),
    ],
)
def test_damaged_board_is_an_error(old, new, message, tmp_path):
    """A board.toml with something missing, contradictory or no TOML at all is refused with what is wrong."""
    text = (Path(boards.__file__).parent / "microbit" / "board.toml").read_text()
    (tmp_path / "board.toml").write_text(text.replace(old, new))
    with pytest.raises(FileError, match=message):
        boards.load(tmp_path / "board.toml")


def test_flash_without_a_command_says_how(firmware):
    """A board that no tool programs is refused with the way to do it by hand and the file."""
    built = firmware("mps2-an385", "hello")
    with pytest.raises(UsageError, match=r"SOFTWARE/ on the board's drive(.|\n)*firmware\.elf"):
        boards.flash(built)


def test_flash_runs_the_boards_tool(firmware, tmp_path, monkeypatch):
    """The command of board.toml runs with the ELF file in place; its failure is an error."""
    built = firmware("microbit", "hello")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolError, match="pyocd is not on PATH"):
        boards.flash(built)
    stand_in(tmp_path, "pyocd", f'echo "$@" > {tmp_path}/arguments')
    boards.flash(built)
    assert (tmp_path / "arguments").read_text().split() == ["flash", "--target", "nrf51822", str(built.elf)]
    stand_in(tmp_path, "pyocd", "echo no probe; exit 1")
    with pytest.raises(ToolError, match="pyocd failed with exit code 1:\nno probe"):
        boards.flash(built)
