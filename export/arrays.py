# SPDX-License-Identifier: Apache-2.0
"""Reads .npy and .npz files."""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np

from penlight.runtime.errors import FileError


def load_arrays(path: Path) -> list[np.ndarray]:
    """The arrays of a .npz, in the order in which they were saved, or the one of a .npy. Raises FileError."""
    if not path.exists():
        raise FileError(f"{path} does not exist")
    try:
        loaded = np.load(path, allow_pickle=False)
        return [loaded] if isinstance(loaded, np.ndarray) else [loaded[name] for name in loaded.files]
    except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise FileError(f"{path} is no .npy or .npz: {error}") from error
