"""Values in words, and in points, that a player understands."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardworth.fitting import Model

# The core's value of a won game under the target "win".
_DECIDED = 1 << 22


def final_units(model: Model, score: int) -> int:
    """What a search takes a finished game for, given the score of the side to move."""
    if model.target != "win":
        return score * model.scale
    return ((score > 0) - (score < 0)) * _DECIDED


def worth(model: Model, units: int) -> float:
    """A value in the measure of mistakes: points of score, or per cent to win above 50.

    It is odd (what one side has, the other lacks) and finite, also where a game is decided.
    """
    if model.target != "win":
        return units / model.scale
    return 50 * math.tanh(units / model.scale / 2)


def in_words(model: Model, units: int) -> str:
    """A value for the side to move: points of score, or the chance of a win."""
    if model.target != "win":
        return f"{units / model.scale:+.2f} points"
    if abs(units) >= _DECIDED:
        return "a certain win" if units > 0 else "a certain loss"
    return f"{50 + worth(model, units):.0f} % to win"


def in_points(model: Model, units: int) -> float:
    """A value in points of score; a chance p of winning counts as 2p - 1 of the largest score."""
    if model.target != "win":
        return units / model.scale
    if abs(units) >= _DECIDED:
        return float(model.game.max_score if units > 0 else -model.game.max_score)
    return worth(model, units) / 50 * model.game.max_score
