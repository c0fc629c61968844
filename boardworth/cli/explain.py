"""boardworth explain: the value of a position and the terms that make it up."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.cli.arguments import (
    Count,
    MovesText,
    PositionText,
    holds_role_functions,
    model_of,
    position_of,
)
from boardworth.cli.explain_functions import explain_functions

if TYPE_CHECKING:
    from boardworth.evaluators import Explanation

_SHOWN = 12  # terms of a model, if it is not said how many


def explain(
    model: Path,
    /,
    *,
    position: PositionText | None = None,
    moves: MovesText = "",
    terms: Count | None = None,
) -> None:
    """Show what a position is worth and why. The terms add up to the value exactly.

    For example:

        boardworth explain othello.model
        boardworth explain othello.model --moves f5d6c3d3c4
        boardworth explain othello.model --position '-------- ... X' --terms 100
        boardworth explain connect-four.model --moves '(drop 4) (drop 4) (drop 3)'
        boardworth explain game.functions
        boardworth explain game.functions --moves '(mark 2 2) (mark 1 1)'

    Args:
        model: a model file, or a game (othello) whose model comes with Boardworth; or functions for
            roles, which are shown by themselves if neither a position nor moves are given.
        position: as text; else the start. In Othello one character per square, row by row, then
            the side to move; by a rule sheet, all that holds: '(cell 1 1 x) (control o)'.
        moves: to play first. For functions: of every role that has a choice, in the sheet's order.
        terms: how many to show, the largest first, 12 at most if not said, and all of a function;
            the others are summed up in one line.
    """
    from boardworth.cli.console import show_table
    from boardworth.evaluators import Evaluator

    if holds_role_functions(model):
        explain_functions(model, position, moves, terms)
        return
    evaluator = Evaluator(model_of(model))
    game = evaluator.game
    shown = position_of(game, position, moves)
    explanation = evaluator.explain(shown)
    print(_boards(explanation))
    if shown.over:
        print("The game is over: what follows is only what the weights would say.")
    first, last = evaluator.model.stages.span(explanation.stage)
    total = (f"sum of {len(explanation.terms)} terms", f"weights of progress {first} to {last}")
    show_table(
        f"{explanation.value:+.2f} {evaluator.model.unit} for {game.players[shown.mover]}",
        (">weight", "pattern", "configuration", ">seen"),
        [
            _rows(explanation, _SHOWN if terms is None else terms),
            [(f"{explanation.value:+.3f}", *total, "")],
        ],
    )
    if shown.mover != 0 and not game.core.mirrored and not game.view_atoms:
        first_player, mover = game.players
        print(f"Configurations are as {mover} sees them: in the place of {first_player}.")


def _rows(explanation: Explanation, shown: int) -> list[tuple[str, str, str, str]]:
    rows = [
        (
            f"{term.units / explanation.scale:+.3f}",
            term.name,
            "" if term.configuration is None else str(term.configuration),
            f"{term.seen:,}+" if term.seen else "never",
        )
        for term in explanation.terms[:shown]
    ]
    rest = explanation.terms[shown:]
    if rest:
        units = sum(term.units for term in rest)
        rows.append((f"{units / explanation.scale:+.3f}", f"{len(rest)} other terms", "", ""))
    return rows


def _boards(explanation: Explanation) -> str:
    """The position, and beside it how much of the value each square holds."""
    lines = str(explanation.position).splitlines()
    board, shares = explanation.position.game.board, explanation.by_square()
    beside = ["".join(f"{name:>6}" for name in board.column_names)] + [
        "".join(f"{share:+6.1f}" for share in shares[first : first + board.columns])
        for first in range(0, len(shares), board.columns)
    ]
    width = max(map(len, lines)) + 2
    return "\n".join(
        f"{line:<{width}}{extra}".rstrip()
        for line, extra in zip_longest(lines, beside, fillvalue="")
    )
