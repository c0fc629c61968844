"""Search: players that look ahead."""

from boardworth.search.alphabeta import AlphaBeta, solve_all
from boardworth.search.limit import Limit
from boardworth.search.player import Player, RandomPlayer

__all__ = ["AlphaBeta", "Limit", "Player", "RandomPlayer", "solve_all"]
