# SPDX-License-Identifier: Apache-2.0
"""ExecuTorch's own Cortex-M test models, through Penlight; docs/UPSTREAM.md says what becomes of each."""

from __future__ import annotations

from functools import cache

import pytest
from upstream.catalogue import UpstreamCase, missing_packages, module_cases, modules

if missing_packages():
    pytest.skip(f"upstream's tests need {', '.join(missing_packages())}", allow_module_level=True)

from upstream.results import TABLE, Row, committed, outcome, rendered

ROWS = committed()


@cache
def catalogue(module: str) -> dict[str, UpstreamCase]:
    """The cases of one upstream test module by their ids."""
    return {case.id: case for case in module_cases(module)}


@pytest.mark.parametrize(
    "row", [pytest.param(row, id=row.case, marks=pytest.mark.xdist_group(row.module)) for row in ROWS]
)
def test_case(row: Row) -> None:
    """The program equals the numpy references and stays within upstream's tolerance of the PT2E graph.

    Where the table says that a model is refused, it is, by one error that names the node and the source line.
    """
    assert outcome(catalogue(row.module)[row.case]) == row, f"write {TABLE.name} again: python -m upstream.results"


@pytest.mark.xdist_group("catalogue")
def test_table_has_every_case() -> None:
    """No case is passed over, and the table's text is what its rows make."""
    assert {row.case for row in ROWS} == {case for module in modules() for case in catalogue(module)}
    assert TABLE.read_text() == rendered(ROWS)
