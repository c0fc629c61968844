"""Rules: what a game is, the built-in games, and records of games played."""

from boardworth.rules.game import NATURE, Game, Simulator
from boardworth.rules.history import History
from boardworth.rules.length import longest_game, progress_near_the_end, too_long
from boardworth.rules.loading import game_names, load_game
from boardworth.rules.position import Atom, Board, Move, Position, Replay

__all__ = [
    "NATURE",
    "Atom",
    "Board",
    "Game",
    "History",
    "Move",
    "Position",
    "Replay",
    "Simulator",
    "game_names",
    "load_game",
    "longest_game",
    "progress_near_the_end",
    "too_long",
]
