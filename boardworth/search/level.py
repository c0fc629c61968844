"""Levels: one number for how well to play. This is their one table.

Level N looks N moves ahead and, near the end of the game, to its end: first for win, draw or loss,
later for the score.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardworth.errors import BoardworthError
from boardworth.search.limit import Limit, Solving
from boardworth.search.probcut import DEFAULT_SELECTIVITY

if TYPE_CHECKING:
    from boardworth.rules import Game

MAX_LEVEL = 60
# The level where none is given.
DEFAULT_LEVEL = 12


def level(game: Game, number: int) -> Limit:
    """The limit that is a level of a game. Raises BoardworthError if there is no such level."""
    if not 1 <= number <= MAX_LEVEL:
        raise BoardworthError(f"level {number}: levels are 1 to {MAX_LEVEL}")
    solving = _othello(number) if _is_othello(game) else Solving()
    return Limit(depth=number, solving=solving)


def usual_limit(game: Game, needs_time: bool = False) -> Limit:
    """The limit where none is set: a level where the game has a table, else a second.

    Args:
        game: what is played.
        needs_time: whether the player cannot be limited by a depth.
    """
    if _is_othello(game) and not needs_time:
        return level(game, DEFAULT_LEVEL)
    return Limit(seconds=1)


def _is_othello(game: Game) -> bool:
    """Whether it is the built-in game, and not a rule sheet of that name."""
    return game.definition == "othello"


def _othello(number: int) -> Solving:
    """Two more empty squares for every three plies of depth, which cost about as much.

    One more ply takes 1.55 times as long, one more empty square 2.1 times. Win, draw or loss with
    21 empty squares takes about as long as eight moves of depth 12, the score three times as long,
    and with forward pruning an eighth. Low levels solve little: they can be beaten.
    """
    wld = min(2 * number + 1, 13 + 2 * number // 3)
    return Solving(wld - 3, wld, wld + 3, DEFAULT_SELECTIVITY)
