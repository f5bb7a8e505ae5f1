# SPDX-License-Identifier: Apache-2.0
"""What moves elements: cat, pad, permute and changes of shape, against PT2E and on this machine."""

from __future__ import annotations

import itertools

import pytest
import torch
from support.against_torch import Form, check, check_pte, form
from torch import nn
from torch.nn import functional as F

from penlight.backends.cortex_m.ops.permute import Permute
from penlight.backends.cortex_m.ops.view import View

PARTS = (2, 3, 4, 5)
CONSTANT = torch.randn(1, 2, 3, 3)

CATS = [
    *(
        form(
            f"dim_{dim}_{layout}",
            lambda a, b, d=dim: torch.cat((a, b), d),
            PARTS,
            (*PARTS[:dim], 2, *PARTS[dim + 1 :]),
            layout=layout,
        )
        for dim, layout in itertools.product(range(4), ["nhwc", "nchw"])
    ),
    *(form(f"rank_{rank}", lambda a, b: torch.cat((a, b), -1), PARTS[:rank], PARTS[:rank]) for rank in (1, 2, 3)),
    form("rank_5", lambda a, b: torch.cat((a, b), 2), (1, 2, 3, 2, 2), (1, 2, 1, 2, 2)),
    form("four", lambda a, b, c, d: torch.cat((a, b, c, d), 1), (1, 2, 3, 3), (1, 1, 3, 3), (1, 3, 3, 3), (1, 2, 3, 3)),
    form("repeated", lambda a, b: torch.cat((a, b, a), 1), (1, 2, 3, 3), (1, 1, 3, 3)),
    form("itself", lambda a: torch.cat((a, a), 1), (1, 2, 3, 3)),
    form("one", lambda a: torch.cat((a,), 1), (1, 2, 3, 3)),
    form("T80_scales", lambda a: torch.cat((a * 0.1, a * 3, a + 5), 1), (1, 2, 3, 3)),
    form("constant", lambda a: torch.cat((a, CONSTANT), 1), (1, 2, 3, 3)),
    form("used_twice", lambda a, b: (torch.cat((a, b), 1), torch.cat((b, a), 1)), (1, 2, 3, 3), (1, 2, 3, 3)),
    form("nested", lambda a, b: torch.cat((torch.cat((a, b), 1), a), 1), (1, 2, 3, 3), (1, 2, 3, 3)),
    form("dense", lambda a: torch.cat((a, F.relu(torch.cat((a, a * 2), 1))), 1), (1, 2, 3, 3)),
    form("stack", lambda a, b: torch.cat((a.unsqueeze(1), b.unsqueeze(1)), 1), (2, 3), (2, 3)),
    form("layouts_differ", lambda a, b: torch.cat((a, b.permute(0, 3, 1, 2)), 1), (1, 2, 3, 4), (1, 3, 4, 5)),
    form("relu_behind", lambda a, b: F.relu(torch.cat((a, b), 1)), (1, 2, 3, 3), (1, 2, 3, 3)),
]


@pytest.mark.parametrize("case", CATS)
def test_cat(case: Form) -> None:
    """Every form of cat gives PT2E's values within 1 LSB."""
    check(case)


PADS = [
    *(
        form(f"T74_rank_{rank}_{layout}", lambda x, p=pad: F.pad(x, p, value=1.5), shape, layout=layout)
        for rank, pad, shape in [
            (1, (1, 2), (5,)),
            (2, (1, 2, 3, 0), (4, 5)),
            (3, (0, 2, 1, 1, 2, 0), (2, 3, 4)),
            (4, (1, 2, 2, 1), (2, 3, 4, 5)),
            (4, (1, 0, 0, 2, 3, 1, 1, 1), (2, 3, 4, 5)),
            (5, (1, 2, 0, 1), (1, 2, 3, 2, 3)),
        ]
        for layout in (("nhwc", "nchw") if rank == 4 else ("nhwc",))
    ),
    form("zero", nn.ZeroPad2d((1, 2, 0, 3)), (1, 3, 4, 5)),
    form("constant", nn.ConstantPad2d(2, -1.25), (1, 3, 4, 5)),
    form("out_of_range", lambda x: F.pad(x, (1, 1), value=100.0), (3, 4)),
    form("minus_out_of_range", lambda x: F.pad(x, (1, 1), value=-100.0), (3, 4)),
    form("none", lambda x: F.pad(x, (0, 0)) * 2, (3, 4)),
    form("front", lambda x: F.pad(x, (0, 0, 0, 0, 1, 0)), (1, 2, 3, 4)),
    form("relu_behind", lambda x: F.relu(F.pad(x, (1, 1))), (3, 4)),
    form("T26_average", lambda x: F.avg_pool2d(F.pad(x, (1, 1, 1, 1)), 2), (1, 3, 4, 4)),
]


@pytest.mark.parametrize("case", PADS)
def test_pad(case: Form) -> None:
    """Constant padding of every rank gives PT2E's values within 1 LSB."""
    check(case)


T72 = [
    ((5, 4, 20), (0, 2, 1)),
    ((5, 4, 20), (1, 2, 0)),
    ((5, 20), (1, 0)),
    ((5, 4, 12, 17), (3, 1, 2, 0)),
    ((5, 4, 3, 9), (0, 3, 2, 1)),
    ((1, 1, 128, 128), (0, 1, 3, 2)),
    ((4, 3, 3, 21), (2, 3, 1, 0)),
    ((4, 9, 3, 19), (0, 3, 1, 2)),
    ((2, 3, 4, 5, 6), (4, 2, 0, 3, 1)),
]

