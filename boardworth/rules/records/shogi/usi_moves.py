"""Moves of shogi by their texts in USI, and back."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from boardworth.rules.records.shogi.pieces import HAND_KINDS, SQUARES, usi_drop, usi_move

if TYPE_CHECKING:
    from boardworth.rules.game import Game
    from boardworth.rules.position import Move

DECLARED = "win"


@cache
def move_numbers(game: Game) -> dict[str, Move]:
    """Every move that USI can write, legal anywhere or not, by its text."""
    texts = [usi_drop(kind, to) for kind in HAND_KINDS for to in SQUARES]
    texts += [
        usi_move(origin, to, promotes=promotes)
        for origin in SQUARES
        for to in SQUARES
        for promotes in (False, True)
        if origin != to
    ]
    start = game.start()
    return {text: start.parse_move(text) for text in [*texts, DECLARED]}


@cache
def usi_texts(game: Game) -> dict[Move, str]:
    """The same, by number."""
    return {move: text for text, move in move_numbers(game).items()}
