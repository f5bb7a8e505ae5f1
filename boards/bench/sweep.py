# SPDX-License-Identifier: Apache-2.0
"""A sweep over shapes: for each the plain kernel and the packed ones, in one boot.

It shows where the exporter's choice is slower than the plain kernel, and where it leaves speed behind.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from itertools import groupby
from pathlib import Path

import numpy as np

from penlight.boards.bench.cores import CORES
from penlight.boards.bench.layers import parse
from penlight.boards.bench.markdown import table
from penlight.boards.bench.single import Row, measure_layers

KINDS = ("conv", "conv 1x1", "dw", "linear", "add", "avgpool")
SHAPES = 60
"""Shapes of each kind."""

_CHANNELS = (1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 96, 127, 128, 129, 192, 256, 257)
_WIDTHS = (1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 17, 24, 31, 32, 33, 48, 64, 65, 96, 97)
_KERNELS = (1, 2, 3, 3, 3, 4, 5, 5, 6, 7)
_MOST_MACS = 150_000
_MOST_WEIGHTS = 24_000


@dataclass(frozen=True)
class Shape:
    """Modelled cycles of one shape: of the plain kernel, of the exporter's choice, and of the fastest one."""

    kind: str
    layer: str
    macs: int
    plain: str
    plain_cycles: int
    chosen: str
    chosen_cycles: int
    fastest: str
    fastest_cycles: int

    @property
    def ratio(self) -> float:
        """The exporter's choice, as a share of the plain kernel."""
        return self.chosen_cycles / self.plain_cycles


def shapes(count: int = SHAPES) -> Iterator[tuple[str, str]]:
    """(kind, layer) of the sweep, the same every time."""
    for index, kind in enumerate(KINDS):
        random = np.random.default_rng(index)
        found: dict[str, None] = {}
        while len(found) < count:
            layer = _random_layer(kind, random)
            if layer is not None:
                found[layer] = None
        yield from ((kind, layer) for layer in found)


def _random_layer(kind: str, random: np.random.Generator) -> str | None:
    """A layer, or None when the drawn one is empty or takes too long."""
    height, width = (int(random.choice(_WIDTHS)) for _ in range(2))
    channels, out = (int(random.choice(_CHANNELS)) for _ in range(2))
    kernel_h, kernel_w = (int(random.choice(_KERNELS)) for _ in range(2))
    if kind == "conv 1x1":
        kernel_h = kernel_w = 1
    stride = int(random.choice([1, 1, 1, 2, 3]))
    padding = "same" if random.integers(2) else f"p{int(random.integers(min(kernel_h, kernel_w)))}"
    window = f"{kernel_h}x{kernel_w}:s{stride}"
    if kind == "linear":
        rows = int(random.choice([1, 1, 1, 2, 4, 7]))
        text, macs, weights = f"linear:{rows}x{channels}-{out}", rows * channels * out, channels * out
    elif kind == "add":
        text, macs, weights = f"add:{height}x{width}x{channels}", height * width * channels * 4, 0
    else:
        if kernel_h > height or kernel_w > width or (kind == "conv" and kernel_h == kernel_w == 1):
            return None
        name = kind.split()[0]
        outs = f"-{out}" if name == "conv" else ""
        text = f"{name}:{height}x{width}x{channels}{outs}:{window}" + ("" if name == "avgpool" else f":{padding}")
        per_pixel = kernel_h * kernel_w * channels * (out if name == "conv" else 1)
        out_h, out_w = parse(text).out_size
        macs, weights = out_h * out_w * per_pixel, per_pixel
    return text if macs <= _MOST_MACS and weights <= _MOST_WEIGHTS else None


def sweep(core: str, build_dir: Path, count: int = SHAPES) -> list[Shape]:
    """Measures `count` shapes of each kind on `core`. Raises what measuring.measure raises."""
    kind_of = {layer: kind for kind, layer in shapes(count)}
    measured = measure_layers(list(kind_of), core, build_dir)
    return [_shape(kind_of[layer], list(rows)) for layer, rows in groupby(measured, key=lambda row: row.layer)]


