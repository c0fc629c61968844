"""The report's charts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray
from plotly.subplots import make_subplots

from boardworth.fitting import range_text
from boardworth.fitting.shown import contents_worth, square_worth
from boardworth.report.kings import king_boards

if TYPE_CHECKING:
    from boardworth.fitting import Model
    from boardworth.report.report import Results

_MARGIN = {"l": 60, "r": 20, "t": 50, "b": 50}
_ACCENT, _SECOND = "#2a6f4e", "#c2703d"


def stage_names(model: Model) -> list[str]:
    """Stages by the moves played."""
    spans = [model.stages.span(stage) for stage in range(len(model.stages))]
    return [range_text(first, last, "–") for first, last in spans]


def positions_by_stage(model: Model) -> go.Figure:
    """How many training positions each stage had, and how their targets spread."""
    fits = model.metrics["fit"]
    figure = make_subplots(specs=[[{"secondary_y": True}]])
    names = stage_names(model)
    figure.add_bar(x=names, y=[fit["rows"] for fit in fits], name="positions", marker_color=_ACCENT)
    figure.add_scatter(
        x=names,
        y=[fit["deviation"] for fit in fits],
        name="spread of the targets",
        line_color=_SECOND,
        secondary_y=True,
    )
    figure.update_yaxes(rangemode="tozero")
    figure.update_xaxes(type="category")
    return _styled(
        figure, "Training positions", "moves played", "positions (with pooled neighbours)"
    )


def learning_curve(model: Model) -> go.Figure:
    """Held-out loss after every pass, relative to the stage's best."""
    figure = go.Figure()
    for name, fit in zip(stage_names(model), model.metrics["fit"], strict=True):
        losses = fit["held_out_loss"]
        if losses:
            figure.add_scatter(
                x=list(range(1, len(losses) + 1)),
                y=[loss / (min(losses) or 1) for loss in losses],
                name=name,
            )
    return _styled(figure, "Learning curve", "pass over the rows", "held-out loss / best")


def agreement_curve(model: Model) -> go.Figure:
    """How often searches prefer the experts' moves after every iteration, and J per pair."""
    figure = make_subplots(specs=[[{"secondary_y": True}]])
    iterations = model.metrics["mmto"]["iterations"]
    for data, colour in (("train", _SECOND), ("held_out", _ACCENT)):
        known = [figures for figures in iterations if data in figures]
        numbers = [figures["iteration"] for figures in known]
        name = data.replace("_", "-")
        shares = [100 * figures[data]["agreement_by_lot"] for figures in known]
        figure.add_scatter(x=numbers, y=shares, name=f"{name} agreement, %", line_color=colour)
        losses = [figures[data].get("objective_per_pair") for figures in known]
        figure.add_scatter(
            x=numbers,
            y=losses,
            name=f"{name} J / Z",
            line={"color": colour, "dash": "dot"},
            secondary_y=True,
        )
    return _styled(figure, "Agreement with experts' moves", "iteration", "agreement, %")


def generations(model: Model) -> go.Figure | None:
    """Held-out correlation by generation of self-play."""
    history = [
        *model.metrics.get("generations", []),
        {"held_out": model.metrics["held_out"]["all"]},
    ]
    if len(history) == 1:
        return None
    figure = go.Figure(
        go.Scatter(
            x=list(range(len(history))),
            y=[step["held_out"]["correlation"] for step in history],
            line_color=_ACCENT,
        )
    )
    return _styled(figure, "Generations of self-play", "generation", "held-out correlation")


def error_by_stage(model: Model) -> go.Figure | None:
    """Held-out root mean squared and mean absolute error of every stage that has such rows."""
    measured = zip(stage_names(model), model.metrics["held_out"]["by_stage"], strict=True)
    found = [(name, row) for name, row in measured if row["rows"]]
    if not found:
        return None
    names, rows = zip(*found, strict=True)
    figure = go.Figure()
    figure.add_bar(
        x=names,
        y=[math.sqrt(row["mse"]) for row in rows],
        name="root mean squared",
        marker_color=_ACCENT,
    )
    figure.add_bar(
        x=names, y=[row["mae"] for row in rows], name="mean absolute", marker_color=_SECOND
    )
    figure.update_xaxes(type="category")
    unit = "points" if model.target == "score" else "probability"
    return _styled(figure, "Held-out error by phase", "moves played", f"error in {unit}")


