"""Fits to positions near even: do they value such positions better than fits to all of them?

Logistello's patterns, the WTHOR games of 2011 to 2015. Needs BOARDWORTH_DATA.
"""

from functools import partial

import numpy as np

import boardworth as bw
from benchmarks.accuracy import mean_and_interval
from benchmarks.losses import WTHOR
from benchmarks.othello_models import LATER, record_files
from benchmarks.timing import show
from boardworth.cli.score import read_positions
from boardworth.features import named_patterns
from boardworth.recipes.near_even import near_even, near_even_positions

DISTANCES = (20, 10)
EXACT = 10


def run() -> None:
    othello = bw.load_game("othello")
    learned, later = (read_positions(othello, record_files(f), EXACT, 1) for f in (WTHOR, LATER))
    fresh = later.without(learned.canonical_keys())
    train, held_out = learned.split(0.1)
    features = named_patterns(othello, ["shipped"])
    plain = bw.LeastSquares().fit(features, train, held_out)
    tests = {"all": fresh, **{f"within {d}": near_even(plain, fresh, d) for d in DISTANCES}}
    errors = {name: squared_errors(plain, data) for name, data in tests.items()}
    rows = [("all", f"{len(train):,}", *(mean_and_interval(e) for e in errors.values()))]
    for distance in DISTANCES:
        fit = partial(bw.LeastSquares().fit, features)
        near = near_even_positions(fit, train, held_out, distance)
        model = fit(*near)
        gains = [squared_errors(model, data) - errors[name] for name, data in tests.items()]
        cells = (mean_and_interval(gain, "+") for gain in gains)
        rows.append((f"`--near-even {distance}`", f"{len(near[0]):,}", *cells))
    show(
        "Fits to all positions and to those near even",
        ("positions to learn from", "how many", *(f"MSE, {name}" for name in tests)),
        rows,
        "in squared discs, on "
        + ", ".join(f"{len(data):,} positions ({name})" for name, data in tests.items())
        + " of later games, valued by the first fit; below the first row, the difference from it; "
        "95 % intervals over positions",
    )


def squared_errors(model: bw.Model, data: bw.Dataset) -> np.ndarray:
    return (model.predict(data) - data.targets).astype(np.float64) ** 2
