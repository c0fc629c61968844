"""Three losses on the same games: squares of scores, cross-entropy, and squares of probabilities.

Held-out positions say which one tells results best, matches which one plays best. From the WTHOR
games of 2011 to 2015, measured on later ones; without BOARDWORTH_DATA, from self-play.
"""

import json
import shlex
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import boardworth as bw
from benchmarks.data import NoData, othello_data
from benchmarks.figures import boardworth, work_folder
from benchmarks.othello_models import LATER, record_files
from benchmarks.timing import show
from boardworth.cli.score import read_positions
from boardworth.fitting.logistic import Logistic, cross_entropy
from boardworth.fitting.scoring import probability
from boardworth.rules.records.transcript import transcript

WTHOR = "'wthor/WTH_201[1-5].wtb'"
BUILD = "build othello --patterns shipped --calibration 0 --records {} {}"
FITS = {
    "squares of scores": "--loss squares",
    "cross-entropy": "--target win --loss cross-entropy",
    "squares of probabilities (GLEM)": "--target win --loss squared-probability",
}
GAMES, NODES, DEPTH = 1000, 1000, 4
SELF_PLAY = 3000
EXACT = 10


def run() -> None:
    learned, measured, openings = sources()
    models = {name: model_file(name, learned) for name in FITS}
    show_errors(models, measured, learned)
    rows = []
    for limit in (f"--nodes {NODES}", f"--depth {DEPTH}"):
        for first, second in combinations(FITS, 2):
            rows.append(played((first, models[first]), (second, models[second]), limit, openings))
    show(
        "Matches of the three",
        ("player", "opponent", "limit of a move", "games", "W-D-L", "score", "Elo, 95 %"),
        rows,
        "both colours of every opening; nothing is pruned by statistics",
    )


def sources() -> tuple[str, list[Path], str]:
    """Records to learn from and to measure on, and how a match opens."""
    try:
        return absolute(WTHOR), record_files(LATER), f"--openings {openings_file()}"
    except NoData:
        files = [games_file(name, seed) for name, seed in (("learned", 1), ("measured", 2))]
        return shlex.quote(str(files[0])), files[1:], "--opening-plies 8"


def absolute(patterns: str) -> str:
    return shlex.join(str(othello_data() / pattern) for pattern in shlex.split(patterns))


def openings_file() -> str:
    return shlex.quote(str(othello_data() / "openings" / "xot.txt"))


def games_file(name: str, seed: int) -> Path:
    """Games of weighted squares from random openings."""
    path = work_folder() / f"losses-{name}.txt"
    if not path.exists():
        othello = bw.load_game("othello")
        player = bw.AlphaBeta(bw.Evaluator(bw.baseline(othello, "squares")), "squares")
        limit = bw.Limit(depth=2)
        games = bw.self_play(
            othello, lambda p: player.move(p, limit), SELF_PLAY, opening=(8, 40), seed=seed
        )
        path.write_text("\n".join(map(transcript, games)) + "\n")
    return path


def model_file(name: str, records: str) -> Path:
    """The model of a loss, built if this code has not built it yet."""
    path = work_folder() / f"losses-{list(FITS).index(name)}.model"
    if not path.exists():
        boardworth(f"{BUILD.format(records, FITS[name])} -o {shlex.quote(str(path))}")
    return path


def show_errors(models: dict[str, Path], measured: list[Path], learned: str) -> None:
    """How well chances agree with results, on the same positions for all."""
    othello = bw.load_game("othello")
    data = read_positions(othello, measured, EXACT, 1)
    seen = read_positions(othello, [Path(p) for p in expanded(learned)], EXACT, 1)
    fresh = data.without(seen.canonical_keys())
    # Every other game turns values into chances, the rest is measured on.
    tuned, tested = (fresh.select(fresh.game_ids % 2 == half) for half in (0, 1))
    rows = []
    for name, path in models.items():
        model = bw.load_model(path)
        log_odds = calibrated(model, tuned, tested)
        y = Logistic().labels(tested.targets)
        results = 0.5 + 0.5 * np.sign(tested.targets)
        rows.append(
            (
                name,
                f"{np.corrcoef(model.predict(tested), tested.targets)[0, 1]:.4f}",
                f"{np.corrcoef(probability(log_odds), results)[0, 1]:.4f}",
                f"{cross_entropy(log_odds.astype(np.float32), y):.4f}",
                f"{((probability(log_odds) - y) ** 2).mean():.4f}",
            )
        )
    show(
        "Fits to the same games by three losses",
        (
            *("loss", "correlation with scores", "chances with results"),
            *("cross-entropy", "squared error of chances"),
        ),
        rows,
        f"{len(tested):,} positions of other games; a chance is g(a v + b) of the value v, a and b "
        f"by phase from {len(tuned):,} positions of still other games; targets 0.9, 0.5 and 0.1",
    )


def expanded(patterns: str) -> list[str]:
    from boardworth.cli.arguments import find_files

    return [str(path) for path in find_files(shlex.split(patterns))]


def calibrated(model: bw.Model, tuned: bw.Dataset, tested: bw.Dataset) -> NDArray[np.float64]:
    """Log-odds by logistic regression on the model's values, phase by phase (Newton's method)."""
    found = np.zeros(len(tested))
    stage_of = model.stages.table()
    for stage in range(len(model.stages)):
        own, other = (d.select(stage_of[d.progress] == stage) for d in (tuned, tested))
        x = np.stack([model.predict(own), np.ones(len(own))], axis=1)
        y = Logistic().labels(own.targets)
        w = np.zeros(2)
        for _ in range(20):
            p = probability(x @ w)
            curvature = (x * (p * (1 - p))[:, None]).T @ x
            w -= np.linalg.solve(curvature + 1e-6 * np.eye(2), x.T @ (p - y))
        found[stage_of[tested.progress] == stage] = w[0] * model.predict(other) + w[1]
    return found


def played(
    first: tuple[str, Path], second: tuple[str, Path], limit: str, openings: str
) -> tuple[str, ...]:
    """The row of a match, played once by each version of the code."""
    words = f"{first[1].stem} - {second[1].stem} {limit}"
    path = work_folder() / f"{words}.json"
    if not path.exists():
        files = shlex.join([str(first[1]), str(second[1])])
        table, *_ = boardworth(f"match {files} {limit} --games {GAMES} {openings}")
        path.write_text(json.dumps(table.rows[0][:4]))
    kind, amount = limit.removeprefix("--").split()
    shown = f"{amount} nodes" if kind == "nodes" else f"depth {amount}"
    return (first[0], second[0], shown, *json.loads(path.read_text()))
