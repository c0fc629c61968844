"""Least squares on scores, stage by stage (GLEM, sections 2 and 4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from boardworth.fitting.fitter import StageTask, Watch, fit_stages
from boardworth.fitting.solvers import (
    SMALLEST_DIAGONAL,
    ConjugateGradients,
    Quadratic,
    Solver,
    l2_penalty,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boardworth.features import FeatureSet
    from boardworth.fitting.fitter import Progress
    from boardworth.fitting.model import Model, Target
    from boardworth.positions import Dataset


@dataclass(frozen=True, slots=True)
class LeastSquares:
    """Minimises, per stage, sum_i d_i (y_i - x_i w)^2 + l2 |w|^2 over the rows of the stage.

    Args:
        stages: how many.
        pool: positions this far outside a stage count too, less the farther they are.
        l2: penalty, in occurrences: a weight seen l2 times goes half of its way.
        solver: how the minimum is found.
        patience: passes without a better held-out error after which a stage is finished.
    """

    stages: int = 13
    pool: int = 6
    l2: float = 20.0
    solver: Solver = field(default_factory=ConjugateGradients)
    patience: int = 5
    target: ClassVar[Target] = "score"

    def fit(
        self,
        features: FeatureSet,
        train: Dataset,
        held_out: Dataset,
        *,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Model:
        """The model of a training set, its passes chosen by the held-out rows."""
        return fit_stages(self, features, train, held_out, threads, progress)

    def labels(self, scores: NDArray[np.float32]) -> NDArray[np.float32]:
        """The scores themselves."""
        return scores

    def fit_stage(self, task: StageTask) -> Watch:
        """Solves the normal equations (X'DX + l2) w = X'Dy."""
        rows, d = task.rows, task.importance
        penalty = l2_penalty(rows, self.l2)
        problem = Quadratic(
            product=lambda v: rows.gram_product(d, v) + penalty * v,
            b=rows.transposed_product(d * task.targets),
            diagonal=np.maximum(rows.transposed_product(d) + penalty, SMALLEST_DIAGONAL),
            columns=rows.indices.shape[1] + 1,
        )
        watch = Watch(task, _mean_squared_error, self.patience)
        self.solver.solve(problem, watch)
        return watch


def _mean_squared_error(values: NDArray[np.float32], targets: NDArray[np.float32]) -> float:
    return float(np.mean((values - targets).astype(np.float64) ** 2))
