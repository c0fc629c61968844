"""What fitters share: the loop over stages, and early stopping on held-out rows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np

from boardworth.errors import NotFitted
from boardworth.features.feature import LEAST_SEEN
from boardworth.fitting.model import Model, Target, bit_lengths, quantised
from boardworth.fitting.scoring import score_model
from boardworth.fitting.stages import Stages

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boardworth.features import FeatureSet, Rows
    from boardworth.positions import Dataset

# Told what share of the fit is done.
Progress: TypeAlias = Callable[[float], None]

# With fewer positions than this a stage borrows from stages farther and farther away.
FEWEST_ROWS = 1000


@dataclass(frozen=True)
class StageTask:
    """One stage's rows, and the held-out rows that say when to stop."""

    rows: Rows
    importance: NDArray[np.float32]
    targets: NDArray[np.float32]
    held_out: Rows
    held_out_targets: NDArray[np.float32]


# The held-out loss of predictions: values and targets in, mean loss out.
Loss: TypeAlias = Callable[["NDArray[np.float32]", "NDArray[np.float32]"], float]


@dataclass
class Watch:
    """Follows a solver on held-out rows, keeps the best weights and says when to stop."""

    task: StageTask
    loss: Loss
    patience: int
    curve: list[float] = field(default_factory=list)
    best: NDArray[np.float32] = field(init=False)

    def __post_init__(self) -> None:
        self.best = np.zeros(self.task.rows.weights, np.float32)

    def __call__(self, weights: NDArray[np.float32], _gradient: float) -> bool:
        """Takes note of the weights after a pass; True when it is time to stop."""
        if len(self.task.held_out) == 0:
            self.best = weights
            return False
        value = self.loss(self.task.held_out.predict(weights), self.task.held_out_targets)
        if not self.curve or value < min(self.curve):
            self.best = weights.copy()
        self.curve.append(value)
        return len(self.curve) - 1 - int(np.argmin(self.curve)) >= self.patience


@dataclass(frozen=True)
class StagewiseFitter(ABC):
    """Fits every stage by itself. Subclasses say what is fitted, and how one stage is.

    Args:
        stages: how many.
        pool: positions this far outside a stage count too, less the farther they are.
        least_seen: how often the training positions must show a configuration of a sparse pattern
            for it to have weights.
    """

    stages: int = 13
    pool: int = 6
    least_seen: int = LEAST_SEEN
    target: ClassVar[Target]

    @abstractmethod
    def labels(self, scores: NDArray[np.float32]) -> NDArray[np.float32]:
        """What to fit, from the mover's scores."""

    @abstractmethod
    def fit_stage(self, task: StageTask) -> Watch:
        """Minimises the loss over one stage's rows; the watch holds the best weights."""

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
        if len(train) == 0:
            raise NotFitted("there is no position to learn from")
        features = features.with_valid(train.positions, self.least_seen, threads)
        stages = Stages.equal(features.game.max_progress, self.stages)
        weights, support, figures = [], [], []
        for stage in range(len(stages)):
            task = self._stage_task(features, stages, stage, train, held_out, threads)
            watch = self.fit_stage(task)
            weights.append(watch.best)
            support.append(bit_lengths(task.rows.counts()))
            figures.append(_figures(task, watch))
            if progress:
                progress((stage + 1) / len(stages))
        integers, scale = quantised(np.stack(weights))
        model = Model(features, stages, integers, scale, self.target, np.stack(support))
        held_out_figures = score_model(model, held_out, threads)
        return replace(model, metrics={"fit": figures, "held_out": held_out_figures})

    def refit(
        self, model: Model, stage: int, train: Dataset, held_out: Dataset, *, threads: int = 1
    ) -> Model:
        """The model with the weights of one stage fitted anew, and all others as they are."""
        task = self._stage_task(model.features, model.stages, stage, train, held_out, threads)
        weights = model.weights / model.scale
        weights[stage] = self.fit_stage(task).best
        integers, scale = quantised(weights)
        return replace(model, weights=integers, scale=scale)

    def _stage_task(
        self,
        features: FeatureSet,
        stages: Stages,
        stage: int,
        train: Dataset,
        held_out: Dataset,
        threads: int,
    ) -> StageTask:
        pool = self.pool
        importance = stages.importance(stage, train.progress, pool)
        while np.count_nonzero(importance) < min(FEWEST_ROWS, len(train)):
            pool = 2 * pool + 1
            importance = stages.importance(stage, train.progress, pool)
        inside = importance > 0
        watched = stages.importance(stage, held_out.progress, 0) > 0
        return StageTask(
            features.rows(train.positions[inside], threads),
            importance[inside],
            self.labels(train.targets[inside]),
            features.rows(held_out.positions[watched], threads),
            self.labels(held_out.targets[watched]),
        )


def _figures(task: StageTask, watch: Watch) -> dict[str, Any]:
    return {
        "rows": len(task.rows),
        "mean": round(float(task.targets.mean()), 4),
        "deviation": round(float(task.targets.std()), 4),
        "held_out_loss": [round(loss, 5) for loss in watch.curve],
    }
