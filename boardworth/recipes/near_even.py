"""Positions that are nearly even: what the finer points are learned from (GLEM, section 3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from boardworth.errors import NotFitted
from boardworth.fitting import probability
from boardworth.positions import concatenate

if TYPE_CHECKING:
    from boardworth.fitting import Model
    from boardworth.positions import Dataset

    # From training and held-out positions to a model.
    Fit: TypeAlias = Callable[[Dataset, Dataset], Model]


def near_even_positions(
    fit: Fit, train: Dataset, held_out: Dataset, distance: float, threads: int = 1
) -> tuple[Dataset, Dataset]:
    """The training and held-out positions that are near even. Raises NotFitted if there are none.

    Fits say so, not labels: those of positions that came out even by accident would teach that all
    are nearly even. For the same reason each half of the training games is judged by a fit to the
    other half: a fit knows the labels of its own.
    """
    halves = train.split(0.5)
    models = [fit(half, held_out) for half in halves]
    near = [
        near_even(model, half, distance, threads)
        for model, half in zip(reversed(models), halves, strict=True)
    ]
    chosen = concatenate(near, same_games=True)
    if len(chosen) == 0:
        raise NotFitted(f"no position is valued at most {distance:g} from even")
    return chosen, near_even(models[0], held_out, distance, threads)


def near_even(model: Model, data: Dataset, distance: float, threads: int = 1) -> Dataset:
    """The positions that a model values as even, give or take this many points.

    For a model of wins the distance is in percent: 20 for chances from 30 % to 70 %.
    """
    values = model.predict(data, threads)
    if model.target == "win":
        values = 100 * (probability(values) - 0.5)
    return data.select(np.abs(values) <= distance)
