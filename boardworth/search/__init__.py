"""Search: players that look ahead."""

from boardworth._core import StopSign
from boardworth.search.alphabeta import AlphaBeta, solve_all
from boardworth.search.limit import Clock, Limit
from boardworth.search.player import Player, RandomPlayer
from boardworth.search.solving import Solution, agrees, solve, solver

__all__ = [
    "AlphaBeta",
    "Clock",
    "Limit",
    "Player",
    "RandomPlayer",
    "Solution",
    "StopSign",
    "agrees",
    "solve",
    "solve_all",
    "solver",
]
