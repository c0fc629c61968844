"""Weights that stages share: what few occurrences cannot tell, adjacent stages tell together.

GLEM, section 5.2. All stages are fitted at once: w = T p, where w is the table of all stages'
weights and p are the parameters that are free.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import BoardworthError
from boardworth.fitting.model import Parameters
from boardworth.fitting.stages import check_settings

if TYPE_CHECKING:
    from boardworth.features import Rows
    from boardworth.fitting.quadratic import Vector

    Table = NDArray[np.float32]
    Numbers = NDArray[np.int32]

Between: TypeAlias = Literal["one weight", "line"]


@dataclass(frozen=True, slots=True)
class Sharing(Parameters):
    """Which stages' weights are fitted by themselves, and how the others are bound together."""

    own: int = 20  # a weight that occurs so often in a stage is fitted of its own
    min_count: int = 5  # one that occurs less often in a stage is 0 there
    # What becomes of the others: adjacent stages are merged until the weight occurs `own` times in
    # them and share one weight, or until it occurs twice as often and share a line w(k) = a k + b
    # in the number k of the stage. Where all of them are too few, they join the nearest stage that
    # has a weight of its own.
    between: Between = "one weight"
    # Pulls every weight towards the same weight in the adjacent stages: one that occurs so often
    # goes half of the way.
    smooth: float = 0.0

    def __post_init__(self) -> None:
        check_settings(self, own=0, min_count=0, smooth=0)
        if self.own < self.min_count:
            raise BoardworthError(
                f"sharing: a weight that occurs {self.own} times is its own, but one that occurs "
                f"less than {self.min_count} times is 0: expected the first number not to be less"
            )

    @staticmethod
    def parse(text: str) -> Sharing:
        """KIND or KIND:OWN:MIN_COUNT, as on the command line; the kind is one-weight or line.

        >>> Sharing.parse("line:30:5").own
        30
        """
        found = re.fullmatch(r"(one-weight|line)(?::(\d+):(\d+))?", text)
        if found is None:
            raise BoardworthError(
                f"share '{text}': expected one-weight or line, or also how often a weight must "
                "occur in a phase to be its own and not to be 0, such as line:20:5"
            )
        kind, own, min_count = found.groups()
        between: Between = "line" if kind == "line" else "one weight"
        return Sharing(int(own), int(min_count), between) if own else Sharing(between=between)

    def bind(
        self,
        counts: Table,  # [stages, weights], how often each occurs
        terms: NDArray[np.uint32] | None = None,  # weights of numbers: always fitted of their own
    ) -> Binding:
        """The parameters of weights that occur so often."""
        enough = self.own * (2 if self.between == "line" else 1)
        lone = counts >= self.own
        if terms is not None:
            lone[:, terms] = True
        groups = self._groups(counts, lone, enough)
        used = groups >= 0
        names, group = np.unique(groups[used], return_inverse=True)
        stage = np.nonzero(used)[0]
        first, last = np.full(len(names), len(counts)), np.zeros(len(names), int)
        np.minimum.at(first, group, stage)
        np.maximum.at(last, group, stage)
        occurrences = np.bincount(group, counts[used], len(names))
        lines = (names >= counts.size) & (last > first) & (occurrences >= enough)
        lines &= self.between == "line"
        # A group has one parameter; a line has two, its values in the first and the last stage.
        sizes = 1 + lines
        starts = np.cumsum(sizes) - sizes
        low = np.full(counts.shape, sizes.sum(), np.int32)
        low[used] = starts[group]
        high = low.copy()
        high[used] += lines[group]
        share = np.zeros(counts.shape, np.float32)
        share[used] = np.where(lines, 1 / np.maximum(last - first, 1), 0)[group]
        share[used] *= stage - first[group]
        return Binding(low, high, share, int(sizes.sum()), self.smooth)

    def _groups(self, counts: Table, lone: NDArray[np.bool_], enough: int) -> NDArray[np.int64]:
        """Equal names for stages of a weight that belong together, -1 where it is 0.

        The names of merged stages are `counts.size` at least.
        """
        merged = (counts >= self.min_count) & ~lone
        cell = np.arange(counts.size).reshape(counts.shape)
        segments, scarce = _segments(np.where(merged, counts, 0), merged, enough)
        groups = np.where(lone, cell, -1)
        groups[merged] = (counts.size + segments * counts.shape[1] + cell[0])[merged]
        # Too few even together: they join the nearest stage in which the weight is its own.
        joining = merged & scarce & lone.any(axis=0)
        groups[joining] = np.take_along_axis(cell, _nearest(lone), axis=0)[joining]
        return groups


