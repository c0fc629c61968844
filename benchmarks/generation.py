"""Functions for roles from rules alone: how long it takes, and how much they tell.

The sheets are those in the folder gdl of the one that BOARDWORTH_DATA names. The paper's seconds
are Waledzik and Mandziuk's own (2014, IV.A.4), on all cores of a Core i7, for
100 sequences and 10 rollouts. Its chess cannot be grounded: that row has its features alone, and
its seconds stand beside another sheet of chess.
"""

import time

import numpy as np

from benchmarks.data import public_sheets
from benchmarks.timing import show
from boardworth.features import rule_features
from boardworth.fitting import Model
from boardworth.positions.sequences import SequencePlan, SequenceSample, sample_sequences
from boardworth.recipes import PaperSettings, functions_from_rules
from boardworth.rules.gdl import read_rule_sheet
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.machine_choice import machine_for

STAGES = ("features", "positions", "fitting")
SOURCES = (
    "core/rules",
    "boardworth/rules/gdl",
    "boardworth/features",
    "boardworth/positions",
    "boardworth/fitting",
)

# The paper's seconds, where it tells them.
SHEETS = {
    "connectFour": None,
    "reversi": None,
    "checkers": 26.0,
    "speedChess": None,
    "chess_200_v1": 120.0,
}
VARIANTS = {
    "paper": PaperSettings(plan=SequencePlan.of_the_paper()),
    "ours": PaperSettings(),
    "fluents": PaperSettings(domains="fluents"),
}
ROUNDS = 3


def run() -> None:
    folder = public_sheets()
    rows = []
    for name, paper_seconds in SHEETS.items():
        game = RuleGame(machine_for(read_rule_sheet(folder / f"{name}.kif")), name)
        fresh = sample_sequences(game, seed=99)
        for variant, settings in VARIANTS.items():
            functions, seconds = _timed(game, settings)
            rows.append(
                (
                    name,
                    variant,
                    f"{functions.metrics['features']:,}",
                    f"{seconds:.2f}",
                    f"{paper_seconds:.0f}" if paper_seconds else "",
                    f"{paper_seconds / seconds:,.0f}x" if paper_seconds else "",
                    _told(functions, fresh),
                )
            )
    chess = len(rule_features(read_rule_sheet(folder / "chess.kif")))
    rows.append(("chess", "", f"{chess:,}", *[""] * 4))
    show(
        "functions for all roles of a ground sheet, seconds of CPU time, one thread",
        ("sheet", "variant", "features", "seconds", "the paper's", "faster by", "correlation"),
        rows,
        "paper: 100 sequences, 10 rollouts; ours: 500, 64; fluents: the ground game's domains. "
        "correlation: with the first role's scores on other random sequences",
    )


def _timed(game: RuleGame, settings: PaperSettings) -> tuple[Model, float]:
    """Functions, and the least time of some runs: seconds of CPU time leave out other tenants."""
    seconds = []
    for _ in range(ROUNDS):
        start = time.process_time()
        functions = functions_from_rules(game, settings)
        seconds.append(time.process_time() - start)
    return functions, min(seconds)


def _told(functions: Model, fresh: SequenceSample) -> str:
    compiled = functions.evaluation.fluent_sum()
    values = [compiled.values(state.tobytes())[0] for state in fresh.states[fresh.last]]
    return f"{np.corrcoef(values, fresh.scores[:, 0])[0, 1]:.2f}"
