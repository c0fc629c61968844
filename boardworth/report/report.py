"""Puts the page together."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from boardworth.errors import FormatError, MissingCapability
from boardworth.evaluators import Evaluator
from boardworth.files import FilePath, written_atomically
from boardworth.fitting import range_text
from boardworth.report.worth import most_valuable

if TYPE_CHECKING:
    import plotly.graph_objects as go

    from boardworth.fitting import Model
    from boardworth.recipes.balance import Balance

_CONFIGURATIONS = 6


class _Sprt(msgspec.Struct):
    elo0: float
    elo1: float
    log_likelihood_ratio: float
    verdict: str


class Results(msgspec.Struct):
    """The result in what `boardworth match --json` writes: `MatchResult.summary`."""

    players: tuple[str, str]
    limit: str
    wins: int
    draws: int
    losses: int
    share: float
    elo: float | None
    elo_interval_95: tuple[float | None, float | None]
    pairs: list[int]
    sprt: _Sprt


def read_results(file_path: FilePath) -> Results:
    """The figures of a match, from its JSON document; in 0.1 they were all of it.

    Raises FormatError.
    """
    path = Path(file_path)
    try:
        document = msgspec.json.decode(path.read_bytes())
        figures = document.get("result", document) if isinstance(document, dict) else document
        return msgspec.convert(figures, Results)
    except msgspec.ValidationError as error:
        raise FormatError(f"{path}: not a result of a match of two players: {error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FormatError(f"{path}: not a result of a match: {error}") from None


def write_report(
    model: Model,
    path: FilePath,
    matches: Sequence[Results] = (),
    balance: Balance | None = None,
) -> None:
    """Writes one HTML file about a model, its matches and the balance of its game."""
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
    if "mmto" in model.metrics:
        charts.append(figures.agreement_curve(model))
    summed = _is_summed(model)
    if summed:
        charts += [
            figures.weights_of_terms(model),
            figures.worth_of_squares(model),
            figures.worth_beside_king(model),
        ]
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
        summed=summed,
        stages=_valuable_by_stage(model) if summed else [],
        terms=[] if summed else _terms_at_the_start(model),
        matches=matches,
        balance=balance,
    )
    with written_atomically(path) as file:
        file.write(page.encode())


def _is_summed(model: Model) -> bool:
    """Whether it is a weighted sum of conjunctions, with a board's worth to draw."""
    try:
        return model.weighted_sum is not None
    except MissingCapability:
        return False


def _terms_at_the_start(model: Model) -> list[dict[str, Any]]:
    """For every role, what the start of the game is worth to it and why."""
    evaluator, game = Evaluator(model), model.game
    roles = range(len(game.roles)) if model.evaluation.by_role else [game.start().mover]
    return [
        {"role": game.roles[role], "explanation": evaluator.explain(game.start(), role)}
        for role in roles
    ]


def _valuable_by_stage(model: Model) -> list[dict[str, Any]]:
    """Early, middle and late: what is good to have there, and what is bad."""
    count = len(model.stages)
    chosen = sorted({count // 4, count // 2, 3 * count // 4})
    stages = []
    for stage in chosen:
        good, bad = most_valuable(model, stage, _CONFIGURATIONS)
        name = f"{range_text(*model.stages.span(stage), '–')} moves played"
        stages.append({"name": name, "good": good, "bad": bad})
    return stages
