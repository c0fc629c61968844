"""Logistic regression on wins, stage by stage (GLEM's targets 0.9 / 0.5 / 0.1)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from boardworth.fitting.fitter import StageTask, StagewiseFitter, Watch
from boardworth.fitting.quadratic import SMALLEST_DIAGONAL, dot
from boardworth.fitting.quasi_newton import QuasiNewton
from boardworth.fitting.scoring import probability
from boardworth.fitting.stages import check_settings

if TYPE_CHECKING:
    from boardworth.fitting.evaluation import Target


@dataclass(frozen=True)
class Logistic(StagewiseFitter):
    """Minimises, per stage, the cross-entropy of 1 / (1 + exp(-x w)) and wins, plus l2 |w|^2 / 2.

    By L-BFGS, scaled by the diagonal of the curvature.
    """

    l2: float = 5.0  # penalty, in units of the loss's curvature
    win: float = 0.9  # the target of a won position; a lost one has 1 - win, a drawn one 0.5
    solver: QuasiNewton = field(default_factory=QuasiNewton)  # how the minimum is found
    patience: int = 5  # passes without a better held-out loss after which a stage is finished
    target: ClassVar[Target] = "win"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_settings(self, l2=0, patience=1)

    def labels(self, scores: NDArray[np.float32]) -> NDArray[np.float32]:
        """The target probability of a win."""
        return (0.5 + (self.win - 0.5) * np.sign(scores)).astype(np.float32)

    def fit_stage(self, task: StageTask) -> Watch:
        """Minimises sum_i d_i (-y_i log p_i - (1 - y_i) log(1 - p_i)) and the penalty."""
        rows, d, y = task.rows, task.importance, task.targets
        penalty = task.penalty(self.l2)
        watch = Watch(task, cross_entropy, self.patience)

        def loss(w: NDArray[np.float32]) -> tuple[float, NDArray[np.float32]]:
            values, pull = rows.predict(w), penalty.product(w)
            fit = float(np.add.reduce(d * _losses(values, y)))
            slope = rows.transposed_product(d * (probability(values) - y)) + pull
            return fit + dot(pull, w) / 2, slope

        # At w = 0 every p (1 - p) is a quarter.
        curvature = rows.diagonal(d) / 4 + penalty.diagonal
        diagonal = np.maximum(curvature, SMALLEST_DIAGONAL)
        self.solver.minimise(loss, diagonal, 1 / rows.columns, watch)
        return watch


def cross_entropy(log_odds: NDArray[np.float32], targets: NDArray[np.float32]) -> float:
    """Mean of -y log p - (1 - y) log(1 - p)."""
    return float(np.mean(_losses(log_odds, targets)))


def _losses(log_odds: NDArray[np.float32], targets: NDArray[np.float32]) -> NDArray[np.float64]:
    x = log_odds.astype(np.float64)
    return np.logaddexp(0, x) - targets * x
