"""What a feature set may have beside patterns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from boardworth import _core
    from boardworth.features.pattern import Configuration
    from boardworth.rules import Position


class Active(Protocol):
    """What uses a weight in a position: a conjunction that holds, or a number."""

    @property
    def facts(self) -> tuple[tuple[int, int], ...]:
        """The atoms and values it speaks of, if any."""

    @property
    def factor(self) -> int:
        """What the weight is multiplied by: 1 or -1 for a conjunction."""

    def drawn(self, role: int) -> Active:
        """The same, of the board as it is drawn when a role is to move, not as the role sees it."""


class Part(Protocol):
    """Weights numbered from 0: first those of numbers, then those of conjunctions.

    A position has every number, and uses any number of the conjunctions, some of them perhaps -1
    times.
    """

    @property
    def definition(self) -> dict[str, Any]:
        """All that tells it from others, for JSON."""

    @property
    def kind(self) -> str:
        """What a model file calls such parts."""

    @property
    def names(self) -> tuple[str, ...]:
        """Of its numbers, which have the first weights; none if all are of conjunctions."""

    def name(self, weight: int) -> str:
        """What people call that which uses a weight."""

    def __len__(self) -> int:
        """The number of weights."""

    def rows(
        self, positions: NDArray[np.uint8], first: int = 0, threads: int = 1
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
        """Starts and weights, counted from `first`; NEGATIVE is added where one counts -1.

        Those of packed position i are weights[starts[i]:starts[i + 1]].
        """

    def values(self, positions: NDArray[np.uint8], threads: int = 1) -> NDArray[np.int16]:
        """[positions, names], the numbers of packed positions."""

    def active(self, position: Position) -> Sequence[tuple[Active, int]]:
        """What counts in a position, and its weights' numbers."""

    def describe(self, weight: int) -> Configuration:
        """A conjunction that uses this weight. Raises MissingCapability if it is a number's."""

    def core_part(
        self, weights: NDArray[np.integer[Any]], stage_of: NDArray[np.uint8]
    ) -> _core.EvaluatorPart:
        """Its part in a compiled sum: weights [stages, weights], the stage of every progress."""

    def to_section(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """What a model file keeps of it: JSON and tensors."""
