"""What learned evaluations are measured by: held-out moves, and the objective at given weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.fitting.mmto import Sigmoid
from boardworth.fitting.mmto.grids import divisor_of
from boardworth.fitting.mmto.leaf_rows import compared, searched
from boardworth.reproduce.mmto.piece_values import UNIT

if TYPE_CHECKING:
    from boardworth.fitting import Model
    from boardworth.fitting.mmto import LeafSearch
    from boardworth.positions import Comparisons


@dataclass(frozen=True)
class Judged:
    """In which held-out positions a search plays as the expert did."""

    agreed: NDArray[np.bool_]
    counted: NDArray[np.bool_]  # neither forced nor decided nor tied
    # What is agreed on if one of the best moves is drawn by lot; of positions that are neither
    # forced nor decided.
    drawn: NDArray[np.float32]
    open: NDArray[np.bool_]
    game_ids: NDArray[np.int32]

    @property
    def share(self) -> float:
        """Of the positions that count."""
        return float(self.agreed[self.counted].mean()) if self.counted.any() else 0.0


def judged(search: LeafSearch, model: Model, data: Comparisons, threads: int) -> Judged:
    """Position by position, what `fitting.mmto.Agreement` counts."""
    pieces = []
    for piece, leaves, experts in searched(search, model, data, threads):
        starts, lengths = leaves.starts[:-1], np.diff(leaves.starts)
        is_best = leaves.values == np.repeat(np.maximum.reduceat(leaves.values, starts), lengths)
        decided = np.logical_or.reduceat(is_best & (leaves.signs == 0), starts)
        many = np.add.reduceat(is_best.astype(np.int64), starts)
        is_open = (lengths > 1) & ~decided
        agreed = is_best[experts]
        drawn = (agreed / many).astype(np.float32)
        pieces.append((agreed, is_open & (many == 1), drawn, is_open, piece.game_ids))
    return Judged(*map(np.concatenate, zip(*pieces, strict=True)))


def objective(
    search: LeafSearch, model: Model, data: Comparisons, slope: float, threads: int
) -> float:
    """J / Z, by searches with this very model; its piece values are in the paper's units."""
    unit = model.scale * divisor_of(model) / UNIT
    total, pairs = 0.0, 0
    for _, leaves, experts in searched(search, model, data, threads):
        moves, _, own = compared(leaves, experts)
        values = (leaves.values[moves] * unit).astype(np.float32)
        total += own(Sigmoid(slope), values)[0]
        pairs += len(own)
    return total / max(pairs, 1)
