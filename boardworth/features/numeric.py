"""Small sets of numbers about a position, to be combined statistically (Buro 1995, section 4).

The paper's features are of two kinds: tables of patterns, of which all instances are added up, and
measures of mobility.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import FormatError, RulesError
from boardworth.features.sections import FEATURES, NUMBERS, inner, outer, tensor_of
from boardworth.features.terms import Terms
from boardworth.pickling import WithoutDerived

if TYPE_CHECKING:
    from boardworth.features.feature import FeatureSet
    from boardworth.features.sections import Section, Tensors
    from boardworth.rules import Game

    Floats = NDArray[np.float64]
    Positions = NDArray[np.uint8]


class NumericFeatures(Protocol):
    """A few numbers read off every position, the mover's view."""

    kind: ClassVar[str]
    # Whether they are moves and potential moves, which searches count by themselves.
    counts_mobility: ClassVar[bool]

    @property
    def tables(self) -> PatternSums | None:
        """Themselves, if they are sums over tables of patterns."""

    @property
    def parts(self) -> tuple[NumericFeatures, ...]:
        """The sets that they are joined of; else themselves."""

    @property
    def game(self) -> Game:
        """Whose positions they are read off."""

    @property
    def names(self) -> tuple[str, ...]:
        """One for each number."""

    def values(self, positions: Positions, threads: int = 1) -> Floats:
        """[positions, names], of packed positions."""

    def to_section(self) -> Section:
        """How a model file holds them; `NUMBERS` reads it back."""


@NUMBERS.register
@dataclass(frozen=True)
class PatternSums:
    """For every pattern one number: the weights of its instances' configurations, added up."""

    features: FeatureSet  # the patterns
    # [stages, weights]; the constant's, the last of a stage, is not used.
    weights: NDArray[np.floating]
    stage_of: NDArray[np.uint8]  # [max_progress + 1], which stage's weights a progress has
    kind: ClassVar[str] = "pattern sums"
    counts_mobility: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if self.features.parts:
            raise FormatError("sums of patterns do not add up what is beside patterns")
        stages, weights = self.weights.shape
        if weights != len(self.features):
            raise FormatError(f"tables of {weights:,} weights for {self.features!r}")
        if len(self.stage_of) != self.game.max_progress + 1 or self.stage_of.max() >= stages:
            raise FormatError(
                f"tables of {stages} phases need the phase of every progress "
                f"from 0 to {self.game.max_progress}"
            )

    @property
    def tables(self) -> PatternSums:
        return self

    @property
    def parts(self) -> tuple[NumericFeatures, ...]:
        return (self,)

    @property
    def game(self) -> Game:
        return self.features.game

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(pattern.name for pattern in self.features.patterns)

    def values(self, positions: Positions, threads: int = 1) -> Floats:
        sums = np.empty((len(positions), len(self.names)))
        # Instances are in the order of their patterns.
        firsts = np.searchsorted(self.features.pattern_of_instance, np.arange(len(self.names)))
        stages = self.stage_of[self.game.progress(positions)]
        for stage in np.unique(stages):
            inside = stages == stage
            used = self.features.weights_used(positions[inside], threads)
            worth = np.append(self.weights[stage].astype(np.float64), 0)  # of no configuration
            sums[inside] = np.add.reduceat(worth[used], firsts, axis=1)
        return sums

    def to_section(self) -> Section:
        features, tensors = FEATURES.write(self.features)
        own = {"weights": self.weights, "stage_of": self.stage_of}
        return {"features": features}, {**own, **outer("features", tensors)}

    @classmethod
    def from_section(cls, game: Game, content: dict[str, Any], tensors: Tensors) -> PatternSums:
        return cls(
            FEATURES.read(game, content["features"], inner("features", tensors)),
            tensor_of(tensors, "weights", "float32 float64", (None, None)),
            tensor_of(tensors, "stage_of", "uint8", (game.max_progress + 1,)),
        )


@NUMBERS.register
@dataclass(frozen=True)
class Mobility(WithoutDerived):
    """Moves, and empty squares next to the other side's pieces: the mover's less the opponent's.

    The opponent's moves are those it would have if it were its turn. A pass is none.
    """

    game: Game
    kind: ClassVar[str] = "mobility"
    counts_mobility: ClassVar[bool] = True
    tables: ClassVar[None] = None
    names: ClassVar[tuple[str, ...]] = ("mobility", "potential mobility")

    def __post_init__(self) -> None:
        _ = self.terms  # which raises if the game has none of the kind

    @cached_property
    def terms(self) -> Terms:
        """What the game tells."""
        return Terms(self.game, self.names)

    @property
    def parts(self) -> tuple[NumericFeatures, ...]:
        return (self,)

    def values(self, positions: Positions, threads: int = 1) -> Floats:
        return self.terms.values(positions, threads).astype(np.float64)

    def to_section(self) -> Section:
        return {}, {}  # it is the same in all models of a game

    @classmethod
    def from_section(cls, game: Game, _content: dict[str, Any], _tensors: Tensors) -> Mobility:
        return cls(game)


@NUMBERS.register
@dataclass(frozen=True)
class JoinedFeatures:
    """Several sets side by side."""

    parts: tuple[NumericFeatures, ...]
    kind: ClassVar[str] = "joined"
    counts_mobility: ClassVar[bool] = False
    tables: ClassVar[None] = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", tuple(p for joined in self.parts for p in joined.parts))
        games = {part.game.name for part in self.parts}
        if len(games) != 1:
            raise RulesError(f"features of one game expected, found {', '.join(sorted(games))}")

    @property
    def game(self) -> Game:
        return self.parts[0].game

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for part in self.parts for name in part.names)

    def values(self, positions: Positions, threads: int = 1) -> Floats:
        return np.concatenate([part.values(positions, threads) for part in self.parts], axis=1)

    def to_section(self) -> Section:
        sections = [NUMBERS.write(part) for part in self.parts]
        tensors = {
            name: tensor
            for number, (_, own) in enumerate(sections)
            for name, tensor in outer(str(number), own).items()
        }
        return {"parts": [content for content, _ in sections]}, tensors

    @classmethod
    def from_section(cls, game: Game, content: dict[str, Any], tensors: Tensors) -> JoinedFeatures:
        parts = enumerate(content["parts"])
        return cls(tuple(NUMBERS.read(game, p, inner(str(n), tensors)) for n, p in parts))
