"""What is this board worth? Evaluation functions for board games.

A game's rules give its features; self-play or records give positions; a fit gives the weights; the
compiled evaluator values positions, explains itself, plays, and matches prove how strong it is.
The public names follow that story and are loaded when they are first used. Nothing else is imported
here, not even `typing`: the command line comes by, and cannot answer Ctrl-C before it has.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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
    from boardworth.rules import Game, History, Position, game_names, load_game
    from boardworth.rules.records import (
        GameRecord,
        Problem,
        read_problems,
        read_records,
        write_problems,
        write_records,
    )
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

# In the order of the story; a name is looked for in one after the other.
_STAGES = (
    "errors", "rules", "rules.records", "features", "positions", "fitting", "evaluators", "search",
    "arena", "recipes", "report",
)  # fmt: skip

__all__ = [  # noqa: RUF022 - in the order of the story
    "BoardworthError",
    "Game", "History", "Position", "game_names", "load_game",
    "GameRecord", "Problem", "read_problems", "read_records", "write_problems", "write_records",
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


def __getattr__(name: str) -> "Any":
    from importlib import import_module

    if name in __all__:
        for stage in _STAGES:
            if hasattr(module := import_module(f"boardworth.{stage}"), name):
                return getattr(module, name)
    raise AttributeError(f"module 'boardworth' has no attribute '{name}'")


def __dir__() -> list[str]:
    return __all__
