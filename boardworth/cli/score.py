"""boardworth score: how well a model values positions of recorded games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from boardworth.cli.arguments import (
    Count,
    Exact,
    Name,
    Threads,
    find_files,
    model_of,
    threads_or_all,
)
from boardworth.cli.output.figures import give
from boardworth.cli.paths import Input
from boardworth.errors import BoardworthError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from boardworth.fitting import Model
    from boardworth.positions import Dataset
    from boardworth.rules import Game


def score(
    model: Name,
    records: Annotated[list[str], Input(), Parameter(negative="")],
    /,
    *,
    empties: Count | None = None,
    exact: Exact = 10,
    without: Annotated[
        list[str] | None, Input(), Parameter(consume_multiple=True, negative="")
    ] = None,
    threads: Threads | None = None,
) -> None:
    """Measure a model on the positions of recorded games, by phase.

    A position's truth is the next exact score known at or after it (from the file, or solved near
    the end), else the game's result.

    For example:

        boardworth score othello.model wthor/WTH_2016.wtb --empties 24
        boardworth score othello.model 'wthor/WTH_201[6-9].wtb' --without 'wthor/WTH_200*.wtb'

    Args:
        model: a model file, or a game (othello) whose model comes with Boardworth.
        records: files of game records, or quoted patterns of them.
        empties: only positions with this many moves to go.
        exact: positions with at most this many moves to go are solved.
        without: records whose positions are left out, as the model may have learned from them.
        threads: how many to use; they do not change the result.
    """
    from boardworth.fitting import score_model

    workers = threads_or_all(threads)
    scored = model_of(model, "boardworth score")
    scored.game.turn_based("boardworth score")
    data = _read(scored.game, records, exact, workers, empties)
    left_out = ""
    if without:
        learned_from = _read(scored.game, without, 0, workers, empties)
        fresh = data.without(learned_from.canonical_keys())
        left_out = f"; {len(data) - len(fresh):,} left out, as met in the records of --without"
        data = fresh
    if len(data) == 0:
        raise BoardworthError(f"no position to measure on{left_out}")
    figures = score_model(scored, data, workers)
    _show(scored, figures, f"{model} on {len(data):,} positions{left_out}")
    give(scored.game.name, {"positions": len(data), **figures})


def _read(
    game: Game, patterns: list[str], exact: int, threads: int, empties: int | None
) -> Dataset:
    """The labelled positions of all files that have `empties` moves to go."""
    data = read_positions(game, find_files(patterns), exact, threads)
    return data if empties is None else data.select(data.progress == game.max_progress - empties)


def read_positions(game: Game, files: Sequence[Path], exact: int, threads: int) -> Dataset:
    """The labelled positions of all files."""
    from boardworth.cli.console import ProgressBars
    from boardworth.positions import concatenate, no_positions
    from boardworth.recipes.records import label_file

    bars = ProgressBars()
    parts = [no_positions(game)]
    with bars.task("reading records", len(files)) as advance:
        for path in files:
            found = label_file(game, path, exact=exact, threads=threads, reporter=bars)
            if found is not None:
                parts.append(found)
            advance(1)
    return concatenate(parts)


def _show(model: Model, figures: dict[str, Any], title: str) -> None:
    from boardworth.cli.console import show_table
    from boardworth.fitting import range_text

    most = model.game.max_progress
    spans = [model.stages.span(stage) for stage in range(len(model.stages))]
    stages = [
        (range_text(most - last, most - first, "-"), *_cells(row))
        for (first, last), row in zip(spans, figures["by_stage"], strict=True)
        if row["rows"]
    ]
    unit = "points" if model.target == "score" else "probability of a win"
    show_table(
        title,
        (">moves to go", ">positions", ">MSE", ">MAE", ">correlation"),
        [stages, [("all", *_cells(figures["all"]))]],
        f"errors in {unit}",
    )


def _cells(row: dict[str, float]) -> list[str]:
    return [
        f"{row['rows']:,}",
        f"{row['mse']:.2f}",
        f"{row['mae']:.3f}",
        f"{row['correlation']:.4f}",
    ]
