"""What e^D says of a king and two golds: figure 5, right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from boardworth.features import Relations
from boardworth.fitting.mmto.grids import divisor_of
from boardworth.reproduce.mmto.piece_values import UNIT

if TYPE_CHECKING:
    from boardworth.fitting import Model

COLUMNS = ("own king", "golds", ">value", ">leaves, at least")


@dataclass(frozen=True)
class Castle:
    """The own king, and two golds of a player, on squares as shogi names them."""

    king: str
    owner: Literal["own", "opponent"]
    golds: tuple[str, str]


# From the highest curve to the lowest. The paper counts files from the left as letters, and ranks
# from below: its b2_c2_h6 is the first.
CASTLES = (
    Castle("8h", "own", ("7h", "2d")),
    Castle("8h", "own", ("7h", "8f")),
    Castle("6h", "opponent", ("8h", "4g")),
    Castle("8h", "own", ("7h", "8g")),
    Castle("6h", "opponent", ("4g", "7f")),
    Castle("8h", "own", ("7h", "9g")),
    Castle("6h", "opponent", ("4g", "8g")),
    Castle("8h", "own", ("8i", "7h")),
    Castle("8h", "own", ("7h", "9h")),
    Castle("8h", "own", ("6i", "7h")),
)


@dataclass(frozen=True)
class CastleValue:
    """What a model says of a castle."""

    castle: Castle
    value: float  # in the paper's units
    leaves: int  # of the last search that have it, at least

    @property
    def cells(self) -> tuple[str, ...]:
        """Of a table with `COLUMNS`."""
        golds = f"{self.castle.owner}: {' '.join(self.castle.golds)}"
        return self.castle.king, golds, f"{self.value:+.1f}", f"{self.leaves:,}"


def castle_values(model: Model) -> list[CastleValue]:
    """All that the figure shows, in its order; the model has king-piece-piece relations."""
    part = model.weighted_sum.features.parts[0]
    assert isinstance(part, Relations)
    values, counts = (rows[0] for rows in (model.weighted_sum.weights, model.weighted_sum.counts))
    found = []
    for castle in CASTLES:
        weight = weight_of(part, castle)
        leaves = 1 << int(counts[weight]) >> 1
        found.append(CastleValue(castle, float(values[weight]) * divisor_of(model) / UNIT, leaves))
    return found


def weight_of(part: Relations, castle: Castle) -> int:
    """The number of the weight that a castle has."""
    pair = [_condition(part, f"{castle.owner} gold", square) for square in castle.golds]
    return part.shape.king_piece_piece(_square(castle.king), *pair)


def rank_correlation(found: Sequence[CastleValue]) -> tuple[float, int]:
    """Spearman's, of values and the figure's order, over those that occur; and their number.

    It is 0 where all values are the same.
    """
    values = np.array([one.value for one in found if one.leaves])
    if len(values) < 2 or not np.ptp(values):
        return 0.0, len(values)
    below = (values[:, None] > values).sum(axis=1) - (values[:, None] < values).sum(axis=1)
    return float(np.corrcoef(below, -np.arange(len(values)))[0, 1]), len(values)


def _square(name: str) -> int:
    """Row by row, as sente sees the board: 9a is the first.

    >>> _square("9a"), _square("8h")
    (0, 64)
    """
    return 9 * (ord(name[1]) - ord("a")) + 9 - int(name[0])


def _condition(part: Relations, piece: str, square: str) -> int:
    """The number of a piece on a square."""
    about = part.conditions
    for number in np.flatnonzero(about.squares == _square(square)).tolist():
        atom, value = about.fact(number)
        if part.game.atoms[atom].values[value] == piece:
            return int(number)
    raise ValueError(f"no {piece} stands on {square}")
