# SPDX-License-Identifier: Apache-2.0
"""DS-CNN, the keyword-spotting network of MLPerf Tiny: 49 frames of 10 MFCC to 12 classes."""

from collections.abc import Iterator

import torch
from synthetic import settle_batch_norm, smooth_fields, spread_logits
from torch import Tensor, nn

CHANNELS = 64
CLASSES = 12
INPUT_SHAPE = (1, 49, 10)


def separable_block() -> nn.Sequential:
    """A 3x3 depthwise convolution, then a pointwise one, both with batch norm and ReLU."""
    return nn.Sequential(
        nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1, groups=CHANNELS),
        nn.BatchNorm2d(CHANNELS),
        nn.ReLU(),
        nn.Conv2d(CHANNELS, CHANNELS, 1),
        nn.BatchNorm2d(CHANNELS),
        nn.ReLU(),
    )


class DsCnn(nn.Module):
    """Input (batch, 1, 49, 10) float32, output (batch, 12) class probabilities."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            nn.ZeroPad2d((1, 1, 4, 5)),  # TensorFlow's SAME: the odd row goes below
            nn.Conv2d(1, CHANNELS, (10, 4), stride=2),
            nn.BatchNorm2d(CHANNELS),
            nn.ReLU(),
        )
        self.blocks = nn.Sequential(*(separable_block() for _ in range(4)))
        self.pool = nn.AvgPool2d((25, 5))
        self.classifier = nn.Linear(CHANNELS, CLASSES)

    def forward(self, spectrogram: Tensor) -> Tensor:
        features = self.pool(self.blocks(self.stem(spectrogram)))
        return torch.softmax(self.classifier(features.flatten(1)), dim=1)


def calibration(count: int, seed: int = 0) -> Iterator[tuple[Tensor]]:
    """Yield `count` input tuples of one (1, 1, 49, 10) float32 tensor."""
    for field in smooth_fields(count, INPUT_SHAPE, seed):
        yield (field,)


def model() -> tuple[nn.Module, tuple[Tensor]]:
    """Return the network, seeded and in evaluation mode, and one example input tuple."""
    torch.manual_seed(1)
    network = DsCnn()
    batch = torch.cat([inputs[0] for inputs in calibration(32, seed=1)])
    settle_batch_norm(network, batch, seed=1)
    spread_logits(network, network.classifier, batch)
    return network, next(calibration(1))
