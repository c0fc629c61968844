"""What is this board worth? Evaluation functions for board games.

A game's rules give its features; self-play or records give positions; a fit gives the weights; the
compiled evaluator values positions, explains itself, plays, and matches prove how strong it is.
The public names follow that story and are loaded when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from boardworth.arena import (
        Match,
        MatchResult,
        Sprt,
        balanced_openings,
        random_openings,
        read_openings,
    )
    from boardworth.errors import BoardworthError
    from boardworth.evaluators import (
        Evaluator,
        baseline,
        load_model,
        save_model,
        shipped_model,
    )
    from boardworth.features import FeatureSet, Pattern, board_patterns, read_pictures
    from boardworth.features.genconf import genconf
    from boardworth.fitting import LeastSquares, Logistic, Model
    from boardworth.positions import Dataset, label, self_play
    from boardworth.recipes import Build, Settings
    from boardworth.report import write_report
    from boardworth.rules import Game, Position, load_game
    from boardworth.rules.records import GameRecord, Problem, read_problems, read_records
    from boardworth.search import (
        AlphaBeta,
        Clock,
        Limit,
        Mtdf,
        Player,
        Playouts,
        RandomPlayer,
        Solution,
        StopSign,
        Uct,
        UctSettings,
        analyze_game,
        analyze_position,
        calibrate,
        solve,
        solve_all,
        solver,
    )

_STORY = {
    "boardworth.errors": ["BoardworthError"],
    "boardworth.rules": ["Game", "Position", "load_game"],
    "boardworth.rules.records": ["GameRecord", "Problem", "read_problems", "read_records"],
    "boardworth.features": ["FeatureSet", "Pattern", "board_patterns", "genconf", "read_pictures"],
    "boardworth.positions": ["Dataset", "label", "self_play"],
    "boardworth.fitting": ["LeastSquares", "Logistic", "Model"],
    "boardworth.evaluators": ["Evaluator", "baseline", "load_model", "save_model", "shipped_model"],
    "boardworth.search": [
        "AlphaBeta", "Clock", "Limit", "Player", "RandomPlayer", "Playouts", "Uct", "UctSettings",
        "Mtdf", "StopSign",
        "calibrate", "Solution", "solve", "solve_all", "solver", "analyze_game", "analyze_position",
    ],
    "boardworth.arena": [
        "Match", "MatchResult", "Sprt", "balanced_openings", "random_openings", "read_openings",
    ],
    "boardworth.recipes": ["Build", "Settings"],
    "boardworth.report": ["write_report"],
}  # fmt: skip
_MODULE_OF = {name: module for module, names in _STORY.items() for name in names}

__all__ = [  # noqa: RUF022 - in the order of the story
    "BoardworthError",
    "Game", "Position", "load_game", "GameRecord", "Problem", "read_problems", "read_records",
    "FeatureSet", "Pattern", "board_patterns", "genconf", "read_pictures",
    "Dataset", "label", "self_play",
    "LeastSquares", "Logistic", "Model",
    "Evaluator", "baseline", "load_model", "save_model", "shipped_model",
    "AlphaBeta", "Clock", "Limit", "Player", "RandomPlayer", "Playouts", "Uct", "UctSettings",
    "Mtdf", "StopSign",
    "calibrate", "Solution", "solve", "solve_all", "solver", "analyze_game", "analyze_position",
    "Match", "MatchResult", "Sprt", "balanced_openings", "random_openings", "read_openings",
    "Build", "Settings", "write_report",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'boardworth' has no attribute '{name}'")
    return getattr(import_module(_MODULE_OF[name]), name)


def __dir__() -> list[str]:
    return __all__
