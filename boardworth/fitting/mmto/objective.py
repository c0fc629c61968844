"""What learning from experts' moves minimises: a loss for every move that was not played.

Losses are functions of x, the searched value of the expert's move less that of the other move, in
the paper's units (hundredths of a pawn, roughly). Equations are those of Hoki and Kaneko 2014. What
games ended with may count beside the moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardworth.fitting.scoring import probability

Floats: TypeAlias = "NDArray[np.float32]"
ObjectiveName: TypeAlias = Literal["mmto", "comparison", "results"]

# Bounds the memory that derivatives take.
_ROWS_AT_A_TIME = 1 << 14
# Of a derivative: one less than single precision has. Fewer where derivatives are multiplied by
# whole numbers, the shares of tapered weights, and the products are to be exact.
ALL_BITS, BITS_TO_SHARE = 23, 16


class MoveLoss(Protocol):
    """The loss T of a pair of moves, and its derivative T'."""

    def __call__(self, differences: Floats) -> tuple[Floats, Floats]:
        """T(x) and T'(x) of every pair."""


@dataclass(frozen=True, slots=True)
class Sigmoid:
    """MMTO's T(x) = 1 / (1 + exp(a x)), a smooth count of the moves preferred to the expert's.

    Equation (5); T'(x) = -a T(x) (1 - T(x)).
    """

    slope: float = 0.0273  # a

    def __call__(self, differences: Floats) -> tuple[Floats, Floats]:
        """T(x) and T'(x)."""
        losses = probability(np.float32(-self.slope) * differences)
        return losses, np.float32(-self.slope) * losses * (1 - losses)


@dataclass(frozen=True, slots=True)
class ComparisonLoss:
    """Tesauro's T_ct(x) = (sigma(R(x)) - 1)^2, sigma(y) = 1 / (1 + exp(-y)); equation (3).

    R(x) = s x for x <= 0, and c s x otherwise, c >= 1. The paper gives one number, 0.0025, "in
    accordance with the range of the difference from 50 to 5,000" (section 4.2). It cannot be c > 1,
    so it is read as s, and c is 1 unless it is given. With p = sigma(R(x)) the derivative is
    -2 (1 - p)^2 p R'(x).
    """

    rescaling: float = 0.0025  # s
    factor: float = 1.0  # c

    def __call__(self, differences: Floats) -> tuple[Floats, Floats]:
        """T(x) and T'(x)."""
        below, above = np.float32(self.rescaling), np.float32(self.rescaling * self.factor)
        slopes = np.where(differences > 0, above, below)
        chance = probability(slopes * differences)
        losses = (1 - chance) ** 2
        return losses, -2 * losses * chance * slopes


@dataclass(frozen=True, slots=True)
class NoMoveLoss:
    """0: moves do not count, but results alone."""

    def __call__(self, differences: Floats) -> tuple[Floats, Floats]:
        """T(x) and T'(x)."""
        return np.zeros_like(differences), np.zeros_like(differences)


@dataclass(frozen=True, slots=True)
class ResultLoss:
    """c (-y log p - (1 - y) log(1 - p)), p = sigma(v / u): Texel's method, with the cross-entropy.

    v is the searched value of the expert's move and y what the game brought the mover: 1, 0.5 or 0.
    Moves alone say little about piece values: a move that loses a rook for nothing is one that
    no expert plays, whether a rook is worth three pawns or nine.
    """

    weight: float  # c
    unit: float  # u, the paper's units in one of log-odds

    def __call__(self, values: Floats, results: Floats) -> tuple[float, Floats]:
        """The sum of the losses, and their derivatives by the values; NaN: no result, no loss."""
        known = ~np.isnan(results)
        y = np.where(known, results, np.float32(0.5))
        odds = values / np.float32(self.unit)
        losses = np.logaddexp(0, odds, dtype=np.float64) - y * odds
        slopes = (probability(odds) - y) * np.float32(self.weight / self.unit) * known
        return self.weight * float(losses[known].sum()), slopes.astype(np.float32)


@dataclass(frozen=True, slots=True)
class MovePairs:
    """Which moves are compared with which, all rows' moves one after the other.

    A row is a position. Its expert's move is compared with every other of its moves.
    """

    starts: NDArray[np.int64]  # [rows + 1], where each row's moves begin
    experts: NDArray[np.int64]  # [rows], where the experts' moves stand

    def __len__(self) -> int:
        """Z, the number of pairs (section 4.1)."""
        return int(self.starts[-1]) - len(self.experts)

    def __call__(
        self, loss: MoveLoss, values: Floats, bits: int = ALL_BITS
    ) -> tuple[float, Floats]:
        """J of the moves' values v, the sum of all pairs' losses (equation (5)), and dJ / dv.

        The derivative is -T'(x) by the value of a move that was not played, and the sum of its
        row's T'(x) by that of an expert's move. Derivatives are rounded to multiples of a power of
        two, 2^-bits of the largest or less, so that those of a row add up to exactly 0: what all
        leaves of a row have in common must not move a weight, and sgn knows no small numbers.
        """
        total, derivatives = 0.0, np.empty_like(values)
        for first in range(0, len(self.experts), _ROWS_AT_A_TIME):
            rows = slice(first, first + _ROWS_AT_A_TIME)
            starts = self.starts[first : first + _ROWS_AT_A_TIME + 1]
            moves, experts = slice(starts[0], starts[-1]), self.experts[rows] - starts[0]
            own = values[moves]
            losses, slopes = loss(np.repeat(own[experts], np.diff(starts)) - own)
            losses[experts] = slopes[experts] = 0
            total += float(losses.sum(dtype=np.float64))
            derivatives[moves] = -slopes
        if len(self.experts):
            self._balance(derivatives, bits)
        return total, derivatives

    def _balance(self, derivatives: Floats, bits: int) -> None:
        """Rounds the derivatives of moves not played and gives the experts' what is missing."""
        largest = float(np.add.reduceat(derivatives, self.starts[:-1]).max(initial=0))
        if largest == 0:
            return
        quantum = np.float32(2.0 ** (np.ceil(np.log2(largest)) - bits))
        derivatives /= quantum
        np.rint(derivatives, out=derivatives)
        sums = np.add.reduceat(derivatives, self.starts[:-1], dtype=np.float64)
        derivatives[self.experts] = -sums
        derivatives *= quantum


def joined_pairs(pieces: Sequence[MovePairs]) -> MovePairs:
    """The pairs of several pieces, one after the other."""
    firsts = np.cumsum([0, *(piece.starts[-1] for piece in pieces)])
    starts = [piece.starts[:-1] + first for piece, first in zip(pieces, firsts, strict=False)]
    experts = [piece.experts + first for piece, first in zip(pieces, firsts, strict=False)]
    return MovePairs(
        np.concatenate([*starts, firsts[-1:]]).astype(np.int64),
        np.concatenate([np.empty(0, np.int64), *experts]),
    )
