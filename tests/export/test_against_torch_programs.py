# SPDX-License-Identifier: Apache-2.0
"""How a program is put together: shared modules, inputs and outputs of every kind, and the ways to a .pte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from executorch.exir import EdgeCompileConfig, ExecutorchBackendConfig, to_edge_transform_and_lower
from support.against_torch import TARGET, Call, Form, check, check_pte, form, operators
from support.composed import compose, layer_errors, outputs
from support.program_files import find_payload
from torch import nn
from torch.nn import functional as F
from torchao.quantization.pt2e import move_exported_model_to_eval
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e, prepare_qat_pt2e

from penlight.backends.cortex_m import blob
from penlight.backends.cortex_m.partition import CortexMPartitioner
from penlight.export import to_pte
from penlight.export.pipeline import Export
from penlight.export.quantizer import CortexMQuantizer
from penlight.export.sources import load_model
from penlight.runtime import Program
from penlight.runtime.errors import UnsupportedError

torch.manual_seed(0)


class Shared(nn.Module):
    """One convolution that is called three times, on values of different ranges."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, 3, 3, padding=1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.conv(F.relu(self.conv(x))) + self.conv(x * 4)


class Net(nn.Module):
    """An image and a vector to an image and a vector, with a batch norm, a residual sum, pools and a flattening."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1, bias=False), nn.BatchNorm2d(8), nn.ReLU())
        self.depthwise = nn.Conv2d(8, 8, 3, padding=1, groups=8)
        self.point = nn.Conv2d(8, 8, 1)
        self.drop = nn.Dropout(0.5)
        self.head = nn.Linear(8 * 2 * 3, 5)

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = self.stem(x)
        x = F.relu6(x + self.point(F.relu_(self.depthwise(x))))
        image = F.max_pool2d(x, 2)
        return image, torch.softmax(self.head(torch.flatten(self.drop(image), 1)) + y, -1)


IMAGE = (1, 3, 8, 12)
POINT = nn.Conv2d(3, 3, 1)
LINEAR = nn.Linear(4, 4)
COLUMN = torch.randn(3, 1, 1)
NET = ((1, 3, 8, 12), (1, 5))

STRUCTURES = [
    form("net", Net(), *NET),
    form("net_nchw", Net(), *NET, layout="nchw"),
    form("shared_module", Shared(), IMAGE),
    form("shared_linear", lambda x, y: LINEAR(x) + LINEAR(y * 9), (2, 4), (2, 4)),
    form("two_inputs", lambda x, y: F.relu(x) + y, IMAGE, IMAGE),
    form("two_outputs", lambda x: (F.relu(x), x + 1), IMAGE),
    form("intermediate_output", lambda x: (y := POINT(x), F.max_pool2d(F.relu(y), 2)), IMAGE),
    form("output_before_its_activation", lambda x: ((y := POINT(x)), F.relu(y)), IMAGE),
    form("same_output_twice", lambda x: ((y := x * 2), y), IMAGE),
    form("output_and_its_view", lambda x: ((y := x * 2), y.flatten(1), y.permute(0, 2, 3, 1)), IMAGE),
    form("identity_beside", lambda x: (x, x * 2), IMAGE),
    form("identity_of_second", lambda x, y: (y, x * 2), IMAGE, (2, 3)),
    form("unused_input", lambda x, y: x * 2, IMAGE, (2, 3)),
    form("dropout", nn.Sequential(nn.Linear(4, 5), nn.Dropout(), nn.Linear(5, 3), nn.Dropout()), (2, 4)),
    form("dropout_first", nn.Sequential(nn.Dropout2d(), nn.Conv2d(3, 4, 3)), IMAGE),
    form("nn_identity", nn.Sequential(nn.Identity(), nn.Conv2d(3, 4, 3), nn.Identity()), IMAGE),
    form("result_not_used", lambda x: (x + 1, x * 2)[1], IMAGE),
    form("dict", lambda x: {"a": x + 1, "b": [x * 2, F.relu(x)]}["b"], IMAGE),
    form("one_value_many_users", lambda x: (F.relu(y := x * 2) + torch.clamp(y, max=1)) * y, IMAGE),
    form("chain", lambda x: torch.softmax(F.avg_pool2d(F.relu(x + 0.1) * 3, 2).flatten(1), 1), IMAGE),
]


@pytest.mark.parametrize("case", STRUCTURES)
def test_structure(case: Form) -> None:
    """Every value of every structure is within 1 LSB of PT2E's, and the program's bits are the references'."""
    check(case)


