# SPDX-License-Identifier: Apache-2.0
"""Results of networks as JSON: one file a core, so that a change of one kernel shows in its lines alone."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import asdict
from pathlib import Path
from typing import Any

from penlight.boards.bench.measuring import Cost
from penlight.boards.bench.model import ERROR
from penlight.boards.bench.networks import LayerResult, NetworkResult
from penlight.runtime.errors import FileError, ToolError

_GCC = "arm-none-eabi-gcc"


def compiler() -> str:
    """Name and version of the cross compiler, such as "GCC 12.2". Raises ToolError when it is missing."""
    if shutil.which(_GCC) is None:
        raise ToolError(f"{_GCC} is not on PATH", fix="install GCC for Arm bare metal (Debian: gcc-arm-none-eabi)")
    version = subprocess.run([_GCC, "-dumpfullversion"], capture_output=True, text=True).stdout.strip()
    return "GCC " + ".".join(version.split(".")[:2])


def save(folder: Path, results: list[NetworkResult]) -> None:
    """Writes <core>.json for each core of `results`; networks that it had and `results` has not are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    for core in dict.fromkeys(result.core for result in results):
        path = folder / f"{core}.json"
        known = {result.network: result for result in load(path)} if path.exists() else {}
        known |= {result.network: result for result in results if result.core == core}
        head = {"core": core, "compiler": compiler(), "cycles": f"modelled without wait states, error {ERROR[core]}"}
        path.write_text(_lines({**head, "networks": [asdict(result) for result in known.values()]}))


def load(path: Path) -> list[NetworkResult]:
    """The results in a file that `save` wrote. Raises FileError when it is none."""
    try:
        return [_network(row) for row in json.loads(path.read_text())["networks"]]
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise FileError(f"{path} holds no results: {error}", fix="write it with penlight bench --output") from error


def compiler_of(path: Path) -> str:
    """The compiler that the results in a file were measured with. Raises FileError as `load` does."""
    load(path)
    return str(json.loads(path.read_text())["compiler"])


def load_all(folder: Path) -> dict[str, list[NetworkResult]]:
    """Results by core, in the order of measuring.CORES."""
    from penlight.boards.bench.cores import CORES

    return {core: load(folder / f"{core}.json") for core in CORES if (folder / f"{core}.json").exists()}


def _network(row: dict[str, Any]) -> NetworkResult:
    layers = [LayerResult(**{**layer, "cost": Cost(**layer["cost"])}) for layer in row["layers"]]
    return NetworkResult(**{**row, "run": Cost(**row["run"]), "start": Cost(**row["start"]), "layers": layers})


def _lines(data: dict[str, Any]) -> str:
    """JSON with each layer, and each other small object, on one line."""
    text = json.dumps(data, indent=1)
    flat = re.compile(r"\{[^{}\[\]]*(?:\{[^{}\[\]]*\}[^{}\[\]]*)*\}")
    return flat.sub(lambda found: re.sub(r"\s*\n\s*", " ", found[0]), text) + "\n"
