# SPDX-License-Identifier: Apache-2.0
"""Keeps what PyTorch's packages say to their own developers away from our users."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

_CHATTY = ("torchao", "torch.utils._pytree", "root", "executorch", "torch.export", "torch._export")


@contextmanager
def quiet() -> Iterator[None]:
    """Within it, warnings about optional extensions, deprecations and internals are not shown; errors are."""
    before = {name: logging.getLogger(name).level for name in _CHATTY}
    for name in _CHATTY:
        logging.getLogger(name).setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)
