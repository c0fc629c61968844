"""Sparse training rows: for each position, which weight every pattern instance uses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boardworth import _core

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Rows:
    """The 0/1 matrix X of a linear fit, stored as one 16-bit number per active configuration.

    Attributes:
        indices: [rows, instances], a weight's number counted from its pattern's first weight.
        bases: [instances], the number of that first weight.
        weights: how many there are; the last is the constant's, used by every row.
        threads: how many threads a pass may use; it does not change any result.
    """

    indices: NDArray[np.uint16]
    bases: NDArray[np.uint32]
    weights: int
    threads: int = 1

    def __post_init__(self) -> None:
        if not _core.well_formed(self.indices, self.bases, self.weights):
            raise ValueError(f"rows that use weights beyond the last of {self.weights}")

    def __len__(self) -> int:
        return len(self.indices)

    def predict(self, weights: NDArray[np.float32]) -> NDArray[np.float32]:
        """X w."""
        return _core.predict(self.indices, self.bases, weights, self.threads)

    def transposed_product(self, residuals: NDArray[np.float32]) -> NDArray[np.float32]:
        """X' r."""
        return _core.transposed_product(
            self.indices, self.bases, self.weights, residuals, self.threads
        )

    def gram_product(
        self, importance: NDArray[np.float32], vector: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """X' D X v, D = diag(importance), in one pass."""
        return _core.gram_product(self.indices, self.bases, importance, vector, self.threads)

    def counts(self) -> NDArray[np.float32]:
        """How often each weight is used."""
        return self.transposed_product(np.ones(len(self), np.float32))
