"""Bars over named things, such as the phases of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from boardworth.markup import Attributes, written
from boardworth.report.plots.frame import (
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    WIDTH,
    Plot,
    drawn,
    told,
    vertical,
    x_axis,
    y_axis,
)
from boardworth.report.plots.scale import number_text, pixels, ticks

# How much of its place a bar, or bars side by side, take.
_FILLED = 0.8


@dataclass(frozen=True, slots=True)
class Bars:
    """A bar for each thing; or a line across its place, to compare bars with."""

    name: str
    values: tuple[float, ...]
    look: str = "one"
    mark: bool = False  # whether it is drawn as a line


def bar_plot(
    title: str, names: Sequence[str], bars: Sequence[Bars], *, x: str, y: str, note: str = ""
) -> Plot:
    """Bars side by side for each name, from 0 up, and lines to compare them with."""
    largest = max(value for one in bars for value in one.values)
    marks = ticks(0, largest or 1)
    high = vertical(0, marks[-1])
    room = (WIDTH - LEFT - RIGHT) / len(names)
    solid = [one for one in bars if not one.mark]
    width = room * _FILLED / max(len(solid), 1)
    parts = []
    for place, one in [*enumerate(solid), *((-1, one) for one in bars if one.mark)]:
        for number, (name, value) in enumerate(zip(names, one.values, strict=True)):
            start = LEFT + room * (number + (1 - _FILLED) / 2)
            top = high.at(value)
            said = f"{name}: {one.name} {number_text(round(value, 4))}"
            if one.mark:
                path = f"M{pixels([start, top])}h{written(room * _FILLED)}"
                parts.append(told("path", said, class_=f"line {one.look}", d=path))
            else:
                box: Attributes = {"x": start + place * width, "y": top, "width": width}
                size = HEIGHT - BOTTOM - top
                parts.append(told("rect", said, class_=f"bar {one.look}", **box, height=size))
    labels = [(LEFT + room * (number + 0.5), name) for number, name in enumerate(names)]
    legend = tuple((one.look, one.name) for one in bars) if len(bars) > 1 else ()
    label = f"{title}: {y} by {x}, at most {number_text(round(largest, 4))}"
    return Plot(
        title, drawn(label, y_axis(high, marks, y) + x_axis(labels, x), parts), legend, note
    )
