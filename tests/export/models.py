# SPDX-License-Identifier: Apache-2.0
"""Small models that the exporter's tests load by file and factory."""

from __future__ import annotations

import torch


class Small(torch.nn.Module):
    """Convolution, depthwise convolution, pool, flatten with more than one pixel, linear."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = torch.nn.Conv2d(3, 8, 3, padding=1)
        self.norm = torch.nn.BatchNorm2d(8)
        self.depthwise = torch.nn.Conv2d(8, 8, 3, stride=2, padding=1, groups=8)
        self.pool = torch.nn.MaxPool2d(2)
        self.linear = torch.nn.Linear(8 * 2 * 2, 5)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = torch.relu(self.norm(self.conv(x)))
        x = torch.nn.functional.relu6(self.depthwise(x))
        return self.linear(torch.flatten(self.pool(x), 1))


class Unsupported(torch.nn.Module):
    """Has an operator without a kernel, in a line of its own."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = torch.relu(x)
        return torch.fft.rfft(x).abs()


class Big(torch.nn.Module):
    """Weights of more than 256 KiB and activations of more than 16 KiB."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(20000, 20)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x)


def small() -> tuple[torch.nn.Module, tuple[torch.Tensor, ...]]:
    torch.manual_seed(0)
    return Small().eval(), (torch.randn(1, 3, 8, 8),)


def unsupported() -> tuple[torch.nn.Module, tuple[torch.Tensor, ...]]:
    return Unsupported(), (torch.randn(1, 3, 8, 8),)


def big() -> tuple[torch.nn.Module, tuple[torch.Tensor, ...]]:
    torch.manual_seed(0)
    return Big(), (torch.randn(1, 20000),)


def no_model() -> int:
    return 3


def fails() -> None:
    raise ValueError("the factory's own error")
