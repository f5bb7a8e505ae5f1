# SPDX-License-Identifier: Apache-2.0
"""What becomes of each upstream case, and the table of it, which `python -m upstream.results` in `tests/` writes.

A case passes when the program that `to_pte` makes of it runs on the host library, gives exactly what the composed
numpy references give, and stays within upstream's own tolerance of the PT2E graph.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from support.composed import compose, outputs
from torch import Tensor, nn
from upstream.catalogue import UNAVAILABLE, Inputs, Tolerance, UpstreamCase, cases

from penlight.export import to_pte
from penlight.export.pipeline import Export
from penlight.runtime import Program
from penlight.runtime.errors import PenlightError, UsageError

TABLE = Path(__file__).parents[2] / "docs" / "UPSTREAM.md"

PASSES, REFUSED, OUT_OF_SCOPE = "passes", "refused", "out of scope"

HEADER = """\
# ExecuTorch's Cortex-M tests

Every model of ExecuTorch's own Cortex-M tests (`executorch.backends.cortex_m.test`), exported by Penlight with float32
inputs and outputs. A model passes when its program, run on the host library, gives exactly what the numpy references of
the operators give, and differs from the PT2E graph by no more than that upstream test allows. Out of scope are int16
activations and operators that Penlight has no kernel for.

`cd tests && python -m upstream.results` writes this file; `tests/upstream/test_upstream.py` holds it against a new run.

"""


class Row(NamedTuple):
    """One line of the table. `result` is one of PASSES, REFUSED and OUT_OF_SCOPE."""

    case: str
    result: str
    reason: str

    @property
    def module(self) -> str:
        """The upstream test module, such as `ops/test_add`."""
        return "/".join(self.case.split("/")[:2])


class WithNumbers(nn.Module):
    """A model whose arguments that are Python numbers are given for good, so that tensors alone are its inputs."""

    def __init__(self, module: nn.Module, inputs: Inputs) -> None:
        super().__init__()
        self.module = module
        self.numbers = tuple(None if isinstance(value, Tensor) else value for value in inputs)

    def forward(self, *given: Tensor) -> Any:
        tensors = iter(given)
        return self.module(*(next(tensors) if number is None else number for number in self.numbers))


def tensors(inputs: Inputs) -> tuple[Tensor, ...]:
    """Copies of those inputs that are tensors."""
    return tuple(value.clone() for value in inputs if isinstance(value, Tensor))


def outcome(case: UpstreamCase) -> Row:
    """Exports and runs one case. Raises AssertionError where the numbers are wrong or a refusal names no line."""
    if case.precision != "int8":
        return Row(case.id, OUT_OF_SCOPE, f"{case.precision} activations")
    numbers = any(not isinstance(value, Tensor) for value in case.inputs)
    module = WithNumbers(case.module, case.inputs) if numbers else case.module
    calibration = [tensors(sample) for sample in case.calibration or [case.inputs]]
    try:
        export = to_pte(module, tensors(case.inputs), calibration=calibration)
    except UsageError:
        return Row(case.id, OUT_OF_SCOPE, "torch.export refuses the model")
    except PenlightError as error:
        return _refusal(case, error)
    check(export, tensors(case.inputs), case.tolerance)
    return Row(case.id, PASSES, "")


def _refusal(case: UpstreamCase, error: PenlightError) -> Row:
    assert re.search(r"\w \(\S+\), \S+\.py:\d+", str(error)), f"no node and line in: {error}"
    missing = set(re.findall(r"aten\.(\w+?)_?(?:\.\w+)? has no kernel", error.what))
    if missing:
        return Row(case.id, OUT_OF_SCOPE, f"needs {', '.join(sorted(missing))}")
    return Row(case.id, REFUSED, error.what.splitlines()[0])


def check(export: Export, inputs: tuple[Tensor, ...], tolerance: Tolerance) -> None:
    """Compares the program with the references and with the PT2E graph. Raises AssertionError where they differ."""
    arrays = [value.numpy() for value in inputs]
    host = Program(export.pte).run(*arrays)
    with torch.no_grad():
        simulated = torch.utils._pytree.tree_leaves(export.quantized(*inputs))
    nodes = torch.utils._pytree.tree_leaves(export.quantized.graph.output_node().args)
    references = outputs(export.graph, compose(export.graph, arrays))
    for got, reference, wanted, node in zip(host, references, simulated, nodes, strict=True):
        np.testing.assert_array_equal(got, reference)
        scale = node.args[1] if "dequantize" in str(node.target) else 0.0
        atol = tolerance.atol + tolerance.qtol * scale
        np.testing.assert_allclose(got, wanted.numpy(), atol=atol, rtol=tolerance.rtol)


def rendered(rows: Iterable[Row]) -> str:
    """The text of the table."""
    ordered = sorted(rows)
    counts = {result: sum(row.result == result for row in ordered) for result in (PASSES, REFUSED, OUT_OF_SCOPE)}
    totals = ", ".join(f"{count} {result}" for result, count in counts.items())
    lines = [f"{len(ordered)} models: {totals}.", "", "| case | result | reason |", "| --- | --- | --- |"]
    lines += [f"| `{row.case}` | {row.result} | {row.reason} |" for row in ordered]
    lines += ["", "Not read, because the test module cannot be:", "", "| module | reason |", "| --- | --- |"]
    lines += [f"| `{module}` | {reason} |" for module, reason in sorted(UNAVAILABLE.items())]
    return HEADER + "\n".join(lines) + "\n"


def committed() -> list[Row]:
    """The rows of the table as it lies in the repository."""
    found = re.findall(r"^\| `(.+?)` \| (.+?) \| (.*?) ?\|$", TABLE.read_text(), re.MULTILINE)
    return [Row(*cells) for cells in found]


if __name__ == "__main__":
    TABLE.write_text(rendered(map(outcome, cases())))
