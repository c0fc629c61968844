"""How well searches agree with experts, and what weights look like."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from boardworth.positions import Leaves

_AT_A_TIME = 1 << 15


@dataclass(frozen=True, slots=True)
class Agreement:
    """In how many positions the move of the highest value is the expert's.

    Not counted, as in the paper (section 4.3), are positions with one legal move (`single`); of the
    others, those whose highest value is no evaluation, such as a mate that the search has found
    (`decided`); and of the others, those in which several moves share the highest value (`tied`).
    """

    agreed: int = 0
    counted: int = 0
    single: int = 0
    decided: int = 0
    tied: int = 0
    # Of counted and tied positions, what is agreed on if one of the best moves is drawn by lot.
    drawn: float = 0.0

    @staticmethod
    def of(leaves: Leaves, experts: NDArray[np.int64]) -> Agreement:
        """Of searched positions."""
        if len(experts) == 0:
            return Agreement()
        best, evaluated = best_values(leaves)
        lengths = np.diff(leaves.starts)
        is_best = leaves.values == np.repeat(best, lengths)
        many = np.add.reduceat(is_best.astype(np.int64), leaves.starts[:-1])
        single = lengths == 1
        decided = ~single & ~evaluated
        open_ = ~single & evaluated
        tied = open_ & (many > 1)
        agreed = open_ & is_best[experts]
        return Agreement(
            int(np.count_nonzero(agreed & ~tied)),
            int(np.count_nonzero(open_ & ~tied)),
            int(np.count_nonzero(single)),
            int(np.count_nonzero(decided)),
            int(np.count_nonzero(tied)),
            float((agreed / many).sum()),
        )

    def __add__(self, other: Agreement) -> Agreement:
        return Agreement(
            self.agreed + other.agreed,
            self.counted + other.counted,
            self.single + other.single,
            self.decided + other.decided,
            self.tied + other.tied,
            self.drawn + other.drawn,
        )

    @property
    def share(self) -> float:
        """Of the positions that count; 0 if there are none."""
        return self.agreed / self.counted if self.counted else 0.0

    @property
    def drawn_share(self) -> float:
        """Of these and the tied ones, where ties are broken by lot."""
        positions = self.counted + self.tied
        return self.drawn / positions if positions else 0.0

    def figures(self) -> dict[str, float]:
        """For a model's metrics."""
        return {
            "rows": self.counted + self.single + self.decided + self.tied,
            "agreement": round(self.share, 5),
            "agreement_by_lot": round(self.drawn_share, 5),
            "counted": self.counted,
            "single": self.single,
            "decided": self.decided,
            "tied": self.tied,
        }


def best_values(leaves: Leaves) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """[rows], the highest value of each position's moves, and whether it is an evaluation."""
    starts = leaves.starts[:-1]
    best = np.maximum.reduceat(leaves.values, starts)
    is_best = leaves.values == np.repeat(best, np.diff(leaves.starts))
    return best, ~np.logical_or.reduceat(is_best & (leaves.signs == 0), starts)


def cosine(first: NDArray[np.floating], second: NDArray[np.floating]) -> float:
    """The cosine similarity of two runs' weights; 0 where all weights of one are 0.

    >>> round(cosine(np.array([1.0, 1.0]), np.array([2.0, 0.0])), 4)
    0.7071
    """
    lengths = length(first) * length(second)
    return inner_product(first, second) / lengths if lengths else 0.0


def length(weights: NDArray[np.floating]) -> float:
    """The Euclidean norm."""
    return math.sqrt(inner_product(weights, weights))


def inner_product(first: NDArray[np.floating], second: NDArray[np.floating]) -> float:
    """In double precision, without BLAS, whose sums depend on the number of cores."""
    one, other = np.ravel(first), np.ravel(second)
    return sum(
        float(np.sum(np.multiply(one[part], other[part], dtype=np.float64)))
        for part in _parts(len(one))
    )


def _parts(size: int) -> Iterator[slice]:
    """Of tens of millions of weights, as many at a time as a processor's cache holds."""
    return (slice(begin, begin + _AT_A_TIME) for begin in range(0, size, _AT_A_TIME))


def weight_figures(
    weights: NDArray[np.floating],  # in steps of their grids
    minor: NDArray[np.bool_],  # those under l1
    occurring: NDArray[np.bool_],  # of these, what leaves of training positions use
) -> dict[str, float]:
    """Norms, and how many of the weights under l1 that occur in training are 0 once rounded."""
    own = np.rint(weights[occurring])
    zeros = int(np.count_nonzero(own == 0))
    l1_norm = sum(
        float(np.sum(np.abs(weights[part]), where=minor[part], dtype=np.float64))
        for part in _parts(len(weights))
    )
    return {
        "occurring": len(own),
        "sparsity": round(zeros / len(own), 5) if len(own) else 0.0,
        "l1_norm": round(l1_norm, 3),
        "l2_norm": round(length(weights), 3),
    }