PERMUTATIONS = [
    *(form(f"T72_{shape}_{dims}", lambda x, d=dims: x.permute(d) * 2, shape) for shape, dims in T72),
    *(form(f"T72_out_{shape}_{dims}", lambda x, d=dims: x.permute(d), shape) for shape, dims in T72),
    form("copied", lambda x: x.permute(0, 2, 3, 1).contiguous(), (1, 3, 4, 5)),
    form("copied_nchw", lambda x: x.permute(0, 2, 3, 1).contiguous() + 1, (1, 3, 4, 5), layout="nchw"),
    form("transpose", lambda x: x.transpose(1, -1), (2, 3, 4, 5)),
    form("t", lambda x: x.t(), (3, 4)),
    form("T", lambda x: x.T + 1, (3, 4)),
    form("mT", lambda x: x.mT, (2, 3, 4)),
    form("back_and_forth", lambda x: x.permute(0, 2, 3, 1).permute(0, 3, 1, 2), (1, 3, 4, 5)),
    form("swapaxes", lambda x: x.swapaxes(0, 1), (2, 3, 4)),
    form("movedim", lambda x: x.movedim(0, 2) + 1, (2, 3, 4)),
    form("movedim_list", lambda x: x.movedim((0, 1), (2, 0)), (2, 3, 4)),
    form("moveaxis", lambda x: x.moveaxis(-1, 0), (2, 3, 4)),
]


@pytest.mark.parametrize("case", PERMUTATIONS)
def test_permute(case: Form) -> None:
    """Permutations of every rank, alone and in front of an operator, give PT2E's values."""
    check(case)


SHAPES = {
    "view": lambda x: x.contiguous().view(2, 60),
    "reshape": lambda x: x.reshape(6, 4, 5),
    "reshape_infer": lambda x: x.reshape(-1, 10),
    "reshape_same": lambda x: x.reshape(2, 3, 4, 5),
    "flatten": lambda x: torch.flatten(x, 1),
    "flatten_all": lambda x: torch.flatten(x),
    "flatten_middle": lambda x: torch.flatten(x, 1, 2),
    "unflatten": lambda x: x.flatten(1).unflatten(1, (12, 5)),
    "unsqueeze": lambda x: x.unsqueeze(1),
    "unsqueeze_last": lambda x: x.unsqueeze(-1),
    "squeeze": lambda x: x.unsqueeze(1).squeeze(),
    "squeeze_dim": lambda x: x.unsqueeze(1).squeeze(1),
    "squeeze_none": lambda x: x.squeeze(1),
    "squeeze_dims": lambda x: x.unsqueeze(1).unsqueeze(-1).squeeze((1, -1)),
    "clone": lambda x: x.clone(),
    "contiguous": lambda x: x.contiguous(),
    "channels_last": lambda x: x.contiguous(memory_format=torch.channels_last),
    "detach": lambda x: x.detach(),
    "view_as": lambda x: x.contiguous().view_as(x.permute(0, 2, 3, 1)),
    "reshape_as": lambda x: x.reshape_as(x.permute(0, 2, 3, 1)),
    "shuffle": lambda x: x.reshape(2, 3, 2, 2, 5).transpose(1, 2).reshape(2, 6, 2, 5),
    "flat_permuted": lambda x: x.flatten(1).t(),
    "flat_padded": lambda x: F.pad(x.flatten(1), (1, 0)),
    "flat_softmax": lambda x: torch.softmax(x.flatten(1), 1),
    "flat_sum": lambda x: x.flatten(1) + x.flatten(1).mean(1, keepdim=True),
    "flat_cat": lambda x: torch.cat((x.flatten(1), x.flatten(1)), 1),
}


@pytest.mark.parametrize("layout", ["nhwc", "nchw"])
@pytest.mark.parametrize("name", SHAPES)
def test_shape(name: str, layout: str) -> None:
    """Changes of shape, alone and between operators, give PT2E's values in both layouts."""
    change = SHAPES[name]
    check(Form.of(lambda x: (change(x), change(x * 2) + 1), (2, 3, 4, 5), layout=layout))


def test_shapes_in_the_edge_dialect() -> None:
    """ExecuTorch has other names for changes of shape and order; a chain of them all gives the same bits in a .pte."""

    def chain(x: torch.Tensor) -> torch.Tensor:
        for name, change in SHAPES.items():
            if not name.startswith("flat_"):
                x = change(x).reshape(2, 3, 4, 5)
        return x.transpose(1, 3).mT.movedim(0, 1).swapaxes(1, 2)

    check_pte(Form.of(chain, (2, 3, 4, 5)))


def test_every_view_is_known_by_its_copy() -> None:
    """The edge dialect renames views to copies: each target that is a view has its copy among the targets."""
    for op in (Permute, View):
        targets = {str(target) for target in op.targets}
        for target in targets:
            namespace, name, overload = target.split(".")
            copy = getattr(torch.ops.aten, f"{name}_copy", None) if namespace == "aten" else None
            if copy is not None and overload in copy.overloads():
                assert f"aten.{name}_copy.{overload}" in targets
