"""Leaves of principal variations as rows of a linear fit: values and gradients of J by weights."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import NotFitted
from boardworth.features import leaf_rows
from boardworth.fitting.mmto.objective import ALL_BITS, BITS_TO_SHARE, MovePairs, joined_pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardworth.features import FeatureSet
    from boardworth.fitting.mmto.objective import MoveLoss, ResultLoss
    from boardworth.fitting.model import Model
    from boardworth.fitting.stages import Stages
    from boardworth.positions import Comparisons, Leaves

# Positions that are searched at a time: packed leaves take hundreds of bytes each, and go when
# their rows are there.
PIECE = 1 << 14


class LeafSearch(Protocol):
    """Searches every legal move of packed positions with a model; threads change no result."""

    @property
    def description(self) -> str:
        """All that its leaves depend on, besides the model."""

    def __call__(self, model: Model, positions: NDArray[np.uint8], threads: int) -> Leaves:
        """Where the principal variation of each move ends."""


def expert_moves(leaves: Leaves, played: NDArray[np.int32]) -> NDArray[np.int64]:
    """[rows], where the experts' moves stand among all. Raises NotFitted if one is not legal."""
    found = np.flatnonzero(leaves.moves == np.repeat(played, np.diff(leaves.starts)))
    rows = np.searchsorted(leaves.starts, found, side="right") - 1
    if not np.array_equal(rows, np.arange(len(played))):
        wrong = int(np.setdiff1d(np.arange(len(played)), rows, assume_unique=True)[0])
        raise NotFitted(f"move {played[wrong]} of comparison {wrong} is not legal there")
    return found


def searched(
    search: LeafSearch, model: Model, data: Comparisons, threads: int
) -> Iterator[tuple[Comparisons, Leaves, NDArray[np.int64]]]:
    """Searched positions, some at a time, and where the experts' moves stand among all.

    Positions in which a record goes on though by the rules the game is over are left out.
    """
    for first in range(0, len(data), PIECE):
        piece = data.select(slice(first, first + PIECE))
        leaves = search(model, piece.positions, threads)
        going_on = np.diff(leaves.starts) > 0
        if not going_on.all():
            piece = piece.select(going_on)
            leaves = replace(leaves, starts=leaves.starts[np.append(going_on, True)])
        yield piece, leaves, expert_moves(leaves, piece.played)


def compared(
    leaves: Leaves, experts: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], MovePairs]:
    """The moves that J compares, the rows they are of, and their pairs.

    Values that are no evaluations (mates, ends, repetitions) do not depend on weights: such moves
    are left out, and so are rows of which only one move, or not the expert's, is left.
    """
    kept = leaves.signs != 0
    lengths = np.diff(leaves.starts)
    row_of = np.repeat(np.arange(len(experts)), lengths)
    left = np.bincount(row_of, kept, len(experts))
    good = kept[experts] & (left > 1)
    moves = np.flatnonzero(kept & good[row_of])
    starts = np.concatenate([[0], np.cumsum(left[good]).astype(np.int64)])
    return moves, row_of[moves], MovePairs(starts, np.searchsorted(moves, experts[good]))


class StagedLeaves:
    """Leaves with the sets of weights that they use.

    Every stage has a set of its own; tapered weights have two sets, of which each leaf uses a
    share: `Stages.shares`.

    Args:
        features: what values are made of.
        stages: which positions share weights.
        threads: how many to use; they change no result.
        tapered: whether there are two sets, mixed.
    """

    def __init__(
        self, features: FeatureSet, stages: Stages, threads: int = 1, *, tapered: bool = False
    ) -> None:
        self._features = features
        self._stages = stages
        self._tapered = tapered
        # The leaves of each set; all of them, if sets are mixed.
        self._rows = [leaf_rows(features, threads) for _ in range(1 if tapered else len(stages))]
        self._stage_of = [np.empty(0, np.uint8)]
        sets = 2 if tapered else len(stages)
        # Kept, because new memory takes longer than a product of millions of weights.
        self._products = np.zeros((sets, len(features)), np.float32)

    def add(
        self,
        roots: NDArray[np.uint8],
        leaves: NDArray[np.uint8],
        root_of: NDArray[np.uint32],
    ) -> None:
        """More packed leaves, each found by a search from one of the roots."""
        stage_of = self._stages.table()[self._features.game.progress(leaves)]
        self._stage_of.append(stage_of)
        if len(self._rows) == 1:
            self._rows[0].add(roots, leaves, root_of)
            return
        for stage in np.unique(stage_of).tolist():
            inside = stage_of == stage
            self._rows[stage].add(roots, leaves[inside], root_of[inside])

    def predict(self, weights: NDArray[np.float32]) -> NDArray[np.float32]:
        """The leaves' values for their movers: weights [sets, weights]."""
        if self._tapered:
            early, late = (self._rows[0].predict(own) for own in weights)
            parts, whole = self._late_parts
            return np.asarray(early + parts / np.float32(whole) * (late - early))
        if len(self._rows) == 1:
            return self._rows[0].predict(weights[0])
        stage_of = np.concatenate(self._stage_of)
        values = np.empty(len(stage_of), np.float32)
        for stage, rows in enumerate(self._rows):
            values[stage_of == stage] = rows.predict(weights[stage])
        return values

    def transposed_product(self, residuals: NDArray[np.float32]) -> NDArray[np.float32]:
        """[sets, weights], the sum of residuals of the leaves that use each weight.

        It is overwritten by the next one. Shares of sets are divided at last, so that what cancels
        out does so exactly.
        """
        whole = 1
        if self._tapered:
            late, whole = self._late_parts
            parts = [(self._rows[0], residuals * (whole - late)), (self._rows[0], residuals * late)]
        elif len(self._rows) == 1:
            parts = [(self._rows[0], residuals)]
        else:
            stage_of = np.concatenate(self._stage_of)
            parts = [(rows, residuals[stage_of == s]) for s, rows in enumerate(self._rows)]
        for (rows, own), product in zip(parts, self._products, strict=True):
            rows.transposed_product(own, product)
            if whole > 1:
                np.divide(product, whole, out=product)
        return self._products

    def counts(self) -> NDArray[np.float32]:
        """[sets, weights], how many leaves use each weight."""
        found = [rows.counts() for rows in self._rows]
        if len(self._products) == 1:
            return found[0][np.newaxis]  # tens of millions need not be copied
        return np.stack(2 * found if self._tapered else found)

    @cached_property
    def _late_parts(self) -> tuple[NDArray[np.float32], int]:
        """[leaves], the share of the weights of a game's end: these parts of the whole."""
        late, whole = self._stages.late_parts()
        return late[np.concatenate(self._stage_of)].astype(np.float32), whole


