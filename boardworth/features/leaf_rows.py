"""Rows of the positions that searches end at, gathered piece by piece."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from boardworth.features.relations import RelationLeaves, Relations

if TYPE_CHECKING:
    from boardworth.features.feature import FeatureSet
    from boardworth.features.rows import Rows


class LeafRows(Protocol):
    """The matrix X of leaves, by its products; the constant's weight is the last."""

    def add(
        self,
        roots: NDArray[np.uint8],
        leaves: NDArray[np.uint8],
        root_of: NDArray[np.uint32],
    ) -> object:
        """More packed leaves, and the number of the packed root that each was searched from.

        Leaves of a root stand together, roots in their order.
        """

    def predict(self, weights: NDArray[np.float32]) -> NDArray[np.float32]:
        """X w."""

    def transposed_product(
        self, residuals: NDArray[np.float32], out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """X' r; in `out`, if there is an earlier product of the same leaves, or zeros."""

    def counts(self) -> NDArray[np.float32]:
        """How many leaves use each weight."""


class StackedRows:
    """Leaves of any features, as the rows of each piece."""

    def __init__(self, features: FeatureSet, threads: int = 1) -> None:
        self._features = features
        self._threads = threads
        self._pieces: list[Rows] = []

    def add(
        self,
        roots: NDArray[np.uint8],  # noqa: ARG002
        leaves: NDArray[np.uint8],
        root_of: NDArray[np.uint32],  # noqa: ARG002
    ) -> None:
        """More leaves, whatever root they have."""
        self._pieces.append(self._features.rows(leaves, self._threads))

    def predict(self, weights: NDArray[np.float32]) -> NDArray[np.float32]:
        """X w."""
        values = [rows.predict(weights) for rows in self._pieces]
        return np.concatenate([np.empty(0, np.float32), *values])

    def transposed_product(
        self, residuals: NDArray[np.float32], out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """X' r, in `out` if that is given."""
        ends = np.cumsum([0, *map(len, self._pieces)])
        sums = np.zeros(len(self._features))
        for rows, first, last in zip(self._pieces, ends, ends[1:], strict=False):
            sums += rows.transposed_product(residuals[first:last])
        found = np.empty(len(sums), np.float32) if out is None else out
        found[:] = sums
        return found

    def counts(self) -> NDArray[np.float32]:
        """How many leaves use each weight."""
        sums = np.zeros(len(self._features))
        for rows in self._pieces:
            sums += rows.counts()
        return sums.astype(np.float32)


def leaf_rows(features: FeatureSet, threads: int = 1) -> LeafRows:
    """Rows of leaves, none at first; of relations alone, in a form of their own."""
    if not features.patterns and len(features.parts) == 1:
        part = features.parts[0]
        if isinstance(part, Relations):
            return RelationLeaves(part, threads)
    return StackedRows(features, threads)
