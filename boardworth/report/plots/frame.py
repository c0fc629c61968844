"""What all plots have: a place on the page, axes with titles, and a legend beside the drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from markupsafe import Markup

from boardworth.markup import element, written
from boardworth.report.plots.scale import Scale, number_text

# A plot is as wide as a telephone, so that nothing in it becomes too small to read there.
WIDTH, HEIGHT = 400, 250
LEFT, RIGHT, TOP, BOTTOM = 46, 14, 24, 40
# Of a character, on average, and between labels.
_CHARACTER, _GAP = 7.2, 8


@dataclass(frozen=True, slots=True)
class Series:
    """Numbers that belong together."""

    name: str
    points: tuple[tuple[float, float], ...]
    look: str = "one"  # a class of the style sheet: "one", "two", "one dotted", ...
    opacity: float = 1.0
    band: tuple[tuple[float, float, float], ...] = ()  # x with the ends of an interval there


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
    box = f"0 0 {WIDTH} {HEIGHT}"
    return Markup(
        element("svg", axes, *parts, class_="plot", viewBox=box, role="img", aria_label=label)
    )


def told(name: str, title: str, **attributes: str | float) -> str:
    """An element that says what it is where the pointer rests on it."""
    return element(name, element("title", escape(title)), **attributes)


def y_axis(scale: Scale, marks: Sequence[float], title: str) -> str:
    """Lines across with their numbers, and the title above them."""
    parts = [element("text", escape(title), class_="axis", x=2, y=12)]
    for mark in marks:
        y = scale.at(mark)
        parts.append(element("path", class_="rule", d=f"M{LEFT} {written(y)}H{WIDTH - RIGHT}"))
        parts.append(element("text", number_text(mark), class_="end", x=LEFT - 5, y=y + 4))
    return "".join(parts)


def x_axis(places: Sequence[tuple[float, str]], title: str) -> str:
    """Labels below the frame, as many as there is room for, and the title below them."""
    texts = [
        element("text", escape(text), class_="middle", x=x, y=HEIGHT - BOTTOM + 16)
        for x, text in places[:: _every(places)]
    ]
    middle = (LEFT + WIDTH - RIGHT) / 2
    name = element("text", escape(title), class_="axis middle", x=middle, y=HEIGHT - 5)
    return "".join(texts) + name


def _every(places: Sequence[tuple[float, str]]) -> int:
    """Of how many labels one is written, so that none overlaps the next."""
    if len(places) < 2:
        return 1
    room = (places[-1][0] - places[0][0]) / (len(places) - 1)
    needed = max(len(text) for _, text in places) * _CHARACTER + _GAP
    return max(1, -int(-needed // max(room, 1e-9)))
