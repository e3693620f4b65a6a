"""Drawings of results for notebooks: SVG in the colour of the surrounding text."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

_WIDTH = 640
_MOST = 400  # shapes in one drawing: more are not distinguishable
_COLOURS = {"equal": "#4c9f70", "replace": "#d08c2e", "insert": "#3f7fbf", "delete": "#c05050"}
_STYLE = (
    "<style>.concord{color:#222;font:12px sans-serif}"
    "@media (prefers-color-scheme:dark){.concord{color:#ddd}}"
    "[data-jp-theme-light=false] .concord,.vscode-dark .concord{color:#ddd}</style>"
)


def _svg(height: float, parts: Sequence[str], caption: str) -> str:
    return (
        f'<div class="concord">{_STYLE}<div>{escape(caption)}</div>'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height:.0f}" '
        f'viewBox="0 0 {_WIDTH} {height:.0f}" fill="currentColor" role="img" aria-label="{escape(caption)}">'
        f'{"".join(parts)}</svg></div>'
    )


def _bar(x: float, y: float, width: float, height: float, colour: str, opacity: float = 1.0) -> str:
    return (
        f'<rect x="{x:.2f}" y="{y:.2f}" width="{max(width, 0.6):.2f}" height="{height:.2f}" '
        f'fill="{colour}" fill-opacity="{opacity}"/>'
    )


def opcodes(operations: Sequence[Any], src_len: int, dest_len: int) -> str:
    """Both sequences as bars; equal runs are connected."""
    scale = _WIDTH / max(src_len, dest_len, 1)
    parts = [_bar(0, 4, src_len * scale, 18, "currentColor", 0.12), _bar(0, 60, dest_len * scale, 18, "currentColor", 0.12)]
    shown = sorted(operations, key=lambda one: one[1] - one[2] + one[3] - one[4])[:_MOST]
    for tag, src_start, src_end, dest_start, dest_end in shown:
        colour = _COLOURS[tag]
        if src_end > src_start:
            parts.append(_bar(src_start * scale, 4, (src_end - src_start) * scale, 18, colour))
        if dest_end > dest_start:
            parts.append(_bar(dest_start * scale, 60, (dest_end - dest_start) * scale, 18, colour))
        if tag == "equal":
            corners = ((src_start, 22), (src_end, 22), (dest_end, 60), (dest_start, 60))
            points = " ".join(f"{x * scale:.2f},{y}" for x, y in corners)
            parts.append(f'<polygon points="{points}" fill="{colour}" fill-opacity="0.25"/>')
    equal = sum(one[2] - one[1] for one in operations if one[0] == "equal")
    return _svg(82, parts, f"{src_len:,} and {dest_len:,} elements, {equal:,} of them equal")


def substring(found: Any) -> str:
    """The text, and a mark for each occurrence, sequence by sequence."""
    if not found.found:
        return _svg(1, [], "no substring is shared")
    caption = (
        f"{found.length:,} letters in {found.support:,} of {found.sequences:,} sequences"
        + (f", up to {found.mismatches} mismatches" if found.mismatches else "")
        + f": {_shown(found.text)}"
    )
    rows = [(one.sequence, one.start, getattr(one, "end", one.start + found.length)) for one in found.occurrences]
    return _svg(*_rows(rows or [(found.sequence, found.start, found.end)]), caption)


def region(found: Any) -> str:
    """The text, its positions, and the longest length for each support."""
    if not found.found:
        return _svg(1, [], "no region is shared")
    caption = (
        f"{found.length:,} letters in {found.support:,} of {found.sequences:,} sequences: {_shown(found.text)}"
    )
    if found.by_support:
        longest = max(one.length for one in found.by_support)
        width = _WIDTH / len(found.by_support)
        parts = [
            _bar(i * width, 80 - 76 * one.length / longest, width * 0.8, 76 * one.length / longest, _COLOURS["equal"])
            for i, one in enumerate(found.by_support)
        ]
        return _svg(80, parts, caption + "; a bar for each support from 2 on")
    rows = [(one.sequence, one.start, one.start + found.length) for one in found.occurrences]
    return _svg(*_rows(rows or [(found.sequence, found.start, found.end)]), caption)


def component(found: Any) -> str:
    """The cells of B in the component."""
    rows, columns = found.shape_b
    caption = f"{found.size:,} cells; shift {found.shift[0]} rows, {found.shift[1]} columns"
    if not found.found:
        return _svg(1, [], "no cell is shared")
    side = min(_WIDTH / max(columns, 1), 240 / max(rows, 1), 24.0)
    parts = [_bar(0, 0, columns * side, rows * side, "currentColor", 0.08)]
    runs: list[list[int]] = []  # row, first column, one past the last
    for row, column in found:
        if runs and runs[-1][0] == row and runs[-1][2] == column:
            runs[-1][2] += 1
        else:
            runs.append([row, column, column + 1])
    for row, first, last in runs[: 10 * _MOST]:
        parts.append(_bar(first * side, row * side, (last - first) * side, side, _COLOURS["equal"]))
    return _svg(rows * side, parts, caption)


def _shown(text: Any) -> str:
    shown = text if isinstance(text, str) else str(text)
    return shown if len(shown) <= 60 else shown[:57] + "..."


def _rows(places: Sequence[tuple[int, int, int]]) -> tuple[float, list[str]]:
    places = places[:_MOST]
    most = max(end for _, _, end in places)
    height = max(2.0, min(10.0, 200 / len(places)))
    scale = _WIDTH / max(most, 1)
    parts = []
    for i, (_, start, end) in enumerate(places):
        parts.append(_bar(0, i * height, _WIDTH, height * 0.8, "currentColor", 0.1))
        parts.append(_bar(start * scale, i * height, (end - start) * scale, height * 0.8, _COLOURS["equal"]))
    return height * len(places), parts
