# SPDX-License-Identifier: Apache-2.0
"""The models of ExecuTorch's own Cortex-M tests, with the inputs and the tolerance that those tests use.

Nothing is copied: the test modules are imported from the installed `executorch` package, and each test function is
called with a recorder in the place of its tester. So the catalogue follows whatever version is installed.

Upstream's tester imports `tosa_serializer`, of the package `tosa-tools`, which in turn needs `ml_dtypes`.
"""

import importlib
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any
from unittest.mock import patch

import torch
from torch import nn

TEST_PACKAGE = "executorch.backends.cortex_m.test"
FOLDERS = ("models", "ops")

UNAVAILABLE = {
    "models/test_mobilenet_v2": "needs torchvision and downloads pretrained weights",
    "models/test_mobilenet_v3": "needs torchvision and downloads pretrained weights",
    "models/test_wav2letter": "needs torchaudio",
    "models/test_yolo11": "needs ultralytics and downloads pretrained weights",
    "ops/test_lstm": "skipped upstream as not implemented",
    "ops/test_nhwc_conv": "calls Cortex-M operators directly: no PyTorch model",
    "ops/test_nhwc_pool": "calls Cortex-M operators directly: no PyTorch model",
}
"""Upstream test modules that the catalogue leaves out, and why."""

COMPARISONS = ("run_method_and_compare_outputs", "test_dialect", "test_implementation")
"""The tester's methods that compare numbers. The last one, which compares on the target, has the last word."""

Inputs = tuple[Any, ...]


@dataclass(frozen=True)
class Tolerance:
    """An output may differ from the quantized graph's by `atol + qtol * output scale + rtol * |value|`."""

    qtol: float
    atol: float
    rtol: float = 1e-3


@dataclass
class UpstreamCase:
    """One model of one upstream test.

    `id` is the file, the test's subject and the parameter: `ops/test_add/add[self_rank_1]`. `inputs` holds tensors
    (in channels-last layout for most images) and, in a few cases, Python numbers; `calibration` further input tuples,
    or None where the test calibrates on `inputs` alone. `precision` is `int8` or `int16`. `expected_failure` is
    upstream's reason where its own test is expected to fail, else empty.

    Some modules write into their inputs: pass copies.
    """

    id: str
    module: nn.Module
    inputs: Inputs = field(repr=False)
    tolerance: Tolerance
    calibration: list[Inputs] | None = field(repr=False)
    precision: str = "int8"
    expected_failure: str = ""


class Recorded(Exception):
    """Ends an upstream test once it has said what it would compare; its one argument is the case, without an id."""


class Recorder:
    """Stands in for upstream's `CortexMTester`: runs nothing, and raises `Recorded` at the comparison."""

    def __init__(self, module: nn.Module, example_inputs: Any, **_target: Any) -> None:
        self.module = module.eval()
        self.inputs: Inputs = example_inputs() if callable(example_inputs) else example_inputs

    def run_method_and_compare_outputs(
        self,
        *_operator_counts: Any,
        qtol: float = 0,
        atol: float = 1e-3,
        calibration_samples: list[Inputs] | None = None,
        **_unused: Any,
    ) -> None:
        raise Recorded(UpstreamCase("", self.module, self.inputs, Tolerance(qtol, atol), calibration_samples))

    test_dialect = test_implementation = run_method_and_compare_outputs

    def __getattr__(self, stage: str) -> Callable[..., None]:
        """Accept the stages that a test runs one by one before the comparison: `quantize`, `export`, `to_edge`..."""
        return lambda *_arguments, **_options: None


def missing_packages() -> list[str]:
    """Return the packages that `cases` needs and that are not installed."""
    return [name for name in ("executorch", "ml_dtypes", "tosa_serializer", "pytest") if find_spec(name) is None]


def modules() -> list[str]:
    """Return the upstream test modules of the catalogue, such as `ops/test_add`."""
    (package_folder,) = importlib.import_module(TEST_PACKAGE).__path__
    files = (path for folder in FOLDERS for path in sorted(Path(package_folder, folder).glob("test_*.py")))
    names = (f"{path.parent.name}/{path.stem}" for path in files)
    return [name for name in names if name not in UNAVAILABLE]


def cases() -> Iterator[UpstreamCase]:
    """Yield every case, in the order of the files.

    Raises ModuleNotFoundError where a package of `missing_packages` is missing.
    """
    for name in modules():
        yield from module_cases(name)


def module_cases(name: str) -> list[UpstreamCase]:
    """Return the cases of one of `modules`. Where a model is tested in both ways, the target's tolerance holds."""
    module = import_test_module(name)
    found: dict[str, UpstreamCase] = {}
    for comparison in COMPARISONS:
        for function in test_functions(module):
            if comparison in function.__code__.co_names:
                found |= {case.id: case for case in function_cases(name, module, function)}
    return list(found.values())


def test_functions(module: ModuleType) -> list[FunctionType]:
    """Return the functions of one module that pytest would call."""
    values = vars(module).values()
    return [value for value in values if isinstance(value, FunctionType) and value.__name__.startswith("test_")]


def import_test_module(name: str) -> ModuleType:
    """Import one upstream test module, seeded as upstream's own test run seeds it, and without its import warnings."""
    disabled_level = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with torch.random.fork_rng():
            torch.manual_seed(0)
            return importlib.import_module(f"{TEST_PACKAGE}.{name.replace('/', '.')}")
    finally:
        logging.disable(disabled_level)


def function_cases(name: str, module: ModuleType, function: FunctionType) -> Iterator[UpstreamCase]:
    """Yield the cases of one test function: one for each parameter, or a single one."""
    subject = function.__name__.removeprefix("test_").removeprefix("dialect_").removeprefix("implementation_")
    precision = "int16" if subject.endswith("_int16") else "int8"  # upstream says so nowhere else
    marks = [mark for mark in getattr(function, "pytestmark", ()) if mark.name == "parametrize"]
    if not marks:
        yield replace(record(module, function, {}), id=f"{name}/{subject}", precision=precision)
        return
    ((argument, parameters),) = (mark.args for mark in marks)
    for parameter in parameters:
        reasons = [mark.kwargs["reason"] or "expected" for mark in parameter.marks if mark.name == "xfail"]
        yield replace(
            record(module, function, {argument: parameter.values[0]}),
            id=f"{name}/{subject}[{parameter.id}]",
            precision=precision,
            expected_failure=" ".join(reasons),
        )


def record(module: ModuleType, function: FunctionType, arguments: dict[str, Any]) -> UpstreamCase:
    """Call one test function with the recorder for its tester, and return what it would compare."""
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    if "cortex_m_target" in names:
        arguments = {**arguments, "cortex_m_target": None}
    with patch.object(module, "CortexMTester", Recorder), torch.random.fork_rng():
        torch.manual_seed(0)
        try:
            function(**arguments)
        except Recorded as recorded:
            case: UpstreamCase = recorded.args[0]
            return case
    raise AssertionError(f"{module.__name__}.{function.__name__} compares nothing")
