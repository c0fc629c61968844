"""Agreement with experts without a search: a move is worth what the position after it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import MissingCapability, NotFitted
from boardworth.fitting.mmto.leaf_rows import searched
from boardworth.fitting.mmto.measures import Agreement
from boardworth.fitting.scoring import score
from boardworth.positions import Comparisons, Leaves
from boardworth.rules import Position

if TYPE_CHECKING:
    from boardworth.fitting.mmto.leaf_rows import LeafSearch
    from boardworth.fitting.model import Model

# A won game, in points or units of log-odds; no estimate is worth as much.
_WON = np.float32(1 << 20)


@dataclass(frozen=True, slots=True)
class Successors:
    """A `LeafSearch` that looks one move ahead: leaves are the positions after legal moves."""

    @property
    def description(self) -> str:
        """All that leaves depend on, besides the model."""
        return "successors"

    def __call__(self, model: Model, positions: NDArray[np.uint8], threads: int = 1) -> Leaves:
        """Where each move leads. Raises MissingCapability for functions of roles."""
        if model.evaluation.by_role:
            raise MissingCapability(f"a model of {model.evaluation.kind} values no moves")
        game = model.game
        roots = [Position(game, row.tobytes()) for row in positions]
        legal = [root.legal_moves() for root in roots]
        after = [root.play(move) for root, own in zip(roots, legal, strict=True) for move in own]
        starts = np.cumsum([0, *map(len, legal)], dtype=np.int64)
        packed = np.frombuffer(b"".join(one.packed for one in after), np.uint8)
        leaves = packed.reshape(len(after), game.packed_size)
        movers = np.repeat(game.movers(positions), np.diff(starts))
        signs = np.where(game.movers(leaves) == movers, 1, -1)
        outcomes = [game.outcome(one) for one in after]
        over = np.array([outcome is not None for outcome in outcomes], bool)
        ends = np.array([outcome or 0 for outcome in outcomes], np.float32)
        values = np.where(
            over,
            ends if model.target == "score" else np.sign(ends) * _WON,
            model.evaluation.predict(leaves, threads),
        )
        return Leaves(
            np.array([move for own in legal for move in own], np.int32),
            starts,
            leaves,
            np.where(over, 0, signs).astype(np.int8),
            (signs * values).astype(np.float32),
        )


@score.register(Comparisons)
def _of_comparisons(
    data: Comparisons, model: Model, search: LeafSearch | None, threads: int
) -> float:
    """The share of experts' moves among the moves of the highest value, ties broken by lot."""
    agreement = Agreement()
    for _, leaves, experts in searched(search or Successors(), model, data, threads):
        agreement += Agreement.of(leaves, experts)
    if agreement.counted + agreement.tied == 0:
        raise NotFitted("there is no position with a choice to score a model on")
    return agreement.drawn_share
