# SPDX-License-Identifier: Apache-2.0
"""Every function of the kernel library, called directly as other programs do: random and ragged calls, bit for bit.

All of a tier's calls go through one boot of an emulated board, and through this machine's build of the tier under
sanitizers, where also reads outside of a buffer are faults.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from cmsis_nn.calls import Call, place
from cmsis_nn.families import FAMILIES
from cmsis_nn.machines import faults_on_board, faults_on_host

from penlight.backends.cortex_m.target import Tier

MACHINES = [
    pytest.param((tier, machine), id=f"{tier}-{machine}", marks=pytest.mark.xdist_group(f"api-{tier}"))
    for tier, machine in (("scalar", "host"), ("scalar", "board"), ("dsp", "host"), ("dsp", "board"), ("mve", "board"))
]


@cache
def calls(tier: str, count: int) -> dict[str, list[Call]]:
    """Every family's calls for one tier, made once."""
    made = {}
    for seed, (name, family) in enumerate(FAMILIES.items()):
        made[name] = list(family(np.random.default_rng(seed), count, Tier[tier.upper()]))
    return made


@pytest.fixture(scope="module", params=MACHINES)
def faults(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config
) -> dict[str, list[str]]:
    """Makes all calls on one machine: for each family what is wrong with each call, empty where nothing is."""
    tier, machine = request.param
    made = calls(tier, pytestconfig.getoption("--cases"))
    random = np.random.default_rng(1)
    placed = [place(call, random) for family in made.values() for call in family]
    make_calls = faults_on_host if machine == "host" else faults_on_board
    answers = iter(make_calls(tier, placed, tmp_path_factory.mktemp(f"{tier}-{machine}")))
    return {name: [next(answers) for _ in family] for name, family in made.items()}


@pytest.mark.parametrize("family", FAMILIES)
def test_function(family: str, faults: dict[str, list[str]]) -> None:
    """Status and outputs are those of the reference, and no other byte of memory changes."""
    found = faults[family]
    assert found
    assert [fault for fault in found if fault][:5] == []
