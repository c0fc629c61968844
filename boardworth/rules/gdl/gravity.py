"""Which side of a board is its floor, if things fall: found by looking at random play.

Where things fall, whatever lies on a square rests on the floor or on something. So all filled squares
of a file, a line of squares from one side to the other, lie together at one end of it. That holds
by accident where squares are filled in a fixed order; therefore two files must have been seen of
which now one and now the other was clearly fuller. If it holds towards two sides, nothing is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.rules.gdl.structure.sample import few_states

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardworth.rules.gdl.propnet_machine import PropnetMachine

_CLEARLY = 2  # squares


def floor(
    machine: PropnetMachine, men: Sequence[Sequence[int] | None], columns: int, rows: int
) -> str:
    """The side of the board as its rows and columns are numbered: "bottom" is the last row.

    Args:
        machine: the rules.
        men: for every square, row by row, the fluents that say that it is not empty.
        columns: how many there are.
        rows: how many there are.

    Returns:
        "bottom", also where nothing falls; "top", "left" or "right".
    """
    if min(columns, rows) < 2:
        return "bottom"
    holds = few_states(machine)
    filled = np.zeros((len(holds), rows, columns), bool)
    for square, fluents in enumerate(men):
        filled[:, square // columns, square % columns] = holds[:, list(fluents or ())].any(axis=1)
    is_square = np.array([own is not None for own in men]).reshape(rows, columns)
    # Each turned so that the side in question is the last row.
    turned = {"bottom": 0, "right": -1, "top": 2, "left": 1}
    found = [
        side
        for side, turns in turned.items()
        if _falls_down(np.rot90(filled, turns, (1, 2)), np.rot90(is_square, turns))
    ]
    return found[0] if len(found) == 1 else "bottom"


def _falls_down(filled: NDArray[np.bool_], is_square: NDArray[np.bool_]) -> bool:
    """Whether everything rests on the last row, or on what is below it."""
    hanging = filled[:, :-1] & ~filled[:, 1:] & is_square[1:]
    heights = filled.sum(axis=1, dtype=int)
    fuller = np.zeros((heights.shape[1],) * 2, bool)
    for file in range(heights.shape[1]):
        fuller[file] = (heights[:, [file]] - heights >= _CLEARLY).any(axis=0)
    return not hanging.any() and bool((fuller & fuller.T).any())
