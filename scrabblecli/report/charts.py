"""Line charts of a game as SVG: the players' scores, and by how much each leads, turn by turn.

Lines are told apart without colour: each has a dash pattern and a marker of its own, and its name stands at its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from scrabblecli.report.page import shown
from scrabblecli.report.sentences import count_of

__all__ = ["CHART_STYLE", "Line", "line_chart", "spreads", "standing_sentence"]

_WIDTH, _HEIGHT = 400, 210
_LEFT, _TOP, _BOTTOM = 38, 12, 30
_LETTER = 7.4
"""About the width of a letter of the labels."""
_LONGEST_NAME = 10
_APART = 13
"""How far apart labels must be."""
_STROKES = ("", "7 3", "2 3", "9 3 2 3")

CHART_STYLE = """
.chart { display: block; width: 100%; height: auto; }
.chart text { font: 11px system-ui, sans-serif; fill: var(--soft); }
.chart .grid { stroke: var(--line); stroke-width: .6; fill: none; } .chart .zero { stroke: var(--text); stroke-width: 1; fill: none; }
.chart .lab { font-weight: 600; } .chart .ring { fill: none; stroke: var(--text); stroke-width: 1.3; }
:root { --p0: #0b57a4; --p1: #a8390a; --p2: #1c6b33; --p3: #75329b; }
@media (prefers-color-scheme: dark) { :root { --p0: #7cb8ff; --p1: #ffa36b; --p2: #7fd695; --p3: #d3a5f2; } }
""" + "".join(
    f".p{number} {{ stroke: var(--p{number}); stroke-width: 2; fill: none; stroke-linejoin: round;"
    f"{f' stroke-dasharray: {dashes};' if dashes else ''} }} .m{number} {{ fill: {'var(--page)' if number % 2 else f'var(--p{number})'};"
    f" stroke: var(--p{number}); stroke-width: 1.5; }} .chart .n{number} {{ fill: var(--p{number}); }}\n"
    for number, dashes in enumerate(_STROKES)
)


class Line(NamedTuple):
    """A line of a chart: its label, its style (0 to 3), a value for each turn from 0 on, and the turns that have a marker."""

    label: str
    style: int
    values: Sequence[int]
    marked: Sequence[int]


def spreads(totals: Sequence[Sequence[int]], player: int) -> list[int]:
    """A player's points less those of the best of the others, for each row of totals.

    >>> spreads([(0, 0, 0), (10, 0, 4), (10, 20, 4)], 0)
    [0, 6, -10]
    """
    return [row[player] - max(total for other, total in enumerate(row) if other != player) for row in totals]


def line_chart(
    name: str, title: str, description: str, lines: Sequence[Line], *, signed: bool = False, ringed: Sequence[int] = ()
) -> str:
    """A chart with turns along its foot. ``name`` makes its ids its own; turns ``ringed`` have a ring around the first line's point."""
    turns = len(lines[0].values) - 1
    labels = [f"{_short(line.label)} {format(line.values[-1], '+d' if signed else 'd')}" for line in lines]
    right = 12 + _LETTER * max(map(len, labels))
    low = min(min(line.values) for line in lines)
    high = max(max(line.values) for line in lines)
    step = _step(high - low)
    low, high = step * (low // step), step * -(-high // step)
    if low == high:
        high += step

    def across(turn: int) -> str:
        return f"{_LEFT + (_WIDTH - _LEFT - right) * turn / max(1, turns):.1f}".removesuffix(".0")

    def height(value: int) -> float:
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (high - value) / (high - low)

    def down(value: int) -> str:
        return f"{height(value):.1f}".removesuffix(".0")

    levels = range(low, high + 1, step)
    grid = "".join(f"M{_LEFT} {down(level)}H{across(turns)}" for level in levels if level)
    parts = [f'<path class="grid" d="{grid}"/><path class="zero" d="M{_LEFT} {down(0)}H{across(turns)}"/>']
    parts += [f'<text x="{_LEFT - 6}" y="{height(level) + 4:.0f}" text-anchor="end">{level}</text>' for level in levels]
    every = _step(turns, 6)
    parts += [
        f'<text x="{across(turn)}" y="{_HEIGHT - _BOTTOM + 15}" text-anchor="middle">{turn}</text>'
        for turn in range(0, turns + 1, every)
    ]
    parts.append(f'<text x="{_LEFT}" y="{_HEIGHT - 2}">after turn</text>')
    for line in lines:
        points = "L".join(f"{across(turn)} {down(value)}" for turn, value in enumerate(line.values))
        markers = "".join(_marker(line.style, float(across(turn)), height(line.values[turn])) for turn in line.marked)
        parts.append(f'<path class="p{line.style}" d="M{points}"/><path class="m{line.style}" d="{markers}"/>')
    parts += [
        f'<circle class="ring" cx="{across(turn)}" cy="{down(lines[0].values[turn])}" r="7"/>' for turn in ringed if turn <= turns
    ]
    heights = _apart([height(line.values[-1]) + 4 for line in lines])
    parts += [
        f'<text class="lab n{line.style}" x="{float(across(turns)) + 9:.0f}" y="{place:.0f}">{shown(label)}</text>'
        for line, label, place in zip(lines, labels, heights, strict=True)
    ]
    return (
        f'<svg class="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-labelledby="{name}t {name}d">'
        f'<title id="{name}t">{shown(title)}</title><desc id="{name}d">{shown(description)}</desc>{"".join(parts)}</svg>'
    )


def standing_sentence(names: Sequence[str], totals: Sequence[Sequence[int]]) -> str:
    """What the charts of a game show, in words: who led, how often the lead changed, and the largest lead."""
    leaders = [row.index(max(row)) for row in totals if sorted(row)[-1] != sorted(row)[-2]]
    changes = sum(before != after for before, after in pairwise(leaders))
    final = ", ".join(f"{name} {total}" for name, total in zip(names, totals[-1], strict=True))
    text = f"After {count_of(len(totals) - 1, 'turn')}: {final}."
    if leaders:
        lead, turn, player = max(
            (spread, -turn, player) for player in range(len(names)) for turn, spread in enumerate(spreads(totals, player))
        )
        text += f" The lead changed {count_of(changes, 'time')}; the largest was {names[player]}'s {lead} after turn {-turn}."
    return text


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def _step(extent: int, parts: int = 5) -> int:
    """A round distance of marks that cuts an extent into a few parts.

    >>> [_step(extent) for extent in (0, 4, 24, 90, 460)]
    [1, 1, 5, 20, 100]
    """
    size = 1
    while True:
        for factor in (1, 2, 5):
            if size * factor * parts >= extent:
                return size * factor
        size *= 10


def _apart(heights: Sequence[float]) -> list[float]:
    """The heights of labels moved apart where they would lie upon each other, in their order."""
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    moved = list(heights)
    for _ in range(2 * len(heights) + 10):
        for above, below in pairwise(order):
            missing = _APART - (moved[below] - moved[above])
            if missing > 0:
                moved[above] -= missing / 2
                moved[below] += missing / 2
    return moved


def _marker(style: int, x: float, y: float) -> str:
    """A marker as a path: a dot, a square, a triangle or a diamond."""
    if style == 0:
        return f"M{x - 2.5:.1f} {y:.1f}a2.5 2.5 0 1 1 5 0a2.5 2.5 0 1 1-5 0z"
    if style == 1:
        return f"M{x - 2.5:.1f} {y - 2.5:.1f}h5v5h-5z"
    if style == 2:
        return f"M{x:.1f} {y - 3.5:.1f}l3.5 6h-7z"
    return f"M{x:.1f} {y - 3.8:.1f}l3.8 3.8-3.8 3.8-3.8-3.8z"
