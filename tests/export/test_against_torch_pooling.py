# SPDX-License-Identifier: Apache-2.0
"""Pools, means and softmax in every parameter form, against PT2E and on this machine."""

from __future__ import annotations

import itertools

import pytest
import torch
from support.against_torch import Form, check, form
from torch import nn
from torch.nn import functional as F

MAXIMA = [
    form("plain", nn.MaxPool2d(2), (1, 3, 6, 8)),
    form("T60_large", nn.MaxPool2d(2), (1, 1, 24, 24)),
    form("T60_permuted", lambda x: F.max_pool2d(x.permute(0, 3, 1, 2), 2), (1, 24, 24, 1)),
    form("stride", nn.MaxPool2d(3, 1), (1, 3, 6, 8)),
    form("by_axis", nn.MaxPool2d((2, 3), (1, 2), (1, 0)), (1, 3, 6, 8)),
    form("padding", nn.MaxPool2d(3, 2, 1), (1, 5, 7, 8)),
    form("ceil", nn.MaxPool2d(2, ceil_mode=True), (1, 5, 7, 9)),
    form("ceil_padding", nn.MaxPool2d(3, 2, 1, ceil_mode=True), (1, 5, 6, 8)),
    form("dilation", nn.MaxPool2d(2, 1, dilation=2), (1, 3, 7, 8)),
    form("dilation_padding_by_axis", nn.MaxPool2d(3, 2, 1, dilation=(2, 1)), (1, 3, 9, 8)),
    form("T62_batch", nn.MaxPool2d(2), (2, 3, 6, 8)),
    form("T64_channels", nn.MaxPool2d(3, 2), (1, 20, 7, 7)),
    form("T64_clamped", lambda x: torch.clamp(F.max_pool2d(x, 2), -0.5, 1.5), (1, 20, 7, 7)),
    form("nchw", nn.MaxPool2d(2), (1, 3, 6, 8), layout="nchw"),
    form("T63_scales", lambda x: F.max_pool2d(x, 2) + F.max_pool2d(x * 9, 2), (1, 3, 6, 8)),
    form("rank_3", lambda x: F.max_pool2d(x.unsqueeze(0), 2).squeeze(0), (3, 6, 8)),
]

AVERAGES = [
    form("plain", nn.AvgPool2d(2), (1, 3, 6, 8)),
    form("T54_whole", nn.AvgPool2d((25, 5)), (1, 64, 25, 5)),
    form("T55_ceil_padding", nn.AvgPool2d(3, 2, 1, ceil_mode=True), (1, 3, 8, 8)),
    form("T55_k5_s3", nn.AvgPool2d(5, 3, 1, ceil_mode=True), (1, 3, 16, 16)),
    form("T55_k5_s2", nn.AvgPool2d(5, 2, 1, ceil_mode=True), (1, 3, 32, 32)),
    form("T55_k3_s3", nn.AvgPool2d(3, 3, 1, ceil_mode=True), (1, 3, 33, 33)),
    form("T55_not_counted", nn.AvgPool2d(3, 2, 1, ceil_mode=True, count_include_pad=False), (1, 3, 8, 8)),
    form("T57_ceil", nn.AvgPool2d(2, 2, ceil_mode=True), (1, 1, 3, 3)),
    form("T59_by_axis", nn.AvgPool2d((2, 3), (2, 3), ceil_mode=True), (1, 2, 5, 8)),
    form("T59_divisor", nn.AvgPool2d(2, divisor_override=2), (1, 1, 4, 4)),
    form("divisor_ceil_padding", nn.AvgPool2d(3, 2, 1, ceil_mode=True, divisor_override=7), (1, 3, 8, 8)),
    form("padding", nn.AvgPool2d(3, 2, 1), (1, 5, 7, 8)),
    form("padding_not_counted", nn.AvgPool2d(3, 2, 1, count_include_pad=False), (1, 5, 7, 8)),
    form("T26_after_conv", nn.Sequential(nn.Conv2d(4, 3, 3, padding=1), nn.AvgPool2d(3, 1, 1)), (1, 4, 6, 6)),
    form("T62_batch", nn.AvgPool2d(2), (2, 3, 6, 8)),
    form("stride_1", nn.AvgPool2d(3, 1), (1, 17, 6, 8)),
    form("nchw", nn.AvgPool2d(2), (1, 3, 6, 8), layout="nchw"),
    form("relu_behind", nn.Sequential(nn.AvgPool2d(2), nn.ReLU()), (1, 3, 6, 8)),
    *(
        form(f"adaptive_{size}_of_{shape}", nn.AdaptiveAvgPool2d(size), (1, 5, *shape))
        for size, shape in itertools.product([(1, 1), (3, 2), (5, 7)], [(7, 9), (10, 14)])
    ),
    form("adaptive_number", nn.AdaptiveAvgPool2d(2), (2, 5, 7, 9)),
    form("adaptive_none", nn.AdaptiveAvgPool2d((None, 1)), (1, 5, 7, 9)),
    form("adaptive_up", nn.AdaptiveAvgPool2d((5, 7)), (1, 5, 3, 4)),
    form("adaptive_nchw", nn.AdaptiveAvgPool2d((3, 2)), (1, 5, 7, 9), layout="nchw"),
]

