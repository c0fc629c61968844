"""What LOG, FISHER and QUAD share (Buro 1995): classified examples, grouped by game phase."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import NotFitted
from boardworth.fitting.combination import Combination, Discriminant
from boardworth.fitting.fitter import MIN_ROWS
from boardworth.fitting.model import Model, Parameters, Progress
from boardworth.fitting.scoring import scored
from boardworth.fitting.stages import Stages, check_settings, range_text

if TYPE_CHECKING:
    from boardworth.features import NumericFeatures
    from boardworth.positions import Dataset

    Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ClassifiedRows:
    """Classified positions, as numbers."""

    names: tuple[str, ...]  # of the features
    x: Floats  # [rows, features]
    results: Floats  # [rows], 1 for a win of the mover's, 0 for a draw, -1 for a loss
    importance: Floats  # [rows], how much each counts

    def __post_init__(self) -> None:
        wrong = np.argwhere(~np.isfinite(self.x))
        if len(wrong):
            row, feature = wrong[0]
            value = self.x[row, feature]
            raise NotFitted(f"feature '{self.names[feature]}' is {value} in row {row + 1}")
        if not np.isin(self.results, (-1, 0, 1)).all():
            raise NotFitted("results must be 1 (win), 0 (draw) or -1 (loss)")

    @classmethod
    def read(cls, features: NumericFeatures, data: Dataset, threads: int = 1) -> ClassifiedRows:
        """The features of a dataset's positions, each classified by the sign of its target."""
        results = np.sign(data.targets).astype(np.float64)
        x = features.values(data.positions, threads)
        return cls(features.names, x, results, np.ones(len(data)))

    def __len__(self) -> int:
        return len(self.x)

    def select(self, importance: NDArray[np.float32]) -> ClassifiedRows:
        """The rows that count, and how much."""
        rows = importance > 0
        return replace(
            self,
            x=self.x[rows],
            results=self.results[rows],
            importance=importance[rows].astype(np.float64),
        )

    def class_counts(self) -> tuple[Floats, Floats]:
        """How often each row counts as won, and as lost.

        A win or a loss counts twice; a draw counts once as won and once as lost.
        """
        return self.importance * (1 + self.results), self.importance * (1 - self.results)

    def check_classes(self) -> None:
        """Raises NotFitted unless both classes have more rows than there are features."""
        for name, counts in zip(("won", "lost"), self.class_counts(), strict=True):
            rows = np.count_nonzero(counts)
            if rows == 0:
                raise NotFitted(f"none of {len(self)} positions is {name}: both classes are needed")
            if rows <= len(self.names):
                raise NotFitted(
                    f"{rows} {name} positions are too few for {len(self.names)} features: "
                    "each class needs more positions than features"
                )

    @property
    def ample(self) -> bool:
        """Whether the rows are many, of both classes, and every feature varies in both."""
        classes = [self.x[counts > 0] for counts in self.class_counts()]
        return len(self) >= MIN_ROWS and all(
            len(x) > len(self.names) and bool(np.ptp(x, axis=0).all()) for x in classes
        )


@dataclass(frozen=True)
class CombinationFitter(Parameters, ABC):
    """Groups positions by game phase and fits every group. Subclasses say how one is fitted."""

    stages: int = 13  # how many groups
    # Positions of adjacent groups that are this far outside count too, less the farther they are. A
    # group borrows from still farther away if it has few positions, too few of a class, or a
    # feature that does not vary.
    pool: int = 6

    def __post_init__(self) -> None:
        check_settings(self, stages=1, pool=0)

    @abstractmethod
    def fit_group(self, examples: ClassifiedRows) -> Discriminant:
        """The discriminant of one group's examples. Raises NotFitted."""

    def fit(
        self,
        features: NumericFeatures,
        examples: Dataset,
        held_out: Dataset | None = None,
        *,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Model:
        """A discriminant for every stage. Raises NotFitted."""
        stages = Stages.equal(features.game.max_progress, self.stages)
        discriminants = []
        for stage, group in enumerate(self.groups(features, examples, threads)):
            try:
                discriminants.append(self.fit_group(group))
            except NotFitted as error:
                raise NotFitted(f"progress {range_text(*stages.span(stage))}: {error}") from None
            if progress:
                progress((stage + 1) / len(stages))
        return scored(Model(Combination(features, stages, tuple(discriminants))), held_out, threads)

    def groups(
        self, features: NumericFeatures, data: Dataset, threads: int = 1
    ) -> Iterator[ClassifiedRows]:
        """The examples of every stage, with what they borrow from the stages around."""
        if len(data) == 0:
            raise NotFitted("there is no position to learn from")
        stages = Stages.equal(features.game.max_progress, self.stages)
        examples = ClassifiedRows.read(features, data, threads)
        for stage in range(len(stages)):
            yield self._group(stages, stage, data.progress, examples)

    def _group(
        self, stages: Stages, stage: int, progress: NDArray[np.int16], examples: ClassifiedRows
    ) -> ClassifiedRows:
        pool = self.pool
        while True:
            importance = stages.importance(stage, progress, pool)
            group = examples.select(importance)
            if importance.all() or group.ample:
                return group
            pool = 2 * pool + 1
