# SPDX-License-Identifier: Apache-2.0
"""The cores that Penlight exports for, and what each can do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from penlight.runtime.errors import UsageError


class Tier(IntEnum):
    """Capability tiers; the values are the C runtime's PL_TIER_*."""

    SCALAR = 0
    DSP = 1
    MVE = 2


_TIERS = {
    "cortex-m0": Tier.SCALAR,
    "cortex-m0plus": Tier.SCALAR,
    "cortex-m3": Tier.SCALAR,
    "cortex-m4": Tier.DSP,
    "cortex-m7": Tier.DSP,
    "cortex-m23": Tier.SCALAR,
    "cortex-m33": Tier.DSP,
    "cortex-m35p": Tier.DSP,
    "cortex-m52": Tier.MVE,
    "cortex-m55": Tier.MVE,
    "cortex-m85": Tier.MVE,
}

CORES = tuple(_TIERS)
"""Names of all cores, smallest first."""


@dataclass(frozen=True)
class Target:
    """A core and its tier, such as cortex-m33 without the DSP extension."""

    name: str
    core: str
    tier: Tier

    @staticmethod
    def parse(name: str) -> Target:
        """The target called `name`: a core and optional `+nodsp` or `+nomve`. Raises UsageError for another name."""
        core, *extensions = name.lower().split("+")
        if core not in _TIERS:
            raise UsageError(f"there is no target {core!r}", fix="choose one of " + ", ".join(CORES))
        tier = _TIERS[core]
        for extension in extensions:
            if extension == "nodsp" and tier >= Tier.DSP:
                tier = Tier.SCALAR
            elif extension == "nomve" and tier >= Tier.MVE:
                tier = Tier.DSP
            else:
                allowed = {Tier.SCALAR: "nothing", Tier.DSP: "+nodsp", Tier.MVE: "+nomve or +nodsp"}[_TIERS[core]]
                raise UsageError(f"+{extension} does not apply to {core}", fix=f"append {allowed}")
        return Target(name.lower(), core, tier)
