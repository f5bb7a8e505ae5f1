# SPDX-License-Identifier: Apache-2.0
"""The runtime under sanitizers, for tests that bring it bad files."""

from __future__ import annotations

from functools import partial

import pytest
from support.replay import Replay, build, replay_with


@pytest.fixture(scope="session")
def replay() -> Replay:
    """See support.replay.Replay."""
    return partial(replay_with, build("gcc", "replay"))
