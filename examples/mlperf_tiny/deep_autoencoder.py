# SPDX-License-Identifier: Apache-2.0
"""The deep autoencoder of MLPerf Tiny's anomaly detection: 5 frames of 128 log-mel energies, reconstructed."""

from collections.abc import Iterator
from itertools import pairwise

import torch
from synthetic import settle_batch_norm, smooth_fields
from torch import Tensor, nn

FRAMES = 5
MEL_BANDS = 128
WIDTHS = (FRAMES * MEL_BANDS, 128, 128, 128, 128, 8, 128, 128, 128, 128)


class DeepAutoencoder(nn.Module):
    """Input (batch, 640) float32, output its reconstruction (batch, 640)."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        for in_features, out_features in pairwise(WIDTHS):
            layers += [nn.Linear(in_features, out_features), nn.BatchNorm1d(out_features), nn.ReLU()]
        self.hidden = nn.Sequential(*layers)
        self.reconstruct = nn.Linear(WIDTHS[-1], WIDTHS[0])

    def forward(self, frames: Tensor) -> Tensor:
        return self.reconstruct(self.hidden(frames))


def calibration(count: int, seed: int = 0) -> Iterator[tuple[Tensor]]:
    """Yield `count` input tuples of one (1, 640) float32 tensor: 5 successive frames of a smooth spectrogram."""
    for field in smooth_fields(count, (1, FRAMES, MEL_BANDS), seed):
        yield (field.flatten(1),)


def model() -> tuple[nn.Module, tuple[Tensor]]:
    """Return the network, seeded and in evaluation mode, and one example input tuple."""
    torch.manual_seed(4)
    network = DeepAutoencoder()
    settle_batch_norm(network, torch.cat([inputs[0] for inputs in calibration(256, seed=1)]), seed=4)
    return network, next(calibration(1))
