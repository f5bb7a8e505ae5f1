# SPDX-License-Identifier: Apache-2.0
"""Random small networks: the same bits whatever the target, the kernels and the memory plan are.

Packed kernels of three tiers meet the plain ones, each in a plan of its own, with outputs that lie over inputs. The
operators' tests show that kernels are right one by one; these show that they are right where planner, packing and
choice of kernels put them together.
"""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn import functional

from penlight.export.pipeline import quantize, to_pte
from penlight.runtime import Program

SEEDS = range(5)
WAYS = (("cortex-m4", "cmsis-nn"), ("cortex-m3", "packed"), ("cortex-m4", "packed"), ("cortex-m55", "packed"))
"""Target and kernels; the plain ones with inputs that are kept."""
EXTREMES = (-128, 127)


class RandomNetwork(nn.Module):
    """Two to five random layers over an image of ragged sizes, and sometimes a classifier."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self.shape = (random.choice([1, 1, 2]), random.randint(1, 20), random.randint(3, 12), random.randint(3, 12))
        self.layers = nn.ModuleList()
        x = torch.zeros(self.shape)
        for _ in range(random.randint(2, 5)):
            layer = random.choice([_convolution, _depthwise, _pointwise, _residual, _branches, _pool])(random, x)
            self.layers.append(nn.Sequential(layer, *random.choice([(), (nn.ReLU(),), (nn.Hardtanh(-0.5, 0.7),)])))
            x = self.layers[-1](x)
        if random.random() < 0.4:
            self.layers.append(nn.Sequential(nn.Flatten(), nn.Linear(x[0].numel(), random.randint(1, 12))))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = layer(x)
        return x


class Joined(nn.Module):
    """`join` of the input and of what a module makes of it."""

    def __init__(self, module: nn.Module, join: str) -> None:
        super().__init__()
        self.module = module
        self.join = join

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.module(x)
        return x + y if self.join == "add" else torch.cat([x, y], 1)


class Padded(nn.Module):
    """A module behind zeros that are not the same on each side."""

    def __init__(self, module: nn.Module) -> None:
        super().__init__()
        self.module = module

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.module(functional.pad(x, (1, 2, 2, 0)))


def _convolution(random: Random, x: torch.Tensor) -> nn.Module:
    kernel, stride = (random.randint(1, 3), random.randint(1, 3)), random.choice([1, 1, 2])
    layer = nn.Conv2d(x.shape[1], random.randint(1, 20), kernel, stride, random.randint(0, 1))
    return Padded(layer) if random.random() < 0.3 else layer


def _depthwise(random: Random, x: torch.Tensor) -> nn.Module:
    kernel = random.choice([3, 3, 3, 2, 5])
    return nn.Conv2d(x.shape[1], x.shape[1], kernel, random.choice([1, 2]), kernel // 2, groups=x.shape[1])


def _pointwise(random: Random, x: torch.Tensor) -> nn.Module:
    return nn.Conv2d(x.shape[1], random.randint(1, 40), 1)


def _residual(random: Random, x: torch.Tensor) -> nn.Module:
    return Joined(nn.Conv2d(x.shape[1], x.shape[1], 3, padding=1), "add")


def _branches(random: Random, x: torch.Tensor) -> nn.Module:
    return Joined(nn.Conv2d(x.shape[1], random.randint(1, 9), 1), "cat")


def _pool(random: Random, x: torch.Tensor) -> nn.Module:
    return random.choice([nn.AvgPool2d, nn.MaxPool2d])(min(2, *x.shape[2:]), stride=1)


def _network(seed: int) -> RandomNetwork:
    """The first network from `seed` on whose layers fit each other's sizes."""
    torch.manual_seed(seed)
    random = Random(seed)
    while True:
        try:
            return RandomNetwork(random).eval()
        except RuntimeError:
            continue


@pytest.mark.parametrize("seed", SEEDS)
def test_same_bits(seed: int) -> None:
    """int8 programs with plain kernels and with those of each tier give equal outputs; so do a second run, and inputs
    of extreme values alone."""
    network = _network(seed)
    samples = [(torch.randn(network.shape).to(memory_format=torch.channels_last),) for _ in range(3)]
    quantized = quantize(network, samples[0], samples)
    programs = {
        way: to_pte(quantized, samples[0], target=way[0], kernels=way[1], io="int8", keep_inputs=way[1] == "cmsis-nn")
        for way in WAYS
    }
    random = np.random.default_rng(seed)
    inputs = [
        random.integers(-128, 128, network.shape, np.int8),
        random.choice(EXTREMES, network.shape).astype(np.int8),
    ]
    for x in inputs:
        wanted = None
        for name, exported in programs.items():
            program = Program(exported.pte)
            for _ in range(2):
                (got,) = program.run(x)
                wanted = got.copy() if wanted is None else wanted
                np.testing.assert_array_equal(got, wanted, err_msg=f"{name}, {network}")
