"""Rules: what a game is, the built-in games, and records of games played."""

from boardworth.rules.game import (
    Atom,
    Board,
    Game,
    Move,
    Position,
    Replay,
    longest_game,
    progress_near_the_end,
    too_long,
)
from boardworth.rules.loading import load_game
from boardworth.rules.repetition import Occurrences

__all__ = [
    "Atom",
    "Board",
    "Game",
    "Move",
    "Occurrences",
    "Position",
    "Replay",
    "load_game",
    "longest_game",
    "progress_near_the_end",
    "too_long",
]
