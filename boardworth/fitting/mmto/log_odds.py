"""What searched values say about results: the unit in which they are log-odds of a win."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boardworth.fitting.scoring import probability

# The paper's units for a unit of log-odds where no result tells: a pawn is some 54 % of the points.
DEFAULT_UNIT = 600.0
# What is found is kept within these: results that values do not tell are no reason for more.
_BOUNDS = (50.0, 3000.0)
_PASSES = 50
_ENOUGH = 100


def log_odds_unit(values: NDArray[np.floating], results: NDArray[np.floating]) -> float:
    """The u for which sigma(v / u) is the likeliest chance of results (1, 0.5 or 0; NaN: unknown).

    By Newton's method on the one slope b = 1 / u: sum (y - sigma(b v)) v = 0. With fewer than 100
    results, or none that values tell, it is 600 of the paper's units.
    """
    known = ~np.isnan(results)
    v, y = values[known].astype(np.float64), results[known].astype(np.float64)
    if len(v) < _ENOUGH or not v.any():
        return DEFAULT_UNIT
    slope = 0.0
    for _ in range(_PASSES):
        chance = probability(slope * v)
        curvature = float(np.sum(chance * (1 - chance) * v**2))
        change = float(np.sum((y - chance) * v)) / curvature if curvature > 0 else 0.0
        slope = min(max(slope + change, 0.0), 1 / _BOUNDS[0])
        if abs(change) * _BOUNDS[1] < 1e-6:
            break
    return min(max(1 / slope, _BOUNDS[0]), _BOUNDS[1]) if slope > 0 else DEFAULT_UNIT
