"""Search: players that look ahead."""

from boardworth._core import (
    ParanoidResult,
    SearchResult,
    StartSign,
    StopSign,
    UctMove,
    UctResult,
)
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
from boardworth.search.features import search_features
from boardworth.search.level import DEFAULT_LEVEL, MAX_LEVEL, level, usual_limit
from boardworth.search.limit import Clock, Limit
from boardworth.search.many import ManySearches
from boardworth.search.model_player import model_player
from boardworth.search.mtdf import Mtdf
from boardworth.search.player import Chance, Decision, Fallback, Player, RandomPlayer, Seating
from boardworth.search.playouts import Playouts
from boardworth.search.pv_leaves import PvLeaves
from boardworth.search.solving import Solution, agrees, solve, solver
from boardworth.search.uct import FinalMove, Uct, UctSettings

__all__ = [
    "DEFAULT_LEVEL",
    "MAX_LEVEL",
    "AlphaBeta",
    "Chance",
    "Clock",
    "Decision",
    "Fallback",
    "FinalMove",
    "Limit",
    "ManySearches",
    "MoveAnalysis",
    "MoveValue",
    "Mtdf",
    "ParanoidResult",
    "Player",
    "PlayerSummary",
    "Playouts",
    "PvLeaves",
    "RandomPlayer",
    "SearchResult",
    "Seating",
    "Solution",
    "StartSign",
    "StopSign",
    "Uct",
    "UctMove",
    "UctResult",
    "UctSettings",
    "agrees",
    "analyze_game",
    "analyze_position",
    "calibrate",
    "exact_from",
    "first_player_curve",
    "level",
    "model_player",
    "report_game",
    "report_position",
    "search_features",
    "solve",
    "solve_all",
    "solver",
    "summarize",
    "usual_limit",
]
