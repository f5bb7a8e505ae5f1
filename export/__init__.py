# SPDX-License-Identifier: Apache-2.0
"""PyTorch to .pte: `to_pte` is the main call, `CortexMQuantizer` and `CortexMPartitioner` its parts.

They are loaded on first use, so that commands which need no PyTorch start at once.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from penlight.backends.cortex_m.partition import CortexMPartitioner
    from penlight.export.pipeline import Export, quantize, to_pte
    from penlight.export.quantizer import CortexMQuantizer

__all__ = ["CortexMPartitioner", "CortexMQuantizer", "Export", "quantize", "to_pte"]

_HOMES = {
    "CortexMPartitioner": "penlight.backends.cortex_m.partition",
    "CortexMQuantizer": "penlight.export.quantizer",
    "Export": "penlight.export.pipeline",
    "quantize": "penlight.export.pipeline",
    "to_pte": "penlight.export.pipeline",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from penlight.export.quiet import quiet

    with quiet():
        return getattr(importlib.import_module(_HOMES[name]), name)
