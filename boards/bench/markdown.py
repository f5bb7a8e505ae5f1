# SPDX-License-Identifier: Apache-2.0
"""Tables in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_NUMBER = re.compile(r"\**[\d.,]+\**|-?")


def table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; numbers are set to the right and get thousands separators."""
    text = [[_cell(value) for value in row] for row in rows]
    numeric = [all(_NUMBER.fullmatch(row[i]) for row in text) for i in range(len(headings))]
    lines = ["| " + " | ".join(headings) + " |"]
    lines.append("|" + "|".join("---:" if right else "---" for right in numeric) + "|")
    lines += ["| " + " | ".join(row) + " |" for row in text]
    return "\n".join(lines) + "\n"


def _cell(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.3f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
