"""Relations of kings and pieces with a column for each of them: nothing is left to be folded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import MissingCapability
from boardworth.evaluators.export.flat import KingsAndPieces, pair_columns

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardworth.evaluators.export.flat import Integers
    from boardworth.features.relations import Relations

# As many columns as a source file can reasonably hold.
MAX_COLUMNS = 8_000_000


def of_relations(
    part: Relations, first: int, weights: NDArray[np.int16]
) -> tuple[KingsAndPieces, Integers]:
    """The block, and the weight's number (-1: none) of each of its columns, from `first` on.

    Args:
        part: the relations.
        first: the number of their first column.
        weights: [stages, weights] of the part.
    """
    shape, conditions = part.shape, part.conditions
    count, own, squares = len(conditions), len(conditions) // 2, shape.kings
    pairs = count * (count - 1) // 2
    sizes = {
        "piece-square": own,
        "king-piece": squares * count,
        "piece-piece": own * (own - 1) // 2 + own * own,
        "king-king-piece": squares * squares * own,
        "king-piece-piece": squares * pairs,
    }
    used = [kind for kind in sizes if kind in part.kinds]
    if sum(sizes[kind] for kind in used) > MAX_COLUMNS:
        raise MissingCapability(
            f"relations of {', '.join(used)} are {sum(sizes[kind] for kind in used):,} numbers, "
            f"and a source file holds at most {MAX_COLUMNS:,}: export them as npz or csv"
        )
    facts = conditions.by_fact.astype(np.int64)
    pieces = len(part.names)
    numbers: list[Integers] = [np.arange(pieces)]
    starts = {}
    for kind in used:
        starts[kind.replace("-", "_")] = first + sum(map(len, numbers))
        numbers.append(_NUMBERS[kind](part))
    wide = "piece-piece" in used and _is_wide(numbers[1 + used.index("piece-piece")], own, weights)
    return KingsAndPieces(
        king=len(part.game.atoms[0].values) - 1,
        squares=squares,
        conditions=count,
        condition_of=np.where(facts[:, 0] < 0, count, facts[:, 0]),
        column_of_piece=first + np.maximum(facts[:, 3], 0),
        count_of=np.where(facts[:, 3] < 0, 0, facts[:, 4]) if pieces else np.zeros(len(facts), int),
        across=conditions.across.astype(np.int64),
        wide=wide,
        **starts,
    ), np.concatenate(numbers)


def _piece_square(part: Relations) -> Integers:
    return np.array([part.shape.piece_square(c) for c in range(len(part.conditions) // 2)])


def _king_piece(part: Relations) -> Integers:
    shape, count = part.shape, len(part.conditions)
    return np.array([shape.king_piece(k, c) for k in range(shape.kings) for c in range(count)])


def _piece_piece(part: Relations) -> Integers:
    shape, count = part.shape, len(part.conditions)
    own = count // 2
    return np.array(
        [shape.piece_piece(low, high) for high in range(count) for low in range(min(high, own))]
    )


def _king_king_piece(part: Relations) -> Integers:
    shape, own = part.shape, len(part.conditions) // 2
    kings = range(shape.kings)
    return np.array(
        [shape.king_king_piece(k, other, c) for k in kings for other in kings for c in range(own)]
    )


def _king_piece_piece(part: Relations) -> Integers:
    shape, count = part.shape, len(part.conditions)
    pairs = [(low, high) for high in range(count) for low in range(high)]
    return np.array(
        [shape.king_piece_piece(k, low, high) for k in range(shape.kings) for low, high in pairs]
    )


_NUMBERS: dict[str, Callable[[Relations], Integers]] = {
    "piece-square": _piece_square,
    "king-piece": _king_piece,
    "piece-piece": _piece_piece,
    "king-king-piece": _king_king_piece,
    "king-piece-piece": _king_piece_piece,
}


def _is_wide(numbers: Integers, own: int, weights: NDArray[np.int16]) -> bool:
    """Whether a pair's weight less that of the pair as the opponent sees it exceeds 16 bits."""
    columns = pair_columns(2 * own)
    swapped = np.roll(np.roll(columns, -own, axis=0), -own, axis=1)
    for row in weights:
        worth = np.append(np.append(row, 0)[numbers], 0).astype(np.int32)
        if np.abs(worth[columns] - worth[swapped]).max() > np.iinfo(np.int16).max:
            return True
    return False
