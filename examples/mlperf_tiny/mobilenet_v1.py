# SPDX-License-Identifier: Apache-2.0
"""MobileNetV1 of width 0.25, the visual-wake-words network of MLPerf Tiny: a 96x96 RGB image to 2 classes."""

from collections.abc import Iterator

import torch
from synthetic import settle_batch_norm, smooth_fields, spread_logits
from torch import Tensor, nn

CLASSES = 2
INPUT_SHAPE = (3, 96, 96)
STEM_CHANNELS = 8
# (output channels, stride) of each depthwise-separable block
BLOCKS = ((16, 1), (32, 2), (32, 1), (64, 2), (64, 1), (128, 2), *((128, 1),) * 5, (256, 2), (256, 1))


def convolution_3x3(in_channels: int, out_channels: int, stride: int, groups: int = 1) -> list[nn.Module]:
    """A 3x3 convolution with TensorFlow's SAME padding, batch norm and ReLU.

    On an even size, stride 2 needs one row and one column of zeros: below and to the right only.
    """
    padding = 1 if stride == 1 else 0
    layers = [
        nn.Conv2d(in_channels, out_channels, 3, stride, padding, groups=groups, bias=False),
        nn.BatchNorm2d(out_channels),
        nn.ReLU(),
    ]
    return layers if stride == 1 else [nn.ZeroPad2d((0, 1, 0, 1)), *layers]


def separable_block(in_channels: int, out_channels: int, stride: int) -> nn.Sequential:
    """A 3x3 depthwise convolution, then a pointwise one, both with batch norm and ReLU."""
    return nn.Sequential(
        *convolution_3x3(in_channels, in_channels, stride, groups=in_channels),
        nn.Conv2d(in_channels, out_channels, 1, bias=False),
        nn.BatchNorm2d(out_channels),
        nn.ReLU(),
    )


class MobileNetV1(nn.Module):
    """Input (batch, 3, 96, 96) float32, output (batch, 2) class probabilities."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(*convolution_3x3(INPUT_SHAPE[0], STEM_CHANNELS, stride=2))
        in_channels = STEM_CHANNELS
        blocks = []
        for out_channels, stride in BLOCKS:
            blocks.append(separable_block(in_channels, out_channels, stride))
            in_channels = out_channels
        self.blocks = nn.Sequential(*blocks)
        self.pool = nn.AvgPool2d(3)
        self.classifier = nn.Linear(in_channels, CLASSES)

    def forward(self, image: Tensor) -> Tensor:
        features = self.pool(self.blocks(self.stem(image)))
        return torch.softmax(self.classifier(features.flatten(1)), dim=1)


def calibration(count: int, seed: int = 0) -> Iterator[tuple[Tensor]]:
    """Yield `count` input tuples of one (1, 3, 96, 96) float32 tensor, channels last as a camera delivers them."""
    for field in smooth_fields(count, INPUT_SHAPE, seed):
        yield (field.contiguous(memory_format=torch.channels_last),)


def model() -> tuple[nn.Module, tuple[Tensor]]:
    """Return the network, seeded and in evaluation mode, and one example input tuple."""
    torch.manual_seed(2)
    network = MobileNetV1()
    batch = torch.cat([inputs[0] for inputs in calibration(32, seed=1)])
    settle_batch_norm(network, batch, seed=2)
    spread_logits(network, network.classifier, batch)
    return network, next(calibration(1))