def predicted_against_real(model: Model) -> go.Figure:
    """How the held-out positions spread over predicted and real values."""
    table = model.metrics["held_out"]["predicted_against_real"]
    counts = np.array(table["counts"], float).T
    edges = np.linspace(table["low"], table["high"], len(counts) + 1)
    centres = (edges[:-1] + edges[1:]) / 2
    figure = go.Figure(
        go.Heatmap(
            x=centres, y=centres, z=np.log10(1 + counts), colorscale="Greens", showscale=False
        )
    )
    ends = [table["low"], table["high"]]
    figure.add_scatter(
        x=ends, y=ends, mode="lines", line={"color": _SECOND, "dash": "dot"}, showlegend=False
    )
    return _styled(figure, "Predicted against real", "predicted", "real")


def worth_of_squares(model: Model) -> go.Figure | None:
    """What men are worth on each square: one board per stage, or one per kind of man.

    Tables of patterns tell it; nothing is drawn for configurations alone.
    """
    game = model.game
    if not game.board.columns or not model.weighted_sum.features.patterns:
        return None
    if game.values_are_relative:
        boards = [square_worth(model, stage) for stage in range(len(model.stages))]
        title = "Worth of a man by square and phase (moves played)"
        return _boards(model, boards, stage_names(model), title)
    stage = len(model.stages) // 2
    values = next(atom.values for atom in game.atoms if len(atom.values) == len(game.symbols))
    title = f"Worth of what is on a square to {game.roles[0]} at turn, {stage_names(model)[stage]}"
    return _boards(model, list(contents_worth(model, stage)), list(values), title)


def worth_beside_king(model: Model) -> go.Figure | None:
    """What each kind of man is worth by square, with the own king where it was most often."""
    stage = len(model.stages) // 2
    found = king_boards(model, stage)
    if found is None:
        return None
    title = f"Worth of own men by square, {found.king}, {stage_names(model)[stage]} moves played"
    return _boards(model, found.boards, found.men, title)


def weights_of_terms(model: Model) -> go.Figure | None:
    """What one more of each term is worth, by stage."""
    found = model.weighted_sum
    if not found.features.terms:
        return None
    figure = go.Figure()
    weights = found.weights[:, found.features.term_weights] / found.scale
    for name, own in zip(found.features.terms, weights.T.tolist(), strict=True):
        figure.add_scatter(x=stage_names(model), y=own, name=name)
    figure.update_xaxes(type="category")
    figure.update_layout(showlegend=True)
    return _styled(figure, "Worth of one more of a term by phase", "moves played", model.unit)


def _boards(
    model: Model, boards: Sequence[NDArray[np.float64]], names: Sequence[str], title: str
) -> go.Figure:
    columns = 5
    rows = -(-len(boards) // columns)
    largest = max(float(np.nanmax(np.abs(board))) for board in boards) or 1.0
    figure = make_subplots(rows, columns, subplot_titles=names)
    letters, numbers = model.game.board.column_names, model.game.board.row_names
    for number, board in enumerate(boards):
        heat = go.Heatmap(
            x=letters, y=numbers, z=board, zmid=0, zmin=-largest, zmax=largest,
            colorscale="RdYlGn", showscale=number == 0,
        )  # fmt: skip
        figure.add_trace(heat, row=number // columns + 1, col=number % columns + 1)
    figure.update_yaxes(autorange="reversed")
    figure.update_layout(height=60 + 210 * rows)
    return _styled(figure, title, "", "")


def match_intervals(matches: Sequence[Results]) -> go.Figure:
    """Elo differences with their 95 % intervals; an open end is cut at 1000."""
    figure = go.Figure()
    for match in matches:
        low, high = (
            _bounded(value, sign)
            for value, sign in zip(match.elo_interval_95, (-1, 1), strict=True)
        )
        middle = _bounded(match.elo, 1 if match.share > 0.5 else -1)
        figure.add_scatter(
            x=[middle],
            y=[" – ".join(match.players)],
            error_x={
                "type": "data",
                "symmetric": False,
                "array": [high - middle],
                "arrayminus": [middle - low],
            },
            mode="markers",
            marker={"color": _ACCENT, "size": 10},
            showlegend=False,
        )
    figure.update_layout(height=140 + 50 * len(matches))
    return _styled(figure, "Matches", "Elo difference, 95 % interval", "")


def _bounded(elo: float | None, sign: int) -> float:
    return sign * 1000.0 if elo is None else elo


def _styled(figure: go.Figure, title: str, x: str, y: str) -> go.Figure:
    figure.update_layout(title=title, margin=_MARGIN, template="plotly_white")
    if x or y:
        figure.update_layout(xaxis_title=x, yaxis_title=y)
    return figure
