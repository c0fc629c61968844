"""A number with its interval on a line, in one row of text."""

from __future__ import annotations

from markupsafe import Markup, escape

from boardworth.report.plots.scale import Scale, pixels

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
    parts = [
        f'<path class="track" d="M{_MARGIN} {_HEIGHT / 2:g}H{_WIDTH - _MARGIN}"/>',
        f'<rect class="band" x="{pixels([low])}" y="5" width="{pixels([high - low])}" height="8"/>',
    ]
    if even is not None:
        parts.append(f'<path class="even" d="M{pixels([scale.at(even)])} 1V{_HEIGHT - 1}"/>')
    if value is not None:
        parts.append(f'<circle class="dot" cx="{pixels([scale.at(value)])}" cy="9" r="4.5"/>')
    return Markup(
        f'<svg class="interval" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )
