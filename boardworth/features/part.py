"""What a feature set may have beside patterns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from boardworth import _core
    from boardworth.features.pattern import Configuration
    from boardworth.rules import Position


class Part(Protocol):
    """Conjunctions with weights, numbered from 0, of which a position uses any number."""

    @property
    def definition(self) -> dict[str, Any]:
        """All that tells it from others, for JSON."""

    @property
    def kind(self) -> str:
        """What a model file calls such parts."""

    @property
    def name(self) -> str:
        """What people call one of its conjunctions."""

    def __len__(self) -> int:
        """The number of weights."""

    def rows(
        self, positions: NDArray[np.uint8], first: int = 0, threads: int = 1
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
        """Starts and weights, counted from `first`.

        Those of packed position i are weights[starts[i]:starts[i + 1]].
        """

    def active(self, position: Position) -> list[tuple[Configuration, int]]:
        """What counts in a position, and its weights' numbers."""

    def describe(self, weight: int) -> Configuration:
        """A conjunction that uses this weight."""

    def core_part(
        self, weights: NDArray[np.integer[Any]], stage_of: NDArray[np.uint8]
    ) -> _core.EvaluatorPart:
        """Its part in a compiled sum: weights [stages, weights], the stage of every progress."""

    def to_section(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """What a model file keeps of it: JSON and tensors."""
