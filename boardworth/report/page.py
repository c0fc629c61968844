"""Pages from templates: what all of them can draw."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from boardworth.files import FilePath, written_atomically
from boardworth.markup import element
from boardworth.report.plots import Plot, Series, interval_plot, line_plot
from boardworth.report.plots.scale import Scale, pixels

if TYPE_CHECKING:
    from boardworth.arena import Share
    from boardworth.recipes.balance import Balance, Matter

_TEMPLATES = Path(__file__).parent / "templates"
# Shares with their intervals, as in "58 % [48, 67]": no line is broken within them.
_SHARE = re.compile(r"(?<=\d) %(?: \[\d+, \d+\])?")
# How curves of one plot differ.
_LOOKS = ("one", "two", "one dotted")
# The pixels of a curve in a table.
_WIDE, _HIGH = 160, 56


def write_page(template: str, path: FilePath, **content: Any) -> None:
    """Writes one HTML file of a template that needs no other file."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.globals |= {"band": _band, "curve": _curve, "grouped": _grouped, "leads": _leads}
    page = environment.get_template(template).render(**content)
    with written_atomically(path) as file:
        file.write(_SHARE.sub(_unbroken, page).encode())


def _unbroken(found: re.Match[str]) -> str:
    return found[0].replace(" ", "\N{NO-BREAK SPACE}")


def _band(share: Share, even: float | None) -> Markup:
    """A share with its interval between 0 and 1."""
    return interval_plot(str(share), share.interval_95, (0, 1), value=share.share, even=even)


def _curve(values: Sequence[float]) -> Markup:
    """How choices change, from 0 up, with the largest and the number of moves."""
    wide = Scale(0, max(len(values) - 1, 1), 2, _WIDE - 2)
    high = Scale(0, max(values) or 1, _HIGH - 14, 18)
    points = " ".join(pixels((wide.at(n), high.at(value))) for n, value in enumerate(values))
    label = f"from {values[0]:.1f} to {values[-1]:.1f} choices, at most {max(values):.1f}"
    parts = [
        element("text", f"up to {max(values):.3g}", x=2, y=10),
        element("path", class_="rule", d=f"M2 {_HIGH - 13}H{_WIDE - 2}"),
        element("text", f"move {len(values)}", class_="end", x=_WIDE - 2, y=_HIGH - 1),
        element("polyline", class_="line one", points=points),
    ]
    box = f"0 0 {_WIDE} {_HIGH}"
    return Markup(
        element("svg", *parts, class_="plot curve", viewBox=box, role="img", aria_label=label)
    )


def _leads(balance: Balance) -> Plot | None:
    """How early the later winner leads, for each kind of play in which that was asked."""
    series = []
    for play, look in zip((p for p in balance.plays if p.leads), _LOOKS, strict=False):
        shares = play.leads.winner_led if play.leads else ()
        points = [
            (10.0 * tenth, 100 * share.share)
            for tenth, share in enumerate(shares, 1)
            if share.share is not None
        ]
        band = tuple(
            (10.0 * tenth, 100 * share.interval_95[0], 100 * share.interval_95[1])
            for tenth, share in enumerate(shares, 1)
            if share.share is not None
        )
        if points:
            series.append(Series(play.label, tuple(points), look, band=band))
    if not series:
        return None
    judges = {play.leads.judge for play in balance.plays if play.leads}
    return line_plot(
        "The later winner leads",
        series,
        x="part of the moves, %",
        y="decided games, %",
        note=f"Who leads is said by {' and '.join(sorted(judges))}. Bands are 95 % intervals.",
        legend=tuple((one.look, one.name) for one in series),
        ends=(0, 100),
    )


def _grouped(matters: Sequence[Matter]) -> list[tuple[str, list[Matter]]]:
    """What matters by when it does, in the order given."""
    return [(when, list(own)) for when, own in groupby(matters, lambda matter: matter.when)]
