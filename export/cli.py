# SPDX-License-Identifier: Apache-2.0
"""The command `penlight`. Each command says what it did; every error is one message and a non-zero exit code."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from penlight.export.quiet import quiet
from penlight.runtime.errors import PenlightError

app = typer.Typer(
    help="PyTorch models on Arm Cortex-M microcontrollers.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
WIDE = 140
"""Columns of output that goes to a file or a pipe."""

out = Console(width=None if sys.stdout.isatty() else WIDE, highlight=False)
err = Console(stderr=True, highlight=False)

BUILD_DIR = Path("build/penlight")


class Io(str, Enum):
    float32 = "float32"
    int8 = "int8"


class Kernels(str, Enum):
    packed = "packed"
    cmsis_nn = "cmsis-nn"


class Layout(str, Enum):
    nhwc = "nhwc"
    nchw = "nchw"


PteArgument = Annotated[Path, typer.Argument(help="A program that `penlight export` wrote.")]
BuildDirOption = Annotated[Path, typer.Option("--build-dir", help="Where firmware is built.")]


@app.command()
def export(
    model: Annotated[str, typer.Argument(help="FILE.py:FACTORY, which returns (module, example inputs), or a .pt2.")],
    target: Annotated[str, typer.Option(help="The core, such as cortex-m55 or cortex-m33+nodsp.")] = "cortex-m4",
    calibration: Annotated[
        Path | None, typer.Option(help=".npz or .npy: one array an input, samples along the first axis.")
    ] = None,
    output: Annotated[Path, typer.Option("-o", "--output", help="Where to write the program.")] = Path("model.pte"),
    io: Annotated[Io, typer.Option(help="What goes in and out: float32, or int8 as it is inside.")] = Io.float32,
    input_layout: Annotated[Layout, typer.Option(help="Layout of image inputs in memory.")] = Layout.nhwc,
    keep_inputs: Annotated[bool, typer.Option("--keep-inputs", help="A run leaves the inputs as they were.")] = False,
    kernels: Annotated[
        Kernels, typer.Option(help="Weights laid out for the core's own kernels, or as CMSIS-NN's API takes them.")
    ] = Kernels.packed,
    strict: Annotated[bool, typer.Option("--strict", help="Refuse copies that only change the layout.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Quantize a PyTorch model, lower it for a core and write a .pte."""
    steps = {"export": "tracing", "calibrate": "calibrating", "lower": "lowering", "serialize": "writing"}
    with err.status("loading PyTorch") as status:
        from penlight.export.pipeline import to_pte
        from penlight.export.report import render, report
        from penlight.export.sources import load_model, samples

        def progress(step: str, count: int) -> None:
            status.update(f"{steps[step]} {model}" + (f", sample {count}" if count else ""))

        module, inputs = load_model(model)
        if calibration is None:
            err.print(
                "[yellow]no --calibration: ranges come from the example inputs alone; accuracy will suffer[/yellow]"
            )
        exported = to_pte(
            module,
            inputs,
            calibration=samples(calibration, inputs) if calibration else None,
            target=target,
            io=io.value,
            input_layout=input_layout.value,
            keep_inputs=keep_inputs,
            kernels=kernels.value,
            strict=strict,
            progress=progress,
        )
    exported.save(output)
    result = report(exported)
    if as_json:
        _print_json(result.json())
    else:
        out.print(render(result, out.width))
        out.print(f"wrote   {output}")


