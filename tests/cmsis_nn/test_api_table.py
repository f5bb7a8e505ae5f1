# SPDX-License-Identifier: Apache-2.0
"""docs/API.md is what the header and the sources say, and the API tests call every function of the header."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from types import ModuleType

import numpy as np
import pytest
from cmsis_nn.families import FAMILIES
from support.machines import ROOT

from penlight.backends.cortex_m.target import Tier

# Families choose functions at random: with so many calls each, none is left out by chance.
CALLS = 200


def load_tool() -> ModuleType:
    """tools/api_table.py as a module."""
    spec = importlib.util.spec_from_file_location("api_table", ROOT / "tools/api_table.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look themselves up there
    spec.loader.exec_module(module)
    return module


api_table = load_tool()


@cache
def called() -> set[str]:
    """Functions that some family calls; a call that must be refused does not count."""
    made = (
        call
        for seed, family in enumerate(FAMILIES.values())
        for call in family(np.random.default_rng(seed), CALLS, Tier.MVE)
    )
    return {call.function for call in made if call.returns >= 0}


def test_document_is_current() -> None:
    """The committed table is that of the sources."""
    assert api_table.API.read_text(encoding="utf-8") == api_table.table(), "run python tools/api_table.py"


@pytest.mark.parametrize("function", [function.name for function in api_table.functions()])
def test_function_is_tested(function: str) -> None:
    """Some family calls it, and compares with a reference."""
    assert function in called()


def test_kernels() -> None:
    """What the tool finds is what these functions, known by hand, are made of."""
    kernels = {name: [api_table.kernel(name, tier) for tier in ("scalar", "dsp", "mve")] for name in _KNOWN}
    assert kernels == _KNOWN


_KNOWN = {
    "arm_reshape_s8": ["same code", "same code", "same code"],
    "arm_convolve_s8": ["own", "own", "own"],
    "arm_softmax_s8": ["own", "as scalar", "own"],
    "arm_minimum_s8": ["own", "own", "own"],
}
