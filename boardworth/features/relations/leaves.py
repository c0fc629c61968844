"""Leaves of searches in the form that relations are learnt from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth import _core

if TYPE_CHECKING:
    from boardworth.features.relations.relations import Relations


class RelationLeaves:
    """What rows of some leaves are for linear fits, with what differs from their roots alone.

    Leaves of one root have most of their conditions in common. What these are worth is summed up
    once for a root, so that a pass is much faster than over rows, and a leaf takes some 70 bytes.

    Args:
        relations: those whose weights are learnt; the constant's weight follows them.
        threads: how many to use; results are the same for any number.
    """

    def __init__(self, relations: Relations, threads: int = 1) -> None:
        self._game = relations.game
        self._core = _core.RelationLeaves(relations.shape)
        self.threads = threads

    def add(
        self, roots: NDArray[np.uint8], leaves: NDArray[np.uint8], root_of: NDArray[np.uint32]
    ) -> RelationLeaves:
        """Appends packed leaves, which need not be kept; root_of [leaves] never falls."""
        self._core.add(self._game.core, roots, leaves, root_of, self.threads)
        return self

    def __len__(self) -> int:
        return len(self._core)

    @property
    def weights(self) -> int:
        """Their number, the constant's included."""
        return self._core.weights

    @property
    def nbytes(self) -> int:
        """The memory that leaves take."""
        return self._core.bytes

    def predict(self, weights: NDArray[np.float32]) -> NDArray[np.float32]:
        """X w: the value of every leaf for its mover."""
        return self._core.predict(weights, self.threads)

    def transposed_product(
        self, coefficients: NDArray[np.float32], out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """X' r, from coefficients in fixed point.

        They are rounded to multiples of a power of two, 2**-30 of the largest or less: what is
        smaller vanishes, and what should cancel out does so exactly.

        Args:
            coefficients: [leaves], r.
            out: an earlier product of these leaves, which is overwritten. With tens of millions of
                weights, new memory would take longer than the product.
        """
        sums = np.zeros(self.weights, np.float32) if out is None else out
        self._core.transposed_product(coefficients, sums, self.threads)
        return sums

    def counts(self) -> NDArray[np.float32]:
        """How often leaves use each weight; that of a kind of pieces, in how many they differ."""
        return self._core.counts(self.threads)
