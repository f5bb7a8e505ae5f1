# SPDX-License-Identifier: Apache-2.0
"""Convolutions and fully connected layers in every parameter form, against PT2E and on this machine."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from support.against_torch import Form, check, form, operators
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)


def conv(name: str, shape: tuple[int, ...], *args: Any, **options: Any) -> Any:
    """One Conv2d."""
    return form(name, nn.Conv2d(*args, **options), shape)


CONVOLUTIONS = [
    conv("plain", (1, 3, 7, 9), 3, 5, 3),
    conv("stride_padding", (1, 3, 7, 9), 3, 5, 3, stride=2, padding=1),
    conv("stride_and_padding_by_axis", (1, 3, 9, 8), 3, 4, (3, 5), stride=(2, 1), padding=(1, 2)),
    conv("same", (1, 3, 7, 6), 3, 4, 3, padding="same"),
    conv("same_even_kernel", (1, 3, 7, 6), 3, 4, (2, 4), padding="same"),
    conv("same_dilated", (1, 3, 9, 8), 3, 4, (3, 2), padding="same", dilation=(2, 3)),
    conv("valid", (1, 3, 7, 6), 3, 4, 3, padding="valid"),
    conv("T19_dilation", (3, 1, 8, 8), 1, 4, 3, dilation=2),
    conv("dilation_by_axis", (1, 2, 9, 11), 2, 3, 3, dilation=(1, 3), padding=(1, 3)),
    conv("T15_groups_no_bias", (1, 4, 8, 8), 4, 4, 3, padding=1, groups=2, bias=False),
    conv("groups_of_three", (1, 6, 5, 5), 6, 9, 2, groups=3),
    conv("T37_no_bias", (1, 3, 6, 6), 3, 4, 3, bias=False),
    conv("even_kernel", (1, 3, 6, 7), 3, 4, (2, 4), padding=1),
    conv("batch", (3, 3, 6, 7), 3, 4, 3, padding=1),
    conv("1x1", (1, 5, 4, 3), 5, 7, 1),
    conv("1x1_batch", (2, 5, 4, 3), 5, 7, 1),
    conv("1x1_stride", (1, 5, 5, 4), 5, 7, 1, stride=2),
    conv("1x1_padding", (1, 5, 4, 3), 5, 7, 1, padding=1),
    conv("1x1_groups", (1, 6, 4, 3), 6, 4, 1, groups=2),
    conv("kernel_covers_the_input", (1, 3, 4, 5), 3, 6, (4, 5)),
    conv("stride_above_kernel", (1, 3, 9, 9), 3, 4, 2, stride=4),
    conv("T28_one_row", (1, 4, 1, 16), 4, 4, (3, 3), padding=1),
    conv("T22_one_channel", (1, 1, 7, 5), 1, 5, 1),
    conv("T25_first_layer", (1, 1, 49, 10), 1, 8, (10, 4), stride=2, padding=(5, 1)),
    conv("T16_depthwise_wide", (1, 128, 5, 5), 128, 128, 3, groups=128, bias=False),
    conv("T18_depthwise_one_pixel", (1, 2, 1, 1), 2, 2, 3, padding=1, groups=2),
    conv("T21_depthwise", (1, 3, 64, 64), 3, 3, 3, padding=1, groups=3),
    conv("T33_depthwise_batch", (2, 5, 6, 7), 5, 5, 3, padding=1, groups=5),
    conv("T36_depthwise_stride_dilation", (1, 4, 13, 14), 4, 4, 3, stride=2, dilation=3, padding=2, groups=4),
    conv("depthwise_multiplier", (1, 3, 6, 7), 3, 6, 3, groups=3, padding=1),
    conv("depthwise_multiplier_batch", (2, 4, 5, 5), 4, 12, (2, 3), groups=4, stride=(1, 2)),
    conv("depthwise_5x5", (1, 17, 7, 7), 17, 17, 5, groups=17, padding=2),
    conv("depthwise_same", (1, 4, 7, 6), 4, 4, (2, 3), groups=4, padding="same"),
    form("T22_nchw", nn.Conv2d(1, 5, 1), (1, 1, 7, 5), layout="nchw"),
    form("nchw", nn.Conv2d(3, 5, 3, padding=1), (2, 3, 7, 5), layout="nchw"),
    form("T24_asymmetric_padding", nn.Sequential(nn.ZeroPad2d((1, 2, 2, 1)), nn.Conv2d(3, 4, 3, 2)), (1, 3, 9, 9)),
    form("constant_weight", lambda x: F.conv2d(x, torch.ones(4, 3, 2, 2).mul(0.1)), (1, 3, 5, 5)),
    form("wide_zero_padding", nn.Sequential(nn.ZeroPad2d((5, 4, 3, 0)), nn.Conv2d(3, 4, 3, padding=1)), (1, 3, 6, 6)),
    form(
        "zero_padding_depthwise",
        nn.Sequential(nn.ZeroPad2d((0, 1, 0, 1)), nn.Conv2d(4, 4, 3, 2, groups=4)),
        (1, 4, 6, 6),
    ),
    form("zero_padding_1x1", nn.Sequential(nn.ZeroPad2d((1, 0, 2, 0)), nn.Conv2d(3, 4, 1, 2)), (1, 3, 6, 6)),
    form("batch_norm", nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4)), (1, 3, 6, 6)),
    form("batch_norm_relu", nn.Sequential(nn.Conv2d(3, 4, 3, bias=False), nn.BatchNorm2d(4), nn.ReLU()), (1, 3, 6, 6)),
    form(
        "depthwise_batch_norm_relu6",
        nn.Sequential(nn.Conv2d(4, 4, 3, groups=4), nn.BatchNorm2d(4), nn.ReLU6()),
        (1, 4, 6, 6),
    ),
]


@pytest.mark.parametrize("case", CONVOLUTIONS)
def test_convolution(case: Form) -> None:
    """Every form of conv2d keeps to PT2E within 1 LSB. An NHWC image of several channels is not copied.

    An image of one channel is NHWC and NCHW at once, and torch then chooses NCHW for the output.
    """
    names = operators(check(case))
    if case.inputs[0].shape[1] > 1 and case.inputs[0].is_contiguous(memory_format=torch.channels_last):
        assert "transpose_s8" not in names


MATRIX = torch.randn(7, 4)


class Functional(nn.Module):
    """A weight that forward computes from parameters alone."""

    def __init__(self) -> None:
        super().__init__()
        self.parameter = nn.Parameter(torch.randn(5, 7))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.linear(x, self.parameter * 0.5 + 0.1)


class Small(nn.Module):
    """T39: inputs near zero, whose sums must not collapse into the zero point."""

    def __init__(self, bias: bool) -> None:
        super().__init__()
        self.linear = nn.Linear(512, 10, bias=bias)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x * 0.002)


LINEARS = [
    form("rank_1", nn.Linear(9, 5), (9,)),
    form("rank_2", nn.Linear(9, 5), (1, 9)),
    form("rows", nn.Linear(9, 5), (4, 9)),
    form("rank_3", nn.Linear(5, 5), (1, 30, 5)),
    form("rank_4", nn.Linear(6, 3), (2, 3, 4, 6)),
    form("rank_4_nchw", nn.Linear(6, 3), (2, 3, 4, 6), layout="nchw"),
    form("rank_5", nn.Linear(6, 3), (2, 3, 2, 4, 6)),
    form("no_bias", nn.Linear(9, 5, bias=False), (2, 9)),
    form("T39_small_inputs", Small(True), (1, 512)),
    form("T39_small_inputs_no_bias", Small(False), (1, 512)),
    form("T44_wide", nn.Linear(1280, 100), (1, 1280)),
    form("T45_computed_weight", Functional(), (2, 7)),
    form("one_output", nn.Linear(7, 1), (1, 7)),
    form("matmul_by_parameter", lambda x: x @ MATRIX, (3, 7)),
    form("mlp", nn.Sequential(nn.Linear(9, 17), nn.ReLU(), nn.Linear(17, 5), nn.ReLU6(), nn.Linear(5, 3)), (2, 9)),
]


@pytest.mark.parametrize("case", LINEARS)
def test_linear(case: Form) -> None:
    """Every form of a fully connected layer keeps to PT2E within 1 LSB."""
    check(case)


FLATTENED = [
    form("flatten", nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(48, 5)), (1, 3, 5, 6)),
    form("flatten_batch", nn.Sequential(nn.Conv2d(3, 4, 3), nn.Flatten(), nn.Linear(48, 5)), (2, 3, 5, 6)),
    form(
        "flatten_dropout", nn.Sequential(nn.Conv2d(3, 4, 3), nn.Flatten(), nn.Dropout(), nn.Linear(48, 5)), (1, 3, 5, 6)
    ),
    form("flatten_relu", nn.Sequential(nn.Conv2d(3, 4, 3), nn.Flatten(), nn.ReLU(), nn.Linear(48, 5)), (1, 3, 5, 6)),
    form("reshape", nn.Sequential(nn.MaxPool2d(2), nn.Flatten(), nn.Linear(18, 5)), (1, 3, 5, 6)),
]


@pytest.mark.parametrize("case", FLATTENED)
def test_flatten_before_linear_copies_nothing(case: Form) -> None:
    """The weight's columns take the order in which an image lies in memory, so the image stays where it is."""
    assert "transpose_s8" not in operators(check(case))
