"""Pages from templates: what all of them can draw."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from boardworth.files import FilePath, written_atomically
from boardworth.report.plots import interval_plot
from boardworth.report.plots.scale import Scale, pixels

if TYPE_CHECKING:
    from boardworth.arena import Share
    from boardworth.recipes.balance import Matter

_TEMPLATES = Path(__file__).parent / "templates"
# The pixels of a curve in a table.
_WIDE, _HIGH = 160, 48


def write_page(template: str, path: FilePath, **content: Any) -> None:
    """Writes one HTML file of a template that needs no other file."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.globals |= {"band": _band, "curve": _curve, "grouped": _grouped}
    page = environment.get_template(template).render(**content)
    with written_atomically(path) as file:
        file.write(page.encode())


def _band(share: Share, even: float | None) -> Markup:
    """A share with its interval between 0 and 1."""
    return interval_plot(str(share), share.interval_95, (0, 1), value=share.share, even=even)


def _curve(values: Sequence[float]) -> Markup:
    """How choices change, from 0 up, with the largest and the number of moves."""
    wide = Scale(0, max(len(values) - 1, 1), 2, _WIDE - 2)
    high = Scale(0, max(values) or 1, _HIGH - 14, 12)
    points = " ".join(pixels((wide.at(n), high.at(value))) for n, value in enumerate(values))
    label = f"from {values[0]:.1f} to {values[-1]:.1f} choices, at most {max(values):.1f}"
    return Markup(
        f'<svg class="plot curve" viewBox="0 0 {_WIDE} {_HIGH}" role="img" aria-label="{label}">'
        f'<text x="2" y="10">up to {max(values):.3g}</text>'
        f'<path class="rule" d="M2 {_HIGH - 13}H{_WIDE - 2}"/>'
        f'<text class="end" x="{_WIDE - 2}" y="{_HIGH - 1}">move {len(values)}</text>'
        f'<polyline class="line one" points="{points}"/></svg>'
    )


def _grouped(matters: Sequence[Matter]) -> list[tuple[str, list[Matter]]]:
    """What matters by when it does, in the order given."""
    return [(when, list(own)) for when, own in groupby(matters, lambda matter: matter.when)]
