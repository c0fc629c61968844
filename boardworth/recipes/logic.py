"""Logic features of a game as patterns of its evaluation (Kaneko, Yamaguchi and Kawai 2002).

Queries over the rules are unfolded; their conjunctions, each with a weight of its own, are
candidates, and forward steps choose those that add most to the fit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, cast, get_args

import numpy as np
from numpy.typing import NDArray

from boardworth import _core
from boardworth.errors import BoardworthError, NotFitted
from boardworth.features import ConfigurationSet
from boardworth.features.logic.patterns import LogicPatterns, counts_of, patterns_in
from boardworth.fitting import Stages
from boardworth.recipes.forward_steps import ForwardSteps, Sample, beside
from boardworth.recipes.reporter import Reporter, Silent

if TYPE_CHECKING:
    from boardworth.features import Configurations, FeatureSet
    from boardworth.features.configurations import Semantics
    from boardworth.features.logic import Unfolding
    from boardworth.features.logic.counts import LogicCounts
    from boardworth.positions import Dataset
    from boardworth.rules import Game

# Whole conjunctions, or also parts of them.
Taken: TypeAlias = Literal["whole", "parts"]

MAX_WEIGHTS = 2_000


@dataclass(frozen=True, slots=True)
class FoundFeature:
    """A logic feature, unfolded and measured."""

    unfolding: Unfolding
    share: float  # of the targets' variance that the number of its solutions explains alone
    proofs: float  # the same, of the number of its proofs

    @property
    def name(self) -> str:
        """In the rules' own words."""
        return self.unfolding.feature.name

    @property
    def literals(self) -> int:
        """In all its conjunctions: what it costs to evaluate."""
        return len(self.unfolding.literals)

    @property
    def worth(self) -> float:
        """Information per cost: the larger share, per thousand literals."""
        return 1000 * max(self.share, self.proofs) / max(self.literals, 1)


def measured_features(
    unfoldings: Sequence[Unfolding], data: Dataset, threads: int = 1
) -> list[FoundFeature]:
    """Features that tell something about scored positions, most information per cost first."""
    y = data.targets.astype(np.float64)
    if len(y) == 0 or np.ptp(y) == 0:
        raise NotFitted(f"{len(y):,} positions without different scores: nothing to explain")
    positions = np.ascontiguousarray(data.positions)
    relations = _core.RelationRows(data.game.core, positions, threads)
    found = []
    for unfolding in unfoldings:
        shares = []
        for what in ("solutions", "proofs"):
            counts = unfolding.counts_in(relations, what, threads)
            varies = np.ptp(counts) > 0
            shares.append(float(np.corrcoef(counts, y)[0, 1] ** 2) if varies else 0.0)
        found.append(FoundFeature(unfolding, *shares))
    return sorted((f for f in found if f.worth > 0), key=lambda f: -f.worth)


def _pursued(
    x: NDArray[np.float64], targets: NDArray[np.float32], max_chosen: int, min_gain: float
) -> list[int]:
    """Orthogonal matching pursuit: of x [rows, groups, columns], the groups that explain most."""
    rows, groups, columns = x.shape
    x = (x - x.mean(axis=0)) / np.maximum(x.std(axis=0), 1e-9)
    y = targets.astype(np.float64) - targets.mean(dtype=np.float64)
    chosen: list[int] = []
    residual = y
    while len(chosen) < min(max_chosen, groups):
        alone = (np.tensordot(residual, x, 1) ** 2).sum(axis=1)
        gains = alone / max(rows * residual.var(), 1e-9)
        gains[chosen] = 0
        best = int(np.argmax(gains))
        if gains[best] < min_gain:
            break
        chosen.append(best)
        some = x[:, chosen].reshape(rows, -1)
        gram = some.T @ some + np.eye(columns * len(chosen))
        residual = y - some @ np.linalg.solve(gram, some.T @ y)
    return sorted(chosen)


