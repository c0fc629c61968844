"""boardworth explain: the value of a position and the terms that make it up."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from boardworth.cli.arguments import Count, MovesText, Name, PositionText, model_of, position_of
from boardworth.cli.output.figures import give
from boardworth.errors import MissingCapability

if TYPE_CHECKING:
    from boardworth.evaluators import Evaluator
    from boardworth.fitting import Explanation
    from boardworth.fitting.explanation import Term
    from boardworth.rules import Position

_SHOWN = 12  # terms, if it is not said how many


def explain(
    model: Name,
    /,
    *,
    position: PositionText | None = None,
    moves: MovesText = "",
    terms: Count = _SHOWN,
) -> None:
    """Show what a position is worth and why. The terms add up to the value.

    For example:

        boardworth explain othello.model
        boardworth explain othello.model --moves f5d6c3d3c4
        boardworth explain othello.model --position '-------- ... X' --terms 100
        boardworth explain connect-four.model --moves '(drop 4) (drop 4) (drop 3)'

    Args:
        model: a model file, or a game (othello) whose model comes with Boardworth. A model with a
            function for every role is explained for each of them.
        position: as text; else the start. In Othello one character per square, row by row, then
            the side to move; by a rule sheet, all that holds: '(cell 1 1 x) (control o)'.
        moves: to play first; where roles do not take turns, of every role that has a choice, in the
            sheet's order.
        terms: how many to show, the largest first; the others are summed up in one line.
    """
    from boardworth.evaluators import Evaluator

    evaluator = Evaluator(model_of(model))
    game = evaluator.game
    shown = position_of(game, position, moves)
    by_role = evaluator.model.evaluation.by_role
    roles = range(len(game.roles)) if by_role else [shown.mover]
    explanations = [evaluator.explain(shown, role) for role in roles]
    print(shown if by_role else _boards(shown, explanations[0], evaluator.model.unit))
    if shown.over:
        print("The game is over: what follows is only what the weights would say.")
    for role, explanation in zip(roles, explanations, strict=True):
        _show(evaluator, explanation, game.roles[role], terms)
    if explanations[0].naming:
        print(explanations[0].naming)
    give(
        game.name,
        {
            "position": game.text(shown),
            "unit": evaluator.model.unit,
            "values": [
                {"role": game.roles[role], "value": explanation.value, "terms": _terms(explanation)}
                for role, explanation in zip(roles, explanations, strict=True)
            ],
        },
    )


def _terms(explanation: Explanation) -> list[dict[str, Any]]:
    """All terms, which add up to the value."""
    return [
        {"name": t.name, "holds": t.holds, "adds": t.contribution, "count": t.count}
        for t in explanation.terms
    ]


def _show(evaluator: Evaluator, explanation: Explanation, role: str, shown: int) -> None:
    from boardworth.cli.console import show_table

    model = evaluator.model
    total = f"sum of {len(explanation.terms)} terms"
    show_table(
        f"{explanation.value:+.2f} {model.unit} for {role}",
        (">adds", "term", "what holds", ">count"),
        [
            _rows(explanation, shown),
            [(f"{explanation.value:+.3f}", total, _weights(evaluator, explanation), "")],
        ],
    )


def _weights(evaluator: Evaluator, explanation: Explanation) -> str:
    from boardworth.fitting import range_text

    try:
        span = evaluator.model.stages.span(explanation.stage)
    except MissingCapability:
        return ""
    return f"weights of progress {range_text(*span)}"


def _rows(explanation: Explanation, shown: int) -> list[tuple[str, str, str, str]]:
    rows = [
        (f"{term.contribution:+.3f}", term.name, _beyond_name(term), _counted(term.count))
        for term in explanation.terms[:shown]
    ]
    rest = explanation.terms[shown:]
    if rest:
        total = sum(term.contribution for term in rest)
        rows.append((f"{total:+.3f}", f"{len(rest)} other terms", "", ""))
    return rows


def _beyond_name(term: Term) -> str:
    return term.holds if term.holds != term.name else ""


def _counted(count: int | None) -> str:
    if count is None:
        return ""
    return f"{count:,}+" if count else "never"


def _boards(position: Position, explanation: Explanation, unit: str) -> str:
    """The position, and beside it how much of the value each square holds."""
    lines, shares = str(position).splitlines(), _shares(position, explanation)
    width = max(map(len, lines)) + 2
    if shares:
        lines, shares = ["", *lines], [f"    what each square adds, in {unit}:", *shares]
    return "\n".join(
        f"{line:<{width}}{share}".rstrip()
        for line, share in zip_longest(lines, shares, fillvalue="")
    )


def _shares(position: Position, explanation: Explanation) -> list[str]:
    """A line for each row of the board, below one with the names of its columns."""
    boards = position.game.picture(position).boards
    if not boards:
        return []
    shares, names, atoms = explanation.by_square(), boards[0].columns, boards[0].atoms
    lines = ["".join(f"{name:>6}" for name in names)]
    for first in range(0, len(atoms), len(names)):
        row = [shares[atom] for atom in atoms[first : first + len(names)] if atom is not None]
        lines.append("".join(f"{share:+6.1f}" for share in row))
    return lines
