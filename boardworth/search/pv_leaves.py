"""The search that learning from experts' moves is handed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import check_number
from boardworth.fitting.model import Parameters
from boardworth.search.many import ManySearches

if TYPE_CHECKING:
    from boardworth.fitting import Model
    from boardworth.positions import Leaves


@dataclass(frozen=True, slots=True)
class PvLeaves(Parameters):
    """Searches every legal move to a depth: 1 is quiescence search after the move."""

    depth: int = 1
    features: str | tuple[str, ...] = "learning"  # of the searches; see ManySearches.leaves

    def __post_init__(self) -> None:
        check_number("PvLeaves: depth", self.depth, 1, whole=True)

    @property
    def description(self) -> str:
        """All that leaves depend on, besides the model."""
        if self.features == "learning":
            return f"depth {self.depth}"
        return f"depth {self.depth}, features {self.features}"

    def __call__(self, model: Model, positions: NDArray[np.uint8], threads: int = 1) -> Leaves:
        """Where the principal variation of each move ends."""
        return ManySearches(model, threads, self.features).leaves(positions, self.depth)
