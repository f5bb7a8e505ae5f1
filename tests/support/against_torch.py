# SPDX-License-Identifier: Apache-2.0
"""Small torch modules, each brought to int8 and compared with torch and with the program's bits on this machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
import torch
from support.composed import compose, layer_errors, outputs
from support.program_files import Io, Payload, program_of, serialize

from penlight.backends.cortex_m.graph import Graph
from penlight.backends.cortex_m.lower import lower
from penlight.backends.cortex_m.pack import pack, seal
from penlight.backends.cortex_m.plan import plan
from penlight.backends.cortex_m.target import Target
from penlight.export.io_types import with_channels_last
from penlight.export.pipeline import quantize, to_pte
from penlight.export.quiet import quiet
from penlight.runtime import Program

TARGET = "cortex-m4"

Tensors = tuple[torch.Tensor, ...]


class Call(torch.nn.Module):
    """A function of tensors as a module."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__()
        self.function = function

    def forward(self, *inputs: torch.Tensor) -> Any:
        return self.function(*inputs)


@dataclass(frozen=True)
class Form:
    """A module, and the float inputs that it is calibrated on."""

    module: torch.nn.Module
    inputs: Tensors

    @staticmethod
    def of(what: Callable[..., Any], *shapes: tuple[int, ...], layout: str = "nhwc") -> Form:
        """A module or a function of tensors, with normally distributed inputs of `shapes`."""
        module = what if isinstance(what, torch.nn.Module) else Call(what)
        torch.manual_seed(1)
        inputs = tuple(2 * torch.randn(shape) for shape in shapes)
        return Form(module.eval(), with_channels_last(inputs, layout == "nhwc"))

    def other_inputs(self) -> Tensors:
        """Inputs with the same values in other places, some of them out of the calibrated range."""
        torch.manual_seed(2)
        shuffled = [x.flatten()[torch.randperm(x.numel())].reshape(x.shape) for x in self.inputs]
        return tuple(torch.empty_like(x).copy_(1.05 * y) for x, y in zip(self.inputs, shuffled, strict=True))


def form(name: str, what: Callable[..., Any], *shapes: tuple[int, ...], layout: str = "nhwc") -> Any:
    """A parameter of a test, called `name`: a Form whose module is made before the inputs, from the same seed."""
    return pytest.param(Form.of(what, *shapes, layout=layout), id=name)


@quiet()
def check(form: Form) -> Graph:
    """Asserts that a form is right, and returns its lowered graph.

    Every quantized value is within 1 LSB of the PT2E graph that sees the device's own inputs, the outputs have torch's
    shapes, and the program on this machine gives the bits of the composed references.
    """
    quantized = quantize(form.module, form.inputs)
    inputs = form.other_inputs()
    errors = layer_errors(quantized, inputs, TARGET)
    assert errors
    for error in errors:
        assert error.largest <= 1, error
    graph = lower(torch.export.export(quantized, inputs), Target.parse(TARGET))
    arrays = [x.numpy() for x in inputs]
    wanted = outputs(graph, compose(graph, arrays))
    expected = quantized(*inputs)
    expected = (expected,) if isinstance(expected, torch.Tensor) else expected
    for array, tensor in zip(wanted, expected, strict=True):
        assert array.shape == tuple(tensor.shape)
        assert array.dtype == tensor.numpy().dtype
    for array, reference in zip(program(graph).run(*arrays), wanted, strict=True):
        np.testing.assert_array_equal(array, reference)
    return graph


def check_pte(form: Form) -> None:
    """Asserts that to_pte's file gives the bits of the references of the graph that `check` returns."""
    graph = check(form)
    export = to_pte(form.module, form.inputs, target=TARGET)
    arrays = [x.numpy() for x in form.other_inputs()]
    wanted = outputs(graph, compose(graph, arrays))
    for array, reference in zip(Program(export.pte).run(*arrays), wanted, strict=True):
        np.testing.assert_array_equal(array, reference)


def program(graph: Graph) -> Program:
    """`graph` on this machine, from a file that holds nothing but its payload."""
    tier = Target.parse(TARGET).tier
    made = plan(graph, tier)
    payload = pack(graph, made, tier)
    inputs, outputs_ = (
        [Io(t.shape, t.order, t.dtype.numpy, made.offsets[t.buffer]) for t in tensors]
        for tensors in (graph.inputs, graph.outputs)
    )
    return Program(seal(serialize(program_of(Payload(inputs, outputs_), payload)), payload))


def operators(graph: Graph) -> list[str]:
    """The names of the operators that `graph` calls, without the conversions of its inputs and outputs."""
    return [op.kernel_name for op in graph.operations if op.op.precision != "convert"]
