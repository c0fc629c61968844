"""Labelled positions from files of game records."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.errors import in_few_lines
from boardworth.positions import Dataset, label
from boardworth.rules import Game, progress_near_the_end
from boardworth.rules.records import read_records
from boardworth.search import solve_all

if TYPE_CHECKING:
    from boardworth.recipes.reporter import Reporter


def label_file(
    game: Game, path: Path, *, exact: int, threads: int, reporter: Reporter
) -> Dataset | None:
    """The positions of a file's games, or None if none of them has a result.

    Damaged games are named and skipped. Positions with at most `exact` moves to go are solved.
    """
    found = read_records(game, path)
    for problem in in_few_lines(found.problems):
        reporter.line(f"skipped: {problem}")
    if not any(record.score is not None and record.moves for record in found.games):
        reporter.line(f"skipped: {path}: no game with a result")
        return None
    return label(
        game,
        found.games,
        solve=partial(solve_all, game, threads=threads),
        solve_from=progress_near_the_end(game, exact),
        provenance={"records": path.name, "skipped": len(found.problems)},
    )
