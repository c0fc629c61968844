"""Search: players that look ahead."""

from boardworth._core import StopSign
from boardworth.search.alphabeta import AlphaBeta, solve_all
from boardworth.search.analysis import (
    MoveAnalysis,
    MoveValue,
    PlayerSummary,
    analyze_game,
    analyze_position,
    exact_from,
    first_player_curve,
    summarize,
)
from boardworth.search.analysis_report import report_game, report_position
from boardworth.search.calibration import calibrate
from boardworth.search.limit import Clock, Limit
from boardworth.search.many import Judgements, ManySearches
from boardworth.search.player import Player, RandomPlayer
from boardworth.search.playout_player import PlayoutPlayer
from boardworth.search.playouts import Playouts
from boardworth.search.solving import Solution, agrees, solve, solver

__all__ = [
    "AlphaBeta",
    "Clock",
    "Judgements",
    "Limit",
    "ManySearches",
    "MoveAnalysis",
    "MoveValue",
    "Player",
    "PlayerSummary",
    "PlayoutPlayer",
    "Playouts",
    "RandomPlayer",
    "Solution",
    "StopSign",
    "agrees",
    "analyze_game",
    "analyze_position",
    "calibrate",
    "exact_from",
    "first_player_curve",
    "report_game",
    "report_position",
    "solve",
    "solve_all",
    "solver",
    "summarize",
]