def assert_runs_as_composed(export: Export, pte: bytes, seed: int = 3) -> None:
    """`pte` gives the bits of the references, for random inputs of the export's types."""
    random = np.random.default_rng(seed)
    arrays = []
    for tensor in export.graph.inputs:
        whole = random.integers(-128, 128, tensor.shape, np.int8)
        arrays.append(whole if tensor.dtype.numpy == np.int8 else (whole / np.float32(50)).astype(np.float32))
    wanted = outputs(export.graph, compose(export.graph, arrays))
    for array, reference in zip(Program(pte).run(*arrays), wanted, strict=True):
        np.testing.assert_array_equal(array, reference)


@pytest.mark.parametrize("layout", ["nhwc", "nchw"])
@pytest.mark.parametrize("io", ["float32", "int8"])
def test_types_and_layouts_of_inputs(io: Any, layout: Any) -> None:
    """The .pte takes and gives the types and layouts that were asked for."""
    case = Form.of(Net(), *NET, layout=layout)
    export = to_pte(case.module, case.inputs, io=io, input_layout=layout, target=TARGET)
    program = Program(export.pte)
    order = (0, 2, 3, 1) if layout == "nhwc" else (0, 1, 2, 3)
    assert [tensor.dim_order for tensor in program.inputs] == [order, (0, 1)]
    assert {tensor.dtype.name for tensor in (*program.inputs, *program.outputs)} == {io}
    assert_runs_as_composed(export, export.pte)
    assert ("quantize_f32_s8" in {op.op.name for op in export.graph.operations}) == (io == "float32")


PTE_FORMS = [
    form("independent", lambda x, y: (x * 2, y + 1), IMAGE, (2, 3)),
    form("same_output_twice", lambda x: ((y := x * 2), y), IMAGE),
    form("intermediate_output", lambda x: (y := POINT(x), F.max_pool2d(F.relu(y), 2)), IMAGE),
    form("numbers", lambda x: torch.add(2 * x, 1.0, alpha=0.5).add_(3), IMAGE),
    form("linears", nn.Sequential(nn.Linear(12, 7), nn.ReLU(), nn.Linear(7, 3, bias=False)), (2, 3, 12)),
    form("shapes", lambda x: F.pad(x.permute(0, 2, 3, 1).reshape(4, 3, 24)[None].squeeze(0), (1, 2), value=0.5), IMAGE),
    form("pools", lambda x: F.adaptive_avg_pool2d(F.avg_pool2d(x, 3, 1, 1), (3, 5)).mean((2, 3), keepdim=True), IMAGE),
    form("cat", lambda x, y: torch.cat((x, F.hardtanh(y), x.clamp_min(0.5)), 1), IMAGE, (1, 2, 8, 12)),
    form("softmax", lambda x: torch.softmax(x, 1), IMAGE),
    form("batch_norm", nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU6()), IMAGE),
    form("buffers", lambda x: (x + COLUMN) * COLUMN, IMAGE),
]


@pytest.mark.parametrize("case", PTE_FORMS)
def test_pte_gives_the_bits_of_the_lowered_graph(case: Form) -> None:
    """ExecuTorch's edge dialect, its passes and its file change nothing."""
    check_pte(case)


@pytest.mark.parametrize("keep", [False, True])
def test_keep_inputs(keep: bool) -> None:
    """keep_inputs leaves the bytes of the inputs as they were; without it, a later value takes their place."""
    case = Form.of(lambda x: torch.cat((x + 1,) * 4, 1), (1, 3, 8, 8))
    export = to_pte(case.module, case.inputs, target=TARGET, keep_inputs=keep)
    x = case.inputs[0].numpy()
    place = export.plan.offsets[export.graph.inputs[0].buffer]
    last: list[bytes] = []
    Program(export.pte).run(x, after=lambda _, arena: last.append(arena[place : place + x.nbytes].tobytes()))
    assert (last[-1] == x.transpose(0, 2, 3, 1).tobytes()) == keep
    assert_runs_as_composed(export, export.pte)


def test_executorch_way_gives_the_same_payload() -> None:
    """torch.export, prepare, convert and to_edge_transform_and_lower with the partitioner pack what to_pte packs."""
    case = Form.of(Net(), *NET)
    export = to_pte(case.module, case.inputs, target=TARGET)
    prepared = prepare_pt2e(torch.export.export(case.module, case.inputs).module(), CortexMQuantizer())
    prepared(*case.inputs)
    program = torch.export.export(convert_pt2e(prepared), case.inputs)
    edge = to_edge_transform_and_lower(
        program,
        partitioner=[CortexMPartitioner(TARGET)],
        compile_config=EdgeCompileConfig(_check_ir_validity=False),
    )
    pte = edge.to_executorch(ExecutorchBackendConfig(extract_delegate_segments=False)).buffer
    assert payload_of(pte) == payload_of(export.pte)


