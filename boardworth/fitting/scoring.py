"""How well a model's estimates agree with what happened."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import BoardworthError, NotFitted
from boardworth.positions import Dataset

if TYPE_CHECKING:
    from boardworth.fitting.mmto import LeafSearch
    from boardworth.fitting.model import Model

_BINS = 33

Real = TypeVar("Real", np.float32, np.float64)


def probability(log_odds: NDArray[Real]) -> NDArray[Real]:
    """1 / (1 + exp(-x)), without overflow."""
    return np.asarray(0.5 * (1 + np.tanh(0.5 * log_odds)), log_odds.dtype)


def scored(model: Model, held_out: Dataset | None, threads: int = 1) -> Model:
    """A model that says how well it agrees with held-out positions, if there are any."""
    if held_out is None:
        return model
    figures = score_model(model, held_out, threads)
    return replace(model, metrics={**model.metrics, "held_out": figures})


def score_model(model: Model, data: Dataset, threads: int = 1) -> dict[str, Any]:
    """Agreement of a model with labelled positions, in all and by stage.

    A model of scores is compared with the scores; one of wins with 1, 1/2 and 0; one of points of
    goal with the points that a score means.
    """
    values, truth = model.predict(data, threads), data.targets.astype(np.float64)
    low, high = -float(model.game.max_score), float(model.game.max_score)
    if model.target == "win":
        values, truth = probability(values), 0.5 + 0.5 * np.sign(truth)
        low, high = 0.0, 1.0
    elif model.target == "goal":
        truth = truth if len(model.game.roles) == 1 else 50 + truth / 2
        low, high = 0.0, 100.0
    stage_of = model.stages.table()[data.progress]
    stages = [stage_of == stage for stage in range(len(model.stages))]
    return {
        "all": agreement(values, truth),
        "by_stage": [agreement(values[rows], truth[rows]) for rows in stages],
        "predicted_against_real": _histogram(values, truth, low, high),
    }


@singledispatch
def score(
    examples: object,
    model: Model,  # noqa: ARG001
    search: LeafSearch | None,  # noqa: ARG001
    threads: int,  # noqa: ARG001
) -> float:
    """How well a model agrees with examples, 1 at best; every kind of examples has its figure."""
    raise BoardworthError(
        f"a model is scored on a Dataset, Comparisons or a SequenceSample, not {examples!r:.80}"
    )


@score.register(Dataset)
def _of_positions(data: Dataset, model: Model, search: LeafSearch | None, threads: int) -> float:
    """The correlation of values and targets."""
    refuse_search(search)
    correlation = score_model(model, data, threads)["all"]["correlation"]
    if correlation is None:
        raise NotFitted("there is no position to score a model on")
    return float(correlation)


def refuse_search(search: LeafSearch | None) -> None:
    """Raises BoardworthError if there is one, for examples that have no use for it."""
    if search is not None:
        raise BoardworthError("a search finds the values of moves: only comparisons need one")


def agreement(
    values: NDArray[np.floating[Any]], truth: NDArray[np.floating[Any]]
) -> dict[str, float | None]:
    """Rows, mean squared and absolute error, correlation; None where there are no rows."""
    if len(values) == 0:
        return {"rows": 0, "mse": None, "mae": None, "correlation": None}
    error = values.astype(np.float64) - truth
    spread = float(values.std() * truth.std())
    covariance = float(np.mean((values - values.mean()) * (truth - truth.mean())))
    return {
        "rows": len(values),
        "mse": round(float(np.mean(error**2)), 4),
        "mae": round(float(np.mean(np.abs(error))), 4),
        "correlation": round(covariance / spread, 4) if spread > 0 else 0.0,
    }


def _histogram(
    values: NDArray[np.float64], truth: NDArray[np.float64], low: float, high: float
) -> dict[str, Any]:
    """counts[i][j] rows had a value in bin i and a truth in bin j of [low, high]."""
    edges = np.linspace(low, high, _BINS + 1)
    counts, _, _ = np.histogram2d(
        np.clip(values, low, high), np.clip(truth, low, high), bins=[edges, edges]
    )
    return {"low": low, "high": high, "counts": counts.astype(int).tolist()}
