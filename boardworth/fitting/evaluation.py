"""The contract of an evaluation: all that is asked of a model, whatever its values are made of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NoReturn, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import MissingCapability
from boardworth.features.sections import Registry

if TYPE_CHECKING:
    from boardworth import _core
    from boardworth._core import FluentSum, StateFunction
    from boardworth.features import FeatureSet, NumericFeatures
    from boardworth.features.sections import Section
    from boardworth.fitting.compiled import CompiledTables
    from boardworth.fitting.explanation import Explanation
    from boardworth.fitting.play_settings import PlayerName
    from boardworth.fitting.stages import Stages
    from boardworth.fitting.weighted_sum import WeightedSum
    from boardworth.rules import Game, Position

    Positions: TypeAlias = NDArray[np.uint8]
    Values: TypeAlias = NDArray[np.float64]

# What a value estimates: the mover's score, the log-odds of its win, or its points of goal.
Target = Literal["score", "win", "goal"]


class CompiledEvaluation(Protocol):
    """An evaluation made ready to value many positions."""

    @property
    def core(self) -> _core.Evaluator:
        """What alpha-beta evaluates with. Raises MissingCapability if there are no tables."""

    def values(self, positions: Positions) -> Values:
        """The mover's value of every packed position."""


class Evaluation(Protocol):
    """How the facts of a position make a value.

    Its class is registered in `EVALUATIONS` and has
    ``from_section(definition: str, content: dict, tensors: dict)``, the definition being the game's
    as `load_game` takes it. What a kind of evaluation cannot do raises MissingCapability.
    """

    kind: ClassVar[str]
    # Whether it has a value of its own for every role; else one's gain is the other's loss.
    by_role: ClassVar[bool]
    # What plays with it if no method was tried.
    usual_player: ClassVar[PlayerName]

    @property
    def game(self) -> Game:
        """Whose positions it values."""

    @property
    def scale(self) -> int:
        """Units of a search per point of score, or per unit of log-odds."""

    @property
    def target(self) -> Target:
        """What a value estimates."""

    @property
    def stages(self) -> Stages:
        """Which positions share weights."""

    @property
    def weighted_sum(self) -> WeightedSum:
        """The same as a weighted sum of conjunctions, if it is one. Raises MissingCapability."""

    def predict(self, positions: Positions, threads: int = 1) -> Values:
        """The mover's value of every packed position, by a plain sum: the compiled form's twin."""

    def compiled(self) -> CompiledEvaluation:
        """Made ready for many positions."""

    def explain(self, position: Position, role: int | None = None) -> Explanation:
        """The value for the mover, or for a role, and everything it is the sum of."""

    def state_function(self, game: Game | None = None) -> StateFunction:
        """What UCT is guided by, for states of a game of the same rules; else of its own."""

    def fluent_sum(self, game: Game | None = None) -> FluentSum:
        """What MTD(f) for a role evaluates with."""

    def weight_columns(self) -> dict[str, Sequence[Any]]:
        """Its weights as columns of a table, in the measure of its values."""

    def summary(self) -> str:
        """How much it is made of, in a line."""

    def to_section(self) -> Section:
        """How a model file holds it."""


class StagedEvaluation(ABC):
    """What weighted sums and combinations share: features, and weights by the game's stages."""

    kind: ClassVar[str]
    by_role: ClassVar[bool] = False
    usual_player: ClassVar[PlayerName] = "alpha-beta"
    features: FeatureSet | NumericFeatures
    stages: Stages

    @property
    def game(self) -> Game:
        """The features' game."""
        return self.features.game

    def stage_of(self, positions: Positions) -> NDArray[np.uint8]:
        """Whose weights each packed position has."""
        return self.stages.table()[self.game.progress(positions)]

    @abstractmethod
    def compiled(self) -> CompiledTables:
        """The weights as tables."""

    def state_function(self, game: Game | None = None) -> StateFunction:  # noqa: ARG002
        """Its values as points of 0 to 100, for states of a game of the same rules."""
        return self.compiled().core.state_function()

    def fluent_sum(self, game: Game | None = None) -> NoReturn:  # noqa: ARG002
        """MTD(f) for a role plays with functions of roles alone."""
        raise MissingCapability(f"mtdf does not play with a {self.kind}")


# By the kind that stands in a model file.
EVALUATIONS: Registry[Any] = Registry("evaluation")
