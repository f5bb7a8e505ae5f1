# SPDX-License-Identifier: Apache-2.0
"""What others need for the same networks and layers: the numbers in docs/benchmarks/baselines."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from penlight.boards.bench.measuring import Cost
from penlight.boards.bench.networks import LayerResult

Key = tuple[str, str]
"""What tells layers apart: their kind, which kernels' names begin with, and their shape."""


@dataclass(frozen=True)
class Baselines:
    """Numbers of the peers.

    Attributes:
        cmsis_nn: by core, the cost of each layer with Arm's kernel library.
        tflm: by core, the executed instructions of each layer in TensorFlow Lite Micro.
        peers: baselines/peers.json.
    """

    cmsis_nn: dict[str, dict[Key, Cost]] = field(default_factory=dict)
    tflm: dict[str, dict[Key, int]] = field(default_factory=dict)
    peers: dict[str, Any] = field(default_factory=dict)

    def arm(self, core: str, layer: LayerResult) -> Cost | None:
        """What Arm's library needs for `layer`, where that was measured."""
        return self.cmsis_nn.get(core, {}).get((kind(layer), layer.shape))

    def tflm_instructions(self, core: str, layer: LayerResult) -> int | None:
        """What TensorFlow Lite Micro executes for `layer`, where that was measured."""
        return self.tflm.get(core, {}).get((kind(layer), layer.shape))


def kind(layer: LayerResult) -> str:
    """The plain operator that a kernel computes, without its type: conv2d, depthwise_conv2d, linear, add, ..."""
    return layer.kernel.split("_s8")[0]


def load(folder: Path) -> Baselines:
    """Reads baselines/ in `folder`; empty where there is none."""
    files = folder / "baselines"
    if not files.is_dir():
        return Baselines()
    made = Baselines(peers=json.loads((files / "peers.json").read_text()))
    for row in json.loads((files / "cmsis_nn_layers.json").read_text())["layers"]:
        for core, (instructions, cycles) in row["cores"].items():
            made.cmsis_nn.setdefault(core, {})[row["kind"], row["shape"]] = Cost(instructions, cycles)
    for row in json.loads((files / "tflm_layers.json").read_text())["layers"]:
        for core, instructions in row["cores"].items():
            made.tflm.setdefault(core, {})[row["kind"], row["shape"]] = instructions
    return made
