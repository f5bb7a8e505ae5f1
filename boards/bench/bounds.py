# SPDX-License-Identifier: Apache-2.0
"""What an ideal inner loop takes: modelled cycles per multiply-accumulate.

A mark to compare with and no proof: on M0+ kernels that put two products into one multiplication go below it.

Each is for the best loop known for the core, with the loads, products and loop control of a register tile, and without
requantization, padding or what is left over at edges. Depthwise convolutions share no weights between channels, which
matters where a vector instruction could add up channels.
"""

from __future__ import annotations

_CYCLES_PER_MAC = {
    "cortex-m0plus": 5.0,
    "cortex-m3": 2.8,
    "cortex-m4": 1.0,
    "cortex-m7": 0.5,
    "cortex-m33": 0.94,
    "cortex-m55": 0.125,
}
_DEPTHWISE = {"cortex-m55": 0.5}


def cycles_per_mac(core: str, kernel: str) -> float:
    """The bound for a kernel, called by its name, on `core`."""
    if "depthwise" in kernel and core in _DEPTHWISE:
        return _DEPTHWISE[core]
    return _CYCLES_PER_MAC[core]
