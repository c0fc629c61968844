"""Stages of a game: ranges of progress with weights of their own."""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import check_number

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def check_settings(fitter: DataclassInstance, **at_least: float) -> None:
    """Raises BoardworthError if a setting of a fitter is less than it can be, or not a number."""
    whole = {setting.name for setting in fields(fitter) if setting.type == "int"}
    for name, least in at_least.items():
        what = f"{type(fitter).__name__}: {name}"
        check_number(what, getattr(fitter, name), least, whole=name in whole)


def range_text(first: int, last: int, to: str = " to ") -> str:
    """A range of numbers; one number if it has no other.

    >>> range_text(0, 4), range_text(6, 6)
    ('0 to 4', '6')
    """
    return str(first) if first == last else f"{first}{to}{last}"


@dataclass(frozen=True, slots=True)
class Stages:
    """Stage i holds the positions whose progress lies in [starts[i], starts[i + 1])."""

    starts: tuple[int, ...]
    max_progress: int

    @staticmethod
    def equal(max_progress: int, count: int) -> Stages:
        """`count` stages of nearly equal length.

        >>> Stages.equal(60, 4).starts
        (0, 16, 31, 46)
        """
        edges = np.linspace(0, max_progress + 1, min(count, max_progress + 1) + 1)
        return Stages(tuple(int(edge) for edge in np.ceil(edges[:-1])), max_progress)

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def each_text(self) -> str:
        """What is said of weights that every stage has of its own; nothing if there is one."""
        return f" in each of {len(self)} phases" if len(self) > 1 else ""

    def sound(self) -> bool:
        """Whether the stages start at 0, in order, within the game."""
        edges = (*self.starts, self.max_progress + 1)
        return edges[0] == 0 and all(a < b for a, b in pairwise(edges))

    def table(self) -> NDArray[np.uint8]:
        """The stage of every progress from 0 to max_progress."""
        progress = np.arange(self.max_progress + 1)
        return (np.searchsorted(self.starts, progress, side="right") - 1).astype(np.uint8)

    def span(self, stage: int) -> tuple[int, int]:
        """First and last progress of a stage."""
        last = self.starts[stage + 1] - 1 if stage + 1 < len(self) else self.max_progress
        return self.starts[stage], last

    def shares(self) -> NDArray[np.float32]:
        """[stages, 2], how much weights of the beginning and of the end count in each stage.

        They are mixed in proportion to the progress, in stages of several that of the middle.

        >>> Stages.equal(4, 5).shares()[:, 1].tolist()
        [0.0, 0.25, 0.5, 0.75, 1.0]
        """
        late, whole = self.late_parts()
        return np.stack([1 - late / whole, late / whole], axis=1).astype(np.float32)

    def late_parts(self) -> tuple[NDArray[np.int64], int]:
        """The shares of the end in whole numbers, [stages], and how many parts the whole has.

        >>> parts, whole = Stages.equal(4, 5).late_parts()
        >>> parts.tolist(), whole
        ([0, 2, 4, 6, 8], 8)
        """
        twice = np.array([sum(self.span(stage)) for stage in range(len(self))])
        return twice, 2 * max(self.max_progress, 1)

    def importance(self, stage: int, progress: NDArray[np.int16], pool: int) -> NDArray[np.float32]:
        """How much positions count in a stage: 1 inside it, falling to 0 at `pool` + 1 beyond."""
        first, last = self.span(stage)
        distance = np.maximum(np.maximum(first - progress, progress - last), 0)
        return np.maximum(0, 1 - distance / (pool + 1)).astype(np.float32)
