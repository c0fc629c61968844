"""Functions for roles from rules alone: how long it takes, and how much they tell.

The sheets are those in the folder gdl of the one that BOARDWORTH_DATA names. The paper's seconds
are Waledzik and Mandziuk's own (2014, IV.A.4), on all cores of a Core i7, for
100 sequences and 10 rollouts. Its chess cannot be grounded: that row has its features alone, and
its seconds stand beside another sheet of chess.
"""

import statistics
import time
from dataclasses import replace

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
SEEDS = range(5)


def run() -> None:
    folder = public_sheets()
    rows: list[tuple[str, ...]] = []
    for name, paper_seconds in SHEETS.items():
        game = RuleGame(machine_for(read_rule_sheet(folder / f"{name}.kif")), name)
        fresh = sample_sequences(game, seed=99)
        for variant, settings in VARIANTS.items():
            functions, seconds = _by_seed(game, settings)
            least = min(seconds)
            told = sorted(_correlation(one, fresh) for one in functions)
            rows.append(
                (
                    f"{name}, {variant}",
                    f"{functions[0].metrics['features']:,}",
                    f"{least:.2f}",
                    f"{paper_seconds:.0f}" if paper_seconds else "",
                    f"{paper_seconds / least:,.0f}x" if paper_seconds else "",
                    f"{statistics.median(told):.2f} [{told[0]:.2f}, {told[-1]:.2f}]",
                )
            )
    chess = len(rule_features(read_rule_sheet(folder / "chess.kif")))
    rows.append(("chess (2006)", f"{chess:,}", *[""] * 4))
    show(
        "functions for all roles of a ground sheet, seconds of CPU time, one thread",
        ("sheet and variant", "features", "seconds", "the paper's", "faster by", "correlation"),
        rows,
        "paper: 100 sequences, 10 rollouts; ours: 500, 64; fluents: the ground game's domains. "
        "correlation: with the first role's scores on other random sequences, the median and the "
        f"range of {len(SEEDS)} seeds",
    )


def _by_seed(game: RuleGame, settings: PaperSettings) -> tuple[list[Model], list[float]]:
    """Functions by several seeds, and the CPU seconds that each took."""
    functions, seconds = [], []
    for seed in SEEDS:
        start = time.process_time()
        functions.append(functions_from_rules(game, replace(settings, seed=seed)))
        seconds.append(time.process_time() - start)
    return functions, seconds


def _correlation(functions: Model, fresh: SequenceSample) -> float:
    compiled = functions.evaluation.fluent_sum()
    values = [compiled.values(state.tobytes())[0] for state in fresh.states[fresh.last]]
    return float(np.corrcoef(values, fresh.scores[:, 0])[0, 1])
