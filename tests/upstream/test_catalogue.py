# SPDX-License-Identifier: Apache-2.0
"""The catalogue of upstream models is complete: a module that upstream adds or drops is noticed."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from upstream.catalogue import FOLDERS, TEST_PACKAGE, UNAVAILABLE, UpstreamCase, cases, missing_packages, modules

pytestmark = pytest.mark.skipif(
    bool(missing_packages()), reason=f"upstream's tests need {', '.join(missing_packages())}"
)


@pytest.fixture(scope="module")
def catalogue() -> list[UpstreamCase]:
    return list(cases())


def test_every_module_gives_cases_or_says_why_not(catalogue: list[UpstreamCase]) -> None:
    """Shows that no upstream test file is passed over: each gives a case, or stands among the unavailable."""
    spec = find_spec(TEST_PACKAGE)
    assert spec is not None
    assert spec.submodule_search_locations is not None
    root = Path(spec.submodule_search_locations[0])
    files = {f"{folder}/{path.stem}" for folder in FOLDERS for path in (root / folder).glob("test_*.py")}
    assert {case.id.rsplit("/", 1)[0] for case in catalogue} == files - set(UNAVAILABLE)
    assert set(UNAVAILABLE) <= files
    assert set(modules()) == files - set(UNAVAILABLE)


def test_ids_are_unique(catalogue: list[UpstreamCase]) -> None:
    """Shows that no case hides another."""
    assert len({case.id for case in catalogue}) == len(catalogue)


def test_tolerances_are_read_and_not_invented(catalogue: list[UpstreamCase]) -> None:
    """Shows that the recorder hands on each test's own tolerance, by three that differ in the sources of upstream."""
    quanta = {case.id: case.tolerance.qtol for case in catalogue}
    assert quanta["ops/test_add/add[tensor_tensor]"] == 0
    assert quanta["ops/test_linear/linear[linear_bias]"] == 1
    assert quanta["ops/test_conv/conv2d[conv2d_stride]"] == 2
