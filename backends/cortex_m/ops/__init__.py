# SPDX-License-Identifier: Apache-2.0
"""All operators: every class in the files of this folder. A new file needs no entry anywhere."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from typing import Any

from penlight.backends.cortex_m.ops.operator import Operator


@cache
def all_operators() -> tuple[type[Operator], ...]:
    """Every operator class, sorted by code, then name."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
    return tuple(sorted((op for op in _subclasses(Operator) if op.name), key=lambda op: (op.code, op.name)))


def _subclasses(op: type[Operator]) -> Iterator[type[Operator]]:
    for subclass in op.__subclasses__():
        yield subclass
        yield from _subclasses(subclass)


def device_operators() -> tuple[type[Operator], ...]:
    """Operators that have kernels."""
    return tuple(op for op in all_operators() if op.code)


@cache
def _by_target() -> dict[str, tuple[type[Operator], ...]]:
    table: dict[str, tuple[type[Operator], ...]] = {}
    for op in all_operators():
        for target in op.targets:
            table[str(target)] = (*table.get(str(target), ()), op)
    return table


def operators_for(target: Any) -> tuple[type[Operator], ...]:
    """The operators that lower calls of an ATen overload; empty where there is none."""
    return _by_target().get(str(target), ())
