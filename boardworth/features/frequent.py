"""Configurations to be found in training positions: what a fit turns into a `ConfigurationSet`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from boardworth.errors import BoardworthError, TooMany
from boardworth.features.configuration_set import ConfigurationSet
from boardworth.features.genconf import genconf

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boardworth.features.configuration_set import Semantics
    from boardworth.features.configurations import Configurations
    from boardworth.rules import Game

# More than this are rarely worth their time in a search.
MAX_CONFIGURATIONS = 50_000
# Frequencies are told well enough by so many positions.
_MAX_SAMPLE = 50_000


@dataclass(frozen=True)
class FrequentConfigurations:
    """The configurations that enough training positions show: known once there are positions.

    They are found by GenConf. Of a large training set an evenly spaced sample is looked at, and
    every position of it as one of the game's symmetries shows it, each in turn: so images of each
    other are equally frequent.

    Attributes:
        game: whose.
        max_length: the greatest number of relations.
        min_count: in how many training positions a configuration must be active; more, if else
            there were more than `max_configurations`.
        semantics: which of the active ones count.
        max_configurations: how many may be found, their images not counted.
    """

    game: Game
    max_length: int
    min_count: int
    semantics: Semantics = "most specific"
    max_configurations: int = MAX_CONFIGURATIONS

    def __post_init__(self) -> None:
        if self.max_length < 1 or self.min_count < 1:
            raise BoardworthError(
                f"configurations {self.max_length}:{self.min_count}: expected the greatest number "
                "of facts in one and the least number of positions, such as 4:200"
            )

    @property
    def definition(self) -> dict[str, Any]:
        """All that tells it from others."""
        return {
            "max_length": self.max_length,
            "min_count": self.min_count,
            "semantics": self.semantics,
            "max_configurations": self.max_configurations,
        }

    @property
    def found(self) -> None:
        """Nothing yet."""

    def with_valid(self, positions: NDArray[np.uint8], threads: int = 1) -> ConfigurationSet:
        """The configurations that packed positions show often enough."""
        count = min(len(positions), _MAX_SAMPLE)
        chosen = np.linspace(0, len(positions) - 1, count).astype(np.int64)
        sample = _seen_by_all_symmetries(self.game, positions[chosen])
        least = max(1, -(-self.min_count * count // len(positions)))
        return ConfigurationSet(self._most_frequent(sample, least, threads), self.semantics)

    def _most_frequent(
        self, positions: NDArray[np.uint8], least: int, threads: int
    ) -> Configurations:
        """Those in at least so many positions, or in more if they are too many."""

        def found(count: int) -> Configurations | None:
            try:
                return genconf(
                    self.game,
                    positions,
                    count,
                    longest=self.max_length,
                    most=self.max_configurations,
                    threads=threads,
                )
            except TooMany:
                return None

        # Too many in `few` positions, not in `enough`: the difference is halved until it is small.
        few, enough = least, least
        best = found(least)
        while best is None:
            few, enough = enough, 2 * enough
            best = found(enough)
        while enough - few > max(1, few // 50):
            middle = (few + enough) // 2
            again = found(middle)
            if again is None:
                few = middle
            else:
                enough, best = middle, again
        if len(best) == 0:
            raise BoardworthError(
                f"no configuration is active in {least:,} of {len(positions):,} positions"
            )
        return best


def _seen_by_all_symmetries(game: Game, positions: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Position i as symmetry i shows it, the symmetries taken in turn."""
    count = len(game.symmetries)
    images = [
        game.core.image(number % count, position.tobytes())
        for number, position in enumerate(positions)
    ]
    return np.frombuffer(b"".join(images), np.uint8).reshape(positions.shape)
