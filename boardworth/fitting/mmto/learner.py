"""Minimax tree optimisation and comparison training: weights that make searches play as experts do.

Hoki and Kaneko 2014, "Large-scale optimization for evaluation functions with minimax search".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, get_args

from boardworth.errors import BoardworthError, NotFitted
from boardworth.features.feature import MIN_COUNT
from boardworth.fitting.mmto.objective import (
    ComparisonLoss,
    MoveLoss,
    NoMoveLoss,
    ObjectiveName,
    ResultLoss,
    Sigmoid,
)
from boardworth.fitting.mmto.run import Run
from boardworth.fitting.mmto.updates import UPDATES, Grid, UpdateName
from boardworth.fitting.model import Parameters
from boardworth.fitting.stages import check_settings

if TYPE_CHECKING:
    from boardworth.features import FeatureSet
    from boardworth.fitting.mmto.leaf_rows import LeafSearch
    from boardworth.fitting.mmto.updates import Update
    from boardworth.fitting.model import Model, Progress
    from boardworth.positions import Comparisons

_LEAST = 1e-9  # of what has to be greater than 0

# Told after 0, 1, 2, ... iterations: their number, the model so far, and its figures. It may add
# figures of its own.
Watch: TypeAlias = "Callable[[int, Model, dict[str, Any]], None]"


@dataclass(frozen=True)
class MMTO(Parameters):
    """Learns from experts' moves through a search.

    An iteration searches every legal move of every training position, keeps the leaves of the
    principal variations (step 1 of figure 2), and then changes the weights `reuses` times by the
    gradient of J over these leaves (steps 2 and 3).

        J(w) = sum_p sum_{m != d_p} T(s(p.d_p, w) - s(p.m, w)) + lambda_0 g(w') + lambda_1 |w''|_1

    d_p is the expert's move in p, s the searched value, w' the piece values, w'' all other weights
    (equations (4) and (5)). The defaults are the paper's for shogi. The constant is not learned: it
    stays 0, as in the paper.
    """

    search: LeafSearch  # finds the leaves
    iterations: int = 40  # how often it searches
    reuses: int = 32  # updates for every search (section 3.5.3)
    objective: ObjectiveName = "mmto"
    # How much the result of a game counts beside each of its moves (`ResultLoss`), and the paper's
    # units in one of log-odds. The paper has no results.
    results: float = 0.0
    results_unit: float = 250.0
    slope: float = 0.0273  # a of MMTO's T
    rescaling: float = 0.0025  # of comparison training's R, and its factor c for x > 0
    factor: float = 1.0
    update: UpdateName = "grid"
    rate: float | None = None  # of all updates but the grid's; without it, their own
    step: int = 1  # h, the grid's
    # Iterations after which h, as long as it is even, or the rate is halved; 0: never.
    halved_every: int = 0
    constrained: bool = True  # whether the sum of piece values is kept
    l1: float = 0.00625  # lambda_1, in units of the unnormalised J
    piece_value: float = 500.0  # of every piece at the beginning
    unit: float = 32.0  # units of stored weights in one of the paper's
    stages: int = 1  # how many
    tapered: bool = False  # two sets of weights, for the beginning and the end of a game, mixed
    initial: Model | None = None  # whose weights to begin with
    patience: int = 0  # iterations without a better held-out agreement before it stops; 0: never
    # Positions searched per iteration, others every time; 0 for all of them, as in the paper.
    batch: int = 0
    min_count: int = MIN_COUNT  # of sparse patterns
    seed: int = 0  # of batches
    checkpoint: Path | None = None  # a file kept after every iteration, to go on with
    watch: Watch | None = None

    def __post_init__(self) -> None:
        check_settings(
            self, iterations=0, reuses=1, step=1, halved_every=0, stages=1, patience=0, batch=0,
            min_count=1, l1=0.0, results=0.0, results_unit=_LEAST, slope=_LEAST, rescaling=_LEAST,
            factor=_LEAST, piece_value=_LEAST, unit=_LEAST,
        )  # fmt: skip
        if self.rate is not None:
            check_settings(self, rate=_LEAST)
        for what, given, known in (
            ("objective", self.objective, get_args(ObjectiveName)),
            ("update", self.update, tuple(UPDATES)),
        ):
            if given not in known:
                choices = ", ".join(known)
                raise BoardworthError(f"MMTO: {what} = {given!r}: it must be one of {choices}")
        if self.tapered and self.stages > 1:
            raise BoardworthError("MMTO: tapered weights have no stages")
        if self.update == "grid" and self.rate is not None:
            raise BoardworthError("MMTO: the grid's update has a step, and no rate")

    def fit(
        self,
        features: FeatureSet,
        examples: Comparisons,
        held_out: Comparisons | None = None,
        *,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Model:
        """The model after the last iteration, or with patience the one that agrees best.

        Memory is bounded by the leaves of a batch: some tens of bytes for each.
        """
        if len(examples) == 0:
            raise NotFitted("there is no position to learn from")
        features = features.with_valid(examples.positions, self.min_count, threads)
        return Run(self, features, examples, held_out, threads, progress).finish()

    def loss(self) -> MoveLoss:
        """What the moves of a position add to J."""
        losses: dict[ObjectiveName, MoveLoss] = {
            "mmto": Sigmoid(self.slope),
            "comparison": ComparisonLoss(self.rescaling, self.factor),
            "results": NoMoveLoss(),
        }
        return losses[self.objective]

    def loss_of_results(self) -> ResultLoss | None:
        """What results add to J, if anything; where they count alone their weight is 1."""
        weight = self.results or float(self.objective == "results")
        return ResultLoss(weight, self.results_unit) if weight else None

    def update_at(self, iteration: int) -> Update:
        """The update of an iteration, with the step or the rate that it has come to."""
        halvings = iteration // self.halved_every if self.halved_every else 0
        if self.update == "grid":
            step = self.step
            for _ in range(halvings):
                step = step // 2 if step % 2 == 0 else step
            return Grid(step)
        usual = UPDATES[self.update]() if self.rate is None else UPDATES[self.update](self.rate)  # type: ignore[arg-type]
        return replace(usual, rate=usual.rate / 2**halvings)  # type: ignore[union-attr]

    def description(self) -> dict[str, Any]:
        """All that every iteration depends on, besides features and data."""
        left_out = {"search", "iterations", "initial", "patience", "checkpoint", "watch"}
        settings = {
            one.name: getattr(self, one.name) for one in fields(self) if one.name not in left_out
        }
        return {"search": self.search.description, **settings}


def comparison_training(search: LeafSearch, **changes: Any) -> MMTO:
    """Tesauro's method as the paper has it for 13 pieces: plain descent, r = 0.5, no constraint.

    The paper's other baselines are `update="constant"`, and `reuses=32, rate=0.01`; with king-piece
    relations r = 0.031.
    """
    usual: dict[str, Any] = {
        "objective": "comparison", "update": "descent", "reuses": 1, "l1": 0.0,
        "constrained": False,
    }  # fmt: skip
    return MMTO(search, **{**usual, **changes})
