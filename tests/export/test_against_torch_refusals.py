# SPDX-License-Identifier: Apache-2.0
"""What no kernel does ends in one error that names the node, its line and the reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from support.against_torch import Form
from torch import nn
from torch.nn import functional as F

from penlight.backends.cortex_m.ops import all_operators
from penlight.backends.cortex_m.partition import refuse_unsupported
from penlight.export import to_pte
from penlight.export.pipeline import quantize
from penlight.runtime.errors import PenlightError, UnsupportedError, UsageError


class Asymmetric(nn.Module):
    """A layer whose weight another quantizer gave a zero point."""

    def __init__(self, call: Callable[..., torch.Tensor], shape: tuple[int, ...]) -> None:
        super().__init__()
        self.call = call
        self.register_buffer("weight", torch.ones(shape, dtype=torch.int8))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        ops = torch.ops.quantized_decomposed
        quantize, dequantize = ops.quantize_per_tensor.default, ops.dequantize_per_tensor.default
        activation = (0.5, 3, -128, 127, torch.int8)
        weight = dequantize(self.weight, 0.1, 5, -128, 127, torch.int8)
        y = self.call(dequantize(quantize(x, *activation), *activation), weight)
        return dequantize(quantize(y, *activation), *activation)


def depthwise(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None = None) -> torch.Tensor:
    return F.conv2d(x, weight, bias, groups=len(weight))


BIAS, W = (4,), torch.randn(4, 3, 2, 2)
D = torch.randn(4, 1, 2, 2)
M = torch.randn(5, 3)

TRIGGERS: dict[str, tuple[Callable[..., Any], tuple[tuple[int, ...], ...]]] = {
    "add_s8.alpha_is_positive": (lambda x, y: torch.add(x, y, alpha=-1), ((2, 3), (2, 3))),
    "avg_pool2d_s8.pools_an_image": (nn.AvgPool2d(2), ((3, 4, 6),)),
    "avg_pool2d_s8.window_fits_accumulator": (lambda x: x.mean((2, 3)), ((1, 1, 2897, 2897),)),
    "avg_pool2d_s8.divisor_is_small": (nn.AvgPool2d(2, divisor_override=65536), ((1, 3, 4, 6),)),
    "conv2d_s8.is_image": (nn.Conv2d(3, 4, 2), ((3, 4, 5),)),
    "conv2d_s8.has_constant_weight": (lambda x, y: F.conv2d(x, y), ((1, 3, 5, 5), (4, 3, 2, 2))),
    "conv2d_s8.has_symmetric_weight": (Asymmetric(F.conv2d, (4, 3, 2, 2)), ((1, 3, 5, 5),)),
    "conv2d_s8.has_constant_bias": (lambda x, b: F.conv2d(x, W, b), ((1, 3, 5, 5), BIAS)),
    "conv2d_s8.fits_accumulator": (nn.Conv2d(8193, 1, 2), ((1, 8193, 2, 2),)),
    "depthwise_conv2d_s8.is_image": (nn.Conv2d(4, 4, 2, groups=4), ((4, 5, 5),)),
    "depthwise_conv2d_s8.has_constant_weight": (depthwise, ((1, 4, 5, 5), (4, 1, 2, 2))),
    "depthwise_conv2d_s8.has_symmetric_weight": (Asymmetric(depthwise, (4, 1, 2, 2)), ((1, 4, 5, 5),)),
    "depthwise_conv2d_s8.has_constant_bias": (lambda x, b: depthwise(x, D, b), ((1, 4, 5, 5), BIAS)),
    "depthwise_conv2d_s8.fits_accumulator": (nn.Conv2d(2, 2, 182, groups=2), ((1, 2, 182, 182),)),
    "linear_s8.has_constant_matrix": (lambda x, y: F.linear(x, y), ((2, 3), (5, 3))),
    "linear_s8.has_symmetric_matrix": (Asymmetric(F.linear, (5, 3)), ((2, 3),)),
    "linear_s8.row_fits_accumulator": (nn.Linear(32769, 1), ((1, 32769),)),
    "linear_s8.adds_a_vector": (lambda x, b: F.linear(x, M, b), ((2, 3), (5,))),
    "max_pool2d_s8.is_image": (nn.MaxPool2d(2), ((3, 4, 6),)),
    "max_pool2d_s8.windows_see_the_input": (nn.MaxPool2d(2, 1, 1, dilation=4), ((1, 2, 3, 3),)),
    "pad_s8.pads_with_a_constant": (lambda x: F.pad(x, (1, 1, 1, 1), "reflect"), ((1, 2, 3, 3),)),
    "pad_s8.pads_outwards": (lambda x: F.pad(x, (-1, 0)), ((1, 2, 3, 3),)),
    "rescale_s8.bounds_are_constant": (lambda x, y: torch.clamp(x, min=y), ((2, 3), (2, 3))),
    "softmax_s8.row_fits": (nn.Softmax(-1), ((1, 4096),)),
}
"""For each operator's constraint, a model and shapes that break it alone."""

