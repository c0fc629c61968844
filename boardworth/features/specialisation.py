"""Which configurations of a set are active in a position, and which say the most (GLEM, 4.3)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from boardworth import _core
from boardworth.pickling import WithoutDerived

if TYPE_CHECKING:
    from boardworth.features.configurations import Configurations
    from boardworth.rules import Position


class SpecialisationDag(WithoutDerived):
    """Configurations as nodes, with arcs to their direct specialisations.

    An active configuration counts for an evaluation if no specialisation of it is active: its
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

    def _numbers(self, position: Position, *, most_specific: bool) -> list[int]:
        packed = np.frombuffer(position.packed, np.uint8).reshape(1, -1)
        relations = _core.RelationRows(position.game.core, packed, 1)
        own = np.arange(len(self.configurations), dtype=np.uint32)
        numbers: list[int] = self.core.active_rows(relations, own, most_specific, 1)[1].tolist()
        return numbers
