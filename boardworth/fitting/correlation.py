"""Features chosen by correlation and stability (Waledzik & Mandziuk 2014, IV.A.2 and 3).

c is the correlation of a feature's value in the last states of random sequences with the mean score
of a role in random games from there. The stability of a feature is

    s = TV / (TV + 10 SV),

TV the variance over the first states of all sequences, SV the mean variance inside a sequence. A
role's function has the features with the largest min(|c|, s), with weights c s.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import MissingCapability, NotFitted
from boardworth.features.from_rules import RuleFeatures, fluent_masks
from boardworth.fitting.model import Model, Parameters, Progress
from boardworth.fitting.role_functions import RoleFunctions, fluent_weights, mask_numbers
from boardworth.fitting.scoring import agreement, refuse_search, score
from boardworth.fitting.stages import check_settings
from boardworth.fitting.weighted_expressions import RoleFunction, WeightedFeature
from boardworth.positions.sequences import SequenceSample

if TYPE_CHECKING:
    from boardworth.fitting.mmto import LeafSearch

# Values that are looked at together: as many as stay in the cache.
_VALUES_AT_ONCE = 1 << 18


@dataclass(frozen=True)
class FeatureStatistics:
    """Of each feature: its correlations, role by role, and its stability.

    All are 0 for a feature that is the same in all first, or in all last states.
    """

    correlations: NDArray[np.float64]
    stabilities: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Correlation(Parameters):
    """A fitter of role functions."""

    terms: int = 30  # most features of a function
    # The paper's weights only tell better from worse, and its values hardly differ from the average
    # score. Scaled, the sum of a role's terms is multiplied by one factor, and the constant moved,
    # so that the squared error on the sample is least: values are then points that can be compared
    # with the results of random games.
    scaled: bool = False

    def __post_init__(self) -> None:
        check_settings(self, terms=1)

    def fit(
        self,
        features: RuleFeatures,
        examples: SequenceSample,
        held_out: SequenceSample | None = None,
        *,
        threads: int = 1,  # noqa: ARG002 - the statistics take less time than the threads' start
        progress: Progress | None = None,
    ) -> Model:
        """A function for each role; held-out sequences tell how well it predicts their scores."""
        if len(examples) == 0:
            raise NotFitted("there is no sequence to learn from")
        roles, fluents, last = examples.game.roles, examples.fluents, examples.last_bits()
        statistics = feature_statistics(features, examples)
        functions = []
        for number, role in enumerate(roles):
            terms = self._chosen(features, statistics, number)
            scores = examples.scores[:, number]
            constant = float(scores.mean())
            if self.scaled:
                terms, constant = _scaled(terms, last @ fluent_weights(terms, fluents), scores)
            functions.append(RoleFunction(role, constant, terms))
            if progress:
                progress((number + 1) / len(roles))
        evaluation = RoleFunctions(examples.game, tuple(functions))
        return Model(evaluation, metrics=_held_out(evaluation, held_out))

    def _chosen(
        self, features: RuleFeatures, statistics: FeatureStatistics, role: int
    ) -> tuple[WeightedFeature, ...]:
        c, s = statistics.correlations[:, role], statistics.stabilities
        promise = np.minimum(np.abs(c), s)
        best = np.argsort(-promise, kind="stable")[: self.terms]
        return tuple(
            WeightedFeature(float(c[n] * s[n]), features[n], float(c[n]), float(s[n]))
            for n in best.tolist()
            if promise[n] > 0
        )


@score.register(SequenceSample)
def _of_sequences(
    sample: SequenceSample,
    model: Model,
    search: LeafSearch | None,
    threads: int,  # noqa: ARG001
) -> float:
    """The mean of the correlations of roles."""
    refuse_search(search)
    if not isinstance(model.evaluation, RoleFunctions):
        raise MissingCapability(f"a {model.evaluation.kind} says nothing of roles in sequences")
    if len(sample) == 0:
        raise NotFitted("there is no sequence to score a model on")
    figures = _held_out(model.evaluation, sample)["held_out"].values()
    return float(np.mean([one["correlation"] for one in figures]))


def feature_statistics(features: RuleFeatures, sample: SequenceSample) -> FeatureStatistics:
    """Statistics of all features; expressions are counted once, and differences taken of these."""
    scores = sample.scores - sample.scores.mean(axis=0)
    norms = np.sqrt((scores**2).sum(axis=0))
    scores = np.divide(scores, norms, out=np.zeros_like(scores), where=norms > 0)
    correlations = np.zeros((len(features), scores.shape[1]))
    stabilities = np.zeros(len(features))
    for numbers, values in _value_blocks(features, sample):
        last = values[:, sample.last].astype(np.float64)
        deviations = last - last.mean(axis=1, keepdims=True)
        norm = np.sqrt((deviations**2).sum(axis=1))
        total = values[:, sample.first].var(axis=1)
        varies = (total > 0) & (norm > 0)
        chosen = numbers[varies]
        correlations[chosen] = deviations[varies] @ scores / norm[varies, None]
        inside = _variance_inside(values[varies], sample.starts)
        stabilities[chosen] = total[varies] / (total[varies] + 10 * inside)
    return FeatureStatistics(correlations, stabilities)


def _value_blocks(
    features: RuleFeatures, sample: SequenceSample
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int16]]]:
    """Numbers of features and their values in all states, a row for each; some rows at a time."""
    counts = expression_counts(features, sample)
    rows = max(1, _VALUES_AT_ONCE // counts.shape[1])
    expressions = len(counts)
    for first in range(0, expressions, rows):
        block = counts[first : first + rows]
        yield np.arange(first, first + len(block)), block
    for first in range(0, len(features.differences), rows):
        more, less = features.differences[first : first + rows].T
        numbers = np.arange(expressions + first, expressions + first + len(more))
        yield numbers, counts[more] - counts[less]


def expression_counts(features: RuleFeatures, sample: SequenceSample) -> NDArray[np.int16]:
    """The value of every expression, a row each, in every state."""
    bits = sample.bits()
    counts = np.zeros((len(features.expressions), bits.shape[1]), np.int16)
    masks = fluent_masks(features.expressions, sample.fluents)
    for row, numbers in zip(counts, mask_numbers(masks, len(bits)), strict=True):
        np.sum(bits[numbers], axis=0, dtype=np.int16, out=row)
    return counts


def _variance_inside(values: NDArray[np.int16], starts: NDArray[np.int64]) -> NDArray[np.float64]:
    """The mean of the variances inside sequences, row by row."""
    wide = values.astype(np.int32)
    lengths = np.diff(starts)
    sums = np.add.reduceat(wide, starts[:-1], axis=1)
    squares = np.add.reduceat(wide * wide, starts[:-1], axis=1)
    variances = squares / lengths - (sums / lengths) ** 2
    return np.asarray(variances.mean(axis=1))


def _scaled(
    terms: Sequence[WeightedFeature], sums: NDArray[np.float64], scores: NDArray[np.float64]
) -> tuple[tuple[WeightedFeature, ...], float]:
    """The terms times the factor, and the constant, with which their sums come nearest scores."""
    variance = float(sums.var())
    covariance = float(((sums - sums.mean()) * (scores - scores.mean())).mean())
    factor = covariance / variance if variance > 0 else 0.0
    multiplied = tuple(
        WeightedFeature(factor * t.weight, t.feature, t.correlation, t.stability) for t in terms
    )
    return multiplied, float(scores.mean() - factor * sums.mean())


def _held_out(functions: RoleFunctions, sample: SequenceSample | None) -> dict[str, Any]:
    """How well values of last states agree with the scores there, role by role."""
    if sample is None:
        return {}
    fluents, bits = sample.fluents, sample.last_bits()
    return {
        "held_out": {
            own.role: agreement(
                np.clip(own.constant + bits @ fluent_weights(own.terms, fluents), 0, 100), scores
            )
            for own, scores in zip(functions, sample.scores.T, strict=True)
        }
    }
