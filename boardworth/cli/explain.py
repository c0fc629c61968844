"""boardworth explain: the value of a position and the terms that make it up."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.cli.arguments import PositionText, model_of, position_of

if TYPE_CHECKING:
    from boardworth.evaluators import Explanation


def explain(
    model: Path,
    /,
    *,
    position: PositionText | None = None,
    moves: str = "",
    terms: int = 12,
) -> None:
    """Show what a position is worth and why. The terms add up to the value exactly.

    For example:

        boardworth explain othello.model
        boardworth explain othello.model --moves f5d6c3d3c4
        boardworth explain othello.model --position '-------- ... X' --terms 100

    Args:
        model: a model file.
        position: one character per square, row by row, then the side to move; else the start.
        moves: to play first.
        terms: how many to show, the largest first; the others are summed up in one line.
    """
    from rich.table import Table

    from boardworth.cli.console import output
    from boardworth.evaluators import Evaluator

    evaluator = Evaluator(model_of(model))
    game = evaluator.game
    shown = position_of(game, position, moves)
    explanation = evaluator.explain(shown)
    unit = "points" if evaluator.model.target == "score" else "log-odds of a win"
    first, last = evaluator.model.stages.span(explanation.stage)
    table = Table(
        title=f"{explanation.value:+.2f} {unit} for {game.players[shown.mover]}, who is to move"
    )
    for column, justify in (
        ("weight", "right"),
        ("pattern", "left"),
        ("configuration", "left"),
        ("seen", "right"),
    ):
        table.add_column(column, justify=justify)  # type: ignore[arg-type]
    for term in explanation.terms[:terms]:
        seen = f"{term.seen:,}+" if term.seen else "never"
        configuration = "" if term.configuration is None else str(term.configuration)
        table.add_row(f"{term.units / explanation.scale:+.3f}", term.name, configuration, seen)
    rest = explanation.terms[terms:]
    if rest:
        units = sum(term.units for term in rest)
        table.add_row(f"{units / explanation.scale:+.3f}", f"{len(rest)} other terms", "", "")
    table.add_section()
    table.add_row(
        f"{explanation.value:+.3f}",
        f"sum of {len(explanation.terms)} terms",
        f"weights of progress {first} to {last}",
        "",
    )
    console = output()
    console.print(_boards(explanation), markup=False)
    console.print(table)


def _boards(explanation: Explanation) -> str:
    """The position, and beside it how much of the value each square holds."""
    lines = str(explanation.position).splitlines()
    columns, shares = explanation.position.game.board.columns, explanation.by_square()
    names = "".join(f"{chr(ord('a') + column):>6}" for column in range(columns))
    beside = [names] + [
        "".join(f"{share:+6.1f}" for share in shares[first : first + columns])
        for first in range(0, len(shares), columns)
    ]
    width = max(map(len, lines)) + 2
    return "\n".join(
        f"{line:<{width}}{extra}".rstrip()
        for line, extra in zip_longest(lines, beside, fillvalue="")
    )