class Losses(NamedTuple):
    """What is minimised, without the penalty l1."""

    of_moves: float  # J as the paper has it
    of_results: float = 0.0

    @property
    def total(self) -> float:
        """Whose gradient it is."""
        return self.of_moves + self.of_results


class ComparedLeaves:
    """J as a function of the weights, while the leaves stay the same.

    Args:
        features: what values are made of.
        stages: which positions share weights.
        unit: units of weights in one of the paper's, in which J takes values.
        threads: how many to use; they change no result.
        tapered: whether there are two sets of weights, mixed by progress.
    """

    def __init__(
        self,
        features: FeatureSet,
        stages: Stages,
        unit: float,
        threads: int = 1,
        *,
        tapered: bool = False,
    ) -> None:
        self._rows = StagedLeaves(features, stages, threads, tapered=tapered)
        self._unit = unit
        self._bits = BITS_TO_SHARE if tapered else ALL_BITS
        self._pieces: list[MovePairs] = []
        self._factors: list[NDArray[np.float32]] = []
        self._results: list[NDArray[np.float32]] = []

    def add(
        self,
        roots: NDArray[np.uint8],
        leaves: Leaves,
        experts: NDArray[np.int64],
        results: NDArray[np.float32],
    ) -> None:
        """More searched positions, and what their games brought their movers."""
        moves, row_of, pairs = compared(leaves, experts)
        self._rows.add(roots, leaves.positions[moves], row_of.astype(np.uint32))
        self._pieces.append(pairs)
        # From a leaf's sum of weights to the move's value.
        self._factors.append((leaves.signs[moves] / self._unit).astype(np.float32))
        self._results.append(results[row_of[pairs.experts]])

    @cached_property
    def pairs(self) -> MovePairs:
        """All pairs; no position is added any more."""
        return joined_pairs(self._pieces)

    @cached_property
    def factors(self) -> NDArray[np.float32]:
        """[moves], from a leaf's sum of weights to the move's value for the root's mover."""
        return np.concatenate([np.empty(0, np.float32), *self._factors])

    @cached_property
    def results(self) -> NDArray[np.float32]:
        """[positions], what their games brought their movers; NaN where that is not known."""
        return np.concatenate([np.empty(0, np.float32), *self._results])

    def gradient(
        self, loss: MoveLoss, weights: NDArray[np.float32], of_results: ResultLoss | None = None
    ) -> tuple[Losses, NDArray[np.float32]]:
        """J and dJ / dw, weights [sets, weights]: equation (8).

        dJ / dw_i = sum over pairs of T'(x) d(e(leaf of the expert's move) - e(leaf of the other)) /
        dw_i. It is the derivative of J wherever every principal variation is the only one (remark
        18), and need not be where some are equal (remark 19). The losses of results, if they count,
        are added to J.
        """
        values = self.factors * self._rows.predict(weights)
        of_moves, derivatives = self.pairs(loss, values, self._bits)
        losses = Losses(of_moves)
        if of_results:
            experts = self.pairs.experts
            more, slopes = of_results(values[experts], self.results)
            losses = Losses(of_moves, more)
            derivatives[experts] += slopes
        return losses, self._rows.transposed_product(self.factors * derivatives)

    def counts(self) -> NDArray[np.float32]:
        """[sets, weights], how many leaves use each weight."""
        return self._rows.counts()
