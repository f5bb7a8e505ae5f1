# SPDX-License-Identifier: Apache-2.0
"""ResNet-8, the image-classification network of MLPerf Tiny: a 32x32 RGB image to 10 classes."""

from collections.abc import Iterator

import torch
from synthetic import settle_batch_norm, smooth_fields, spread_logits
from torch import Tensor, nn

CLASSES = 10
INPUT_SHAPE = (3, 32, 32)


def convolution_3x3(in_channels: int, out_channels: int, stride: int = 1) -> nn.Sequential:
    """A 3x3 convolution with TensorFlow's SAME padding, then batch norm.

    On an even size, stride 2 needs one row and one column of zeros: below and to the right only.
    """
    padding = 1 if stride == 1 else 0
    layers = [nn.Conv2d(in_channels, out_channels, 3, stride, padding), nn.BatchNorm2d(out_channels)]
    return nn.Sequential(*layers) if stride == 1 else nn.Sequential(nn.ZeroPad2d((0, 1, 0, 1)), *layers)


class ResidualStack(nn.Module):
    """Two 3x3 convolutions beside a shortcut: the identity, or a strided 1x1 convolution where the shape changes."""

    def __init__(self, in_channels: int, out_channels: int, stride: int) -> None:
        super().__init__()
        self.first = convolution_3x3(in_channels, out_channels, stride)
        self.second = convolution_3x3(out_channels, out_channels)
        self.shortcut = nn.Identity() if stride == 1 else nn.Conv2d(in_channels, out_channels, 1, stride=stride)

    def forward(self, features: Tensor) -> Tensor:
        residual = self.second(torch.relu(self.first(features)))
        return torch.relu(residual + self.shortcut(features))


class ResNet8(nn.Module):
    """Input (batch, 3, 32, 32) float32, output (batch, 10) class probabilities."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(convolution_3x3(INPUT_SHAPE[0], 16), nn.ReLU())
        self.stacks = nn.Sequential(ResidualStack(16, 16, 1), ResidualStack(16, 32, 2), ResidualStack(32, 64, 2))
        self.pool = nn.AvgPool2d(8)
        self.classifier = nn.Linear(64, CLASSES)

    def forward(self, image: Tensor) -> Tensor:
        features = self.pool(self.stacks(self.stem(image)))
        return torch.softmax(self.classifier(features.flatten(1)), dim=1)


def calibration(count: int, seed: int = 0) -> Iterator[tuple[Tensor]]:
    """Yield `count` input tuples of one (1, 3, 32, 32) float32 tensor, channels last as a camera delivers them."""
    for field in smooth_fields(count, INPUT_SHAPE, seed):
        yield (field.contiguous(memory_format=torch.channels_last),)


def model() -> tuple[nn.Module, tuple[Tensor]]:
    """Return the network, seeded and in evaluation mode, and one example input tuple."""
    torch.manual_seed(3)
    network = ResNet8()
    batch = torch.cat([inputs[0] for inputs in calibration(32, seed=1)])
    settle_batch_norm(network, batch, seed=3)
    spread_logits(network, network.classifier, batch)
    return network, next(calibration(1))
