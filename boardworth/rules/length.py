"""How long games last, also where nothing bounds them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardworth.rules.game import Game


def longest_game(game: Game) -> int:
    """Most moves of a game; if nothing bounds them, how many seem to have no end."""
    return 10 * game.usual_length + (game.max_progress if game.moves_bounded else 200)


def too_long(game: Game, moves: int) -> bool:
    """Whether a game that nothing bounds has become too long to be sure of an end."""
    return not game.moves_bounded and moves > longest_game(game)


def progress_near_the_end(game: Game, moves: int) -> int:
    """The progress from which at most `moves` are to go; one too many if that is unknown."""
    return game.max_progress - moves if game.moves_bounded else game.max_progress + 1
