# SPDX-License-Identifier: Apache-2.0
"""Where models and data come from: FILE.py:FACTORY, a saved .pt2, and .npz or .npy arrays."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from penlight.export.arrays import load_arrays
from penlight.runtime.errors import FileError, UsageError

Model = tuple[torch.nn.Module, tuple[torch.Tensor, ...]]


def load_model(spec: str) -> Model:
    """A module and its example inputs.

    Args:
        spec: "FILE.py:FACTORY", a function without arguments that returns (module, example inputs), or a .pt2 that
            torch.export.save wrote.

    Raises FileError or UsageError with what is wrong.
    """
    if spec.endswith(".pt2"):
        return _saved_program(Path(spec))
    name, separator, factory = spec.rpartition(":")
    if not separator or not name.endswith(".py"):
        raise UsageError(f"{spec!r} is no model", fix="give FILE.py:FACTORY or a saved .pt2")
    return _from_factory(_factory(Path(name), factory), spec)


def _saved_program(path: Path) -> Model:
    if not path.exists():
        raise FileError(f"{path} does not exist")
    try:
        program = torch.export.load(path)
    except Exception as error:
        raise FileError(f"{path} is no program that torch.export.save wrote: {error}") from error
    if program.example_inputs is None:
        raise FileError(f"{path} holds no example inputs", fix="export the module with its example inputs")
    args, kwargs = program.example_inputs
    return program.module(check_guards=False), (*args, *kwargs.values())


def _factory(path: Path, name: str) -> Callable[[], Any]:
    if not path.exists():
        raise FileError(f"{path} does not exist")
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise FileError(f"{path} failed when it was imported: {type(error).__name__}: {error}") from error
    factory = getattr(module, name, None)
    if not callable(factory):
        functions = [key for key, value in vars(module).items() if callable(value) and not key.startswith("_")]
        raise UsageError(f"{path} has no function {name!r}", fix="choose one of " + ", ".join(sorted(functions)))
    return factory


def _from_factory(factory: Callable[[], Any], spec: str) -> Model:
    wanted = "it must return (module, example inputs)"
    try:
        made = factory()
    except Exception as error:
        raise UsageError(f"{spec} failed: {type(error).__name__}: {error}", fix=wanted) from error
    if not isinstance(made, tuple) or len(made) != 2 or not isinstance(made[0], torch.nn.Module):
        raise UsageError(f"{spec} returned {type(made).__name__}", fix=wanted)
    module, inputs = made
    inputs = (inputs,) if isinstance(inputs, torch.Tensor) else tuple(inputs)
    if not all(isinstance(value, torch.Tensor) for value in inputs):
        raise UsageError(f"{spec} returned example inputs that are no tensors", fix=wanted)
    return module, inputs


def samples(path: Path, example_inputs: Sequence[torch.Tensor]) -> Iterator[tuple[torch.Tensor, ...]]:
    """Inputs from a .npz or .npy with one array an input, whose first axis counts samples.

    Yields tuples with the shapes of `example_inputs`; a rest that fills no whole batch is left out. Raises UsageError
    when the arrays do not fit.
    """
    arrays = load_arrays(path)
    if len(arrays) != len(example_inputs):
        raise UsageError(f"{path} has {len(arrays)} arrays; the model has {len(example_inputs)} inputs")
    counts = []
    for index, (array, example) in enumerate(zip(arrays, example_inputs, strict=True)):
        if array.ndim != example.dim() or array.shape[1:] != tuple(example.shape[1:]):
            wanted = ("N", *example.shape[1:])
            raise UsageError(f"{path}: array {index} has shape {array.shape}; input {index} wants {wanted}")
        counts.append(len(array) // example.shape[0])
    for sample in range(min(counts)):
        yield tuple(
            torch.from_numpy(np.ascontiguousarray(array[sample * len(x) : (sample + 1) * len(x)])).to(x.dtype)
            for array, x in zip(arrays, example_inputs, strict=True)
        )
