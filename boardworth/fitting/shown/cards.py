"""Explanations and models as HTML, for notebooks and pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boardworth.errors import MissingCapability
from boardworth.fitting.shown.worth import RARE_SQUARES, square_worth
from boardworth.fitting.stages import range_text
from boardworth.markup import Cell, beside, heading, paragraph, table
from boardworth.rules.svg import board_svg, heat_svg
from boardworth.rules.svg.colours import contrasting, heat_colour

if TYPE_CHECKING:
    from boardworth.fitting.explanation import Explanation
    from boardworth.fitting.model import Model

_TWO_PIECES = 3  # values of a square that is the mover's, the opponent's or empty
_TERMS = 12  # that are listed
_LONGEST = 90  # letters of what a term says
_SHARED = (
    "The colour of a square is what it adds to the value: each term is shared evenly among the "
    "squares that it is about"
)


def explanation_html(explanation: Explanation) -> str:
    """A heat map of the board, and the largest terms."""
    words = heading(_worth(explanation)) + _terms(explanation)
    board = _board(explanation)
    return beside(board, words) if board else words


def heat_map(explanation: Explanation, *, size: int = 360) -> str:
    """The board with squares in the colours of what they add, as SVG. Raises MissingCapability."""
    shares = explanation.by_square()
    position = explanation.position
    assert position is not None
    return heat_svg(
        position.game,
        shares,
        position=position,
        unit=explanation.unit,
        title=f"{position.game.name}: {_worth(explanation)}, by square",
        size=size,
    )


def _board(explanation: Explanation) -> str:
    """With heat if terms tell of squares."""
    if explanation.position is None:
        return ""
    try:
        shares = explanation.by_square()
    except MissingCapability:
        shares = {}
    if not any(shares.values()):
        return board_svg(explanation.position)
    beside = explanation.value - sum(shares.values())
    rest = f"; {beside:+.2f} is of no square." if abs(beside) >= 0.005 else "."
    return heat_map(explanation) + paragraph(_SHARED + rest, small=True)


def _worth(explanation: Explanation) -> str:
    """The value in words."""
    whose = ""
    if explanation.position is not None and explanation.role is not None:
        whose = f" for {explanation.position.game.roles[explanation.role]}"
    return f"{explanation.value:+.2f} {explanation.unit}".strip() + whose


def _terms(explanation: Explanation) -> str:
    """The largest, in the colours of the heat map, and the sum of the others."""
    shown, rest = explanation.terms[:_TERMS], explanation.terms[_TERMS:]
    most = max((abs(term.contribution) for term in shown), default=0.0) or 1.0
    rows: list[list[str | Cell]] = []
    for term in shown:
        colour = heat_colour(term.contribution / most)
        style = f"background:{colour};color:{contrasting(colour)}"
        holds = _cut(term.holds) if term.holds != term.name else ""
        rows.append([Cell(f"{term.contribution:+.2f}", style), _cut(term.name), holds])
    if rest:
        total = sum(term.contribution for term in rest)
        rows.append([f"{total:+.2f}", f"{len(rest)} other terms", ""])
    listed = table([">adds", "term", "what holds"], rows)
    return listed + (paragraph(explanation.naming, small=True) if explanation.naming else "")


def _cut(said: str) -> str:
    return said if len(said) <= _LONGEST else f"{said[:_LONGEST]}…"


def model_html(model: Model) -> str:
    """A card: what a model is, what it learned from, how well, and a picture of what it knows."""
    rows = [["what", model.evaluation.summary()], *_learned(model), *_measured(model)]
    if model.player:
        rows.append(["plays best with", model.player])
    words = heading(f"Model of {model.game.name}") + table(["", ""], rows)
    picture = _picture(model)
    return beside(picture, words) if picture else words


def _learned(model: Model) -> list[list[str]]:
    rows = [["values are", f"{model.unit}, for the side to move"]]
    if data := model.provenance.get("data"):
        positions, games = data.get("positions"), data.get("games")
        if positions and games:
            rows.append(["learned from", f"{positions:,} positions of {games:,} games"])
    if "sequences" in model.metrics:
        states, sequences = model.metrics["states"], model.metrics["sequences"]
        rows.append(["learned from", f"{states:,} states of {sequences:,} random sequences"])
    return rows


def _measured(model: Model) -> list[list[str]]:
    """Figures of positions that it has not learned from."""
    held_out = model.metrics.get("held_out", {})
    rows = []
    if moves := held_out.get("moves"):
        share, among = 100 * moves["agreement_by_lot"], moves["counted"] + moves["tied"]
        rows.append(["agrees with", f"{share:.1f} % of {among:,} experts' moves"])
    found = held_out.get("all")
    if found and found["rows"]:
        rows.append(["held out", f"{found['rows']:,} positions"])
        for name, key in (("correlation", "correlation"), ("mean absolute error", "mae")):
            rows.append([name, f"{found[key]:g}"])
    return rows


def _picture(model: Model) -> str:
    """What a piece is worth on each square; or what each square of the start adds."""
    game = model.game
    try:
        features = model.weighted_sum.features
        if features.patterns and game.values_are_relative and len(game.symbols) == _TWO_PIECES:
            stage = len(model.stages) // 2
            span = range_text(*model.stages.span(stage), "–")
            said = f"Piece value by square, {span} moves played"
            worth = square_worth(model, stage)
            below = f"{said}. {RARE_SQUARES}" if np.isnan(worth).any() else said
            svg = heat_svg(game, worth.ravel().tolist(), unit=model.unit, title=said)
            return svg + paragraph(below, small=True)
        return heat_map(model.explain(game.start())) + paragraph(
            "What each square of the start adds to the value", small=True
        )
    except MissingCapability:
        return ""
