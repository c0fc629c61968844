"""Chess960: chess from other starts, known by the rights to castle."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardworth.rules.position import Position

# A rank with king and rook where chess has them, by the right to castle.
_USUAL = {"K": r"....K..R", "Q": r"R...K...", "k": r"....k..r", "q": r"r...k..."}


def is_chess960(position: Position) -> bool:
    """Whether a king may castle that, with its rook, does not stand where chess begins."""
    board, _mover, rights, *_ = position.game.text(position).split()
    ranks = [re.sub(r"\d", lambda gap: "." * int(gap[0]), rank) for rank in board.split("/")]
    return any(
        right not in _USUAL or not re.fullmatch(_USUAL[right], ranks[0 if right.islower() else -1])
        for right in rights.replace("-", "")
    )
