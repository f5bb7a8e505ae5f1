# SPDX-License-Identifier: Apache-2.0
"""The one test of all operators: random and ragged cases, equal to the numpy reference bit for bit in every tier.

The cases come from the operators. All of a tier's go through one boot of an emulated board, and through this machine's
build of the tier's kernels under sanitizers. In most of them the output lies over an input, as near as it may.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest
from support.batches import Batch, batches, nearer
from support.machines import run_on_armv6m, run_on_board, run_on_host

from penlight.backends.cortex_m.ops import device_operators
from penlight.backends.cortex_m.ops.operator import Operator
from penlight.backends.cortex_m.target import Tier
from penlight.boards.jobs import Job, JobResult

MACHINES = [("scalar", "host"), ("scalar", "board"), ("dsp", "host"), ("dsp", "board"), ("mve", "board")]
MACHINES += [("dsp", "portable"), ("mve", "portable"), ("scalar", "armv6m")]
"""A tier and a machine; the portable one is this machine's own library, which runs all tiers with scalar kernels, and
armv6m is a board with the code for the smallest cores, which have assembly of their own."""


def runs_on(op: type[Operator], tier: str, machine: str) -> bool:
    """Whether a build has the kernels of `op`: a host has those of all tiers, and runs them in one of its builds."""
    if machine == "portable":
        return op.tier is None
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


def run_jobs(tier: str, machine: str, jobs: Sequence[Job], folder: Path) -> list[JobResult]:
    """Runs payloads for `tier` on one of its machines."""
    if machine == "board":
        return run_on_board(tier, jobs, folder)
    if machine == "armv6m":
        return run_on_armv6m(jobs, folder)
    return run_on_host("scalar" if machine == "portable" else tier, jobs, folder)


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
        answers = iter(run_jobs(tier, machine, jobs, tmp_path_factory.mktemp(f"{tier}-{machine}")))
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


@pytest.mark.skipif(shutil.which("clang") is None, reason="clang is not on PATH")
@pytest.mark.parametrize("tier", [pytest.param(tier, marks=pytest.mark.xdist_group(tier)) for tier in ("dsp", "mve")])
def test_clang_gives_the_same(tier: str, tmp_path: Path) -> None:
    """Kernels that another compiler has built, whose assembly and intrinsics it understands in its own way."""
    ops = [op for op in device_operators() if runs_on(op, tier, "board")]
    made = [batch for op in ops for batch in batches_of(op, Tier[tier.upper()], 64)]
    results = run_on_board(tier, [Job(batch.pte, batch.before) for batch in made], tmp_path, "clang")
    for batch, result in zip(made, results, strict=True):
        assert result.status == 0
        assert batch.first_fault(result.outputs) == ""


SHIFTING = ("conv2d_s8", "depthwise_conv2d_s8", "max_pool2d_s8", "avg_pool2d_s8", "linear_s8", "pad_s8", "concat_s8")
"""Operators with outputs that may lie over their input some way below it, but not at its place."""


@pytest.mark.parametrize("operator", SHIFTING)
@pytest.mark.parametrize("tier", ["scalar", "dsp"])
def test_distance_is_needed(operator: str, tier: str, tmp_path: Path) -> None:
    """A step nearer to its input than declared, the output of each kernel is wrong in some case.

    On MVE a distance may be that of the portable kernels, so that nothing need be wrong there.
    """
    op = next(op for op in device_operators() if op.name == operator)
    made = list(nearer(op, Tier[tier.upper()], 96))
    results = run_jobs(tier, "host", [Job(batch.pte, batch.before) for batch in made], tmp_path)
    faults: dict[str, int] = {}
    for batch, result in zip(made, results, strict=True):
        kernel = batch.cases[0].case.kernel
        faults[kernel] = faults.get(kernel, 0) + (batch.first_fault(result.outputs) != "")
    assert faults
    assert all(faults.values()), faults
