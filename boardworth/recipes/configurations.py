"""Configurations for an evaluation: GenConf finds the frequent ones, their worth chooses.

The most frequent configurations say little: they hold nearly everywhere, and thousands of them in
every position. So of all that are frequent enough those are kept that explain most of what the
evaluation so far leaves unexplained, a share of them in every round. This selection is our own: the
way of selecting of Kaneko et al. (2002), whose configurations these are, is lost.

Frequent is what enough of all positions show, or enough of those of a single phase: what is common
only in endings is rare over all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import BoardworthError, TooMany
from boardworth.features import Configurations, ConfigurationSet, genconf
from boardworth.features.configurations import joined
from boardworth.fitting import Stages
from boardworth.recipes.forward_steps import ForwardSteps, Sample, beside
from boardworth.recipes.reporter import Reporter, Silent

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardworth.features import FeatureSet, MatchHeuristic
    from boardworth.features.configurations import Semantics
    from boardworth.positions import Dataset
    from boardworth.rules import Game

Mined: TypeAlias = Literal["overall", "per phase"]

MAX_WEIGHTS = 2_000
# Longer ones have too many generalisations.
_LONGEST = 20


@dataclass(frozen=True, slots=True)
class ConfigurationChoice:
    """Which configurations an evaluation is to have."""

    max_length: int  # the greatest number of facts in one
    min_count: int  # in how many training positions (of one phase, as mined) it must be active
    max_weights: int = MAX_WEIGHTS  # how many may be chosen, images of each other counted once
    semantics: Semantics = "most specific"  # which of the active ones count
    mined: Mined = "overall"  # whose positions are counted: all, or those of each phase
    heuristic: MatchHeuristic | None = None  # counts are exact without it
    max_sample: int = 50_000  # positions to look at: enough to tell frequencies and worth
    # Candidates of one length; where there are more, the rarest are not looked at.
    max_candidates: int = 500_000
    rounds: int = 5  # in which they are chosen, each by what those before leave unexplained

    def __post_init__(self) -> None:
        if min(self.max_length, self.min_count, self.max_weights) < 1 or self.max_length > _LONGEST:
            raise BoardworthError(
                f"configurations of at most {self.max_length} facts in at least {self.min_count} "
                f"positions, at most {self.max_weights} of them: expected 1 at least of each, and "
                f"no more than {_LONGEST} facts"
            )

    @staticmethod
    def parse(text: str, **options: Any) -> ConfigurationChoice:
        """LENGTH:MIN_COUNT or LENGTH:MIN_COUNT:WEIGHTS, as on the command line, and other fields.

        >>> ConfigurationChoice.parse("4:200").max_length
        4
        """
        numbers = re.fullmatch(r"(\d+):(\d+)(?::(\d+))?", text)
        if numbers is None:
            raise BoardworthError(
                f"configurations '{text}': expected the greatest number of facts in one and the "
                "least number of positions, such as 4:200, or also how many weights, 4:200:1000"
            )
        length, count, weights = numbers.groups(str(MAX_WEIGHTS))
        return ConfigurationChoice(int(length), int(count), int(weights), **options)

    def choose(
        self,
        features: FeatureSet,
        data: Dataset,
        threads: int = 1,
        phases: int = 1,
        reporter: Reporter | None = None,
    ) -> FeatureSet:
        """The features with configurations beside them, chosen by training positions.

        Of many positions a sample is looked at. The reporter is told how often configurations must
        occur there, if it is not as was asked.
        """
        sample = Sample.of(data, self.max_sample)
        min_count = sample.scaled(self.min_count)
        groups = self._groups(sample.data, phases)
        by_group = [sample.turned[rows] for rows in groups]
        found, used = self._candidates(data.game, by_group, min_count, threads)
        count = len(sample.data)
        if (count, max(used)) != (len(data), min_count):
            (reporter or Silent()).line(self._counting(count, len(data), min_count, used))
        if len(found) == 0:
            apart = ", counted phase by phase" if len(groups) > 1 else ""
            raise BoardworthError(
                f"no configuration is active in {self.min_count:,} of {len(data):,} positions"
                + apart
            )
        counted, rows = sample.counted(found, threads)
        candidates = counted.most_frequent_first()
        steps = ForwardSteps(self.max_weights, self.rounds, self.semantics)
        chosen = steps.choose(features, candidates, sample, rows, threads)
        return beside(features, ConfigurationSet(candidates.select(chosen), self.semantics))

    def _groups(self, data: Dataset, phases: int) -> list[NDArray[np.int64]]:
        """The rows that are counted apart: all of them, or those of every phase that has any."""
        if self.mined == "overall":
            return [np.arange(len(data))]
        phase_of = Stages.equal(data.game.max_progress, phases).table()[data.progress]
        return [np.flatnonzero(phase_of == phase) for phase in np.unique(phase_of)]

    def _counting(self, sample: int, positions: int, min_count: int, used: list[int]) -> str:
        """How often configurations must occur to be candidates, in place of what was asked for."""
        phase = " in a phase" if self.mined == "per phase" else ""
        told = []
        if sample < positions:
            told.append(f"{min_count:,} times in a sample of {sample:,} of {positions:,} positions")
        others = f"else more than {self.max_candidates:,} candidates"
        told += [
            f"{count:,} times with {length} facts ({others})"
            for length, count in enumerate(used, 1)
            if count > min_count
        ]
        return f"configurations that occur {self.min_count:,} times{phase}: {'; '.join(told)}"

    def _candidates(
        self, game: Game, groups: list[NDArray[np.uint8]], min_count: int, threads: int
    ) -> tuple[Configurations, list[int]]:
        """What is frequent in any group of positions, each length by itself: short ones are few.

        Also, for each length, how often they occur: more often than asked for where too many do.
        """
        most = max(1, self.max_candidates // len(groups))
        found = []
        used = [min_count] * self.max_length
        for length in range(1, self.max_length + 1):
            for positions in groups:
                mine = partial(
                    genconf,
                    game,
                    positions,
                    max_length=length,
                    heuristic=self.heuristic,
                    max_found=most,
                    threads=threads,
                )
                own, enough = _not_too_many(mine, min_count)
                used[length - 1] = max(used[length - 1], enough)
                found.append(own.select(np.flatnonzero(own.lengths == length)))
        return joined(game, found).distinct(), used


def _not_too_many(
    mine: Callable[[int], Configurations], min_count: int
) -> tuple[Configurations, int]:
    """What is mined in `min_count` positions or more; in still more, if it is too much.

    Also, how many these are.
    """

    def found(count: int) -> Configurations | None:
        try:
            return mine(count)
        except TooMany:
            return None

    # Too many in `few` positions, not in `enough`: the difference is halved until it is small.
    few = enough = min_count
    best = found(min_count)
    while best is None:
        few, enough = enough, 2 * enough
        best = found(enough)
    while enough - few > max(1, few // 20):
        middle = (few + enough) // 2
        again = found(middle)
        if again is None:
            few = middle
        else:
            enough, best = middle, again
    return best, enough
