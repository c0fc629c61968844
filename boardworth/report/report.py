"""Puts the page together."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boardworth.files import FilePath, written_atomically
from boardworth.report.worth import most_valuable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import plotly.graph_objects as go

    from boardworth.fitting import Model

_CONFIGURATIONS = 6


def write_report(model: Model, path: FilePath, matches: Sequence[Mapping[str, Any]] = ()) -> None:
    """Writes one HTML file about a model, with its matches as `MatchResult.summary` gives them."""
    import jinja2
    from plotly.offline import get_plotlyjs

    from boardworth.report import figures

    charts: list[go.Figure] = []
    if "fit" in model.metrics:
        charts += [
            figures.positions_by_stage(model),
            figures.generations(model),
            figures.learning_curve(model),
            figures.error_by_stage(model),
            figures.predicted_against_real(model),
        ]
    charts.append(figures.worth_of_squares(model))
    if matches:
        charts.append(figures.match_intervals(matches))
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent), autoescape=True
    )
    page = environment.get_template("report.html.jinja").render(
        model=model,
        version=version("boardworth"),
        plotly=get_plotlyjs(),
        charts=[
            chart.to_html(full_html=False, include_plotlyjs=False) for chart in charts if chart
        ],
        stages=_valuable_by_stage(model),
        matches=matches,
    )
    with written_atomically(path) as file:
        file.write(page.encode())


def _valuable_by_stage(model: Model) -> list[dict[str, Any]]:
    """Early, middle and late: what is good to have there, and what is bad."""
    count = len(model.stages)
    chosen = sorted({count // 4, count // 2, 3 * count // 4})
    stages = []
    for stage in chosen:
        good, bad = most_valuable(model, stage, _CONFIGURATIONS)
        first, last = model.stages.span(stage)
        stages.append({"name": f"{first}–{last} moves played", "good": good, "bad": bad})
    return stages
