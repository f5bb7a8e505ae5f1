# SPDX-License-Identifier: Apache-2.0
"""ExecuTorch's own Python runtime executes a Penlight .pte with Penlight's delegate, and gives the same bits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from penlight.export import to_pte
from penlight.runtime import Program


class Net(torch.nn.Module):
    """Two inputs and two outputs, one of them an image."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = torch.nn.Conv2d(3, 6, 3, padding=1)
        self.linear = torch.nn.Linear(6 * 5 * 5, 4)

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        features = torch.relu(self.conv(x)) + y
        return features, self.linear(torch.flatten(features, 1))


@pytest.mark.parametrize("io", ["float32", "int8"])
@pytest.mark.parametrize("layout", ["nhwc", "nchw"])
def test_same_bits(io: str, layout: str, tmp_path: Path) -> None:
    """Both runtimes read the same file and agree on every element, in either layout."""
    from executorch.runtime import Runtime, Verification

    import penlight.runtime.executorch  # noqa: F401

    torch.manual_seed(0)
    example = (torch.randn(1, 3, 5, 5), torch.randn(1, 6, 5, 5))
    export = to_pte(Net().eval(), example, io=io, input_layout=layout)  # type: ignore[arg-type]
    export.save(tmp_path / "model.pte")
    program = Program(tmp_path / "model.pte")
    random = np.random.default_rng(0)
    if io == "int8":
        inputs = [random.integers(-128, 128, tensor.shape, np.int8) for tensor in export.graph.inputs]
    else:
        inputs = [random.standard_normal(tensor.shape).astype(np.float32) for tensor in export.graph.inputs]
    memory = torch.channels_last if layout == "nhwc" else torch.contiguous_format
    tensors = [torch.from_numpy(x).contiguous(memory_format=memory) for x in inputs]
    method = (
        Runtime.get().load_program(tmp_path / "model.pte", verification=Verification.Minimal).load_method("forward")
    )
    for theirs, ours in zip(method.execute(tensors), program.run(*inputs), strict=True):
        np.testing.assert_array_equal(theirs.numpy(), ours)
