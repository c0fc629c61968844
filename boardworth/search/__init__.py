"""Search: players that look ahead."""

from boardworth._core import StopSign
from boardworth.search.alphabeta import AlphaBeta, solve_all
from boardworth.search.analysis import (
    MoveAnalysis,
    MoveValue,
    PlayerSummary,
    analyze_game,
    analyze_position,
    first_player_curve,
    summarize,
)
from boardworth.search.limit import Clock, Limit
from boardworth.search.player import Player, RandomPlayer
from boardworth.search.solving import Solution, agrees, solve, solver

__all__ = [
    "AlphaBeta",
    "Clock",
    "Limit",
    "MoveAnalysis",
    "MoveValue",
    "Player",
    "PlayerSummary",
    "RandomPlayer",
    "Solution",
    "StopSign",
    "agrees",
    "analyze_game",
    "analyze_position",
    "first_player_curve",
    "solve",
    "solve_all",
    "solver",
    "summarize",
]
