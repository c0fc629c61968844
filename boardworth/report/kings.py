"""What pieces are worth on each square by relations, with the own king where it usually is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.features import Relations
from boardworth.fitting.shown import occurrences

if TYPE_CHECKING:
    from boardworth.fitting import Model


@dataclass(frozen=True, slots=True)
class KingBoards:
    """Boards of own pieces, one for each kind, with the own king on one square."""

    king: str  # such as 'own king g1'
    pieces: tuple[str, ...]
    # [rows, columns], nan where training has met none.
    boards: tuple[NDArray[np.float64], ...]


def king_boards(model: Model, stage: int) -> KingBoards | None:
    """Those of the king's square that training has met most often; None without king-piece."""
    features = model.weighted_sum.features
    values, counts = model.weighted_sum.values(stage), occurrences(model, stage)
    for part, first in zip(features.parts, features.part_bases, strict=False):
        if isinstance(part, Relations) and "king-piece" in part.kinds:
            own = slice(first, first + len(part))
            return _boards(part, values[own], counts[own])
    return None


def _boards(
    part: Relations, values: NDArray[np.float64], counts: NDArray[np.float64]
) -> KingBoards:
    about, board = part.conditions, part.game.board
    weights = _king_piece_weights(part)
    met = np.where(weights >= 0, counts[weights], 0).sum(axis=1)
    king, every = int(np.argmax(met)), not counts.any()
    found = {
        piece: np.full(board.rows * board.columns, np.nan)
        for piece in about.pieces
        if about.on_board(piece)
    }
    for condition, (square, value) in enumerate(map(about.fact, range(len(about) // 2))):
        if about.squares[condition] < 0 or weights[king, condition] < 0:
            continue
        piece = part.game.atoms[square].values[value].removeprefix("own ")
        own = [int(weights[king, condition])]
        if "piece-square" in part.kinds:
            own.append(part.shape.piece_square(condition))
        if every or counts[own].any():
            alone = values[part.pieces[piece]] if part.pieces else 0.0
            found[piece][square] = alone + values[own].sum()
    shape = (board.rows, board.columns)
    return KingBoards(
        about.king_name(king, "own"), tuple(found), tuple(b.reshape(shape) for b in found.values())
    )


def _king_piece_weights(part: Relations) -> NDArray[np.int64]:
    """[kings, own conditions], the weights of king-piece; -1 for none."""
    own = range(len(part.conditions) // 2)
    return np.array([[part.shape.king_piece(k, c) for c in own] for k in range(part.shape.kings)])
