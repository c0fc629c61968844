"""Piece values in shogi, from equal and from random ones: figures 3, 4, 11 and 12 of the paper.

Hoki and Kaneko 2014 learn from 1,000 games, all positions in every iteration. Here all games of the
folder of records teach, and an iteration searches a batch of their positions: pieces that are rare,
such as promoted lances, have to occur. All runs search the same batches. Models are kept, so that
the command can be stopped and given again. Needs BOARDWORTH_DATA.
"""

from typing import Any

import numpy as np

import boardworth as bw
from benchmarks.figures import PRODUCT, work_folder
from benchmarks.relation_sets import recorded, relations
from benchmarks.timing import show
from boardworth.fitting import MMTO, Model
from boardworth.fitting.mmto import comparison_training, cosine
from boardworth.positions import Comparisons, comparisons
from boardworth.reproduce.mmto import paper
from boardworth.reproduce.mmto.piece_values import (
    part_of,
    piece_values_of,
    random_piece_values,
    settled_after,
    weighed,
)
from boardworth.search import PvLeaves
from boardworth.search.features import QUICK_LEARNING

SOURCES = (*PRODUCT, "boardworth/reproduce/mmto", "benchmarks/relation_sets.py")
ITERATIONS, BATCH, STARTS = 60, 1_500, 10
SEARCH = PvLeaves(features=QUICK_LEARNING)


def run() -> None:
    shogi = bw.load_game("shogi")
    train = comparisons(shogi, recorded(shogi))
    equal = learned(
        "piece values from 500", MMTO(SEARCH, iterations=ITERATIONS, batch=BATCH), train
    )
    pairs = figures_of(equal)[-2]["train"]["pairs"]
    rate = paper.RATE_OF_MATERIAL * paper.PAIRS_OF_MATERIAL / pairs
    method = comparison_training(SEARCH, iterations=ITERATIONS, batch=BATCH, rate=rate)
    growing = learned("piece values by comparison training", method, train)
    show_piece_values(equal, growing, train)
    show_starts(train)


def learned(name: str, method: MMTO, train: Comparisons) -> Model:
    """What has learned, from its file if it is there."""

    def note(_: int, model: Model, figures: dict[str, Any]) -> None:
        figures["piece_values"] = piece_values_of(model)

    file = work_folder() / f"{name}.model"
    if not file.exists():
        features = relations(train.game, "A")
        fitter = MMTO(**{**method.get_params(deep=False), "watch": note})
        bw.save_model(fitter.fit(features, train, threads=2), file)
    return bw.load_model(file)


def figures_of(model: Model) -> list[dict[str, Any]]:
    """After 0, 1, 2, ... iterations."""
    found: list[dict[str, Any]] = model.metrics["mmto"]["iterations"]
    return found


def show_piece_values(equal: Model, growing: Model, train: Comparisons) -> None:
    rows = [list(figures["piece_values"]) for figures in figures_of(equal)]
    half = figures_of(growing)[ITERATIONS // 2]["piece_values"]
    names = list(part_of(equal.weighted_sum.features).pieces)
    columns = (rows[10], rows[30], rows[-1], half, piece_values_of(growing))
    table = [
        (name, *(f"{values[place]:,.0f}" for values in columns)) for place, name in enumerate(names)
    ]
    table.append(("sum", *(f"{sum(values):,.0f}" for values in columns)))
    show(
        f"Piece values in shogi, from 500 each, from {len(train):,} positions",
        (
            *("piece", "MMTO, 10 iterations", "30", f"{ITERATIONS}"),
            *(f"comparison training, {ITERATIONS // 2}", f"{ITERATIONS}"),
        ),
        table,
        f"{BATCH:,} positions an iteration; {settled(rows[1:])}; the paper has 122 for a pawn, the "
        f"least, and 945 for a promoted rook, the most",
    )


def settled(rows: list[list[float]]) -> str:
    """Whether values stay near those of the last sixth of the iterations."""
    mean = "its mean in the last sixth of the iterations"
    count = settled_after(rows)
    if count > len(rows):
        return f"to the end, batches move some value further than 32 from {mean}"
    return f"from iteration {count} on every value is within 32 of {mean}"


def show_starts(train: Comparisons) -> None:
    draw = np.random.default_rng(0)
    features = relations(train.game, "A")
    ends = []
    for number in range(STARTS):
        initial = weighed(features, random_piece_values(draw, len(part_of(features))))
        method = MMTO(SEARCH, iterations=ITERATIONS, batch=BATCH, initial=initial)
        ends.append(learned(f"piece values from random {number}", method, train))
        print(piece_values_of(ends[-1]), flush=True)
    objectives = [figures_of(end)[-2]["train"]["objective_per_pair"] for end in ends]
    order = np.argsort(objectives, kind="stable")
    best = np.array(piece_values_of(ends[order[0]]))
    similar = [cosine(np.array(piece_values_of(ends[place])), best) for place in order]
    close = sum(one >= paper.CLOSE for one in similar)
    show(
        f"Piece values from {STARTS} random starts, the best first",
        ("rank", "objective", "cosine similarity to the best"),
        [
            (str(rank), f"{objectives[place]:.5f}", f"{one:.3f}")
            for rank, (place, one) in enumerate(zip(order, similar, strict=True), 1)
        ],
        f"{close} of {STARTS}, the best among them, have a similarity of {paper.CLOSE:g} or more; "
        f"the objective per pair of moves is that of the last batch, the same for all",
    )
