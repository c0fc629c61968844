"""What all plots have: a place on the page, axes with titles, and a legend beside the drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from boardworth.report.plots.scale import Scale, number_text, pixels

# A plot is as wide as a telephone, so that nothing in it becomes too small to read there.
WIDTH, HEIGHT = 400, 250
LEFT, RIGHT, TOP, BOTTOM = 46, 8, 24, 40
# Of a character, on average, and between labels.
_CHARACTER, _GAP = 7.2, 8


@dataclass(frozen=True, slots=True)
class Series:
    """Numbers that belong together."""

    name: str
    points: tuple[tuple[float, float], ...]
    look: str = "one"  # a class of the style sheet: "one", "two", "one dotted", ...
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Plot:
    """A drawing with its title, and what is said about it."""

    title: str
    svg: Markup
    legend: tuple[tuple[str, str], ...] = ()  # looks and what they mean
    note: str = ""  # what is to be seen, in a sentence


def horizontal(low: float, high: float) -> Scale:
    """The x axis of a frame."""
    return Scale(low, high, LEFT, WIDTH - RIGHT)


def vertical(low: float, high: float) -> Scale:
    """The y axis of a frame."""
    return Scale(low, high, HEIGHT - BOTTOM, TOP)


def drawn(label: str, axes: str, parts: Sequence[str]) -> Markup:
    """A whole plot, with a label for those who cannot see it."""
    return Markup(
        f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(label)}">{axes}{"".join(parts)}</svg>'
    )


def y_axis(scale: Scale, marks: Sequence[float], title: str) -> str:
    """Lines across with their numbers, and the title above them."""
    lines = [
        f'<path class="rule" d="M{LEFT} {pixels([scale.at(mark)])}H{WIDTH - RIGHT}"/>'
        f'<text class="end" x="{LEFT - 5}" y="{pixels([scale.at(mark) + 4])}">'
        f"{number_text(mark)}</text>"
        for mark in marks
    ]
    return f'<text class="axis" x="2" y="12">{escape(title)}</text>' + "".join(lines)


def x_axis(places: Sequence[tuple[float, str]], title: str) -> str:
    """Labels below the frame, as many as there is room for, and the title below them."""
    written = places[:: _every(places)]
    texts = [
        f'<text class="middle" x="{pixels([x])}" y="{HEIGHT - BOTTOM + 16}">{escape(text)}</text>'
        for x, text in written
    ]
    middle = (LEFT + WIDTH - RIGHT) / 2
    name = f'<text class="axis middle" x="{middle:g}" y="{HEIGHT - 5}">{escape(title)}</text>'
    return "".join(texts) + name


def _every(places: Sequence[tuple[float, str]]) -> int:
    """Of how many labels one is written, so that none overlaps the next."""
    if len(places) < 2:
        return 1
    room = (places[-1][0] - places[0][0]) / (len(places) - 1)
    needed = max(len(text) for _, text in places) * _CHARACTER + _GAP
    return max(1, -int(-needed // max(room, 1e-9)))
