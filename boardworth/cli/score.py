"""boardworth score: how well a model values positions of recorded games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from boardworth.cli.arguments import default_threads, find_files, model_of
from boardworth.errors import BoardworthError

if TYPE_CHECKING:
    from rich.table import Table

    from boardworth.fitting import Model
    from boardworth.positions import Dataset
    from boardworth.rules import Game


def score(
    model: Path,
    records: Annotated[list[str], Parameter(negative="")],
    /,
    *,
    empties: int | None = None,
    exact: int = 10,
    without: Annotated[list[str] | None, Parameter(consume_multiple=True, negative="")] = None,
    threads: int | None = None,
) -> None:
    """Measure a model on the positions of recorded games, by stage.

    A position's truth is the next exact score known at or after it (from the file, or solved near
    the end), else the game's result.

    For example:

        boardworth score othello.model wthor/WTH_2016.wtb --empties 24
        boardworth score othello.model 'wthor/WTH_201[6-9].wtb' --without 'wthor/WTH_200*.wtb'

    Args:
        model: a model file.
        records: files of game records, or quoted patterns of them.
        empties: only positions with this many moves to go.
        exact: positions with at most this many moves to go are solved.
        without: records whose positions are left out, as the model may have learned from them.
        threads: how many to use; they do not change the result.
    """
    from boardworth.cli.console import output
    from boardworth.fitting import score_model

    threads = threads or default_threads()
    judged = model_of(model)
    data = _read(judged.game, records, exact, threads)
    left_out = 0
    if without:
        learned_from = _read(judged.game, without, 0, threads)
        fresh = data.without(learned_from.canonical_keys())
        data, left_out = fresh, len(data) - len(fresh)
    if empties is not None:
        data = data.select(data.progress == judged.game.max_progress - empties)
    if len(data) == 0:
        raise BoardworthError("no position to measure on")
    figures = score_model(judged, data, threads)
    output().print(_table(judged, figures, f"{model} on {len(data):,} positions"))
    if left_out:
        output().print(f"left out as met in the records of --without: {left_out:,} positions")


def _read(game: Game, patterns: list[str], exact: int, threads: int) -> Dataset:
    """The labelled positions of all files."""
    from boardworth.cli.console import ProgressBars
    from boardworth.positions import concatenate, label
    from boardworth.rules.records import read_records
    from boardworth.search import solve_all

    bars = ProgressBars()
    parts = []
    files = find_files(patterns)
    with bars.task("reading records", len(files)) as advance:
        for path in files:
            found = read_records(game, path)
            for problem in found.problems:
                bars.line(f"skipped: {problem}")
            parts.append(
                label(
                    game,
                    found.games,
                    solve=lambda positions: solve_all(game, positions, threads),
                    solve_from=game.max_progress - exact,
                )
            )
            advance(1)
    return concatenate(parts)


def _table(model: Model, figures: dict[str, Any], title: str) -> Table:
    from rich.table import Table

    unit = "points of score" if model.target == "score" else "probability of a win"
    table = Table(title=title, caption=f"errors in {unit}")
    for column in ("moves to go", "positions", "MSE", "MAE", "correlation"):
        table.add_column(column, justify="right")
    most = model.game.max_progress
    spans = [model.stages.span(stage) for stage in range(len(model.stages))]
    for (first, last), row in zip(spans, figures["by_stage"], strict=True):
        if row["rows"]:
            table.add_row(f"{most - last}-{most - first}", *_cells(row))
    table.add_section()
    table.add_row("all", *_cells(figures["all"]))
    return table


def _cells(row: dict[str, float]) -> list[str]:
    return [
        f"{row['rows']:,}",
        f"{row['mse']:.2f}",
        f"{row['mae']:.3f}",
        f"{row['correlation']:.4f}",
    ]
