"""Fit at GLEM's scale: 11 million Othello positions, 1.48 million weights in 13 phases.

Positions are those of WTHOR where the environment variable BOARDWORTH_DATA names a folder with
othello/wthor; random play makes up the number. Each fit runs in a process of its own, so that its
time and memory are its own.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

import boardworth as bw
from benchmarks.evaluation import feature_sets
from benchmarks.fit import random_play
from benchmarks.timing import faster_by, seconds_by_round, show
from boardworth.features import Rows
from boardworth.fitting.fitter import StageTask
from boardworth.fitting.logistic import cross_entropy
from boardworth.fitting.scoring import probability
from boardworth.positions import Dataset, concatenate
from boardworth.rules.records import read_records

SOURCES = ("core/fitting", "boardworth/fitting", "boardworth/positions")

POSITIONS = 11_000_000
LOGISTIC_PROGRESS = (30, 33)


def run() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "positions.parquet"
        many_positions().save(path)
        show_fit(path)
        data = Dataset.load(path)
        show_rows(data)
        show_logistic(data)


def many_positions() -> Dataset:
    game = bw.load_game("othello")
    folder = os.environ.get("BOARDWORTH_DATA")
    files = sorted(Path(folder, "othello/wthor").glob("*.wtb")) if folder else []
    parts = [bw.label(game, read_records(game, file).games) for file in files]
    parts.append(random_play(game, POSITIONS - sum(map(len, parts))))
    return concatenate(parts)


def show_fit(path: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.fit_full", str(path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    figures = json.loads(done.stdout)
    show(
        f"Least squares on {POSITIONS:,} positions, to the best held-out error of every phase",
        ("what", "figure"),
        [(name, str(figure)) for name, figure in figures.items()],
        "reading the positions and splitting them included",
    )


def fit(path: Path) -> dict[str, object]:
    """Splits and fits; what it took of the processor and of the memory."""
    features = next(iter(feature_sets().values()))
    train, held_out = Dataset.load(path).split(0.1)
    ready = time.process_time()
    model = bw.LeastSquares().fit(features, train, held_out)
    figures = model.metrics["fit"]
    return {
        "weights": f"{model.weighted_sum.weights.size:,}",
        "rows, pooled phases counted each": f"{sum(f['rows'] for f in figures):,}",
        "held-out errors measured, by phase": [len(f["held_out_loss"]) for f in figures],
        "held-out mean squared error": model.metrics["held_out"]["all"]["mse"],
        "CPU seconds of the fit": round(time.process_time() - ready),
        "CPU seconds in all": round(time.process_time()),
        "peak resident memory, MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def show_rows(data: Dataset) -> None:
    """Whether rows should be kept or made anew for every pass."""
    features = next(iter(feature_sets().values()))
    positions = data.positions[:: len(data) // 1_000_000]
    rows = features.rows(positions)
    ones, w = np.ones(len(rows), np.float32), np.ones(rows.weights, np.float32)
    seconds = seconds_by_round(
        {
            "a pass over kept rows": lambda: rows.gram_product(ones, w),
            "making the rows": lambda: features.rows(positions),
        }
    )
    kept = seconds["a pass over kept rows"]
    show(
        f"Rows of {len(rows):,} positions, kept ({rows.indices.nbytes // 2**20} MB) or made anew",
        ("what", "seconds", "times a pass"),
        [(name, f"{min(s):.3f}", faster_by(s, kept)) for name, s in seconds.items()],
    )


def show_logistic(data: Dataset) -> None:
    """Passes of Newton's method and of L-BFGS-B until the held-out loss is nearly the best."""
    features = next(iter(feature_sets().values()))
    low, high = LOGISTIC_PROGRESS
    chosen = data.select(
        (data.progress >= low) & (data.progress <= high) & (data.game_ids % 2 == 0)
    )
    train, held_out = chosen.split(0.1)
    table = []
    curves = {
        "truncated Newton": newton_curve(features, train, held_out),
        "L-BFGS-B": lbfgs_curve(features, train, held_out),
    }
    best = min(loss for curve in curves.values() for _, loss in curve)
    for solver, curve in curves.items():
        lowest = min(loss for _, loss in curve)
        reached = [
            next((f"{passes:g}" for passes, loss in curve if loss <= best + above), "never")
            for above in (1e-3, 3e-4, 1e-4)
        ]
        table.append((solver, f"{lowest:.5f}", *reached))
    show(
        f"Logistic regression on {len(train):,} rows: passes to a held-out loss this near the best",
        ("solver", "lowest loss", "1e-3", "3e-4", "1e-4"),
        table,
        "a pass is X'DXv, or Xw and X'r together; L-BFGS-B is scaled by the diagonal",
    )


