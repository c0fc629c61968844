"""Which side of a board is its floor, if things fall: found by looking at random play.

Where things fall, either all lie on something, or all go down. If they *lie*, whatever is on a
square rests on the floor or on the square below: the pieces in each file of squares are a stack. By
accident that holds where squares are filled in a fixed order; so there must be two files of which
now one was clearly higher and now the other. If they *go*, every piece is one square further at
each step. What holds towards two sides says nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.rules.gdl.structure.sample import random_sample

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boardworth.rules.gdl.propnet_machine import PropnetMachine

_MAX_HOLDS = 4_000_000  # steps of random play times fluents
_CLEARLY = 2  # squares by which a stack is clearly higher
# How often a board is turned by a quarter until a side of it is the last row.
_TURNS = {"bottom": 0, "right": -1, "top": 2, "left": 1}


def floor(
    machine: PropnetMachine, pieces: Sequence[Mapping[int, int] | None], columns: int, rows: int
) -> str:
    """The floor's side where rows are numbered downwards: "bottom" is the last row.

    Args:
        machine: the rules.
        pieces: for every square, row by row, the fluents that put a piece there, with numbers of
            the pieces from 1 on.
        columns: how many there are.
        rows: how many there are.

    Returns:
        "bottom", also where nothing falls; "top", "left" or "right".
    """
    most = max(2, _MAX_HOLDS // max(1, len(machine.ground_game.fluents)))
    steps = random_sample(machine, size=0).steps(most)
    before, after = (_pieces(holds, pieces).reshape(-1, rows, columns) for holds in steps)
    is_square = np.array([own is not None for own in pieces]).reshape(rows, columns)
    found = [
        side
        for side, turns in _TURNS.items()
        if _lie(np.rot90(after, turns, (1, 2)) > 0, np.rot90(is_square, turns))
        or _go(np.rot90(before, turns, (1, 2)), np.rot90(after, turns, (1, 2)))
    ]
    return found[0] if len(found) == 1 else "bottom"


def _pieces(
    holds: NDArray[np.uint8], pieces: Sequence[Mapping[int, int] | None]
) -> NDArray[np.int64]:
    """By state and square, the number of the piece; 0 where there is none."""
    found = np.zeros((len(holds), len(pieces)), np.int64)
    for square, own in enumerate(pieces):
        for fluent, number in (own or {}).items():
            found[holds[:, fluent] > 0, square] = number
    return found


def _lie(filled: NDArray[np.bool_], is_square: NDArray[np.bool_]) -> bool:
    """Whether everything rests on the last row, or on what is below it."""
    hanging = filled[:, :-1] & ~filled[:, 1:] & is_square[1:]
    heights = filled.sum(axis=1, dtype=int)
    higher = np.array([(own[:, None] - heights >= _CLEARLY).any(axis=0) for own in heights.T])
    return not hanging.any() and bool((higher & higher.T).any())


def _go(before: NDArray[np.int64], after: NDArray[np.int64]) -> bool:
    """Whether every piece goes one row down at each step, until it leaves the board."""
    above, there, below = before[:, :-1], after[:, :-1], after[:, 1:]
    is_piece = above > 0
    return bool((is_piece & (there != above)).any()) and not (is_piece & (below != above)).any()
