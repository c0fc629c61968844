"""The weights that an iteration changes: of millions, those that its leaves use."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import NotFitted
from boardworth.fitting.mmto.measures import inner_product
from boardworth.fitting.mmto.updates import changed

if TYPE_CHECKING:
    from boardworth.fitting.mmto.checkpoint import State
    from boardworth.fitting.mmto.updates import Update


class OccurringWeights:
    """The weights that change in an iteration, apart from the many that do not."""

    def __init__(
        self,
        state: State,
        steps: NDArray[np.float32],  # [weights], of their grids
        major: NDArray[np.int64],  # [sets, pieces], among all: the sum of each set is kept
        minor: NDArray[np.bool_],  # all that l1 may pull
        *,
        pulled: bool = False,  # whether l1 also pulls those that no leaf uses
    ) -> None:
        free = np.ones(state.weights.shape, bool)
        free[:, -1] = False  # the constant's
        changing = state.counts > 0
        if pulled:
            changing |= state.weights != 0
        self._numbers = np.flatnonzero(free & (changing | _flags(free, major)))
        self._steps = steps[self._numbers % len(steps)]
        self._major = np.searchsorted(self._numbers, major)
        self._minor = minor[self._numbers]
        self._before = state.weights.ravel()[self._numbers]
        self._weights = self._before
        self._memory = {
            name: array[self._numbers] if array.size == state.weights.size else array
            for name, array in state.memory.items()
        }
        self.stored = state.weights * steps  # in units of the stored ones

    def step(self, update: Update, gradient: NDArray[np.float32], l1: float) -> None:
        """An update by the gradient of J by stored weights."""
        own = gradient[self._numbers] * self._steps
        self._weights = changed(
            update, self._weights, own, self._memory, self._major, self._minor, l1
        )
        self.stored.ravel()[self._numbers] = self._weights * self._steps

    def finish(self, state: State) -> float:
        """Puts the weights in their places; the cosine similarity of before and after."""
        if not np.isfinite(self._weights).all():
            raise NotFitted("the fit diverged: its weights are not finite")
        state.weights.ravel()[self._numbers] = self._weights
        for name, array in self._memory.items():
            if state.memory[name].size == state.weights.size:
                state.memory[name][self._numbers] = array
        return round(self._cosine(state.weights), 6)

    def _cosine(self, all_after: NDArray[np.float32]) -> float:
        """From the squares of those that have not changed, and products of those that have."""
        before, after = self._before, self._weights
        same = max(inner_product(all_after, all_after) - inner_product(after, after), 0.0)
        first, second = (same + inner_product(own, own) for own in (before, after))
        lengths = math.sqrt(first) * math.sqrt(second)
        return (same + inner_product(before, after)) / lengths if lengths else 0.0


def _flags(like: NDArray[np.bool_], numbers: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Of that shape, True at these numbers."""
    found = np.zeros_like(like)
    found.ravel()[numbers.ravel()] = True
    return found
