"""Positions that are nearly even: what the finer points are learned from (GLEM, section 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boardworth.fitting import probability

if TYPE_CHECKING:
    from boardworth.fitting import Model
    from boardworth.positions import Dataset


def near_even(model: Model, data: Dataset, distance: float, threads: int = 1) -> Dataset:
    """The positions that a model values as even, give or take so many points.

    For a model of wins the distance is in percent: 20 for chances from 30 % to 70 %. The model
    decides, not the label: positions chosen by their labels would teach that all are nearly even.
    """
    values = model.predict(data, threads)
    if model.target == "win":
        values = 100 * (probability(values) - 0.5)
    return data.select(np.abs(values) <= distance)
