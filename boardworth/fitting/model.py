"""A fitted evaluation with all that is needed to use and trust it; and the contract of fitters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from boardworth.features import PatternSums
from boardworth.fitting.play_settings import PlayerName, Playing

if TYPE_CHECKING:
    from boardworth.fitting.evaluation import Evaluation, Target
    from boardworth.fitting.selectivity import Selectivity
    from boardworth.fitting.stages import Stages
    from boardworth.fitting.weighted_sum import WeightedSum
    from boardworth.positions import Dataset
    from boardworth.rules import Game

_UNITS: dict[Target, str] = {"score": "points", "win": "log-odds of a win", "goal": "points"}


@dataclass(frozen=True)
class Model:
    """What a fitter returns."""

    evaluation: Evaluation  # what is summed up, combined, or computed for every role
    # Figures of the fit, among them the held-out error.
    metrics: Mapping[str, Any] = field(default_factory=dict)
    # Where it comes from: data, seed, settings, versions.
    provenance: Mapping[str, Any] = field(default_factory=dict)
    playing: Playing = field(default_factory=Playing)  # how to play with it

    @property
    def game(self) -> Game:
        """The game it evaluates."""
        return self.evaluation.game

    @property
    def scale(self) -> int:
        """Units of a search per point of score, or per unit of log-odds."""
        return self.evaluation.scale

    @property
    def target(self) -> Target:
        """What its values estimate: the mover's score, the log-odds of a win, points of goal."""
        return self.evaluation.target

    @property
    def unit(self) -> str:
        """What its values are measured in."""
        return _UNITS[self.target]

    @property
    def stages(self) -> Stages:
        """Which positions share weights."""
        return self.evaluation.stages

    @property
    def weighted_sum(self) -> WeightedSum:
        """The evaluation as a weighted sum of conjunctions. Raises MissingCapability."""
        return self.evaluation.weighted_sum

    @property
    def player(self) -> PlayerName | None:
        """The method that plays best with it, if that was tried."""
        return self.playing.player

    @property
    def selectivity(self) -> Selectivity | None:
        """How well its shallow searches predict deep ones, once it is calibrated."""
        return self.playing.selectivity

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as the bytes of its file, which is lossless."""
        from boardworth.fitting.stored.model_bytes import model_bytes, read_model

        return read_model, (model_bytes(self),)

    def with_playing(self, **changes: Any) -> Model:
        """The same, played with differently: `player` or `selectivity`."""
        return replace(self, playing=msgspec.structs.replace(self.playing, **changes))

    def predict(self, data: Dataset, threads: int = 1) -> NDArray[np.float64]:
        """The mover's value of every position."""
        return self.evaluation.predict(data.positions, threads)

    def summary(self) -> str:
        """The model in a line: what it is made of, what it learned from, how well."""
        parts = [self.evaluation.summary()]
        data, held_out = self.provenance.get("data"), self.metrics.get("held_out", {}).get("all")
        if data:
            all_of_them = f"{data['positions']:,} positions of {data['games']:,} games"
            near_even = f"{data['near_even']:,} near even of " if "near_even" in data else ""
            parts.append(f"from {near_even}{all_of_them}")
        if "sequences" in self.metrics:
            states, sequences = self.metrics["states"], self.metrics["sequences"]
            parts.append(f"from {states:,} states of {sequences:,} random sequences")
        if held_out and held_out["rows"]:
            parts.append(
                f"held out: MSE {held_out['mse']:g}, MAE {held_out['mae']:g}, "
                f"correlation {held_out['correlation']:g}"
            )
        moves = self.metrics.get("held_out", {}).get("moves")
        if moves:
            share, rows = 100 * moves["agreement"], moves["counted"]
            parts.append(f"held out: {share:.1f} % of experts' moves in {rows:,} positions")
        elif held_out and not held_out["rows"]:
            parts.append("every held-out position was also met in training")
        return "; ".join(parts)

    def pattern_sums(self) -> PatternSums:
        """Its patterns as numeric features: the part that each has in the value."""
        found = self.weighted_sum
        return PatternSums(found.features, found.weights / found.scale, found.stages.table())


# Told what share of the fit is done.
Progress: TypeAlias = Callable[[float], None]

Features = TypeVar("Features", contravariant=True)  # noqa: PLC0105
Learned = TypeVar("Learned", contravariant=True)  # noqa: PLC0105


class Fitter(Protocol[Features, Learned]):
    """Makes a model of features from examples. A method that needs a search is constructed with it.

    The examples are scored positions (`Dataset`), `Comparisons` of moves, or sequences of states
    (`SequenceSample`), as the method demands.
    """

    def fit(
        self,
        features: Features,
        examples: Learned,
        held_out: Learned | None = None,
        *,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Model:
        """The model, which does not depend on the threads. Raises NotFitted.

        Args:
            features: what values are made of.
            examples: what is learned from.
            held_out: examples that only measure; a method may stop by them.
            threads: how many to use.
            progress: told what share of the work is done.
        """
