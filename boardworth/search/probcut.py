"""Multi-ProbCut: what a model's calibration tells the core, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from boardworth.fitting import Model, Prediction

# Shallower searches are cheaper than their prediction.
FIRST_DEPTH = 3
LAST_DEPTH = 40
MIN_SLOPE = 0.2
# How much is pruned by default: 1.1 deviations are certain enough. In matches at
# equal time 1.5 is 50 Elo weaker, and 0.8 and 0.6 are equal (see core/search/probcut.h).
DEFAULT_SELECTIVITY = 5
MAX_SELECTIVITY = 7


def shallow_depth(depth: int) -> int:
    """The depth that predicts another one: about half, and of the same parity.

    >>> [shallow_depth(depth) for depth in range(3, 13)]
    [1, 2, 1, 2, 3, 4, 3, 4, 5, 6]
    """
    half = depth // 2
    return half if (depth - half) % 2 == 0 else half - 1


def checks(model: Model) -> NDArray[np.float64]:
    """[progress, depth, 4]: shallow depth (-1: no check), slope, offset and sigma, in units."""
    game, selectivity = model.game, model.selectivity
    if selectivity is None:
        return np.empty((game.max_progress + 1, 0, 4))
    table = np.tile([-1.0, 1.0, 0.0, 0.0], (game.max_progress + 1, LAST_DEPTH + 1, 1))
    depths = np.arange(FIRST_DEPTH, LAST_DEPTH + 1)
    for progress in range(game.max_progress + 1):
        left = game.max_progress - progress if game.moves_bounded else LAST_DEPTH + 1
        short = depths[depths < left]
        table[progress, short] = _rows(selectivity.horizon, model, progress, short)
        if selectivity.ending is not None and FIRST_DEPTH <= left <= LAST_DEPTH:
            to_the_end = depths[depths >= left]
            same = np.full_like(to_the_end, left)
            table[progress, to_the_end] = _rows(selectivity.ending, model, progress, same)
    return table


def _rows(
    prediction: Prediction, model: Model, progress: int, depths: NDArray[np.int64]
) -> NDArray[np.float64]:
    shallow = np.array([shallow_depth(depth) for depth in depths.tolist()], float)
    share = np.full(len(depths), progress / max(model.game.max_progress, 1))
    slope, offset, sigma = prediction.at(share, depths.astype(float), shallow)
    # Where shallow values say next to nothing, they are not asked.
    shallow[slope < MIN_SLOPE] = -1
    slope = np.maximum(slope, MIN_SLOPE)
    return np.stack([shallow, slope, offset * model.scale, sigma * model.scale], axis=1)
