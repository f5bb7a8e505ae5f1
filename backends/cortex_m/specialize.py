# SPDX-License-Identifier: Apache-2.0
"""Puts packed operations in the place of plain ones, where the target has a kernel that is at least as fast."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from penlight.backends.cortex_m.graph import Buffer, Graph, Operation
from penlight.backends.cortex_m.ops import device_operators
from penlight.backends.cortex_m.ops.operator import Operator
from penlight.backends.cortex_m.ops.packed import PackedOperator
from penlight.backends.cortex_m.target import Target


def specialize(graph: Graph, target: Target) -> Graph:
    """`graph` with its constants laid out for `target`."""
    constants: dict[bytes, Buffer] = {}
    operations = [_packed(operation, target, constants) or operation for operation in graph.operations]
    return Graph(graph.inputs, graph.outputs, operations, graph.keep_inputs)


def _packed(operation: Operation, target: Target, constants: dict[bytes, Buffer]) -> Operation | None:
    """`operation` with the first kernel that fits and pays, or None."""
    for form, kernel in fitting_kernels(operation, target):
        if form.pays(operation.params, kernel, target):
            return with_kernel(operation, form, kernel, constants)
    return None


def fitting_kernels(operation: Operation, target: Target) -> Iterator[tuple[type[PackedOperator], str]]:
    """Packed operators and their kernels that compute `operation` exactly on `target`."""
    arrays = _constants(operation)
    for form in packed_forms(operation.op, target):
        yield from ((form, kernel) for kernel in form.kernels if form.fits(operation.params, arrays, kernel))


def with_kernel(
    operation: Operation, form: type[PackedOperator], kernel: str, constants: dict[bytes, Buffer]
) -> Operation:
    """`operation` as one of `form`, with a kernel that fits. Equal constants share a buffer of `constants`."""
    plain = dict(zip((operand.name for operand in operation.op.operands), operation.operands, strict=True))
    params, packed = form.pack(operation.params, _constants(operation), kernel)
    buffers: list[Buffer | None] = []
    for operand in form.operands:
        name = f"{operation.label}.{operand.name}"
        if operand.role == "scratch":
            size = operand.elems(params) * operand.element_bytes
            buffers.append(Buffer(name, size) if size else None)
        elif operand.name in packed:
            data = packed[operand.name].astype(operand.dtype).tobytes()
            buffers.append(constants.setdefault(data, Buffer(name, len(data), data)))
        else:
            buffers.append(plain[operand.name])
    return Operation(form, kernel, params, tuple(buffers), operation.label, operation.source)


def packed_forms(op: type[Operator], target: Target) -> list[type[PackedOperator]]:
    """The packed operators that can take the place of `op` on `target`."""
    forms = (form for form in device_operators() if issubclass(form, PackedOperator))
    return [form for form in forms if form.plain is op and form.tier == target.tier]


def _constants(operation: Operation) -> dict[str, np.ndarray | None]:
    return {
        operand.name: None if buffer is None or buffer.data is None else np.frombuffer(buffer.data, operand.dtype)
        for operand, buffer in zip(operation.op.operands, operation.operands, strict=True)
        if operand.role not in ("input", "output", "scratch")
    }
