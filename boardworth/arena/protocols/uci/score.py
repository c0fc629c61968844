"""Values as engines tell them: centipawns, and moves or plies to a mate."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardworth.arena.protocols.uci.dialect import Dialect
    from boardworth.fitting import Model
    from boardworth.search import SearchResult

# Of a unit of log-odds, as in the models that come with Boardworth: a pawn is 60 % of the points.
_CENTIPAWNS = 256
_MOST = 10_000  # nearly a certain win


def centipawns(model: Model, units: int) -> int:
    """A value in centipawns, by the chance of a win: 256 of them are a unit of log-odds.

    A model of scores is taken for one of expected results: its points, as a share of the greatest
    score, are the difference between the chances of a win and of a loss.
    """
    if model.target == "win":
        log_odds = units / model.scale
    else:
        share = units / (model.scale * model.game.max_score)
        log_odds = 2 * math.atanh(max(min(share, 1 - 1e-9), 1e-9 - 1))
    return round(max(min(_CENTIPAWNS * log_odds, _MOST), -_MOST))


def score_text(dialect: Dialect, model: Model, found: SearchResult) -> str:
    """`cp 25`, `mate 3` or `mate -2`."""
    if found.distance is not None:
        return f"mate {dialect.mate(found.distance, found.value > 0)}"
    return f"cp {centipawns(model, found.value)}"
