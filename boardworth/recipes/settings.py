"""All that a build depends on, besides its inputs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from boardworth.errors import BoardworthError
from boardworth.features.feature import MIN_COUNT
from boardworth.fitting import FromPrior, LeastSquares, Logistic, Sharing, SquaredProbability

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boardworth.fitting import Model

# What a fit minimises, and of what it makes a model.
Loss: TypeAlias = Literal["squares", "cross-entropy", "squared-probability"]
LOSSES: dict[Loss, type[LeastSquares | Logistic | SquaredProbability]] = {
    "squares": LeastSquares,
    "cross-entropy": Logistic,
    "squared-probability": SquaredProbability,
}
# Other stages hold a weight already: it needs less of a pull to 0 than a fitter's default.
SMOOTHED_L2 = 2.0
SHARED_L2 = 5.0
# A weight goes half of its way from the prior's where this number of positions show it: the prior
# has seen more of them.
PRIOR_L2 = 200.0
# A chance is at most this far from even, in percent.
_MOST_UNEVEN = 50

_RANGES: list[tuple[str, float, float]] = [
    ("stages", 1, 255),
    ("min_count", 1, 10**9),
    ("smooth", 0, 10**6),
    ("near_even", 0, 10**6),
    ("exact", 0, 20),
    ("held_out", 0.001, 0.9),
    ("seed", 0, 2**63 - 1),
    ("games", 20, 10**9),
    ("generations", 1, 1000),
    ("depth", 1, 60),
    ("calibration", 0, 10**6),
    ("searched", 0, 10**9),
    ("label_depth", 1, 60),
    ("solved", 0, 30),
]


# What only self-play by generations asks, what self-play at all, and what labelling by searches.
_OF_GENERATIONS = frozenset({"generations"})
_OF_SELF_PLAY = frozenset({"games", "depth"})
_OF_SEARCHES = frozenset({"label_depth", "solved"})


def idle_settings(
    settings: Mapping[str, object], *, records: bool, improved: bool
) -> frozenset[str]:
    """The settings of a build by patterns that mean nothing in it, by their names.

    Args:
        settings: by name; those of an older version may have others.
        records: whether it learns from records.
        improved: whether it begins with the searches of a model.
    """
    searched = bool(settings.get("searched"))
    idle = frozenset() if searched else _OF_SEARCHES
    if not (records or improved):
        return idle
    return idle | _OF_GENERATIONS | (frozenset() if searched else _OF_SELF_PLAY)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All that a build depends on, besides its inputs. The same settings give the same bytes."""

    # What to estimate: the mover's score, or whether the mover wins.
    target: Literal["score", "win"] = "score"
    # What the fit minimises; without it, squares of scores and the cross-entropy of wins.
    loss: Loss | None = None
    stages: int = 13  # how many parts of the game have weights of their own
    # How often the training positions must show a configuration of a sparse pattern.
    min_count: int = MIN_COUNT
    # How strongly a weight is pulled towards the same weight in adjacent stages, in occurrences; 0
    # pools the positions of adjacent stages instead.
    smooth: float = 0.0
    # How stages share weights that few positions show, if they do; smoothing goes with it.
    share: Sharing | None = None
    # Fits learn from positions whose value is at most this many points from even, or whose chance
    # of a win is at most this many percent from it; 0 for all positions.
    near_even: float = 0.0
    exact: int = 10  # positions with at most this many moves to go are solved
    held_out: float = 0.1  # share of the games that the fit does not learn from
    seed: int = 0  # of everything random
    games: int = 20_000  # per generation of self-play
    generations: int = 4  # after the random one
    depth: int = 2  # to which self-play searches
    # Positions on which shallow and deep searches are compared at the end, so that searches can
    # prune; 0 for none.
    calibration: int = 600
    searched: int = 0  # positions that searches label, once there is a first model; 0 for none
    label_depth: int = 8  # of those searches
    solved: int = 12  # they go to the end where at most this many moves are to go

    def __post_init__(self) -> None:
        for name, low, high in _RANGES:
            value = getattr(self, name)
            if not low <= value <= high:
                raise BoardworthError(f"{name} = {value}: it must be from {low} to {high:g}")
        if self.loss is not None and LOSSES[self.loss].target != self.target:
            fitting = [name for name, fitter in LOSSES.items() if fitter.target == self.target]
            raise BoardworthError(
                f"loss = {self.loss}: a model of the target '{self.target}' is fitted by "
                f"{' or '.join(fitting)}"
            )
        if self.share is not None and self.share.smooth:
            raise BoardworthError("share: how strongly to smooth is a setting of its own (smooth)")
        if self.target == "win" and self.near_even > _MOST_UNEVEN:
            raise BoardworthError(
                f"near_even = {self.near_even:g}: a chance is at most {_MOST_UNEVEN} % from even"
            )

    def fitter(self) -> LeastSquares | Logistic | SquaredProbability:
        """The fit that the target and the loss ask for."""
        usual: Loss = "cross-entropy" if self.target == "win" else "squares"
        kind = LOSSES[self.loss or usual]
        sharing = self._sharing()
        if sharing is None:
            return kind(stages=self.stages, min_count=self.min_count)
        l2 = SMOOTHED_L2 if self.smooth else SHARED_L2
        return kind(stages=self.stages, min_count=self.min_count, sharing=sharing, l2=l2)

    def fitter_from(self, prior: Model) -> FromPrior:
        """The fit that begins with a model."""
        return FromPrior(prior, LeastSquares(self.stages, sharing=self._sharing(), l2=PRIOR_L2))

    def _sharing(self) -> Sharing | None:
        if self.smooth == 0:
            return self.share
        return replace(self.share or Sharing(own=0, min_count=0), smooth=self.smooth)
