"""Conjunctions chosen by what they add to a fit, a share of them in every round.

In every round a quick fit with those chosen so far leaves something of the targets unexplained; the
candidates that explain most of that, each alone, are chosen next.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth import _core
from boardworth.features import Configurations, ConfigurationSet, FeatureSet
from boardworth.fitting import LeastSquares
from boardworth.recipes.discover import explained_shares

if TYPE_CHECKING:
    from boardworth.features.configurations import Semantics
    from boardworth.features.part import Part
    from boardworth.positions import Dataset
    from boardworth.rules import Game


@dataclass(frozen=True)
class Sample:
    """Evenly spaced positions, enough to tell how frequent and how telling conjunctions are."""

    data: Dataset
    of_all: int  # positions

    @staticmethod
    def of(data: Dataset, most: int) -> Sample:
        """All positions, or as many of them as are allowed."""
        count = min(len(data), most)
        return Sample(data.select(np.linspace(0, len(data) - 1, count).astype(np.int64)), len(data))

    def scaled(self, count: int) -> int:
        """What a number of all positions is in proportion, at least 1."""
        return max(1, -(-count * len(self.data) // self.of_all))

    @cached_property
    def turned(self) -> NDArray[np.uint8]:
        """Each as one of the game's symmetries shows it, all symmetries in turn.

        So images of each other are about equally frequent.
        """
        return _seen_by_all_symmetries(self.data.game, self.data.positions)

    def counted(
        self, found: Configurations, threads: int
    ) -> tuple[Configurations, _core.RelationRows]:
        """With exact counts, and the rows that they were counted in."""
        rows = _core.RelationRows(self.data.game.core, self.turned, threads)
        ones = np.ones(rows.positions, np.uint32)
        counts = rows.sums(found.relations, found.lengths, ones, threads)
        return replace(found, counts=counts.astype(np.uint32)), rows


@dataclass(frozen=True, slots=True)
class ForwardSteps:
    """How many are chosen, and in how many rounds."""

    max_weights: int  # images of each other counted once
    rounds: int
    semantics: Semantics
    # A candidate must explain this many times as much as one that means nothing would on average.
    min_gain: float = 0.0

    def choose(
        self,
        features: FeatureSet,  # what stands beside them
        candidates: Configurations,
        sample: Sample,
        rows: _core.RelationRows,  # of the sample
        threads: int = 1,
    ) -> NDArray[np.int64]:
        """The numbers of the chosen candidates; those of a single fact are always among them."""
        chosen = np.flatnonzero(candidates.lengths == 1)
        for step in range(1, self.rounds + 1):
            so_far = candidates.select(chosen)
            parts = [ConfigurationSet(so_far, self.semantics)] if len(chosen) else []
            unexplained = _residuals(beside(features, *parts), sample.data, threads)
            shares = explained_shares(candidates, rows, unexplained, threads)
            shares[shares * rows.positions < self.min_gain] = 0
            shares[chosen] = 0
            weights = max(1, self.max_weights * step // self.rounds)
            chosen = _extended(candidates, chosen, shares, weights)
        return np.sort(chosen)


def beside(features: FeatureSet, *parts: Part) -> FeatureSet:
    """The features with parts added."""
    return FeatureSet(features.game, features.patterns, features.valid, [*features.parts, *parts])


def _residuals(features: FeatureSet, data: Dataset, threads: int) -> NDArray[np.float32]:
    """What a quick fit leaves unexplained of every target."""
    train, held_out = data.split(0.1, 0)
    model = LeastSquares(stages=4).fit(features, train, held_out, threads=threads)
    return (data.targets - model.predict(data, threads)).astype(np.float32)


def _extended(
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


def _seen_by_all_symmetries(game: Game, positions: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Position i as symmetry i shows it, the symmetries taken in turn."""
    count = len(game.symmetries)
    images = [
        game.core.image(number % count, position.tobytes())
        for number, position in enumerate(positions)
    ]
    return np.frombuffer(b"".join(images), np.uint8).reshape(positions.shape)
