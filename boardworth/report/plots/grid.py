"""How often pairs of numbers occur: squares in a stronger colour are more frequent."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from boardworth.markup import element
from boardworth.report.plots.frame import Plot, drawn, horizontal, vertical, x_axis, y_axis
from boardworth.report.plots.scale import Scale, number_text, pixels, ticks

# Shades of squares, by the logarithm of how often they occur.
_SHADES = 7
# Fewer pairs than this have no mean worth showing.
_ENOUGH = 20


def grid_plot(
    title: str,
    counts: NDArray[np.float64],
    ends: tuple[float, float],
    *,
    x: str,
    y: str,
    note: str = "",
) -> Plot:
    """Squares of [x, y], a line where both are equal, and the mean of y for each x.

    Args:
        title: what stands above it.
        counts: how many pairs fell into each square; some did.
        ends: of both axes.
        x: what runs across.
        y: what runs up.
        note: what it means, in a sentence.
    """
    wide, high = horizontal(*ends), vertical(*ends)
    edges = np.linspace(*ends, len(counts) + 1)
    shades = np.ceil(_SHADES * np.log1p(counts) / np.log1p(counts.max())).astype(int)
    parts = []
    for shade in range(1, _SHADES + 1):
        across = f"h{pixels([wide.at(edges[1]) - wide.at(edges[0])])}"
        down = f"v{pixels([high.at(edges[0]) - high.at(edges[1])])}"
        back = "h-" + across[1:]
        squares = "".join(
            f"M{pixels([wide.at(edges[i]), high.at(edges[j + 1])])}{across}{down}{back}z"
            for i, j in np.argwhere(shades == shade).tolist()
        )
        if squares:
            opacity = shade / _SHADES
            parts.append(element("path", class_="cell", fill_opacity=opacity, d=squares))
    low, top = ends
    diagonal = pixels([wide.at(low), high.at(low), wide.at(top), high.at(top)])
    parts.append(element("polyline", class_="line dotted two", points=diagonal))
    means = _means(counts, edges, wide, high)
    parts.append(element("polyline", class_="line two", points=means))
    inside = [mark for mark in ticks(low, top) if low <= mark <= top]
    axes = y_axis(high, inside, y)
    axes += x_axis([(wide.at(mark), number_text(mark)) for mark in inside], x)
    legend = (("two", f"mean of {y}"), ("two dotted", "where both are equal"))
    return Plot(title, drawn(f"{title}: {y} by {x}", axes, parts), legend, note)


def _means(
    counts: NDArray[np.float64], edges: NDArray[np.float64], wide: Scale, high: Scale
) -> str:
    """The mean of y in each column that holds enough to have one."""
    middles = (edges[:-1] + edges[1:]) / 2
    enough = max(_ENOUGH, counts.sum() / 1000)
    points: Sequence[str] = [
        pixels([wide.at(middle), high.at(float(column @ middles / column.sum()))])
        for middle, column in zip(middles.tolist(), counts, strict=True)
        if column.sum() > enough
    ]
    return " ".join(points)
