# SPDX-License-Identifier: Apache-2.0
"""A bar chart of a network's layers as SVG: one row a layer, one column a core."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from penlight.boards.bench.baselines import Baselines
from penlight.boards.bench.bounds import cycles_per_mac
from penlight.boards.bench.measuring import Cost
from penlight.boards.bench.model import ERROR
from penlight.boards.bench.networks import NETWORKS, LayerResult, NetworkResult

_ROW, _BAR = 18, 11
_LABELS, _COLUMN, _GAP = 290, 170, 18
_HEAD, _FOOT, _MARGIN, _LEAST = 78, 34, 14, 600

_BACKGROUND, _TEXT, _DIM = "#ffffff", "#1f2328", "#6e7781"
_OURS, _ARM, _BOUND, _RULE = "#2f6db5", "#a8b1bb", "#1f2328", "#eceff2"


def chart(network: str, by_core: Mapping[str, NetworkResult], baselines: Baselines) -> str:
    """The SVG. Its rows are the layers of the first core; what another one has under other labels is not shown."""
    layers = next(iter(by_core.values())).layers
    width = max(_LEAST, _MARGIN * 2 + _LABELS + len(by_core) * (_COLUMN + _GAP))
    height = _HEAD + len(layers) * _ROW + _FOOT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'font-family="Helvetica, Arial, sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="{_BACKGROUND}"/>',
        _text(_MARGIN, 22, f"{network}: {NETWORKS[network][1]}, modelled cycles of each layer", size=14, bold=True),
    ]
    parts += _names(layers, width)
    for index, (core, result) in enumerate(by_core.items()):
        left = _MARGIN + _LABELS + index * (_COLUMN + _GAP)
        of_core = {layer.label: layer for layer in result.layers}
        parts += _column(left, core, result.run.cycles, [of_core.get(layer.label) for layer in layers], baselines)
    parts += _legend(height - 12)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _names(layers: list[LayerResult], width: int) -> list[str]:
    parts = []
    for index, layer in enumerate(layers):
        top = _HEAD + index * _ROW
        if index % 2 == 0:
            parts.append(f'<rect x="0" y="{top}" width="{width}" height="{_ROW}" fill="{_RULE}" opacity="0.5"/>')
        parts.append(_text(_MARGIN, top + 13, _short(layer.label, 20)))
        parts.append(_text(_MARGIN + 118, top + 13, layer.shape, color=_DIM, size=10))
    return parts


def _short(label: str, most: int) -> str:
    return label if len(label) <= most else "..." + label[3 - most :]


def _column(left: int, core: str, total: int, layers: list[LayerResult | None], baselines: Baselines) -> list[str]:
    arms = [baselines.arm(core, layer) if layer else None for layer in layers]
    most = max([layer.cost.cycles for layer in layers if layer] + [arm.cycles for arm in arms if arm])
    parts = [
        _text(left, _HEAD - 36, core, bold=True),
        _text(left, _HEAD - 22, f"model: {ERROR[core]}", color=_DIM, size=10),
        _text(left, _HEAD - 8, f"{_count(total)} in all", color=_DIM, size=10),
        _text(left + _COLUMN, _HEAD - 8, _count(most), color=_DIM, size=10, end=True),
    ]
    for index, (layer, arm) in enumerate(zip(layers, arms, strict=True)):
        if layer is not None:
            top = _HEAD + index * _ROW + (_ROW - _BAR) // 2
            parts += _layer(left, top, _COLUMN / most, core, layer, arm)
    return parts


def _layer(left: int, top: int, scale: float, core: str, layer: LayerResult, arm: Cost | None) -> list[str]:
    ours = layer.cost.cycles
    title = f"{layer.kernel}: {ours:,} cycles"
    parts = []
    if arm is not None:
        title += f"; CMSIS-NN {arm.cycles:,}"
        parts.append(_bar(left, top, arm.cycles * scale, _BAR, _ARM))
    parts.append(_bar(left, top + 2, ours * scale, _BAR - 4, _OURS, title))
    if layer.macs:
        bound = left + layer.macs * cycles_per_mac(core, layer.kernel) * scale
        parts.append(_bar(bound, top - 1, 1.5, _BAR + 2, _BOUND))
    return parts


def _bar(left: float, top: float, width: float, height: float, color: str, title: str = "") -> str:
    inside = f"<title>{escape(title)}</title>" if title else ""
    return f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{height}" fill="{color}">{inside}</rect>'


def _legend(y: int) -> list[str]:
    parts, x = [], _MARGIN
    for color, width, words in ((_OURS, 18, "Penlight"), (_ARM, 18, "Arm's CMSIS-NN"), (_BOUND, 2, "ideal inner loop")):
        parts.append(_bar(x, y - 8, width, 9, color))
        parts.append(_text(x + width + 6, y, words, color=_DIM))
        x += width + 20 + 7 * len(words)
    return parts


def _text(
    x: float, y: float, words: str, *, color: str = _TEXT, size: int = 11, bold: bool = False, end: bool = False
) -> str:
    style = (' font-weight="bold"' if bold else "") + (' text-anchor="end"' if end else "")
    return f'<text x="{x}" y="{y}" fill="{color}" font-size="{size}"{style}>{escape(words)}</text>'


def _count(cycles: int) -> str:
    return f"{cycles / 1e6:.2f} M" if cycles >= 1_000_000 else f"{cycles / 1e3:.0f} k"
