"""Separate, pooled, shared or smoothed stages: what they do for the error on held-out games.

Logistello's patterns, fitted to the WTHOR games to 2015. Needs BOARDWORTH_DATA.
"""

import shlex
import time

import boardworth as bw
from benchmarks.accuracy import EMPTIES, mean_and_interval, measured_on
from benchmarks.data import othello_data
from benchmarks.othello_models import WTHOR
from benchmarks.timing import show
from boardworth.cli.score import read_positions
from boardworth.features import named_patterns
from boardworth.fitting import Sharing

SOURCES = ("core/fitting", "boardworth/fitting", "boardworth/positions")


def smoothed(strength: float) -> Sharing:
    return Sharing(own=0, fewest=0, smooth=strength)


FITS: dict[str, tuple[Sharing | None, float]] = {
    "pooled with their neighbours (the default)": (None, 20),
    "GLEM's rules, one shared weight": (Sharing(), 5),
    "smoothed by 200, l2 = 5": (smoothed(200), 5),
    "smoothed by 600, l2 = 2 (`--smooth 600`)": (smoothed(600), 2),
}


def run() -> None:
    othello = bw.load_game("othello")
    fresh, _ = measured_on(othello)
    files = [str(othello_data() / file) for file in shlex.split(WTHOR)]
    train, held_out = read_positions(othello, files, 10, 2).split(0.1)
    features = named_patterns(othello, ["shipped"])
    rows = []
    for name, (sharing, l2) in FITS.items():
        fitter = bw.LeastSquares(l2=l2, sharing=sharing) if sharing else bw.LeastSquares(l2=l2)
        start = time.process_time()
        model = fitter.fit(features, train, held_out, threads=2)
        seconds = time.process_time() - start
        errors = (model.predict(fresh, 2) - fresh.targets) ** 2
        held = model.metrics["held_out"]["all"]["mse"]
        rows.append((name, mean_and_interval(errors), f"{held:.2f}", f"{seconds:.0f}"))
        print(*rows[-1], flush=True)
    show(
        "Ways to couple the stages, Logistello's patterns",
        ("stages", f"MSE at {EMPTIES} empties", "MSE held out", "CPU seconds"),
        rows,
        f"{len(train):,} positions to learn from; {len(held_out):,} of other games, at all stages, "
        f"are held out and stop the fits; {len(fresh):,} new ones of {EMPTIES} empties",
    )
