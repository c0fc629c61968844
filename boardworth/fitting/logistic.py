"""Fits of wins through the logistic function, stage by stage (GLEM's targets 0.9 / 0.5 / 0.1)."""

from __future__ import annotations

from abc import abstractmethod
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
class WinFitter(StagewiseFitter):
    """Minimises, per stage, a loss of p = 1 / (1 + exp(-x w)) and wins, plus l2 |w|^2 / 2.

    By L-BFGS, scaled by the diagonal of the curvature. Subclasses say which loss.
    """

    l2: float = 5.0  # penalty, in units of the loss's curvature
    win: float = 0.9  # the target of a won position; a lost one has 1 - win, a drawn one 0.5
    solver: QuasiNewton = field(default_factory=QuasiNewton)  # how the minimum is found
    patience: int = 5  # passes without a better held-out loss after which a stage is finished
    target: ClassVar[Target] = "win"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_settings(self, l2=0, patience=1)

    @staticmethod
    @abstractmethod
    def losses(log_odds: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float64]:
        """The loss of every row. At log-odds of 0 its curvature is about a quarter."""

    @staticmethod
    @abstractmethod
    def slopes(log_odds: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
        """The derivatives of the losses by the log-odds."""

    def labels(self, scores: NDArray[np.float32]) -> NDArray[np.float32]:
        """The target probability of a win."""
        return (0.5 + (self.win - 0.5) * np.sign(scores)).astype(np.float32)

    def fit_stage(self, task: StageTask) -> Watch:
        """Minimises the losses, row i counting d_i times, and the penalty."""
        rows, d, y = task.rows, task.importance, task.targets
        penalty = task.penalty(self.l2)
        watch = Watch(task, self._mean_loss, self.patience)

        def loss(w: NDArray[np.float32]) -> tuple[float, NDArray[np.float32]]:
            values, pull = rows.predict(w), penalty.product(w)
            fit = float(np.add.reduce(d * self.losses(values, y)))
            slope = rows.transposed_product(d * self.slopes(values, y)) + pull
            return fit + dot(pull, w) / 2, slope

        curvature = rows.diagonal(d) / 4 + penalty.diagonal
        diagonal = np.maximum(curvature, SMALLEST_DIAGONAL)
        self.solver.minimise(loss, diagonal, 1 / rows.columns, watch)
        return watch

    def _mean_loss(self, log_odds: NDArray[np.float32], targets: NDArray[np.float32]) -> float:
        return float(np.mean(self.losses(log_odds, targets)))


@dataclass(frozen=True)
class Logistic(WinFitter):
    """Logistic regression: the loss is the cross-entropy -y log p - (1 - y) log(1 - p)."""

    @staticmethod
    def losses(log_odds: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float64]:
        """-y log p - (1 - y) log(1 - p), without overflow."""
        x = log_odds.astype(np.float64)
        return np.logaddexp(0, x) - y * x

    @staticmethod
    def slopes(log_odds: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
        """P - y."""
        return probability(log_odds) - y


@dataclass(frozen=True)
class SquaredProbability(WinFitter):
    """GLEM's nonlinear fit: the loss is 2 (y - p)^2.

    The factor makes its curvature at p = 1/2 that of the cross-entropy, so that l2 means the same.
    It is not convex: a row whose p is certain and wrong has hardly any slope.
    """

    @staticmethod
    def losses(log_odds: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float64]:
        """2 (y - p)^2."""
        return np.asarray(2 * (probability(log_odds.astype(np.float64)) - y) ** 2)

    @staticmethod
    def slopes(log_odds: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
        """4 (p - y) p (1 - p)."""
        p = probability(log_odds)
        return 4 * (p - y) * p * (1 - p)


def cross_entropy(log_odds: NDArray[np.float32], targets: NDArray[np.float32]) -> float:
    """Mean of -y log p - (1 - y) log(1 - p)."""
    return float(np.mean(Logistic.losses(log_odds, targets)))
