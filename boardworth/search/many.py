"""Searches of many positions, each by one thread and as if it were the only one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth import _core
from boardworth.errors import BoardworthError
from boardworth.evaluators import Evaluator
from boardworth.pickling import ByArguments
from boardworth.positions import Leaves, SearchedValues
from boardworth.search.features import QUICK_LEARNING, search_features
from boardworth.search.probcut import DEFAULT_SELECTIVITY, checks

if TYPE_CHECKING:
    from boardworth.fitting import Model

# Bytes of one search's table: such searches are small.
MEMORY = 4 << 20
# With these, too, a value is that of a leaf, whatever the bounds of the search are.
_EVALUATED = {*QUICK_LEARNING, "quiescence-checks"}


class ManySearches(ByArguments):
    """Searches with one model, on several threads that do not change any result.

    `features` are those of an `AlphaBeta`.
    """

    def __init__(
        self, model: Model, threads: int = 1, features: str | Iterable[str] = "learning"
    ) -> None:
        self.model = model
        self.threads = threads
        self.features = search_features(model.game, features)
        selectivity = DEFAULT_SELECTIVITY if model.selectivity else 0
        self._core = _core.ManySearches(
            Evaluator(model).core, checks(model), selectivity, MEMORY, threads, self.features
        )

    def search(self, positions: NDArray[np.uint8], depths: NDArray[np.int32]) -> SearchedValues:
        """Packed positions, each searched to a depth of its own."""
        values, successors, signs = self._core.search(positions, depths)
        return SearchedValues((values / self.model.scale).astype(np.float32), successors, signs)

    def leaves(self, positions: NDArray[np.uint8], depth: int = 1) -> Leaves:
        """Every legal move of packed positions, each searched alone with a full window.

        Depth 1 is quiescence search after the move. Values are those of minimax. With the feature
        exchange-pruning quiescence search leaves out captures that lose an exchange: in shogi that
        is three times as fast. What pieces are worth in an exchange is fixed, so the moves that are
        searched do not depend on the model (MMTO, Appendix A, asks for that). Raises
        BoardworthError for features with which a value need not be that of a leaf.
        """
        if others := set(self.features) - _EVALUATED:
            raise BoardworthError(
                f"leaves of searches with {', '.join(sorted(others))}: expected no features but "
                f"{', '.join(sorted(_EVALUATED))}"
            )
        moves, starts, leaves, signs, values = self._core.leaves(positions, depth)
        return Leaves(moves, starts, leaves, signs, (values / self.model.scale).astype(np.float32))

    def sample(
        self, positions: NDArray[np.uint8], depth: int, size: int, seed: int
    ) -> tuple[NDArray[np.uint8], NDArray[np.uint32]]:
        """Positions evaluated by searches from these, and the row that each of them is from.

        Every evaluation of a search has the same chance to be among its `size`.
        """
        return self._core.sample(positions, depth, size, seed)
