"""An analysis as plain values, for JSON: moves in notation, values in points or per cent to win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from boardworth.evaluators import worth
from boardworth.search.analysis import exact_from, first_player_curve, summarize

if TYPE_CHECKING:
    from boardworth.fitting import Model
    from boardworth.rules import Position
    from boardworth.search.analysis import MoveAnalysis, MoveValue
    from boardworth.search.limit import Limit


def report_position(
    model: Model, position: Position, values: Sequence[MoveValue], limit: Limit
) -> dict[str, Any]:
    """The best moves of a position."""
    return {
        **_about(model, limit),
        "position": model.game.text(position),
        "player": model.game.roles[position.mover],
        "moves": [_move_value(model, position, value) for value in values],
    }


def report_game(
    model: Model, moves: Sequence[MoveAnalysis], limit: Limit, threshold: float
) -> dict[str, Any]:
    """Every move of a game, what each player's moves cost, and the curve."""
    game = model.game
    return {
        **_about(model, limit),
        "threshold": threshold,
        "exact_from": exact_from(moves),
        "moves": [_move(model, number, one, threshold) for number, one in enumerate(moves, 1)],
        "players": [
            {**asdict(player), "average_cost": player.average_cost}
            for player in summarize(model, moves, threshold)
        ],
        f"{game.roles[0]}_curve": first_player_curve(model, moves),
    }


def _about(model: Model, limit: Limit) -> dict[str, Any]:
    unit = "points" if model.target == "score" else "% to win above 50"
    return {"limit": str(limit), "unit": unit}


def _move(model: Model, number: int, one: MoveAnalysis, threshold: float) -> dict[str, Any]:
    return {
        "number": number,
        "player": model.game.roles[one.position.mover],
        "position": model.game.text(one.position),
        "value": worth(model, one.best.units),
        "played": _move_value(model, one.position, one.played),
        "best": _move_value(model, one.position, one.best),
        "cost": one.cost,
        "exact": one.exact,
        "mistake": one.cost >= threshold,
    }


def _move_value(model: Model, position: Position, value: MoveValue) -> dict[str, Any]:
    return {
        "move": position.move_text(value.move),
        "value": worth(model, value.units),
        "depth": value.depth,
        "exact": value.exact,
        "pv": position.game.move_texts(position, value.pv),
    }