@dataclass(frozen=True, slots=True)
class LogicChoice:
    """Which patterns of logic features an evaluation is to have.

    Numbers of solutions have weights beside them: one weight for all proofs of a feature is known
    long before there are positions enough for a weight of each.
    """

    taken: Taken = "whole"
    max_weights: int = MAX_WEIGHTS  # how many may be chosen, images of each other counted once
    min_count: int = 20  # in how many training positions a pattern must be active
    max_facts: int = 8  # the greatest number of facts in one
    max_sample: int = 50_000  # positions to look at: enough to tell frequencies and worth
    # Conjunctions without negated literals; features with less information per cost are left out
    # first.
    max_candidates: int = 300_000
    rounds: int = 5  # in which they are chosen, each by what those before leave unexplained
    semantics: Semantics = "all"  # a weight belongs to a proof, whatever else holds
    max_counts: int = 40  # features whose numbers of solutions have weights, too
    max_counted: int = 5_000  # conjunctions of such a feature
    max_counting: int = 10_000  # positions to choose them by
    # Of many candidates that mean nothing, some seem to explain something: how many times as much
    # as the average of these one must explain.
    min_gain: float = 4.0
    # Patterns are chosen once for the whole game, or by the positions of each phase.
    # Either way they have weights in all phases. `python -m benchmarks logic_phases` compares both.
    phases: int = 1

    def __post_init__(self) -> None:
        numbers = (self.max_weights, self.min_count, self.max_facts, self.rounds, self.phases)
        if min(numbers) < 1:
            raise BoardworthError(
                f"logic patterns: {self.max_weights} weights, of patterns with at most "
                f"{self.max_facts} facts in at least {self.min_count} positions, chosen in "
                f"{self.phases} phases: expected at least 1 of each"
            )
        if self.taken not in get_args(Taken):
            raise BoardworthError(f"logic patterns: expected whole or parts, not '{self.taken}'")

    @staticmethod
    def parse(text: str) -> LogicChoice:
        """KIND or KIND:WEIGHTS, as on the command line.

        >>> LogicChoice.parse("parts:500").max_weights
        500
        """
        read = re.fullmatch(r"(whole|parts)(?::(\d+))?", text)
        if read is None:
            raise BoardworthError(
                f"logic patterns '{text}': expected 'whole' conjunctions or also 'parts' of them, "
                "or with the number of weights, such as parts:500"
            )
        return LogicChoice(cast("Taken", read[1]), int(read[2] or MAX_WEIGHTS))

    def choose(
        self,
        features: FeatureSet,
        data: Dataset,
        unfoldings: Sequence[Unfolding],
        threads: int = 1,
        reporter: Reporter | None = None,
    ) -> FeatureSet:
        """The features with logic patterns beside them, chosen by training positions.

        Only numbers of solutions, if no pattern is of use; raises NotFitted if there are none.
        """
        reporter = reporter or Silent()
        counts = self._counts(unfoldings, Sample.of(data, self.max_counting), threads)
        features = beside(features, *counts)
        try:
            return beside(features, self._patterns(features, data, unfoldings, threads, reporter))
        except NotFitted as why:
            if not counts:
                raise
            reporter.line(f"only numbers of solutions: {why}")
            return features

    def _patterns(
        self,
        features: FeatureSet,
        data: Dataset,
        unfoldings: Sequence[Unfolding],
        threads: int,
        reporter: Reporter,
    ) -> ConfigurationSet:
        if not unfoldings:
            raise NotFitted(f"{data.game.name} has no logic feature within the bounds")
        sample = Sample.of(data, self.max_sample)
        patterns = self.candidates(data.game, unfoldings, sample, threads, reporter)
        if len(patterns) == 0:
            raise NotFitted(
                "no logic feature that tells something has a conjunction of at most "
                f"{self.max_facts:,} facts"
            )
        counted, rows = sample.counted(patterns.found, threads)
        order = counted.frequency_order()
        order = order[counted.counts[order] >= sample.scaled(self.min_count)]
        if len(order) == 0:
            raise NotFitted(
                f"no logic pattern is active in {self.min_count:,} of {len(data):,} positions"
            )
        candidates = counted.select(order)
        chosen = self._chosen(features, candidates, sample, rows, threads)
        if len(chosen) == 0:
            raise NotFitted(f"none of {len(order):,} logic patterns explains any of the scores")
        reporter.line(
            f"logic patterns: {len(unfoldings):,} features, {len(patterns):,} conjunctions, "
            f"{len(order):,} frequent, {len(chosen):,} chosen"
        )
        origins = patterns.names_of(order[chosen])
        return ConfigurationSet(candidates.select(chosen), self.semantics, origins)

    def _chosen(
        self,
        features: FeatureSet,
        candidates: Configurations,
        sample: Sample,
        rows: _core.RelationRows,
        threads: int,
    ) -> NDArray[np.int64]:
        """The numbers of the patterns that add most to the fit, of all phases together."""
        if self.phases == 1:
            steps = ForwardSteps(self.max_weights, self.rounds, self.semantics, self.min_gain)
            return steps.choose(features, candidates, sample, rows, threads)
        phase_of = Stages.equal(sample.data.game.max_progress, self.phases).table()
        own_phase = phase_of[sample.data.progress]
        phases = np.unique(own_phase)
        weights = max(1, self.max_weights // len(phases))
        steps = ForwardSteps(weights, self.rounds, self.semantics, self.min_gain)
        found = []
        for phase in phases:
            part = Sample(sample.data.select(np.flatnonzero(own_phase == phase)), sample.of_all)
            own_rows = _core.RelationRows(candidates.game.core, part.turned, threads)
            found.append(steps.choose(features, candidates, part, own_rows, threads))
        return np.unique(np.concatenate(found))

    def _counts(
        self, unfoldings: Sequence[Unfolding], sample: Sample, threads: int
    ) -> list[LogicCounts]:
        """The numbers that explain most, one after the other, each by what those before leave.

        Of complete features only: with solutions missing, a number is not what its name says.
        """
        complete = [u for u in unfoldings if u.missing is None]
        cheap = [u for u in complete if u.sizes[1].sum() <= self.max_counted]
        ranked = [f.unfolding for f in measured_features(cheap, sample.data, threads)]
        ends = np.cumsum([u.sizes[1].sum() for u in ranked])
        ranked = ranked[: int(np.searchsorted(ends, 4 * self.max_counted, "right"))]
        if not ranked or not self.max_counts:
            return []
        # The numbers of a feature for either to move, where that makes a difference, go together.
        turns = len(counts_of(ranked[:1]))
        numbers = counts_of(ranked).values(sample.data.positions, threads).astype(np.float64)
        x = numbers.reshape(len(numbers), turns, len(ranked)).transpose(0, 2, 1)
        chosen = _pursued(x, sample.data.targets, self.max_counts, self.min_gain)
        return [counts_of([ranked[n] for n in chosen])] if chosen else []

    def candidates(
        self,
        game: Game,
        unfoldings: Sequence[Unfolding],
        sample: Sample,
        threads: int,
        reporter: Reporter | None = None,
    ) -> LogicPatterns:
        """The patterns of all features, or of those with the most information per cost."""
        kept = list(unfoldings)
        if sum(map(self._size, kept)) > self.max_candidates:
            ranked = [f.unfolding for f in measured_features(kept, sample.data, threads)]
            ends = np.cumsum([self._size(u) for u in ranked])
            kept = ranked[: max(1, int(np.searchsorted(ends, self.max_candidates, "right")))]
        patterns = LogicPatterns.of(game, kept, self.max_facts, self.max_candidates)
        if self.taken == "parts":
            patterns = patterns.with_parts()
        patterns = patterns.first(self.max_candidates)
        if len(kept) < len(unfoldings) or patterns.left_out:
            (reporter or Silent()).line(
                f"logic patterns: {len(unfoldings) - len(kept):,} features and "
                f"{patterns.left_out:,} conjunctions of others are left out"
            )
        return patterns

    def _size(self, unfolding: Unfolding) -> int:
        """How many candidates a feature may be."""
        return min(patterns_in(unfolding, self.max_facts), self.max_candidates)
