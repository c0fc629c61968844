"""Curves over numbers, such as passes or iterations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from boardworth.markup import element
from boardworth.report.plots.frame import (
    Plot,
    Series,
    drawn,
    horizontal,
    told,
    vertical,
    x_axis,
    y_axis,
)
from boardworth.report.plots.scale import Scale, number_text, pixels, ticks, whole_ticks

if TYPE_CHECKING:
    from boardworth.markup import Attributes

# At most so many points are marked, of as many curves.
_FEW, _FEW_CURVES = 15, 3


def line_plot(
    title: str,
    series: Sequence[Series],
    *,
    x: str,
    y: str,
    note: str = "",
    legend: tuple[tuple[str, str], ...] | None = None,
    ends: tuple[float, float] | None = None,
) -> Plot:
    """A curve for each series over whole numbers.

    Args:
        title: what stands above it.
        series: one or more, with a point at least.
        x: what runs across.
        y: what runs up, with its unit.
        note: what it means, in a sentence.
        legend: looks and names; if it is not given, those of the series, if there are several.
        ends: of the axis that runs up; else those of the numbers.
    """
    across = [px for one in series for px, _ in one.points]
    up = [py for one in series for _, py in one.points]
    marks = ticks(*(ends or (min(up), max(up))))
    first, last = int(min(across)), int(max(across))
    wide = horizontal(first, last if last > first else first + 1)
    high = vertical(marks[0], marks[-1])
    labels = [(wide.at(number), f"{number:,}") for number in whole_ticks(first, last)]
    parts = [_band(one, wide, high) for one in series if one.band]
    for one in series:
        spots = [(wide.at(px), high.at(py)) for px, py in one.points]
        line = " ".join(pixels(spot) for spot in spots)
        look: Attributes = {"class_": f"line {one.look}", "stroke_opacity": one.opacity}
        parts.append(told("polyline", one.name, **look, points=line))
        if len(spots) <= _FEW and len(series) <= _FEW_CURVES:
            parts += [
                told(
                    "circle", f"{one.name} {number_text(round(py, 4))}",
                    class_=f"spot {one.look}", cx=sx, cy=sy, r=3,
                )
                for (sx, sy), (_, py) in zip(spots, one.points, strict=True)
            ]  # fmt: skip
    if legend is None:
        legend = tuple((one.look, one.name) for one in series) if len(series) > 1 else ()
    label = f"{title}: {y} by {x}, from {number_text(min(up))} to {number_text(max(up))}"
    return Plot(
        title, drawn(label, y_axis(high, marks, y) + x_axis(labels, x), parts), legend, note
    )


def _band(series: Series, wide: Scale, high: Scale) -> str:
    """The intervals of a curve as an area."""
    lower = [(wide.at(x), high.at(low)) for x, low, _ in series.band]
    upper = [(wide.at(x), high.at(top)) for x, _, top in series.band]
    points = " ".join(pixels(spot) for spot in (*lower, *reversed(upper)))
    return element("polygon", class_=f"area {series.look}", points=points)
