# SPDX-License-Identifier: Apache-2.0
"""The one test of all operators: random and ragged cases, equal to the numpy reference bit for bit in every tier.

The cases come from the operators. All of a tier's go through one boot of an emulated board, and through this machine's
build of the tier's kernels under sanitizers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from support.batches import Batch, batches
from support.machines import run_on_board, run_on_host

from penlight.backends.cortex_m.ops import device_operators
from penlight.backends.cortex_m.ops.operator import Operator
from penlight.backends.cortex_m.target import Tier
from penlight.boards.jobs import Job, JobResult

MACHINES = [("scalar", "host"), ("scalar", "board"), ("dsp", "host"), ("dsp", "board"), ("mve", "board")]


def runs_on(op: type[Operator], tier: str, machine: str) -> bool:
    """Whether a build has the kernels of `op`: a host has those of all tiers, and runs them in one of its builds."""
    return op.tier in (None, Tier[tier.upper()]) or (tier, machine) == ("scalar", "host")


TESTS = [
    pytest.param(tier, machine, op.name, marks=pytest.mark.xdist_group(tier))
    for tier, machine in MACHINES
    for op in device_operators()
    if runs_on(op, tier, machine)
]

Results = Callable[[str, str], dict[str, list[tuple[Batch, JobResult]]]]


@cache
def batches_of(op: type[Operator], tier: Tier, count: int) -> list[Batch]:
    """The cases of an operator for one tier, made once."""
    return list(batches(op, tier, count))


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Results:
    """Runs all operators on one machine, once."""

    @cache
    def run(tier: str, machine: str) -> dict[str, list[tuple[Batch, JobResult]]]:
        count = pytestconfig.getoption("--cases")
        made = {
            op.name: batches_of(op, Tier[tier.upper()] if op.tier is None else op.tier, count)
            for op in device_operators()
            if runs_on(op, tier, machine)
        }
        jobs = [Job(batch.pte, batch.before) for group in made.values() for batch in group]
        runner = run_on_host if machine == "host" else run_on_board
        answers = iter(runner(tier, jobs, tmp_path_factory.mktemp(f"{tier}-{machine}")))
        return {name: [(batch, next(answers)) for batch in group] for name, group in made.items()}

    return run


@pytest.mark.parametrize(("tier", "machine", "operator"), TESTS)
def test_operator(tier: str, machine: str, operator: str, results: Results) -> None:
    """Outputs equal the reference, and no other byte of the arena changes."""
    done = results(tier, machine)[operator]
    assert sum(len(batch.cases) for batch, _ in done) >= 1
    for batch, result in done:
        assert result.status == 0, f"status {result.status} with {[placed.case.params for placed in batch.cases]}"
        assert batch.first_fault(result.outputs) == ""
