"""A fitted evaluation with all that is needed to use and trust it; and the contract of fitters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeAlias, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from boardworth.data_frames import data_frame
from boardworth.errors import BoardworthError, MissingCapability
from boardworth.features import PatternSums
from boardworth.fitting.play_settings import PlayerName, Playing
from boardworth.fitting.scoring import score
from boardworth.pickling import arguments_of
from boardworth.positions.given import packed_positions, position_of

if TYPE_CHECKING:
    import pandas as pd

    from boardworth.fitting.evaluation import Evaluation, Target
    from boardworth.fitting.explanation import Explanation
    from boardworth.fitting.mmto import LeafSearch
    from boardworth.fitting.selectivity import Selectivity
    from boardworth.fitting.stages import Stages
    from boardworth.fitting.weighted_sum import WeightedSum
    from boardworth.positions import Comparisons, Dataset, SequenceSample
    from boardworth.positions.given import GivenPosition, GivenPositions
    from boardworth.rules import Game

_TAKER = "a Model"
_UNITS: dict[Target, str] = {"score": "points", "win": "log-odds of a win", "goal": "points"}


@dataclass(frozen=True, eq=False)
class Model:
    """What a fitter returns. Equal models have equal files."""

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

    def __repr__(self) -> str:
        return f"<model of {self.game.name}: {self.summary()}>"

    def __eq__(self, other: object) -> bool:
        from boardworth.fitting.stored.model_bytes import model_bytes

        if not isinstance(other, Model):
            return NotImplemented
        return self is other or model_bytes(self) == model_bytes(other)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as the bytes of its file, which is lossless."""
        from boardworth.fitting.stored.model_bytes import model_bytes, read_model

        return read_model, (model_bytes(self),)

    def with_playing(self, **changes: Any) -> Model:
        """The same, played with differently: `player` or `selectivity`."""
        return replace(self, playing=msgspec.structs.replace(self.playing, **changes))

    def predict(self, data: GivenPositions, threads: int = 1) -> NDArray[np.float64]:
        """The mover's value of every position, of a `Dataset` or by whatever they are given."""
        return self.evaluation.predict(packed_positions(self.game, data, _TAKER), threads)

    def score(
        self,
        examples: Dataset | Comparisons | SequenceSample,
        *,
        search: LeafSearch | None = None,
        threads: int = 1,
    ) -> float:
        """How well it agrees with examples: 1 is best. Raises NotFitted if there are none.

        Of scored positions it is the correlation of values and targets, as in
        `metrics["held_out"]["all"]`; of sequences of states the mean of its roles' correlations.
        Of comparisons it is the share of positions in which the move of the highest value is the
        expert's, ties broken by lot.

        Args:
            examples: of its game, best such as it has not learned from.
            search: finds the values of moves in comparisons; without one, a move is worth what the
                position after it is.
            threads: how many to use; they do not change the result.
        """
        other = getattr(examples, "game", self.game)  # what are no examples is refused below
        if other != self.game:
            raise MissingCapability(f"a model of {self.game.name} has no score in {other.name}")
        return score(examples, self, search, threads)

    def to_pandas(self) -> pd.DataFrame:
        """Its weights as a table, in the measure of its values; weights of 0 are left out."""
        return data_frame(self.evaluation.weight_columns())

    def explain(self, position: GivenPosition, role: int | None = None) -> Explanation:
        """The value for the side to move, or for a role, and everything it is the sum of."""
        position = position_of(self.game, position, _TAKER)
        found = self.evaluation.explain(position, role)
        whose = position.mover if role is None else role
        return replace(found, position=position, role=whose, unit=self.unit)

    def _repr_html_(self) -> str:
        """A card: what it is, how well it does, and a picture of what it knows."""
        from boardworth.fitting.shown import model_html

        return model_html(self)

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
            share, rows = 100 * moves["agreement_by_lot"], moves["counted"] + moves["tied"]
            parts.append(f"held out: {share:.1f} % of experts' moves in {rows:,} positions")
        elif held_out and not held_out["rows"]:
            parts.append("every held-out position was also met in training")
        return "; ".join(parts)

    def pattern_sums(self) -> PatternSums:
        """Its patterns as numeric features: the part that each has in the value."""
        found = self.weighted_sum
        return PatternSums(found.features, found.weights / found.scale, found.stages.table())


class Parameters:
    """Settings that can be asked for and changed by name, as scikit-learn does it.

    What has them is a value: nothing changes it. So `set_params` returns a changed copy.
    """

    __slots__ = ()

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The constructor's arguments by name; with `deep` theirs, too, such as solver__passes."""
        own = arguments_of(self)
        if deep:
            for name, value in list(own.items()):
                if isinstance(value, Parameters):
                    own |= {f"{name}__{key}": one for key, one in value.get_params().items()}
        return own

    def set_params(self, **params: Any) -> Self:
        """A copy with other arguments, or with other arguments of its arguments."""
        own = self.get_params(deep=False)
        changes: dict[str, dict[str, Any]] = {}
        for name, value in params.items():
            first, _, rest = name.partition("__")
            inner = rest and isinstance(own.get(first), Parameters)
            if first not in own or (rest and not inner):
                known = ", ".join(self.get_params())
                raise BoardworthError(
                    f"{type(self).__name__} has no parameter '{name}'; it has {known}"
                )
            if rest:
                changes.setdefault(first, {})[rest] = value
            else:
                own[first] = value
        for first, inside in changes.items():
            own[first] = own[first].set_params(**inside)
        return type(self)(**own)


# Told what share of the fit is done.
Progress: TypeAlias = Callable[[float], None]

Features = TypeVar("Features", contravariant=True)  # noqa: PLC0105
Learned = TypeVar("Learned", contravariant=True)  # noqa: PLC0105


class Fitter(Protocol[Features, Learned]):
    """Makes a model of features from examples. A method that needs a search is constructed with it.

    The examples are scored positions (`Dataset`), `Comparisons` of moves, or sequences of states
    (`SequenceSample`), as the method demands.
    """

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The constructor's arguments by name."""

    def set_params(self, **params: Any) -> Self:
        """A copy with other arguments."""

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