# Passes and the held-out loss after them.
Curve = list[tuple[float, float]]


class Observed:
    """Rows that tell what is done with them: the share of a pass, and the weights if they know."""

    def __init__(self, rows: Rows, tell: Callable[[float, np.ndarray | None], None]) -> None:
        self.rows, self.tell = rows, tell
        self.weights, self.columns = rows.weights, rows.columns

    def __len__(self) -> int:
        return len(self.rows)

    def predict(self, weights: np.ndarray) -> np.ndarray:
        """X w."""
        self.tell(0.5, weights)
        return self.rows.predict(weights)

    def transposed_product(self, residuals: np.ndarray) -> np.ndarray:
        """X' r."""
        self.tell(0.5, None)
        return self.rows.transposed_product(residuals)

    def gram_product(self, importance: np.ndarray, vector: np.ndarray) -> np.ndarray:
        """X' D X v."""
        self.tell(1, None)
        return self.rows.gram_product(importance, vector)

    def diagonal(self, importance: np.ndarray) -> np.ndarray:
        """That of X' D X: half a pass."""
        self.tell(0.5, None)
        return self.rows.diagonal(importance)


def newton_curve(features: bw.FeatureSet, train: Dataset, held_out: Dataset) -> Curve:
    fitter = bw.Logistic(patience=3)
    seen, truth = features.rows(held_out.positions), fitter.labels(held_out.targets)
    passes: list[float] = []
    curve: Curve = []

    def note(_share: float, w: np.ndarray | None) -> None:
        assert w is not None
        curve.append((sum(passes), cross_entropy(seen.predict(w), truth)))

    x = Observed(features.rows(train.positions), lambda share, _w: passes.append(share))
    y = fitter.labels(train.targets)
    fitter.fit_stage(StageTask(x, np.ones(len(x), np.float32), y, Observed(seen, note), truth))
    return curve


def lbfgs_curve(features: bw.FeatureSet, train: Dataset, held_out: Dataset) -> Curve:
    """The same loss in coordinates in which its second derivatives are about 1."""
    fitter = bw.Logistic()
    x, y = features.rows(train.positions), fitter.labels(train.targets)
    seen, truth = features.rows(held_out.positions), fitter.labels(held_out.targets)
    penalty = np.append(np.full(x.weights - 1, fitter.l2), 0)
    scale = 1 / np.sqrt(x.transposed_product(np.full(len(x), 0.25, np.float32)) + penalty + 1e-6)
    passes: list[int] = []
    curve: Curve = []

    def loss(z: np.ndarray) -> tuple[float, np.ndarray]:
        passes.append(1)
        w = scale * z
        values = x.predict(w.astype(np.float32))
        total = cross_entropy(values, y) * len(y) + 0.5 * float(penalty @ w**2)
        return total, scale * (x.transposed_product(probability(values) - y) + penalty * w)

    def note(z: np.ndarray) -> None:
        values = seen.predict((scale * z).astype(np.float32))
        curve.append((len(passes), cross_entropy(values, truth)))

    start = np.zeros(x.weights)
    minimize(loss, start, jac=True, method="L-BFGS-B", callback=note, options={"maxiter": 150})
    return curve


if __name__ == "__main__":
    print(json.dumps(fit(Path(sys.argv[1]))))