def payload_of(pte: bytes) -> bytes:
    """The payload of a .pte, without the seal that to_pte adds."""
    start, size = find_payload(pte)
    payload = bytearray(pte[start : start + size])
    for name in ("file_bytes", "file_sum_a", "file_sum_b"):
        offset = blob.HEADER.offsets[name]
        payload[offset : offset + 4] = bytes(4)
    return bytes(payload)


def test_quantization_aware_training() -> None:
    """A conv, batch norm and relu that is trained with fake quantization, folded and converted, follows PT2E."""
    torch.manual_seed(0)
    module = nn.Sequential(
        nn.Conv2d(3, 4, 3, bias=False),
        nn.BatchNorm2d(4),
        nn.ReLU(),
        nn.Conv2d(4, 4, 3),
        nn.BatchNorm2d(4),
        nn.Flatten(),
        nn.Linear(64, 3),
    )
    inputs = (torch.randn(4, 3, 8, 8).contiguous(memory_format=torch.channels_last),)
    prepared = prepare_qat_pt2e(torch.export.export(module.train(), inputs).module(), CortexMQuantizer(qat=True))
    optimizer = torch.optim.SGD(prepared.parameters(), 0.01)
    for _ in range(3):
        optimizer.zero_grad()
        prepared(*inputs).square().mean().backward()
        optimizer.step()
    move_exported_model_to_eval(prepared)
    quantized = convert_pt2e(prepared)
    export = to_pte(quantized, inputs, target=TARGET)
    assert operators(export.graph) == ["conv2d_s8", "conv2d_s8", "linear_s8"]
    for error in layer_errors(export.quantized, inputs, TARGET):
        assert error.largest <= 1, error
    assert_runs_as_composed(export, export.pte)


def test_saved_program(tmp_path: Path) -> None:
    """A .pt2 that torch.export.save wrote gives the same file as the module."""
    case = Form.of(Net(), *NET)
    torch.export.save(torch.export.export(case.module, case.inputs), tmp_path / "net.pt2")
    module, inputs = load_model(str(tmp_path / "net.pt2"))
    first, second = (to_pte(m, x, target=TARGET) for m, x in ((case.module, case.inputs), (module, inputs)))
    assert payload_of(first.pte) == payload_of(second.pte)


class Reshaped(nn.Module):
    """An NHWC image that is read as if it were NCHW."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.max_pool2d(x.reshape(1, 8, 3, 12), 2)


def test_strict_refuses_copies_by_name() -> None:
    """strict names each copy with the line that needs it; without a copy it changes nothing."""
    case = Form.of(Reshaped(), IMAGE)
    copy = r"\w[\w.]*\.transpose, \S*test_against_torch_programs\.py:\d+"
    with pytest.raises(UnsupportedError, match=rf"3 copies that .*\n  at {copy}; {copy}; {copy}\n"):
        to_pte(case.module, case.inputs, target=TARGET, strict=True)
    plain = Form.of(nn.Conv2d(3, 4, 3), IMAGE)
    assert operators(to_pte(plain.module, plain.inputs, target=TARGET, strict=True).graph) == ["conv2d_s8"]


def test_nothing_to_compute() -> None:
    """An input that is not used, and an output that is an input or a constant, are named: a caller can do without."""
    x = torch.randn(1, 3)
    with pytest.raises(UnsupportedError, match="output 0 is the input input as it is: leave it out"):
        to_pte(nn.Identity(), (x,))
    with pytest.raises(UnsupportedError, match="output 1 is the input inputs_0 as it is"):
        to_pte(Call(lambda x: (x * 2, x)), (x,))
    with pytest.raises(UnsupportedError, match="input 1, inputs_1, is not used: leave it out"):
        to_pte(Call(lambda x, y: x * 2), (x, x))
    with pytest.raises(UnsupportedError, match="output 1 is the constant"):
        to_pte(Call(lambda x: (x * 2, torch.ones(2))), (x,))
    with pytest.raises(UnsupportedError, match="output 1 is the constant None"):
        to_pte(Call(lambda x: (x * 2, None)), (x,))


def test_one_tensor_given_twice() -> None:
    """Example inputs that are one tensor are still two inputs."""
    x = torch.linspace(-1, 1, 6).reshape(2, 3)
    export = to_pte(Call(lambda x, y: x + 2 * y), (x, x), target=TARGET)
    a, b = (np.full((2, 3), value, np.float32) for value in (-0.5, 0.25))
    (out,) = Program(export.pte).run(a, b)
    np.testing.assert_allclose(out, a + 2 * b, atol=0.1)
