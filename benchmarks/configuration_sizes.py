"""Configurations of Othello at three sizes, against the same fit without them at equal nodes.

All models learn from the same positions. Matches are limited in nodes: a busy machine does not
change them. Needs BOARDWORTH_DATA. For 50,000 configurations and more see `configuration_model`.
"""

from functools import cache, partial
from pathlib import Path

import boardworth as bw
from benchmarks.configuration_model import kept
from benchmarks.cover import middle_game
from benchmarks.data import othello_data
from benchmarks.figures import PRODUCT, boardworth, work_folder
from benchmarks.timing import faster_by, seconds_by_round, show
from boardworth.cli.score import read_positions
from boardworth.features import ConfigurationSet, named_patterns
from boardworth.features.configurations import Semantics
from boardworth.fitting.quadratic import ConjugateGradients
from boardworth.recipes import ConfigurationChoice
from boardworth.recipes.configurations import Mined
from boardworth.search import AlphaBeta, Limit

SOURCES = (*PRODUCT, "benchmarks/cover.py", "benchmarks/configuration_model.py")
YEAR, EXACT = 2015, 8
MAX_LENGTH, MIN_COUNT = 3, 100
MINED: Mined = "per phase"
SIZES = (250, 1_000, 4_000)
# A choice that looks at fewer positions, and a fit that makes fewer passes, do for a comparison.
SAMPLE, PASSES = 20_000, 30
PATTERNS, NOTHING = "patterns", "single squares"
NODES, GAMES = 150, 200
# Of the searches whose speed is compared.
SPEED_NODES, ROUNDS = 10_000, 5
FITTER = bw.LeastSquares(solver=ConjugateGradients(passes=PASSES))


def run() -> None:
    show_matches()
    show_ways()


def show_matches() -> None:
    """With configurations against without, and how well both fit."""
    rows: list[tuple[str, ...]] = []
    for base in (PATTERNS, NOTHING):
        rows.append((base, "-", *fit_cells(base, 0), "-", "-", "-"))
        for size in SIZES:
            played = kept(f"sizes {base} {size}", partial(match, base, size))
            speed = time_of_a_node(model_file(base, size), model_file(base, 0))
            rows.append((base, f"{size:,}", *fit_cells(base, size), *played[:2], speed))
            print(*rows[-1], flush=True)
    train, held_out = positions()
    show(
        f"Configurations of up to {MAX_LENGTH} facts against none, {NODES} nodes a move",
        (
            "beside", "weights of configurations", "configurations", "MSE held out", "W-D-L",
            "Elo, 95 %", "time a node, ratio",
        ),
        rows,
        f"all fitted to the same {len(train):,} positions of WTHOR {YEAR}; {len(held_out):,} of "
        f"other games are held out; a configuration is active in {MIN_COUNT} positions of a phase; "
        f"{GAMES} games from XOT's openings, both colours; patterns are Logistello's; the time a "
        "node is that with configurations divided by that without",
    )  # fmt: skip


def show_ways() -> None:
    """What the two semantics and the two ways to count are worth, by the held-out error."""
    rows = []
    for semantics in ("most specific", "all"):
        for mined in ("per phase", "overall"):
            model = bw.load_model(model_file(PATTERNS, SIZES[0], semantics, mined))
            error = model.metrics["held_out"]["all"]["mse"]
            rows.append(
                (
                    f"`--active {semantics.replace(' ', '-')}`",
                    f"`--mined {mined.replace(' ', '-')}`",
                    f"{error:.2f}",
                )
            )
    show(
        f"{SIZES[0]} weights of configurations beside patterns",
        ("that count", "counted", "MSE held out"),
        rows,
        "otherwise the same fits as above",
    )


@cache
def positions() -> tuple[bw.Dataset, bw.Dataset]:
    """To learn from, and held out."""
    kept = work_folder() / "configuration-sizes.parquet"
    if not kept.exists():
        file = othello_data() / "wthor" / f"WTH_{YEAR}.wtb"
        read_positions(bw.load_game("othello"), [file], EXACT, 2).save(kept)
    return bw.Dataset.load(kept).split(0.1)


def model_file(
    base: str, size: int, semantics: Semantics = "most specific", mined: Mined = MINED
) -> Path:
    """A model with a number of weights of configurations, fitted if this code has not done so yet.

    Without patterns it has what single squares say, with or without longer configurations.
    """
    words = (base, str(size), semantics, mined)
    path = work_folder() / f"sizes-{'-'.join(words).replace(' ', '-')}.model"
    if path.exists():
        return path
    train, held_out = positions()
    features = named_patterns(train.game, ["shipped"] if base == PATTERNS else [])
    if size or base != PATTERNS:
        choice = ConfigurationChoice(
            MAX_LENGTH if size else 1,
            MIN_COUNT,
            size or 1_000,
            semantics=semantics,
            mined=mined,
            max_sample=SAMPLE,
        )
        features = choice.choose(features, train, threads=2, phases=FITTER.stages)
    bw.save_model(FITTER.fit(features, train, held_out, threads=2), path)
    return path


def fit_cells(base: str, size: int) -> tuple[str, ...]:
    """How many configurations a model has, and how well it fits."""
    model = bw.load_model(model_file(base, size))
    parts = model.weighted_sum.features.parts
    members = sum(len(part.members) for part in parts if isinstance(part, ConfigurationSet))
    error = model.metrics["held_out"]["all"]["mse"]
    return f"{members:,}" if members else "-", f"{error:.1f}"


def match(base: str, size: int) -> tuple[str, ...]:
    """With configurations against without: the result and its Elo."""
    ours, theirs = model_file(base, size), model_file(base, 0)
    table, *_ = boardworth(
        f"match {ours} {theirs} --nodes {NODES} --games {GAMES} --openings openings/xot.txt",
        othello_data(),
    )
    return tuple(table.rows[0][table.columns.index(name)] for name in ("W-D-L", "Elo, 95 %"))


def time_of_a_node(ours: Path, theirs: Path) -> str:
    """How many times as long one model searches as another, both with empty tables."""
    position = middle_game(bw.load_game("othello"))
    evaluators = {path: bw.Evaluator(bw.load_model(path)) for path in (ours, theirs)}

    def searched(path: Path) -> None:
        AlphaBeta(evaluators[path], memory=1 << 20).search(position, Limit(nodes=SPEED_NODES))

    seconds = seconds_by_round({path: partial(searched, path) for path in evaluators}, ROUNDS)
    return faster_by(seconds[ours], seconds[theirs])
