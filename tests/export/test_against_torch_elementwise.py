# SPDX-License-Identifier: Apache-2.0
"""Additions, products and clamps, fused and alone, against PT2E and on this machine."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from support.against_torch import Call, Form, check, check_pte, form, operators
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)

Binary = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]

PAIRS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "same": ((1, 5, 4, 3), (1, 5, 4, 3)),
    "T67_channels": ((1, 8, 1, 1), (1, 8, 5, 5)),
    "T67_channels_second": ((1, 8, 5, 5), (1, 8, 1, 1)),
    "T67_both": ((2, 1, 2, 1), (1, 2, 1, 2)),
    "T67_one": ((1,), (2, 2, 2, 2)),
    "T68_pixel": ((1, 5, 4, 3), (1, 1, 4, 1)),
    "rank_0": ((), (3, 4)),
    "ranks": ((3, 4), (2, 5, 3, 4)),
    "row": ((4, 5), (5,)),
    "column": ((4, 5), (4, 1)),
    "rank_3": ((2, 1, 5), (1, 3, 5)),
    "rank_5": ((2, 3, 1, 2, 2), (1, 3, 4, 2, 2)),
}


@pytest.mark.parametrize("layout", ["nhwc", "nchw"])
@pytest.mark.parametrize("shapes", PAIRS.values(), ids=PAIRS)
def test_broadcasting(shapes: tuple[tuple[int, ...], tuple[int, ...]], layout: str) -> None:
    """Sums and products of all pairs of shapes that torch broadcasts, in both layouts."""
    check(Form.of(lambda a, b: (a + b, a * b), *shapes, layout=layout))


class Buffers(nn.Module):
    """Sums and products with buffers and parameters."""

    offset: torch.Tensor

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("offset", torch.randn(1, 3, 1, 1))
        self.factor = nn.Parameter(torch.randn(3, 4, 5))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return (x + self.offset) * self.factor


ONE = (1, 3, 4, 5)
ROW = torch.randn(5)

FORMS = [
    form("T67_alpha", lambda a, b: torch.add(a, b, alpha=0.5), (4, 5), (4, 5)),
    form("alpha_2", lambda a, b: torch.add(a, b, alpha=2), (4, 5), (4, 5)),
    form("alpha_in_place", lambda a, b: (a * 2).add_(b, alpha=0.25), (4, 5), (4, 5)),
    form("plus_number", lambda x: x + 1.0, ONE),
    form("plus_integer", lambda x: x + 3, ONE),
    form("number_plus", lambda x: 1.5 + x, ONE),
    form("minus_number_as_plus", lambda x: x + -2.0, ONE),
    form("plus_number_alpha", lambda x: torch.add(x, 2.0, alpha=0.5), ONE),
    form("times_number", lambda x: x * 0.5, ONE),
    form("number_times", lambda x: 2 * x, ONE),
    form("times_negative", lambda x: x * -1.5, ONE),
    form("times_zero", lambda x: x * 0, ONE),
    form("plus_zero", lambda x: x + 0.0, ONE),
    form("twice", lambda x: x + x, ONE),
    form("square", lambda x: x * x, ONE),
    form("add_in_place", lambda x, y: (x * 2).add_(y), ONE, ONE),
    form("mul_in_place", lambda x, y: (x + 2).mul_(y), ONE, ONE),
    form("add_number_in_place", lambda x: (x * 2).add_(1.0), ONE),
    form("plus_equals", lambda x, y: (x * 2).__iadd__(y), ONE, ONE),
    form("buffers", Buffers(), ONE),
    form("buffers_nchw", Buffers(), ONE, layout="nchw"),
    form("constant_first", lambda x: ROW * (ROW + x), ONE),
    form("layouts_differ", lambda x, y: x + y.permute(0, 3, 1, 2), ONE, (1, 4, 5, 3)),
    form("T70_left_shift", lambda x: (x * 0.1) * (x * 0.1), ONE),
    form("very_different_scales", lambda x, y: x + y * 0.001, ONE, ONE),
    form("T80_square", lambda x: (x * x).reshape(4, 16), (1, 64)),
]


@pytest.mark.parametrize("case", FORMS)
def test_arithmetic(case: Form) -> None:
    """Sums and products with alphas, numbers, constants and themselves keep to PT2E within 1 LSB."""
    check(case)


CLAMPS: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "relu": F.relu,
    "relu_": F.relu_,
    "relu6": F.relu6,
    "relu6_": lambda x: F.relu6(x, inplace=True),
    "T66_hardtanh": F.hardtanh,
    "hardtanh_": lambda x: F.hardtanh_(x, -0.5, 2.0),
    "clamp": lambda x: torch.clamp(x, -0.7, 1.3),
    "clamp_": lambda x: x.clamp_(-0.7, 1.3),
    "clamp_min": lambda x: torch.clamp(x, min=-0.5),
    "clamp_max": lambda x: torch.clamp(x, max=0.5),
    "clamp_min_op": lambda x: torch.clamp_min(x, 0.25),
    "clamp_max_op": lambda x: torch.clamp_max(x, 0.25),
    "clamp_one_value": lambda x: torch.clamp(x, 0.5, 0.5),
    "clip": lambda x: torch.clip(x, 0, 3),
}


@pytest.mark.parametrize("clamp", CLAMPS.values(), ids=CLAMPS)
def test_clamp_alone(clamp: Callable[[torch.Tensor], torch.Tensor]) -> None:
    """A clamp of a program's input: one rescaling, or none where the input's own range already clamps."""
    graph = check(Form.of(lambda x: clamp(x.view(2, 12)), (4, 6)))
    assert set(operators(graph)) <= {"rescale_s8"}


def test_clamps_in_the_edge_dialect() -> None:
    """ExecuTorch has other names for some clamps; a chain of them all gives the same bits in a .pte."""

    def chain(x: torch.Tensor) -> torch.Tensor:
        for clamp in CLAMPS.values():
            x = clamp(x * 2) + 0.1
        return x

    check_pte(Form.of(chain, (3, 4)))


class Before(nn.Module):
    """An operator and the clamp behind it."""

    def __init__(self, operator: nn.Module, clamp: Callable[[torch.Tensor], torch.Tensor]) -> None:
        super().__init__()
        self.operator = operator
        self.clamp = clamp

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.clamp(self.operator(x))


@pytest.mark.parametrize("clamp", CLAMPS.values(), ids=CLAMPS)
def test_clamp_fused(clamp: Callable[[torch.Tensor], torch.Tensor]) -> None:
    """A clamp behind a convolution, a linear layer, a sum and a product costs no kernel call."""
    torch.manual_seed(0)
    steps = (
        nn.Conv2d(3, 4, 3),
        nn.Conv2d(4, 4, 2, groups=4),
        Call(lambda x: x * x),
        Call(lambda x: x + x),
        nn.Linear(5, 6),
    )
    graph = check(Form.of(nn.Sequential(*(Before(step, clamp) for step in steps)), (1, 3, 6, 8)))
    assert "rescale_s8" not in operators(graph)


class Residual(nn.Module):
    """T66: a residual block."""

    def __init__(self, clamp: Callable[[torch.Tensor], torch.Tensor]) -> None:
        super().__init__()
        self.first = nn.Conv2d(4, 4, 3, padding=1)
        self.second = nn.Conv2d(4, 4, 3, padding=1)
        self.clamp = clamp

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = F.relu(self.first(x))
        return self.clamp(x + self.second(x))


@pytest.mark.parametrize("name", ["relu", "relu_", "relu6", "T66_hardtanh", "clamp_max"])
def test_residual_block(name: str) -> None:
    """The clamp behind a sum is at the output's zero point: three kernel calls for a residual block."""
    torch.manual_seed(0)
    graph = check(Form.of(Residual(CLAMPS[name]), (1, 4, 8, 8)))
    assert operators(graph) == ["conv2d_s8", "conv2d_s8", "add_s8"]
