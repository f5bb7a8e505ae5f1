# SPDX-License-Identifier: Apache-2.0
"""What is generated from the operators is up to date, and the operators are consistent."""

from __future__ import annotations

from pathlib import Path

import pytest

import penlight.backends.cortex_m as cortex_m
from penlight.backends.cortex_m import generate
from penlight.backends.cortex_m.ops import all_operators, device_operators

GEN = Path(next(iter(cortex_m.__path__))) / "gen"


def test_generated_files_are_committed() -> None:
    """gen/ holds just what the declarations give."""
    texts = generate.files()
    assert {path.name for path in GEN.iterdir()} == set(texts)
    for name, text in texts.items():
        assert (GEN / name).read_text() == text, f"run python -m penlight.backends.cortex_m.generate ({name})"


def test_codes_are_unique() -> None:
    """No two operators share a code, and no operator has more kernels than codes."""
    codes = [op.code for op in device_operators()]
    assert len(set(codes)) == len(codes)
    assert all(len(op.kernels) <= 16 for op in device_operators())


@pytest.mark.parametrize("op", all_operators(), ids=lambda op: op.name)
def test_constraints_explain_themselves(op: type) -> None:
    """Every constraint has a docstring: it is the message that a user sees."""
    assert all(constraint.__doc__ for constraint in op.constraints)
