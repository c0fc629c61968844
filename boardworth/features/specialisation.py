"""Which configurations of a set are active in a position, and which say the most (GLEM, 4.3)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth import _core

if TYPE_CHECKING:
    from boardworth.features.configurations import Configurations
    from boardworth.rules import Position


class SpecialisationDag:
    """Configurations as nodes, with arcs to their direct specialisations.

    A depth-first search from the root visits active nodes and their direct specialisations only. An
    active configuration counts for an evaluation if no specialisation of it is active: its
    generalisations say nothing new.
    """

    def __init__(self, configurations: Configurations) -> None:
        self.configurations = configurations

    @cached_property
    def core(self) -> _core.SpecialisationDag:
        """The compiled DAG."""
        c = self.configurations
        return _core.SpecialisationDag(c.game.core, c.relations, c.lengths)

    def active(self, position: Position) -> list[int]:
        """The numbers of all configurations that hold."""
        return self._numbers(position, most_specific=False)

    def most_specific(self, position: Position) -> list[int]:
        """The numbers of those that hold while none of their specialisations does."""
        return self._numbers(position, most_specific=True)

    def rows(self, positions: NDArray[np.uint8]) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
        """Starts and numbers: those of position i are numbers[starts[i]:starts[i + 1]]."""
        return self.core.active(positions, most_specific=True)

    def _numbers(self, position: Position, *, most_specific: bool) -> list[int]:
        packed = np.frombuffer(position.packed, np.uint8).reshape(1, -1)
        numbers: list[int] = self.core.active(packed, most_specific)[1].tolist()
        return numbers
