"""Configurations of Othello at three sizes, against the same fit without them at equal nodes.

All models learn from the same positions. Matches are limited in nodes: a busy machine does not
change them. Needs BOARDWORTH_DATA. For 50,000 configurations and more see `configuration_model`.
"""

from functools import cache, partial
from pathlib import Path

import boardworth as bw
from benchmarks.activation import middle_game
from benchmarks.data import othello_data
from benchmarks.figures import PRODUCT, boardworth, work_folder
from benchmarks.timing import faster_by, seconds_by_round, show
from boardworth.cli.score import read_positions
from boardworth.features import FeatureSet, named_patterns
from boardworth.recipes import ConfigurationChoice
from boardworth.search import AlphaBeta, Limit

SOURCES = (*PRODUCT, "benchmarks/activation.py")
YEARS = (2014, 2015)
EXACT = 8
MIN_COUNT = 200
SIZES = (500, 2_000, 8_000)
PATTERNS, NOTHING = "patterns", "single squares"
NODES, GAMES = 150, 200
# Of the searches whose speed is compared.
SPEED_NODES, ROUNDS = 4_000, 5


def run() -> None:
    rows: list[tuple[str, ...]] = []
    for base in (PATTERNS, NOTHING):
        rows.append((base, "-", *fit_cells(base, 0), "-", "-", "-"))
        for size in SIZES:
            rows.append((base, f"{size:,}", *fit_cells(base, size), *match(base, size)))
            print(*rows[-1], flush=True)
    train, held_out = positions()
    show(
        f"Configurations of up to 3 facts against none, {NODES} nodes a move",
        (
            "beside", "weights of configurations", "configurations", "MSE held out", "W-D-L",
            "Elo, 95 %", "time a node, ratio",
        ),
        rows,
        f"all fitted to the same {len(train):,} positions of WTHOR games; {len(held_out):,} of "
        f"other games are held out; a configuration is active in at least {MIN_COUNT} positions; "
        f"{GAMES} games from XOT's openings, both colours; patterns are Logistello's; the time a "
        "node is that with configurations divided by that without",
    )  # fmt: skip


@cache
def positions() -> tuple[bw.Dataset, bw.Dataset]:
    """To learn from, and held out."""
    kept = work_folder() / "configuration-sizes.parquet"
    if not kept.exists():
        files = [othello_data() / "wthor" / f"WTH_{year}.wtb" for year in YEARS]
        read_positions(bw.load_game("othello"), files, EXACT, 2).save(kept)
    return bw.Dataset.load(kept).split(0.1)


def model_file(base: str, size: int) -> Path:
    """A model with so many weights of configurations, fitted if this code has not done so yet."""
    path = work_folder() / f"sizes-{base.replace(' ', '-')}-{size}.model"
    if not path.exists():
        train, held_out = positions()
        features = features_of(base, size, train)
        bw.save_model(bw.LeastSquares().fit(features, train, held_out, threads=2), path)
    return path


def features_of(base: str, size: int, train: bw.Dataset) -> FeatureSet:
    """Without patterns there is what single squares say, with or without longer configurations."""
    if base == PATTERNS:
        features = named_patterns(train.game, ["shipped"])
        choice = ConfigurationChoice(3, MIN_COUNT, size) if size else None
    else:
        features = FeatureSet(train.game, [])
        choice = ConfigurationChoice(3 if size else 1, MIN_COUNT, size or 1_000)
    return choice.choose(features, train, threads=2, phases=13) if choice else features


def fit_cells(base: str, size: int) -> tuple[str, ...]:
    """How many configurations a model has, and how well it fits."""
    model = bw.load_model(model_file(base, size))
    members = sum(len(part.members) for part in model.weighted_sum.features.parts)
    error = model.metrics["held_out"]["all"]["mse"]
    return f"{members:,}" if members else "-", f"{error:.1f}"


def match(base: str, size: int) -> tuple[str, ...]:
    """With configurations against without: the result, its Elo, and what a node takes."""
    ours, theirs = model_file(base, size), model_file(base, 0)
    (table,) = boardworth(
        f"match {ours} {theirs} --nodes {NODES} --games {GAMES} --openings openings/xot.txt",
        othello_data(),
    )
    result = [table.rows[0][table.columns.index(name)] for name in ("W-D-L", "Elo, 95 %")]
    seconds = seconds_by_round({path: partial(searched, path) for path in (ours, theirs)}, ROUNDS)
    return (*result, faster_by(seconds[ours], seconds[theirs]))


def searched(path: Path) -> None:
    """A search of some nodes with an empty table."""
    position = middle_game(bw.load_game("othello"))
    AlphaBeta(evaluator_of(path), memory=1 << 20).search(position, Limit(nodes=SPEED_NODES))


@cache
def evaluator_of(path: Path) -> bw.Evaluator:
    return bw.Evaluator(bw.load_model(path))
