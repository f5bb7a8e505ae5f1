# SPDX-License-Identifier: Apache-2.0
"""Seeded inputs and settled weights, so that untrained networks compute in sensible ranges."""

from collections.abc import Iterator

import torch
from torch import Tensor, nn
from torch.nn import functional


def smooth_fields(count: int, shape: tuple[int, int, int], seed: int) -> Iterator[Tensor]:
    """Yield `count` float32 tensors of shape (1, *shape): a coarse random field, a finer one, and a little noise.

    `shape` is (channels, height, width). Most values lie in [-1, 1], and neighbours are correlated, as in images and
    spectrograms. The same seed gives the same fields.
    """
    generator = torch.Generator().manual_seed(seed)
    channels, height, width = shape
    for _ in range(count):
        field = 0.05 * torch.randn(1, channels, height, width, generator=generator)
        for grid_size, amplitude in ((3, 0.4), (9, 0.15)):
            grid = torch.randn(1, channels, grid_size, grid_size, generator=generator)
            field += amplitude * functional.interpolate(grid, (height, width), mode="bicubic", align_corners=True)
        yield field


def settle_batch_norm(network: nn.Module, batch: Tensor, seed: int) -> None:
    """Give every batch norm the statistics of `batch` and an affine part that is not the identity.

    The biases are near 1, so that most units are above zero: random layers with half of their units cut off amplify
    small differences, and the rounding of int8 would grow from layer to layer as it does not in trained networks.
    Leaves the network in evaluation mode. `batch` is one stack of inputs, first dimension the samples.
    """
    generator = torch.Generator().manual_seed(seed)
    for layer in network.modules():
        if isinstance(layer, nn.BatchNorm1d | nn.BatchNorm2d):
            layer.momentum = None  # a plain average over the batches seen
            nn.init.uniform_(layer.weight, 0.7, 1.3, generator=generator)
            nn.init.normal_(layer.bias, 1.0, 0.3, generator=generator)
    with torch.no_grad():
        network.train()(batch)
    network.eval()


def spread_logits(network: nn.Module, classifier: nn.Linear, batch: Tensor) -> None:
    """Scale `classifier` so that over `batch` each logit has mean 0 and deviation 2.

    Without it every input gets nearly the same, nearly uniform, class probabilities.
    """
    logits: list[Tensor] = []
    hook = classifier.register_forward_hook(lambda _layer, _inputs, output: logits.append(output))
    with torch.no_grad():
        network(batch)
        hook.remove()
        gain = 2.0 / logits[0].std(dim=0)
        classifier.weight *= gain[:, None]
        classifier.bias.copy_((classifier.bias - logits[0].mean(dim=0)) * gain)
