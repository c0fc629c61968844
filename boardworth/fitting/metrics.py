"""How well values agree with what they estimate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def agreement(
    values: NDArray[np.floating[Any]], truth: NDArray[np.floating[Any]]
) -> dict[str, float]:
    """Rows, mean squared error, mean absolute error and correlation; zeros where there are no rows."""
    if len(values) == 0:
        return {"rows": 0, "mse": 0.0, "mae": 0.0, "correlation": 0.0}
    error = values.astype(np.float64) - truth
    spread = float(values.std() * truth.std())
    covariance = float(np.mean((values - values.mean()) * (truth - truth.mean())))
    return {
        "rows": len(values),
        "mse": round(float(np.mean(error**2)), 4),
        "mae": round(float(np.mean(np.abs(error))), 4),
        "correlation": round(covariance / spread, 4) if spread > 0 else 0.0,
    }


def histogram(
    values: NDArray[np.floating[Any]], truth: NDArray[np.floating[Any]], most: float, bins: int = 33
) -> dict[str, Any]:
    """Predicted against real: counts[i][j] rows had a value in bin i and a truth in bin j."""
    edges = np.linspace(-most, most, bins + 1)
    clipped = [np.clip(side, -most, most) for side in (values, truth)]
    counts, _, _ = np.histogram2d(*clipped, bins=[edges, edges])
    return {"most": most, "counts": counts.astype(int).tolist()}
