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
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardworth import _core
from boardworth.errors import BoardworthError, TooMany
from boardworth.features import Configurations, ConfigurationSet, FeatureSet, genconf
from boardworth.features.configurations import joined
from boardworth.fitting import LeastSquares, Stages
from boardworth.recipes.discover import explained_shares
from boardworth.recipes.reporter import Reporter, Silent

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardworth.features import MatchHeuristic
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

        Of many positions an evenly spaced sample is looked at, each as one of the game's symmetries
        shows it, all of them in turn: so images of each other are about equally frequent. The
        reporter is told how often configurations must occur there, if it is not as was asked.
        """
        count = min(len(data), self.max_sample)
        sample = data.select(np.linspace(0, len(data) - 1, count).astype(np.int64))
        turned = _seen_by_all_symmetries(data.game, sample.positions)
        min_count = max(1, -(-self.min_count * count // len(data)))
        groups = self._groups(sample, phases)
        found, used = self._candidates(data.game, [turned[g] for g in groups], min_count, threads)
        if (count, max(used)) != (len(data), min_count):
            (reporter or Silent()).line(self._counting(count, len(data), min_count, used))
        if len(found) == 0:
            apart = ", counted phase by phase" if len(groups) > 1 else ""
            raise BoardworthError(
                f"no configuration is active in {self.min_count:,} of {len(data):,} positions"
                + apart
            )
        rows = _core.RelationRows(data.game.core, turned, threads)
        candidates = _counted(found, rows, threads)
        chosen = np.flatnonzero(candidates.lengths == 1)
        for step in range(1, self.rounds + 1):
            with_parts = self._beside(features, candidates.select(chosen))
            unexplained = _residuals(with_parts, sample, threads)
            shares = explained_shares(candidates, rows, unexplained, threads)
            shares[chosen] = 0
            weights = max(1, self.max_weights * step // self.rounds)
            chosen = self._extended(candidates, chosen, shares, weights)
        return self._beside(features, candidates.select(np.sort(chosen)))

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

    def _beside(self, features: FeatureSet, found: Configurations) -> FeatureSet:
        parts = [*features.parts, ConfigurationSet(found, self.semantics)]
        return FeatureSet(features.game, features.patterns, features.valid, parts)

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

    def _extended(
        self,
        candidates: Configurations,
        chosen: NDArray[np.int64],
        shares: NDArray[np.float64],
        weights: int,
    ) -> NDArray[np.int64]:
        """What was chosen and the best of the others: as many as `weights` allows."""
        best = np.argsort(-shares, kind="stable")
        best = best[shares[best] > 0]
        images = len(candidates.game.symmetries)
        all_of_them = np.concatenate([chosen, best[: weights * images]])
        orbits = ConfigurationSet(candidates.select(all_of_them)).weight_of_given
        return all_of_them[orbits < weights]


def _counted(found: Configurations, rows: _core.RelationRows, threads: int) -> Configurations:
    """With exact counts, the most frequent first."""
    ones = np.ones(rows.positions, np.uint32)
    counts = rows.sums(found.relations, found.lengths, ones, threads)
    return replace(found, counts=counts.astype(np.uint32)).most_frequent_first()


def _residuals(features: FeatureSet, data: Dataset, threads: int) -> NDArray[np.float32]:
    """What a quick fit leaves unexplained of every target."""
    train, held_out = data.split(0.1, 0)
    model = LeastSquares(stages=4).fit(features, train, held_out, threads=threads)
    return (data.targets - model.predict(data, threads)).astype(np.float32)


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


def _seen_by_all_symmetries(game: Game, positions: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Position i as symmetry i shows it, the symmetries taken in turn."""
    count = len(game.symmetries)
    images = [
        game.core.image(number % count, position.tobytes())
        for number, position in enumerate(positions)
    ]
    return np.frombuffer(b"".join(images), np.uint8).reshape(positions.shape)
