"""A number with its interval on a line, in one row of text."""

from __future__ import annotations

from markupsafe import Markup

from boardworth.markup import Attributes, element, written
from boardworth.report.plots.scale import Scale

_WIDTH, _HEIGHT, _MARGIN = 240, 18, 6


def interval_plot(
    label: str,
    interval: tuple[float, float],
    ends: tuple[float, float],
    *,
    value: float | None = None,
    even: float | None = None,
) -> Markup:
    """A band from end to end of the interval, a dot at the value, and a line where things are even.

    Args:
        label: what it says, for those who cannot see it.
        interval: within `ends`.
        ends: of the line.
        value: where the dot is; None for no dot.
        even: where the line across is; None for none.
    """
    scale = Scale(*ends, _MARGIN, _WIDTH - _MARGIN)
    low, high = (scale.at(end) for end in interval)
    middle = _HEIGHT / 2
    track = f"M{_MARGIN} {middle:g}H{_WIDTH - _MARGIN}"
    band: Attributes = {"x": low, "y": middle - 4, "width": high - low, "height": 8}
    parts = [element("path", class_="track", d=track), element("rect", class_="band", **band)]
    if even is not None:
        across = f"M{written(scale.at(even))} 1V{_HEIGHT - 1}"
        parts.append(element("path", class_="even", d=across))
    if value is not None:
        parts.append(element("circle", class_="dot", cx=scale.at(value), cy=middle, r=4.5))
    box = f"0 0 {_WIDTH} {_HEIGHT}"
    return Markup(
        element("svg", *parts, class_="interval", viewBox=box, role="img", aria_label=label)
    )
