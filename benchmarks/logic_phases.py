"""Logic patterns chosen once for the whole game, or by the positions of each phase.

All learn from the same positions: of Connect Four by games of chance, of Othello by tournament
games, labelled by their ends. Needs BOARDWORTH_DATA.
"""

from dataclasses import replace

import numpy as np

import boardworth as bw
from benchmarks.othello_models import LATER, record_files
from benchmarks.timing import show
from boardworth.features import FeatureSet
from boardworth.fitting import LeastSquares
from boardworth.fitting.quadratic import ConjugateGradients
from boardworth.positions import Dataset, concatenate
from boardworth.recipes import LogicChoice, unfolded_features
from boardworth.recipes.generated_logic import BY_STEPS
from boardworth.recipes.records import label_file
from boardworth.recipes.reporter import Silent
from boardworth.recipes.timed import error_of
from boardworth.rules import Game
from boardworth.search.core_games import SelfPlayPlan, play_at_random

PHASES = 4
WEIGHTS, MORE = 600, 1_800
GAMES, OTHELLO_FILES, POSITIONS = 3_000, 2, 60_000
HELD_OUT = 0.2
ONCE = LogicChoice("whole", WEIGHTS, max_sample=20_000, rounds=3, min_gain=0)
CHOICES = {
    "once": ONCE,
    "by phase": replace(ONCE, phases=PHASES),
    "by phase, more": replace(ONCE, phases=PHASES, max_weights=MORE),
}


def run() -> None:
    rows = []
    for game, data in (at_random("connect-four"), of_tournaments("othello")):
        unfoldings = unfolded_features(game, BY_STEPS)
        train, held_out = data.split(HELD_OUT, 0)
        fitter = LeastSquares(stages=PHASES, pool=2, solver=ConjugateGradients(passes=40))
        for name, choice in CHOICES.items():
            features = choice.choose(FeatureSet(game, []), train, unfoldings)
            error = error_of(fitter.fit(features, train, held_out))
            cells = (f"{len(data):,}", f"{len(features.parts[-1]):,}", f"{error:.1f}")
            rows.append((game.name, name, *cells))
            print(*rows[-1], flush=True)
    show(
        "Logic patterns chosen once, or phase by phase",
        ("game", "chosen", "positions", "weights", "held-out MSE"),
        rows,
        f"what is chosen in any of {PHASES} phases has a weight in every phase; each phase may "
        f"choose a quarter of {WEIGHTS:,} or of {MORE:,} weights, many of which are the same",
    )


def at_random(name: str) -> tuple[Game, Dataset]:
    """Games of chance, with their results."""
    game = bw.load_game(name)
    played = play_at_random(game, SelfPlayPlan(GAMES, seed=1))
    progress = game.progress(played.positions)
    return game, Dataset(game, played.positions, played.scores, progress, played.games)


def of_tournaments(name: str) -> tuple[Game, Dataset]:
    """The positions of some tournament games, evenly spaced."""
    game = bw.load_game(name)
    files = record_files(LATER)[:OTHELLO_FILES]
    found = [label_file(game, path, exact=0, threads=1, reporter=Silent()) for path in files]
    data = concatenate([one for one in found if one is not None])
    few = np.linspace(0, len(data) - 1, min(POSITIONS, len(data))).astype(np.int64)
    return game, data.select(few)
