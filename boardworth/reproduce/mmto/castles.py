"""What e^D says of a king and two golds: figure 5, right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from boardworth.features import Relations
from boardworth.fitting.mmto.grids import divisor_of
from boardworth.reproduce.mmto.worths import UNIT

if TYPE_CHECKING:
    from boardworth.fitting import Model

COLUMNS = ("own king", "golds", ">worth", ">leaves, at least")


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
class CastleWorth:
    """What a model says of a castle."""

    castle: Castle
    worth: float  # in the paper's units
    leaves: int  # of the last search that have it, at least

    @property
    def cells(self) -> tuple[str, ...]:
        """Of a table with `COLUMNS`."""
        golds = f"{self.castle.owner}: {' '.join(self.castle.golds)}"
        return self.castle.king, golds, f"{self.worth:+.1f}", f"{self.leaves:,}"


def castle_worths(model: Model) -> list[CastleWorth]:
    """All that the figure shows, in its order; the model has king-piece-piece relations."""
    part = model.weighted_sum.features.parts[0]
    assert isinstance(part, Relations)
    values, counts = (rows[0] for rows in (model.weighted_sum.weights, model.weighted_sum.counts))
    found = []
    for castle in CASTLES:
        weight = weight_of(part, castle)
        leaves = 1 << int(counts[weight]) >> 1
        found.append(CastleWorth(castle, float(values[weight]) * divisor_of(model) / UNIT, leaves))
    return found


def weight_of(part: Relations, castle: Castle) -> int:
    """The number of the weight that a castle has."""
    pair = [_condition(part, f"{castle.owner} gold", square) for square in castle.golds]
    return part.shape.king_piece_piece(_square(castle.king), *pair)


def rank_correlation(found: Sequence[CastleWorth]) -> tuple[float, int]:
    """Spearman's, of worths and the figure's order, over those that occur; and their number.

    It is 0 where all worths are the same.
    """
    worths = np.array([one.worth for one in found if one.leaves])
    if len(worths) < 2 or not np.ptp(worths):
        return 0.0, len(worths)
    below = (worths[:, None] > worths).sum(axis=1) - (worths[:, None] < worths).sum(axis=1)
    return float(np.corrcoef(below, -np.arange(len(worths)))[0, 1]), len(worths)


def _square(name: str) -> int:
    """Row by row, as sente sees the board: 9a is the first.

    >>> _square("9a"), _square("8h")
    (0, 64)
    """
    return 9 * (ord(name[1]) - ord("a")) + 9 - int(name[0])


def _condition(part: Relations, man: str, square: str) -> int:
    """The number of a man on a square."""
    about = part.conditions
    for number in np.flatnonzero(about.squares == _square(square)).tolist():
        atom, value = about.fact(number)
        if part.game.atoms[atom].values[value] == man:
            return int(number)
    raise ValueError(f"no {man} stands on {square}")
