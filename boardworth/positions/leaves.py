"""Where the principal variations of moves end: what learning from moves through search needs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Leaves:
    """The legal moves of some positions, and the leaf that a search of each move ends in.

    Of row i these are `starts[i]` to `starts[i + 1]`, in the game's order.
    """

    moves: NDArray[np.int32]  # [moves]
    starts: NDArray[np.int64]  # [rows + 1], where each row's moves begin
    positions: NDArray[np.uint8]  # [moves, bytes], the leaves, packed
    # [moves], 1 or -1: a move's value is its sign times the evaluation of its leaf; 0 where it is
    # no evaluation: the game ends, or the search takes a value that large for a bound.
    signs: NDArray[np.int8]
    values: NDArray[np.float32]  # [moves], for the moves' player, in points or units of log-odds