def _shape(kind: str, rows: Sequence[Row]) -> Shape:
    plain, chosen = rows[0], next(row for row in rows if row.chosen)
    fastest = min(rows, key=lambda row: row.cost.cycles)
    return Shape(
        kind,
        plain.layer,
        plain.macs,
        plain.kernel,
        plain.cost.cycles,
        chosen.kernel,
        chosen.cost.cycles,
        fastest.kernel,
        fastest.cost.cycles,
    )


def save(folder: Path, core: str, found: Sequence[Shape]) -> None:
    """Writes sweep-<core>.json and renews sweep.md from all of these in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    columns = [field.name for field in fields(Shape)]
    lines = ",\n".join("  " + json.dumps(astuple(shape)) for shape in found)
    (folder / f"sweep-{core}.json").write_text(f'{{\n "columns": {json.dumps(columns)},\n "rows": [\n{lines}\n ]\n}}\n')
    write_page(folder)


def write_page(folder: Path) -> None:
    """Writes sweep.md from the JSON files in `folder`, where there are any."""
    paths = {core: folder / f"sweep-{core}.json" for core in CORES}
    by_core = {core: _load(path) for core, path in paths.items() if path.exists()}
    if by_core:
        (folder / "sweep.md").write_text(_page(by_core))


def _load(path: Path) -> list[Shape]:
    return [Shape(*row) for row in json.loads(path.read_text())["rows"]]


def _page(by_core: Mapping[str, Sequence[Shape]]) -> str:
    kinds = [row for core, found in by_core.items() for row in summary(core, found)]
    slower = [
        (core, shape.layer, shape.chosen, shape.plain_cycles, shape.chosen_cycles, shape.ratio)
        for core, found in by_core.items()
        for shape in sorted(found, key=lambda shape: -shape.ratio)
        if shape.ratio > 1
    ]
    missed = [
        (core, shape.layer, shape.chosen, shape.fastest, shape.fastest_cycles / shape.chosen_cycles)
        for core, found in by_core.items()
        for shape in sorted(found, key=lambda shape: shape.fastest_cycles / shape.chosen_cycles)[:3]
        if shape.fastest_cycles < shape.chosen_cycles
    ]
    return f"""# Packed kernels over many shapes

{SHAPES} random shapes of each kind: channels 1 to 257, sizes 1 to 97, kernels 1 to 7, strides 1 to 3, with and without
padding. Ratios are modelled cycles of the kernel that the exporter takes, as a share of the plain kernel's; 1 is a
shape for which it takes the plain one. How far the model is from silicon: [README](README.md). Written by
`penlight bench --sweep`.

{table(SUMMARY, kinds)}
## Choices that are slower than the plain kernel

{table(("core", "layer", "chosen", "plain, cycles", "chosen, cycles", "ratio"), slower) if slower else "None."}

## Where a kernel that is not chosen is faster

The three largest of each core; ratios are cycles of the fastest kernel as a share of the chosen one's.

{table(("core", "layer", "chosen", "fastest", "ratio"), missed) if missed else "None."}
"""


SUMMARY = ("core", "kind", "packed", "least", "quarter", "median", "three quarters", "largest", "shape of the largest")


def summary(core: str, found: Sequence[Shape]) -> Iterator[tuple[object, ...]]:
    """Rows under SUMMARY: how many shapes take a packed kernel, and the quantiles of all ratios."""
    for kind in KINDS:
        of_kind = [shape for shape in found if shape.kind == kind]
        ratios = np.quantile([shape.ratio for shape in of_kind], [0, 0.25, 0.5, 0.75, 1])
        packed = sum(shape.chosen != shape.plain for shape in of_kind)
        worst = max(of_kind, key=lambda shape: shape.ratio)
        yield (core, kind, f"{packed} of {len(of_kind)}", *map(float, ratios), worst.layer)
