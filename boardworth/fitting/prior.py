"""A fit that begins with a model: what that one knows is kept where new examples say nothing."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import NotFitted
from boardworth.fitting.model import Parameters
from boardworth.fitting.scoring import scored
from boardworth.fitting.weighted_sum import quantised

if TYPE_CHECKING:
    from boardworth.features import FeatureSet
    from boardworth.fitting.evaluation import Target
    from boardworth.fitting.least_squares import LeastSquares
    from boardworth.fitting.model import Model, Progress
    from boardworth.positions import Dataset

    Floats = NDArray[np.float64]


@dataclass(frozen=True)
class FromPrior(Parameters):
    """Least squares about an earlier model: w = s v + d, where v are the weights of that model.

    The scale s, one for every stage, is what makes the model's values agree best with the scores.
    Then the fitter finds d, which its penalty pulls towards 0, and w thereby towards s v.
    """

    prior: Model  # of scores
    fitter: LeastSquares  # has as many stages
    target: ClassVar[Target] = "score"

    def fit(
        self,
        features: FeatureSet,
        examples: Dataset,
        held_out: Dataset | None = None,
        *,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Model:
        """The model of features that contain those of the prior. Raises NotFitted."""
        own = self.prior.weighted_sum
        if own.target != self.target or len(own.stages) != self.fitter.stages:
            raise NotFitted(
                f"the prior estimates the {own.target} in {len(own.stages)} phases; expected one "
                f"of scores in {self.fitter.stages}"
            )
        if len(examples) == 0:
            raise NotFitted("there is no position to learn from")
        places = weights_in(own.features, features)
        scales = self.scales(examples, threads)
        # The prior may have learned from the held-out positions: they cannot say when to stop.
        rest = self.unexplained(examples, scales, threads)
        found = self.fitter.fit(features, rest, threads=threads, progress=progress)
        difference = found.weighted_sum
        weights = difference.weights / difference.scale
        weights[:, places] += scales[:, None] * own.weights / own.scale
        counts = difference.counts.copy()
        counts[:, places] = np.maximum(counts[:, places], own.counts)
        integers, scale = quantised(weights)
        summed = replace(difference, weights=integers, scale=scale, counts=counts)
        metrics = {"fit": found.metrics["fit"], "prior_scales": scales.round(4).tolist()}
        return scored(replace(found, evaluation=summed, metrics=metrics), held_out, threads)

    def scales(self, data: Dataset, threads: int = 1) -> Floats:
        """By stage, the slope of the scores over the prior's values, as far as they tell one."""
        stages = self.prior.stages
        values, y = self.prior.predict(data, threads), data.targets.astype(np.float64)
        found = np.ones(len(stages))
        for stage in range(len(stages)):
            d = stages.importance(stage, data.progress, self.fitter.pool).astype(np.float64)
            if (total := d.sum()) > 0:
                centred = values - np.add.reduce(d * values) / total
                spread = np.add.reduce(d * centred**2)
                if spread > 0:
                    found[stage] = max(0.0, np.add.reduce(d * centred * y) / spread)
        return found

    def unexplained(self, data: Dataset, scales: Floats, threads: int = 1) -> Dataset:
        """The positions with what the scaled prior leaves of their scores."""
        scale = scales[self.prior.stages.table()[data.progress]]
        rest = data.targets - scale * self.prior.predict(data, threads)
        return replace(data, targets=rest.astype(np.float32))


def weights_in(features: FeatureSet, larger: FeatureSet) -> NDArray[np.int64]:
    """For every weight of some features the number of the same weight in a larger set.

    Raises NotFitted if the larger set lacks a pattern, a configuration of a sparse one, or a part.
    """
    blocks = dict(_blocks(larger))
    numbers = []
    for key, (start, stop) in _blocks(features):
        if key not in blocks:
            raise NotFitted("the features to fit do not contain all of the prior's")
        first, _ = blocks[key]
        numbers.append(np.arange(stop - start) + first)
    return np.concatenate([*numbers, [len(larger) - 1]])


def _blocks(features: FeatureSet) -> Iterator[tuple[Hashable, tuple[int, int]]]:
    """What tells every pattern and part from others, and where its weights begin and end."""
    valid = iter(features.valid or ())
    start = 0
    for pattern, table in zip(features.patterns, features.tables, strict=True):
        known = next(valid).tobytes() if pattern.sparse else b""
        yield (pattern.atoms, known), (start, start + table.weights)
        start += table.weights
    for part in features.parts:
        yield json.dumps(part.definition, sort_keys=True), (start, start + len(part))
        start += len(part)
