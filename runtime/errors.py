# SPDX-License-Identifier: Apache-2.0
"""The one family of exceptions that Penlight raises for its users."""

from __future__ import annotations


class PenlightError(Exception):
    """Something that the user can act on: what is wrong, where, and what to do.

    Args:
        what: one sentence that says what was got and what was wanted.
        where: the graph node and the user's source line, when there is one.
        fix: what to do about it.
    """

    def __init__(self, what: str, *, where: str = "", fix: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.fix = fix

    def __str__(self) -> str:
        parts = [self.what]
        if self.where:
            parts.append(f"  at {self.where}")
        if self.fix:
            parts.append(f"  fix: {self.fix}")
        return "\n".join(parts)


class UnsupportedError(PenlightError):
    """The model has something that no kernel does."""


class FileError(PenlightError):
    """A file is missing, damaged or not what it should be."""


class FitError(PenlightError):
    """The program does not fit the board: the message has the numbers."""


class ToolError(PenlightError):
    """A compiler, emulator or other tool is missing or failed."""


class DeviceError(PenlightError):
    """The program failed while it ran on a board or an emulator."""


class UsageError(PenlightError):
    """An argument is wrong."""


class InternalError(PenlightError):
    """Penlight contradicts itself; a bug to report."""
