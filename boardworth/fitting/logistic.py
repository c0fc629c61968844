"""Logistic regression on wins, stage by stage (GLEM's targets 0.9 / 0.5 / 0.1)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from boardworth.fitting.fitter import StagewiseFitter, Watch
from boardworth.fitting.scoring import probability
from boardworth.fitting.solvers import (
    SMALLEST_DIAGONAL,
    ConjugateGradients,
    Quadratic,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boardworth.fitting.fitter import Design, StageTask
    from boardworth.fitting.model import Target
    from boardworth.fitting.solvers import Penalty


@dataclass(frozen=True)
class Logistic(StagewiseFitter):
    """Minimises, per stage, the cross-entropy of 1 / (1 + exp(-x w)) and wins, plus l2 |w|^2 / 2.

    Newton's method; each step is found by a few passes of conjugate gradients and halved until the
    loss falls.

    Args:
        l2: penalty, in units of the loss's curvature.
        win: the target of a won position; a lost one has 1 - win, a drawn one 0.5.
        steps: of Newton's method, at most.
        inner_passes: of conjugate gradients, per step.
        patience: steps without a better held-out loss after which a stage is finished.
    """

    l2: float = 5.0
    win: float = 0.9
    steps: int = 12
    inner_passes: int = 12
    patience: int = 2
    target: ClassVar[Target] = "win"

    def labels(self, scores: NDArray[np.float32]) -> NDArray[np.float32]:
        """The target probability of a win."""
        return (0.5 + (self.win - 0.5) * np.sign(scores)).astype(np.float32)

    def fit_stage(self, task: StageTask) -> Watch:
        """Newton's method with the Hessian X' diag(d p (1 - p)) X + l2."""
        rows, d, y = task.rows, task.importance, task.targets
        penalty = task.penalty(self.l2)
        watch = Watch(task, cross_entropy, self.patience)
        w = np.zeros(rows.weights, np.float32)

        def objective(weights: NDArray[np.float32], values: NDArray[np.float32]) -> float:
            penalised = 0.5 * float(np.add.reduce(penalty.product(weights).astype(float) * weights))
            return float(np.add.reduce(d * _losses(values, y))) + penalised

        values = rows.predict(w)
        loss = objective(w, values)
        watch(w, 1.0)
        for _ in range(self.steps):
            p = probability(values)
            curvature = d * p * (1 - p)
            problem = Quadratic(
                product=partial(_penalised_product, rows, curvature, penalty),
                b=rows.transposed_product(d * (y - p)) - penalty.product(w),
                diagonal=np.maximum(
                    rows.transposed_product(curvature) + penalty.diagonal, SMALLEST_DIAGONAL
                ),
                columns=rows.columns,
            )
            step = ConjugateGradients(tolerance=0.05, passes=self.inner_passes).solve(
                problem, lambda _w, _g: False
            )
            candidate, length = w, np.float32(1)
            while length > 1e-3:
                candidate = w + length * step
                values = rows.predict(candidate)
                new_loss = objective(candidate, values)
                if new_loss < loss:
                    break
                length /= 2
            else:
                break
            converged = loss - new_loss < 1e-5 * loss
            w, loss = candidate, new_loss
            if watch(w, 0.0) or converged:
                break
        return watch


def _penalised_product(
    rows: Design,
    curvature: NDArray[np.float32],
    penalty: Penalty,
    vector: NDArray[np.float32],
) -> NDArray[np.float32]:
    return rows.gram_product(curvature, vector) + penalty.product(vector)


def cross_entropy(log_odds: NDArray[np.float32], targets: NDArray[np.float32]) -> float:
    """Mean of -y log p - (1 - y) log(1 - p)."""
    return float(np.mean(_losses(log_odds, targets)))


def _losses(log_odds: NDArray[np.float32], targets: NDArray[np.float32]) -> NDArray[np.float64]:
    x = log_odds.astype(np.float64)
    return np.logaddexp(0, x) - targets * x