MEANS = [
    *(
        form(
            f"{'keep_' if keep else ''}{dims}_{layout}",
            lambda x, d=dims, k=keep: x.mean(d, k),
            (2, 3, 5, 4),
            layout=layout,
        )
        for dims, keep, layout in itertools.product([(2, 3), (1,), (0,), (1, 3)], [False, True], ["nhwc", "nchw"])
    ),
    form("negative", lambda x: x.mean((-1, -2)), (1, 3, 5, 4)),
    form("number", lambda x: x.mean(1), (3, 5)),
    form("all", lambda x: x.mean(), (3, 5)),
    form("all_dims", lambda x: x.mean((0, 1, 2)), (3, 5, 2)),
    form("size_1", lambda x: x.mean(1), (3, 1, 2)),
    form("rank_5", lambda x: x.mean((2, 4)), (1, 2, 3, 4, 5)),
    form("head", lambda x: F.relu(x).mean((2, 3)), (1, 33, 5, 4)),
]


@pytest.mark.parametrize("case", MAXIMA)
def test_max_pool(case: Form) -> None:
    """Every form of max_pool2d gives PT2E's values within 1 LSB."""
    check(case)


@pytest.mark.parametrize("case", AVERAGES)
def test_average_pool(case: Form) -> None:
    """Every form of avg_pool2d and adaptive_avg_pool2d gives PT2E's values within 1 LSB."""
    check(case)


@pytest.mark.parametrize("case", MEANS)
def test_mean(case: Form) -> None:
    """Means over all sets of dimensions give PT2E's values within 1 LSB."""
    check(case)


SOFTMAX = [
    *(
        form(
            f"rank_{rank}_dim_{dim}_{layout}", lambda x, d=dim: torch.softmax(x, d), (2, 5, 3, 4)[:rank], layout=layout
        )
        for rank in range(1, 5)
        for dim in range(rank)
        for layout in (("nhwc", "nchw") if rank == 4 else ("nhwc",))
    ),
    form("negative", lambda x: torch.softmax(x, -2), (2, 5, 3)),
    form("module", nn.Softmax(dim=1), (1, 10)),
    form("wide_scale", lambda x: torch.softmax(x * 20, -1), (2, 12)),
    form("narrow_scale", lambda x: torch.softmax(x * 0.01, -1), (2, 12)),
    form("then_more", lambda x: torch.softmax(x, -1) * 3 + 1, (2, 12)),
    form("twice", lambda x: torch.softmax(torch.softmax(x, -1), 0), (2, 12)),
]


@pytest.mark.parametrize("case", SOFTMAX)
def test_softmax(case: Form) -> None:
    """Softmax over every dimension gives PT2E's values within 1 LSB."""
    check(case)
