# SPDX-License-Identifier: Apache-2.0
"""A digit classifier for the smallest boards: 8x8 scans, 6 k parameters, 3 KiB of int8 activations."""

import os
import zlib
from collections.abc import Iterator
from pathlib import Path

import torch
import train
from torch import Tensor, nn

CACHE_FOLDER = Path(__file__).resolve().parents[2] / "build" / "digits"


def separable_block(in_channels: int, out_channels: int) -> nn.Sequential:
    """A 3x3 depthwise convolution, then a pointwise one, both with batch norm and ReLU."""
    return nn.Sequential(
        nn.Conv2d(in_channels, in_channels, 3, padding=1, groups=in_channels, bias=False),
        nn.BatchNorm2d(in_channels),
        nn.ReLU(),
        nn.Conv2d(in_channels, out_channels, 1, bias=False),
        nn.BatchNorm2d(out_channels),
        nn.ReLU(),
    )


class DigitNet(nn.Module):
    """Input (batch, 1, 8, 8) float32 in [0, 1], output (batch, 10) logits."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1, bias=False),
            nn.BatchNorm2d(16),
            nn.ReLU(),
            separable_block(16, 32),
            nn.MaxPool2d(2),
            separable_block(32, 64),
            nn.AvgPool2d(2),
        )
        self.classifier = nn.Linear(64 * 2 * 2, 10)

    def forward(self, image: Tensor) -> Tensor:
        logits: Tensor = self.classifier(self.features(image).flatten(1))
        return logits


def weights_path() -> Path:
    """Return where the trained weights are cached: another place whenever the network or its training changes."""
    sources = Path(__file__).read_bytes() + Path(train.__file__).read_bytes()
    return CACHE_FOLDER / f"weights-{zlib.crc32(sources):08x}.pt"


def trained_network(split: train.Split) -> DigitNet:
    """Return the network in evaluation mode, from the cached weights or, where there are none, trained now."""
    path = weights_path()
    torch.manual_seed(0)
    network = DigitNet().eval()
    if path.exists():
        network.load_state_dict(torch.load(path, weights_only=True))
    else:
        train.train(network, split.train_images, split.train_labels, seed=0)
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(f".{os.getpid()}")  # another process may be doing the same
        torch.save(network.state_dict(), partial)
        partial.replace(path)
    return network


def calibration(count: int, seed: int = 0) -> Iterator[tuple[Tensor]]:
    """Yield `count` input tuples of one (1, 1, 8, 8) float32 tensor, drawn from the training images."""
    images = train.load_split().train_images
    rows = torch.randperm(len(images), generator=torch.Generator().manual_seed(seed))[:count]
    for row in rows.tolist():
        yield (images[row : row + 1],)


def model() -> tuple[nn.Module, tuple[Tensor]]:
    """Return the trained network in evaluation mode, and one example input tuple."""
    return trained_network(train.load_split()), next(calibration(1))
