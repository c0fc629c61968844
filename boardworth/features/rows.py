"""Sparse training rows: for each position, which weights it uses, and its terms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardworth import _core

# Added to the number of a weight that a compressed row uses with -1.
NEGATIVE = 1 << 31

Compressed: TypeAlias = "tuple[NDArray[np.uint64], NDArray[np.uint32]]"


def joined_rows(parts: Sequence[Compressed]) -> Compressed:
    """Compressed rows side by side; none if no part has any."""
    parts = [part for part in parts if len(part[1])]
    if len(parts) == 0:
        return np.zeros(1, np.uint64), np.empty(0, np.uint32)
    starts, numbers = parts[0]
    for own_starts, own in parts[1:]:
        # What a row has already comes first; all moves on by what earlier rows have of the other.
        before, own_before = starts.astype(np.int64), own_starts.astype(np.int64)
        both = np.empty(len(numbers) + len(own), np.uint32)
        both[np.arange(len(numbers)) + np.repeat(own_before[:-1], np.diff(before))] = numbers
        both[np.arange(len(own)) + np.repeat(before[1:], np.diff(own_before))] = own
        starts, numbers = starts + own_starts, both
    return starts, numbers


@dataclass(frozen=True, slots=True)
class Rows:
    """The matrix X of a linear fit.

    It is 0/1 but for terms and signs, and stored as one number per active configuration.
    """

    # [rows, instances], a weight's number counted from its pattern's first weight.
    indices: NDArray[np.uint16]
    bases: NDArray[np.uint32]  # [instances], the number of that first weight
    weights: int  # how many there are; the last is the constant's, used by every row
    threads: int = 1  # how many threads a pass may use; it does not change any result
    # [rows, sparse instances], of patterns without a table: the number of the weight itself, or
    # `weights` where no configuration holds.
    sparse: NDArray[np.uint32] = field(default_factory=lambda: np.empty((0, 0), np.uint32))
    # [rows + 1], where the compressed part of each row begins.
    starts: NDArray[np.uint64] = field(default_factory=lambda: np.zeros(1, np.uint64))
    # Row i also uses the weights numbers[starts[i]:starts[i + 1]], any number of them:
    # configurations that stand by themselves. NEGATIVE is added to those that count -1.
    numbers: NDArray[np.uint32] = field(default_factory=lambda: np.empty(0, np.uint32))
    # [rows, terms], the columns that are not 0/1.
    terms: NDArray[np.int16] = field(default_factory=lambda: np.empty((0, 0), np.int16))
    # [terms], the number of the weight that each has for itself.
    term_weights: NDArray[np.uint32] = field(default_factory=lambda: np.empty(0, np.uint32))
    signs: bool = field(init=False)  # whether any of `numbers` counts -1

    def __post_init__(self) -> None:
        if self.sparse.shape[1] == 0:
            object.__setattr__(self, "sparse", np.empty((len(self), 0), np.uint32))
        if len(self.numbers) == 0:
            object.__setattr__(self, "starts", np.zeros(len(self) + 1, np.uint64))
        if self.terms.shape[1] == 0:
            object.__setattr__(self, "terms", np.empty((len(self), 0), np.int16))
        object.__setattr__(self, "signs", bool(self.numbers.max(initial=0) >= NEGATIVE))
        if not _core.well_formed(self._arrays, self.weights):
            raise ValueError(f"rows that use weights beyond the last of {self.weights}")

    def __len__(self) -> int:
        return len(self.indices)

    @property
    def columns(self) -> int:
        """How many weights a row uses at most, the constant's included."""
        compressed = int(np.diff(self.starts).max(initial=0))
        fixed = self.indices.shape[1] + self.sparse.shape[1] + self.terms.shape[1]
        return int(fixed) + compressed + 1

    def predict(self, weights: NDArray[np.float32]) -> NDArray[np.float32]:
        """X w."""
        return _core.predict(self._arrays, weights, self.threads)

    def transposed_product(self, residuals: NDArray[np.float32]) -> NDArray[np.float32]:
        """X' r."""
        return _core.transposed_product(self._arrays, self.weights, residuals, self.threads)

    def gram_product(
        self, importance: NDArray[np.float32], vector: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """X' D X v, D = diag(importance), in one pass."""
        return _core.gram_product(self._arrays, importance, vector, self.threads)

    def diagonal(self, importance: NDArray[np.float32]) -> NDArray[np.float32]:
        """That of X' D X, as far as a row uses a weight once."""
        squares = self.terms.astype(np.float64) ** 2
        return self._with_terms(importance, np.add.reduce(importance[:, None] * squares, axis=0))

    def counts(self) -> NDArray[np.float32]:
        """How often each weight is used; that of a term, how often it is not 0."""
        used = np.count_nonzero(self.terms, axis=0)
        return self._with_terms(np.ones(len(self), np.float32), used)

    def _with_terms(
        self, importance: NDArray[np.float32], of_terms: NDArray[Any]
    ) -> NDArray[np.float32]:
        """How much the rows that use each weight count; terms have numbers of their own."""
        sums = self._unsigned().transposed_product(importance)
        sums[self.term_weights] = of_terms
        return sums

    def _unsigned(self) -> Rows:
        if not self.signs:
            return self
        return replace(self, numbers=self.numbers & np.uint32(NEGATIVE - 1))

    @property
    def _arrays(
        self,
    ) -> tuple[
        NDArray[np.uint16],
        NDArray[np.uint32],
        NDArray[np.uint32],
        NDArray[np.uint64],
        NDArray[np.uint32],
        NDArray[np.int16],
        NDArray[np.uint32],
        bool,
    ]:
        return (
            self.indices,
            self.bases,
            self.sparse,
            self.starts,
            self.numbers,
            self.terms,
            self.term_weights,
            self.signs,
        )
