"""What fitters share: the loop over stages, and early stopping on held-out rows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import NotFitted
from boardworth.features.feature import MIN_COUNT
from boardworth.fitting.model import Model, Parameters, Progress
from boardworth.fitting.quadratic import DiagonalPenalty, Penalty
from boardworth.fitting.scoring import scored
from boardworth.fitting.sharing import Binding, SharedRows, Sharing
from boardworth.fitting.stages import Stages, check_settings
from boardworth.fitting.weighted_sum import WeightedSum, bit_lengths, quantised
from boardworth.positions import Dataset, no_positions

if TYPE_CHECKING:
    from boardworth.features import FeatureSet, Rows
    from boardworth.fitting.evaluation import Target

# With fewer positions than this a stage borrows from stages farther and farther away.
MIN_ROWS = 1000


class Design(Protocol):
    """The matrix X of a fit, by its products: `Rows`, or those of stages that share weights."""

    @property
    def weights(self) -> int:
        """How many there are to fit."""

    @property
    def columns(self) -> int:
        """How many of them a row uses at most."""

    def __len__(self) -> int: ...

    def predict(self, weights: NDArray[np.float32]) -> NDArray[np.float32]:
        """X w."""

    def transposed_product(self, residuals: NDArray[np.float32]) -> NDArray[np.float32]:
        """X' r."""

    def gram_product(
        self, importance: NDArray[np.float32], vector: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """X' D X v, D = diag(importance)."""

    def diagonal(self, importance: NDArray[np.float32]) -> NDArray[np.float32]:
        """That of X' D X, roughly."""


@dataclass(frozen=True)
class StageTask:
    """Rows of one stage, or of all that share weights, and held-out rows that say when to stop."""

    rows: Design
    importance: NDArray[np.float32]
    targets: NDArray[np.float32]
    held_out: Design
    held_out_targets: NDArray[np.float32]
    binding: Binding | None = None

    def penalty(self, l2: float) -> Penalty:
        """What the fit adds to its loss."""
        if self.binding:
            return self.binding.penalty(l2)
        return DiagonalPenalty.but_the_last(self.rows.weights, l2)


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
class StagewiseFitter(Parameters, ABC):
    """Fits every stage by itself, or all at once. Subclasses say what is fitted, and how."""

    stages: int = 13  # how many
    pool: int = 6  # positions this far outside a stage count too, less the farther they are
    # How often the training positions must show a configuration of a sparse pattern for it to have
    # weights.
    min_count: int = MIN_COUNT
    # Fits all stages at once, bound together in this way instead of pooled.
    sharing: Sharing | None = None
    target: ClassVar[Target]

    def __post_init__(self) -> None:
        check_settings(self, stages=1, pool=0, min_count=1)

    @abstractmethod
    def labels(self, scores: NDArray[np.float32]) -> NDArray[np.float32]:
        """What to fit, from the mover's scores."""

    @abstractmethod
    def fit_stage(self, task: StageTask) -> Watch:
        """Minimises the loss over one stage's rows; the watch holds the best weights."""

    def fit(
        self,
        features: FeatureSet,
        examples: Dataset,
        held_out: Dataset | None = None,
        *,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Model:
        """The model of a training set, its passes chosen by the held-out rows."""
        if len(examples) == 0:
            raise NotFitted("there is no position to learn from")
        watched = held_out if held_out is not None else no_positions(features.game)
        features = features.with_valid(examples.positions, self.min_count, threads)
        stages = Stages.equal(features.game.max_progress, self.stages)
        data = _Data(features, stages, examples, watched, threads)
        fits = self._fit_apart(data) if self.sharing is None else self._fit_together(data)
        weights, counts, figures = [], [], []
        for stage, fit in enumerate(fits):
            weights.append(fit.weights)
            counts.append(bit_lengths(fit.counts))
            figures.append(fit.figures)
            if progress:
                progress((stage + 1) / len(stages))
        integers, scale = quantised(np.stack(weights))
        found = WeightedSum(features, stages, integers, scale, self.target, np.stack(counts))
        return scored(Model(found, metrics={"fit": figures}), held_out, threads)

    def refit(
        self,
        model: Model,
        stage: int,
        train: Dataset,
        held_out: Dataset | None = None,
        *,
        threads: int = 1,
    ) -> Model:
        """The model with the weights of one stage fitted anew, and all others as they are."""
        fitted = model.weighted_sum
        held_out = held_out if held_out is not None else no_positions(model.game)
        data = _Data(fitted.features, fitted.stages, train, held_out, threads)
        weights = fitted.weights / fitted.scale
        weights[stage] = self._fit_alone(data, stage).weights
        integers, scale = quantised(weights)
        return replace(model, evaluation=replace(fitted, weights=integers, scale=scale))

    def _fit_apart(self, data: _Data) -> Iterator[_StageFit]:
        return (self._fit_alone(data, stage) for stage in range(len(data.stages)))

    def _fit_alone(self, data: _Data, stage: int) -> _StageFit:
        importance = self._importance(data, stage)
        inside = importance > 0
        rows, scores = data.rows(inside)
        held_out, held_out_scores = data.held_out_rows(stage)
        task = StageTask(
            rows, importance[inside], self.labels(scores), held_out, self.labels(held_out_scores)
        )
        watch = self.fit_stage(task)
        return _StageFit(watch.best, rows.counts(), _figures(task.targets, watch.curve))

    def _importance(self, data: _Data, stage: int) -> NDArray[np.float32]:
        pool, progress = self.pool, data.train.progress
        importance = data.stages.importance(stage, progress, pool)
        while np.count_nonzero(importance) < min(MIN_ROWS, len(data.train)):
            pool = 2 * pool + 1
            importance = data.stages.importance(stage, progress, pool)
        return importance

    def _fit_together(self, data: _Data) -> Iterator[_StageFit]:
        assert self.sharing is not None
        numbers = range(len(data.stages))
        inside = data.stages.table()[data.train.progress]
        rows, scores = zip(*(data.rows(inside == stage) for stage in numbers), strict=True)
        held_out, held_out_scores = zip(*map(data.held_out_rows, numbers), strict=True)
        counts = np.stack([own.counts() for own in rows])
        binding = self.sharing.bind(counts, data.features.term_weights)
        targets = [self.labels(own) for own in scores]
        task = StageTask(
            SharedRows(rows, binding),
            np.ones(len(data.train), np.float32),
            np.concatenate(targets),
            SharedRows(held_out, binding),
            self.labels(np.concatenate(held_out_scores)),
            binding,
        )
        watch = self.fit_stage(task)
        table = binding.table(watch.best)
        for stage in numbers:
            yield _StageFit(table[stage], counts[stage], _figures(targets[stage], watch.curve))


@dataclass(frozen=True)
class _Data:
    """What a fit is given."""

    features: FeatureSet
    stages: Stages
    train: Dataset
    held_out: Dataset
    threads: int

    def rows(self, inside: NDArray[np.bool_]) -> tuple[Rows, NDArray[np.float32]]:
        """Chosen training rows and their scores."""
        rows = self.features.rows(self.train.positions[inside], self.threads)
        return rows, self.train.targets[inside]

    def held_out_rows(self, stage: int) -> tuple[Rows, NDArray[np.float32]]:
        """A stage's held-out rows and their scores."""
        inside = self.stages.table()[self.held_out.progress] == stage
        rows = self.features.rows(self.held_out.positions[inside], self.threads)
        return rows, self.held_out.targets[inside]


@dataclass(frozen=True)
class _StageFit:
    """A fitted stage: its weights, how often each occurs, and figures for the report."""

    weights: NDArray[np.float32]
    counts: NDArray[np.float32]
    figures: dict[str, Any]


def _figures(targets: NDArray[np.float32], curve: list[float]) -> dict[str, Any]:
    return {
        "rows": len(targets),
        "mean": round(float(targets.mean()), 4) if len(targets) else 0.0,
        "deviation": round(float(targets.std()), 4) if len(targets) else 0.0,
        "held_out_loss": [round(loss, 5) for loss in curve],
    }