def _segments(
    counts: Table, merged: NDArray[np.bool_], enough: int
) -> tuple[Numbers, NDArray[np.bool_]]:
    """For every weight, the stages in segments of enough occurrences, numbered from 0.

    What is left after the last full segment is merged into that segment. Also, for which weights
    there is no full segment.
    """
    segments = np.zeros(counts.shape, np.int32)
    current, total = np.zeros(counts.shape[1], np.int32), np.zeros(counts.shape[1])
    for stage in range(len(counts)):
        begins = merged[stage] & (total >= enough)
        current[begins] += 1
        total[begins] = 0
        total += counts[stage]
        segments[stage] = current
    last = np.where((total < enough) & (current > 0), current, -1)
    return np.where(segments == last, segments - 1, segments), (total < enough) & (current == 0)


def _nearest(lone: NDArray[np.bool_]) -> NDArray[np.int64]:
    """For every stage of every weight, the nearest stage in which it is its own."""
    stages = np.arange(len(lone))
    far = np.where(lone, 0, len(lone))
    return np.stack([np.argmin(far + np.abs(stages - s)[:, None], axis=0) for s in stages])


@dataclass(frozen=True)
class Binding:
    """T: every weight of the table lies between two parameters, often one and the same."""

    low: Numbers  # [stages, weights], number of the one parameter; `parameters` stands for 0
    high: Numbers  # [stages, weights], number of the other
    share: Table  # [stages, weights], how far the weight is on the way from the one to the other
    parameters: int  # how many there are
    smooth: float  # the pull between adjacent stages

    def table(self, parameters: Vector) -> Table:
        """T p."""
        padded = np.append(parameters, np.float32(0))
        low = padded[self.low]
        return np.asarray(low + self.share * (padded[self.high] - low))

    def gathered(self, table: Table) -> Vector:
        """T' of a table."""
        size = self.parameters + 1
        high = self.share * table
        sums = np.bincount(self.low.ravel(), (table - high).ravel(), size)
        sums += np.bincount(self.high.ravel(), high.ravel(), size)
        return sums[:-1].astype(np.float32)

    def penalty(self, l2: float) -> SmoothPenalty:
        """l2 |p|^2 plus smooth |w(k + 1) - w(k)|^2 over the stages k; constants are free of l2."""
        own = np.full(self.parameters + 1, l2, np.float32)
        own[self.low[:, -1]] = own[self.high[:, -1]] = 0
        return SmoothPenalty(own[:-1], self)


@dataclass(frozen=True)
class SmoothPenalty:
    """The quadratic 1/2 p'Pp with P = diag(own) + smooth T'D'DT, D the steps between stages."""

    own: Vector
    binding: Binding

    def product(self, vector: Vector) -> Vector:
        """P v."""
        if self.binding.smooth == 0:
            return self.own * vector
        steps = np.diff(self.binding.table(vector), axis=0, prepend=0, append=0)
        steps[[0, -1]] = 0
        return self.own * vector - self.binding.gathered(self._smooth * np.diff(steps, axis=0))

    @property
    def diagonal(self) -> Vector:
        """Roughly that of P."""
        ties = np.full(self.binding.low.shape, 2 * self._smooth, np.float32)
        return self.own + self.binding.gathered(ties)

    @property
    def _smooth(self) -> np.float32:
        return np.float32(self.binding.smooth)


@dataclass(frozen=True)
class SharedRows:
    """The rows of all stages as one matrix X T: what a fitter sees of stages that share weights."""

    stages: Sequence[Rows]
    binding: Binding

    def __len__(self) -> int:
        return sum(map(len, self.stages))

    @property
    def weights(self) -> int:
        """The number of parameters."""
        return self.binding.parameters

    @property
    def columns(self) -> int:
        """How many parameters a row uses at most."""
        return 2 * self.stages[0].columns

    def predict(self, parameters: Vector) -> Vector:
        """X T p."""
        table = self.binding.table(parameters)
        return np.concatenate(
            [rows.predict(own) for rows, own in zip(self.stages, table, strict=True)]
        )

    def transposed_product(self, residuals: Vector) -> Vector:
        """T' X' r."""
        return self.binding.gathered(self._transposed(residuals))

    def diagonal(self, importance: Vector) -> Vector:
        """Roughly that of T' X' D X T: as if every weight were one parameter."""
        parts = zip(self.stages, self._split(importance), strict=True)
        return self.binding.gathered(np.stack([rows.diagonal(own) for rows, own in parts]))

    def gram_product(self, importance: Vector, vector: Vector) -> Vector:
        """T' X' D X T v."""
        table = self.binding.table(vector)
        parts = zip(self.stages, self._split(importance), table, strict=True)
        return self.binding.gathered(np.stack([r.gram_product(d, own) for r, d, own in parts]))

    def _transposed(self, residuals: Vector) -> Table:
        parts = zip(self.stages, self._split(residuals), strict=True)
        return np.stack([rows.transposed_product(own) for rows, own in parts])

    def _split(self, values: Vector) -> list[Vector]:
        return np.split(values, np.cumsum([len(rows) for rows in self.stages])[:-1])