@app.command()
def inspect(
    pte: PteArgument,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show what a .pte holds: operators, kernels, flash, RAM, inputs and outputs."""
    from penlight.export.inspection import inspection, render

    found = inspection(pte)
    if as_json:
        _print_json(asdict(found))
    else:
        out.print(render(found))


@app.command()
def run(
    pte: PteArgument,
    inputs: Annotated[
        list[Path], typer.Option("--input", "-i", help=".npy or .npz with the inputs; one or many samples.")
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where to write the outputs: .npy, or .npz for several.")
    ] = None,
    board: Annotated[str | None, typer.Option(help="An emulated board; without it, this machine.")] = None,
    timeout: Annotated[float, typer.Option(help="Seconds that an emulated board may take.")] = 600.0,
    build_dir: BuildDirOption = BUILD_DIR,
) -> None:
    """Run a .pte on this machine, or on an emulated board and compare the two."""
    from penlight.export.running import run_program

    done = run_program(pte, inputs, board, build_dir, timeout)
    for line in done.lines:
        out.print(line)
    if output is not None:
        done.save(output)
        out.print(f"wrote {output}")


@app.command()
def build(
    pte: PteArgument,
    board: Annotated[str, typer.Option(help="The board; see `penlight boards`.")],
    build_dir: BuildDirOption = BUILD_DIR,
) -> None:
    """Build firmware that carries a .pte."""
    from penlight import boards
    from penlight.boards.infer import build_model

    firmware = build_model(_existing(pte), boards.load(board), build_dir)
    table = Table(box=None, pad_edge=False)
    for heading in ("flash", "bytes", "RAM", "bytes"):
        table.add_column(heading, justify="right" if heading == "bytes" else "left")
    flash, ram = list(firmware.sizes.flash.items()), list(firmware.sizes.ram.items())
    for row in range(max(len(flash), len(ram))):
        cells = [(name, f"{size:,}") for name, size in (flash[row : row + 1] + ram[row : row + 1])]
        padded = [*(cells[:1] if row < len(flash) else [("", "")]), *(cells[-1:] if row < len(ram) else [("", "")])]
        table.add_row(*(text for pair in padded for text in pair))
    out.print(table)
    out.print(f"total   flash {firmware.sizes.flash_bytes:,} bytes, RAM {firmware.sizes.ram_bytes:,} bytes")
    out.print(f"wrote   {firmware.elf}")


@app.command()
def bench(
    core: Annotated[list[str] | None, typer.Option(help="A core, such as cortex-m4; all of them without it.")] = None,
    network: Annotated[list[str] | None, typer.Option(help="KWS, VWW, IC or AD; all of them without it.")] = None,
    layer: Annotated[
        list[str] | None, typer.Option(help="A layer instead of networks, such as conv:16x16x64-64:3x3:s2:p1.")
    ] = None,
    sweep: Annotated[bool, typer.Option("--sweep", help="Many shapes of layers instead of networks.")] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Folder for tables and charts, such as docs/benchmarks.")
    ] = None,
    build_dir: BuildDirOption = BUILD_DIR,
) -> None:
    """Count instructions and model cycles of the MLPerf Tiny networks, or of layers, on emulated cores."""
    from penlight.boards.bench import command

    folder = build_dir / "bench"
    if layer:
        command.layers(core or [], layer, folder, out.print)
    elif sweep:
        command.sweep(core or [], output, folder, out.print)
    else:
        command.networks(core or [], network or [], output, folder, out.print)


@app.command()
def boards(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List the boards."""
    from penlight import boards as known

    rows = [
        {
            "board": board.name,
            "core": board.cpu,
            "flash_bytes": board.regions[board.placement["code"]].length_bytes,
            "ram_bytes": board.regions[board.placement["data"]].length_bytes,
            "clock_hz": board.clock_hz,
            "runs_in": known.simulators(board),
            "description": board.description,
        }
        for board in map(known.load, known.all())
    ]
    if as_json:
        _print_json(rows)
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("board", "core", "flash", "RAM", "clock", "runs here in", "description"):
        table.add_column(heading)
    for row in rows:
        sizes = (f"{int(row[key]) // 1024:,} KiB" for key in ("flash_bytes", "ram_bytes"))  # type: ignore[call-overload]
        clock = f"{int(row['clock_hz']) / 1e6:g} MHz"  # type: ignore[call-overload]
        runs_in = ", ".join(row["runs_in"]) or "-"  # type: ignore[arg-type]
        table.add_row(str(row["board"]), str(row["core"]), *sizes, clock, runs_in, str(row["description"]))
    out.print(table)


@app.command()
def doctor() -> None:
    """Check which tools are there, and say what to install for what is not."""
    from penlight.export.doctor import checks

    found = checks()
    for check in found:
        mark = "[green]found[/green]  " if check.found else "[yellow]missing[/yellow]"
        out.print(f"{mark} {check.name}: {check.detail}", highlight=False)
    if any(check.needed and not check.found for check in found):
        raise typer.Exit(1)


def _existing(pte: Path) -> Path:
    from penlight.runtime.errors import FileError

    if not pte.exists():
        raise FileError(f"{pte} does not exist")
    return pte


def _print_json(data: Any) -> None:
    sys.stdout.write(json.dumps(data, indent=2) + "\n")


def main() -> None:
    """The entry point: turns our exceptions into one message and exit code 1."""
    try:
        with quiet():
            app()
    except PenlightError as error:
        err.print(f"[bold red]error:[/bold red] {error.what}", highlight=False, soft_wrap=True)
        if error.where:
            err.print(f"  at {error.where}", highlight=False, markup=False, soft_wrap=True)
        if error.fix:
            err.print(f"  fix: {error.fix}", highlight=False, markup=False, soft_wrap=True)
        sys.exit(1)
    except Exception as error:
        if os.environ.get("PENLIGHT_TRACEBACK"):
            raise
        err.print(f"[bold red]error:[/bold red] {type(error).__name__}:", str(error), markup=True, soft_wrap=True)
        err.print("  fix: this should not happen; set PENLIGHT_TRACEBACK=1, run again and report what it prints")
        sys.exit(1)


if __name__ == "__main__":
    main()
