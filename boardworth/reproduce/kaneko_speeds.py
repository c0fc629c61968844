"""Evaluations a second, inside a search, of logical features and of their patterns."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Protocol

import numpy as np

from boardworth import _core
from boardworth.reproduce.accuracy import Estimate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boardworth.rules import Game, Position

PLIES = 20  # random moves before the position whose successors are valued
DEPTH = 2
ROUNDS = 5
MIN_SECONDS = 0.05  # of a round of one method; shorter walks are repeated
# What an evaluation may be found by, as tables call it.
METHODS = {
    "plain": "found anew, one conjunction after the other",
    "walk": "found anew, walking the diagram",
    "scan": "found anew, scanning all conjunctions",
    "counters": "cover propagation",
    "best": "as our searches do",
}
FEATURES, PATTERNS = ("A", "plain"), ("B", "best")  # whose ratio is claimed


class Weighed(Protocol):
    """A part of an evaluation that offers several methods."""

    def __len__(self) -> int:
        """The number of weights."""

    def core_part(
        self, weights: NDArray[np.int32], stage_of: NDArray[np.uint8], method: str
    ) -> _core.EvaluatorPart:
        """Its part in a compiled sum."""


@dataclass(frozen=True)
class Speeds:
    """Of one game, one thread."""

    seconds: Mapping[tuple[str, str], list[float]]  # a leaf, by evaluation and method, in rounds

    def per_second(self, name: str, method: str) -> float:
        """Evaluations a second, the median of all rounds."""
        return 1 / median(self.seconds[name, method])

    @property
    def patterns_to_features(self) -> Estimate:
        """How many times as fast patterns are as features found anew: the median, all rounds."""
        rounds = zip(self.seconds[FEATURES], self.seconds[PATTERNS], strict=True)
        ratios = sorted(features / patterns for features, patterns in rounds)
        return Estimate(median(ratios), ratios[0], ratios[-1])


def measured_speeds(game: Game, parts: Mapping[str, Weighed], seed: int) -> Speeds:
    """Positions two moves ahead of a random one are valued, by every method that a part has."""
    position = _random_position(game, seed)
    walks = {
        (name, method): _Walk(_evaluator(game, part, method), position)
        for name, part in parts.items()
        for method in METHODS
    }
    seconds: dict[tuple[str, str], list[float]] = {key: [] for key in walks}
    for _ in range(ROUNDS):
        for key, walk in walks.items():
            seconds[key].append(walk.seconds_a_leaf())
    return Speeds(seconds)


class _Walk:
    def __init__(self, evaluator: _core.Evaluator, position: Position) -> None:
        self._evaluator, self._packed = evaluator, position.packed
        self._repeats = 1
        self._repeats = max(1, int(MIN_SECONDS / max(self._seconds(), 1e-9)))

    def seconds_a_leaf(self) -> float:
        return self._seconds() / (self._leaves * self._repeats)

    def _seconds(self) -> float:
        start = time.process_time()
        for _ in range(self._repeats):
            _, self._leaves = self._evaluator.tree_sum(self._packed, DEPTH, True)
        return time.process_time() - start


def _evaluator(game: Game, part: Weighed, method: str) -> _core.Evaluator:
    """With weights at random: speed does not depend on their values."""
    weights = np.random.default_rng(1).integers(-100, 100, (1, len(part))).astype(np.int32)
    stages = np.zeros(game.max_progress + 1, np.uint8)
    return _core.Evaluator(game.core, [part.core_part(weights, stages, method)], 1, "score")


def _random_position(game: Game, seed: int) -> Position:
    """Of a random game that is not over soon."""
    draw = random.Random(seed)
    while True:
        position = game.start()
        for _ in range(PLIES):
            if position.over:
                break
            position = position.play(draw.choice(position.legal_moves()))
        if not position.over:
            return position
