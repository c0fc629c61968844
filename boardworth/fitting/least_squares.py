"""Least squares on scores, stage by stage (GLEM, sections 2 and 4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from boardworth.fitting.fitter import StageTask, StagewiseFitter, Watch
from boardworth.fitting.quadratic import SMALLEST_DIAGONAL, ConjugateGradients, Quadratic, Solver
from boardworth.fitting.stages import check_settings

if TYPE_CHECKING:
    from boardworth.fitting.evaluation import Target


@dataclass(frozen=True)
class LeastSquares(StagewiseFitter):
    """Minimises, per stage, sum_i d_i (y_i - x_i w)^2 + l2 |w|^2 over the rows of the stage."""

    l2: float = 20.0  # penalty, in occurrences: a weight seen l2 times goes half of its way
    solver: Solver = field(default_factory=ConjugateGradients)  # how the minimum is found
    patience: int = 5  # passes without a better held-out error after which a stage is finished
    target: ClassVar[Target] = "score"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_settings(self, l2=0, patience=1)

    def labels(self, scores: NDArray[np.float32]) -> NDArray[np.float32]:
        """The scores themselves."""
        return scores

    def fit_stage(self, task: StageTask) -> Watch:
        """Solves the normal equations (X'DX + l2) w = X'Dy."""
        rows, d = task.rows, task.importance
        penalty = task.penalty(self.l2)
        problem = Quadratic(
            product=lambda v: rows.gram_product(d, v) + penalty.product(v),
            b=rows.transposed_product(d * task.targets),
            diagonal=np.maximum(rows.diagonal(d) + penalty.diagonal, SMALLEST_DIAGONAL),
            columns=rows.columns,
        )
        watch = Watch(task, _mean_squared_error, self.patience)
        self.solver.solve(problem, watch)
        return watch


def _mean_squared_error(values: NDArray[np.float32], targets: NDArray[np.float32]) -> float:
    return float(np.mean((values - targets).astype(np.float64) ** 2))
