# SPDX-License-Identifier: Apache-2.0
"""Importing this registers Penlight's delegate with ExecuTorch's own Python runtime.

Afterwards `executorch.runtime.Runtime.get().load_program(...)` executes a Penlight .pte. The plug-in is compiled on
first import against the headers of the installed executorch package, with the host's C++ compiler, and kept in the
user's cache folder.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
from importlib.metadata import version
from pathlib import Path

import executorch

from penlight.runtime.errors import ToolError
from penlight.runtime.program import library_path

_HERE = Path(__file__).resolve().parent
_RUNTIME = _HERE.parent


def _cortex_m() -> Path:
    import penlight.backends.cortex_m as package

    return Path(next(iter(package.__path__))).resolve()


def _command(output: Path) -> list[str]:
    root = Path(next(iter(executorch.__path__)))
    include = root / "include"
    portable = include / "executorch/runtime/core/portable_type/c10"
    host = library_path()
    folders = (include, portable, _RUNTIME, _cortex_m(), _cortex_m() / "gen")
    return [
        os.environ.get("CXX", "c++"),
        *("-std=c++17", "-O2", "-shared", "-fPIC", "-DC10_USING_CUSTOM_GENERATED_MACROS"),
        *(f"-I{folder}" for folder in folders),
        str(_HERE / "plugin.cpp"),
        *("-o", str(output), str(host), f"-Wl,-rpath,{host.parent}"),
        *(f"-L{root / 'lib'}", "-lexecutorch", f"-Wl,-rpath,{root / 'lib'}"),
    ]


def _plugin() -> Path:
    """The compiled plug-in, from the cache when nothing that it is made of has changed."""
    sources = (_HERE / "plugin.cpp", _cortex_m() / "delegate.h", _RUNTIME / "penlight.h")
    key = hashlib.sha256(b"".join(source.read_bytes() for source in sources))
    key.update(f"{version('executorch')} {library_path()}".encode())
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "penlight"
    plugin = cache / f"executorch-{key.hexdigest()[:16]}.so"
    if not plugin.exists():
        cache.mkdir(parents=True, exist_ok=True)
        _compile(plugin)
    return plugin


def _compile(plugin: Path) -> None:
    with tempfile.TemporaryDirectory(dir=plugin.parent) as folder:
        built = Path(folder) / plugin.name
        command = _command(built)
        if shutil.which(command[0]) is None:
            raise ToolError(f"{command[0]} is not on PATH", fix="install a C++ compiler (Debian: apt-get install g++)")
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise ToolError(f"the plug-in for ExecuTorch does not compile:\n{done.stderr.strip()}")
        built.replace(plugin)


def _register() -> None:
    import executorch.runtime  # noqa: F401  its libraries must be there before the plug-in

    library = ctypes.CDLL(str(_plugin()), mode=ctypes.RTLD_GLOBAL)
    if not library.penlight_registered():
        raise ToolError("ExecuTorch refused the delegate: another library has registered PenlightCortexM")


_register()