CONSTRAINTS = {f"{op.name}.{c.__name__}": c for op in all_operators() for c in op.constraints}


def refusal(what: Callable[..., Any], shapes: tuple[tuple[int, ...], ...]) -> PenlightError:
    """The error for a model, which is not calibrated: it does not come to that."""
    form = Form.of(what, *shapes)
    module = form.module
    quantized = module if isinstance(module, Asymmetric) else quantize(module, form.inputs, ())
    program = torch.export.export(quantized, form.inputs)
    with pytest.raises(PenlightError) as caught:
        refuse_unsupported(program)
    return caught.value


@pytest.mark.filterwarnings("ignore:must run observer")
@pytest.mark.parametrize("name", CONSTRAINTS)
def test_constraint(name: str) -> None:
    """Each constraint of each operator is broken by a model, whose error has its docstring, the node and its line."""
    error = refusal(*TRIGGERS[name])
    assert isinstance(error, UnsupportedError)
    assert " ".join((CONSTRAINTS[name].__doc__ or "").split()) in str(error)
    assert ".py:" in str(error)
    assert "aten." in str(error)
    assert "fix:" in str(error)


def test_every_trigger_has_its_constraint() -> None:
    """No trigger outlives the constraint that it is for."""
    assert set(TRIGGERS) == set(CONSTRAINTS)


LINES: dict[str, tuple[Callable[..., Any], tuple[int, ...], str]] = {
    "no_kernel": (lambda x: torch.sin(x), (2, 3), "aten.sin"),
    "between": (lambda x: torch.sin(x + 1) * 2, (2, 3), "aten.sin"),
    "T80_slice": (lambda x: (x * x)[:, ::2], (1, 64), "aten.slice"),
    "T80_broadcast_to": (lambda x: x.broadcast_to(2, 4, 3) * 2, (2, 1, 3), "aten.broadcast_to"),
    "broadcast_runs": (lambda x: x + torch.ones(1, 2, 1, 2, 1), (2, 1, 2, 1, 2), "alternating runs"),
    "pad_five_dimensions": (lambda x: F.pad(x, (1,) * 10), (2, 1, 2, 1, 2), "padding of 5 dimensions"),
}


@pytest.mark.parametrize("name", LINES)
def test_refused(name: str) -> None:
    """What has no kernel, or too many dimensions for one, is named by to_pte with its line."""
    what, shape, words = LINES[name]
    case = Form.of(what, shape)
    with pytest.raises(UnsupportedError) as caught:
        to_pte(case.module, case.inputs)
    assert words in str(caught.value)


def test_batch_norm_alone() -> None:
    """A batch norm that no convolution takes in has no kernel."""
    program = torch.export.export(nn.BatchNorm2d(3).eval(), (torch.randn(1, 3, 4, 4),))
    with pytest.raises(UnsupportedError, match=r"aten\.batch_norm has no kernel"):
        refuse_unsupported(program)


def test_wrong_arguments() -> None:
    """Arguments that cannot be are named, whatever would have become of them."""
    net, x = nn.Linear(3, 2), (torch.randn(1, 3),)
    with pytest.raises(UsageError, match="cortex-m9"):
        to_pte(net, x, target="cortex-m9")
    with pytest.raises(UsageError, match="example input 0 is a list"):
        to_pte(net, ([1.0],))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"torch\.export"):
        to_pte(net, (torch.randn(1, 4),))
    with pytest.raises(UsageError, match=r"example input 0 is torch\.float64"):
        to_pte(net.double(), (torch.randn(1, 3, dtype=torch.float64),))
    with pytest.raises(UsageError, match=r"example input 0 is torch\.int64"):
        to_pte(nn.Embedding(4, 3), (torch.zeros(1, 2, dtype=torch.int64),))
