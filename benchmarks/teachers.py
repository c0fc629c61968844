"""Who teaches chess best: experts' moves by several updates, results of games, or both.

All learn the same relations (material, piece-square, king-piece; tapered but for one) from the same
games of elite2600.pgn, from pieces that are all worth the same, with as many searches of as many
positions.
Texel's method is the one by results alone: the cross-entropy of the results and the searched values
of positions. Measured are the agreement with held-out moves and paired games at equal nodes against
the hand-made piece-square model. Then piece-square tables alone are tuned by Texel's method on the
games of the model that comes with Boardworth, which plays against them. Needs BOARDWORTH_DATA;
BOARDWORTH_GAMES and BOARDWORTH_MATCH are other numbers of games to learn from and to play.
"""

import os
from collections.abc import Mapping, Sequence
from typing import Any

import boardworth as bw
from benchmarks.data import data_folder
from benchmarks.experts import its_positions, match
from benchmarks.figures import PRODUCT
from benchmarks.timing import show
from boardworth.features import FeatureSet, Relations
from boardworth.features.relations import KINDS
from boardworth.fitting import MMTO, Model
from boardworth.positions import Comparisons, comparisons
from boardworth.reproduce.mmto import paper
from boardworth.rules.records import read_in_parts
from boardworth.search import PvLeaves
from boardworth.search.features import QUICK_LEARNING

SOURCES = (*PRODUCT, "boardworth/reproduce/mmto", "benchmarks/experts.py")
GAMES = int(os.environ.get("BOARDWORTH_GAMES", "6000"))
MATCH = int(os.environ.get("BOARDWORTH_MATCH", "200"))
NODES, HELD_OUT = 2_000, 5_000
# Searches, positions of each, and updates after each.
MATERIAL: dict[str, Any] = {"iterations": 8, "batch": 4_000, "reuses": 16}
ALL: dict[str, Any] = {"iterations": 12, "batch": 8_000, "reuses": 8}
TABLES: dict[str, Any] = {"iterations": 16, "batch": 20_000, "reuses": 8}
SEARCH = PvLeaves(features=QUICK_LEARNING)
TEXEL = "results alone, Adam (Texel)"
# Derivatives are sums over pairs of moves: the paper's rates are for as many as it has.
PAIRS_OF_A_POSITION = 32
RATES_OF_DESCENT = (
    paper.RATE_OF_MATERIAL * paper.PAIRS_OF_MATERIAL / (PAIRS_OF_A_POSITION * MATERIAL["batch"]),
    paper.RATE * paper.PAIRS / (PAIRS_OF_A_POSITION * ALL["batch"]),
)
COMPARISON: dict[str, Any] = {"objective": "comparison", "constrained": False, "l1": 0.0}
WITH_RESULTS: dict[str, Any] = {"constrained": False, "results_unit": 250.0}
# Settings of all searches, and rates of material alone and of all relations.
TEACHERS: Mapping[str, tuple[dict[str, Any], tuple[float | None, float | None]]] = {
    "moves, grid (MMTO)": ({"step": 8, "update": "grid"}, (None, None)),
    "moves, AdaGrad": ({"update": "adagrad"}, (32.0, 16.0)),
    "moves, Adam": ({"update": "adam"}, (8.0, 4.0)),
    "moves by comparison training, descent": (
        {"update": "descent", **COMPARISON},
        RATES_OF_DESCENT,
    ),
    "moves by comparison training, constant steps": (
        {"update": "constant", **COMPARISON},
        (30.0, 300.0),
    ),
    TEXEL: (
        {"update": "adam", "objective": "results", **WITH_RESULTS},
        (8.0, 4.0),
    ),
    "moves and results, Adam (as builds do)": (
        {"update": "adam", "results": 40.0, **WITH_RESULTS},
        (8.0, 4.0),
    ),
    "the same, one set of weights for the whole game": (
        {"update": "adam", "results": 40.0, **WITH_RESULTS, "tapered": False},
        (8.0, 4.0),
    ),
}


def run() -> None:
    game = bw.load_game("chess")
    path = data_folder() / "chess" / "elite2600.pgn"
    records = (record for part in read_in_parts(game, path) for record in part.games)
    train, held_out = comparisons(game, records, GAMES).split()
    held_out = held_out.thinned(HELD_OUT)
    rows = []
    for name, (settings, rates) in TEACHERS.items():
        model = learned(train, held_out, settings, rates)
        figures = model.metrics["held_out"]["moves"]
        own = model.weighted_sum
        values = (own.weights if own.ends is None else own.ends)[0][:5]
        rows.append(
            (
                name,
                f"{100 * figures['agreement_by_lot']:.1f} %",
                " ".join(f"{value / values[0]:.1f}" for value in values),
                *match(model, bw.baseline(game, "piece-square"), MATCH, NODES),
            )
        )
        print(*rows[-1], sep=" | ", flush=True)
    show(
        f"Teachers of chess: the same relations from the same {len(train):,} positions",
        (
            *("taught by", "agreement", "piece values in pawns, at first"),
            *("W-D-L against the hand-made", "score", "Elo, 95 %"),
        ),
        rows,
        f"agreement: with {len(held_out):,} held-out moves, a ply deep with quiescence, ties by "
        f"lot; {MATCH} games from even random openings, both sides, {NODES:,} nodes a move; the "
        f"rates of descent are the paper's for as many pairs of moves as a batch has, all others' "
        f"those of a few trials",
    )
    show_tables(bw.shipped_model(game))


def show_tables(model: Model) -> None:
    """The shipped model against what is usual: piece-square tables tuned by Texel's method."""
    train, held_out = its_positions(model)
    settings, rates = TEACHERS[TEXEL]
    held_out = held_out.thinned(HELD_OUT)
    tables = learned(train, held_out, settings, rates, KINDS[:2], TABLES)
    agreement = tables.metrics["held_out"]["moves"]["agreement_by_lot"]
    result = match(model, tables, 2 * MATCH, NODES)
    show(
        "Boardworth's model of chess against piece-square tables by Texel's method",
        ("agreement of the tables", "W-D-L of the model", "score", "Elo, 95 %"),
        [(f"{100 * agreement:.1f} %", *result)],
        f"material and piece-square, tapered, from the {len(train):,} positions that the model has "
        f"learned from, {TABLES['batch']:,} of them for each of {TABLES['iterations']} searches; "
        f"{2 * MATCH} games, as above",
    )


def learned(
    train: Comparisons,
    held_out: Comparisons,
    settings: Mapping[str, Any],
    rates: tuple[float | None, float | None],
    last: Sequence[str] = KINDS[:3],
    last_amount: Mapping[str, Any] = ALL,
) -> Model:
    """Material first, then all."""
    model = None
    for kinds, amount, rate in zip((KINDS[:1], last), (MATERIAL, last_amount), rates, strict=True):
        method = MMTO(
            SEARCH,
            initial=model,
            piece_value=250.0,
            halved_every=amount["iterations"] // 4,
            rate=rate,
            **amount,
            **{"tapered": True, **settings},
        )
        features = FeatureSet(train.game, [], parts=[Relations(train.game, kinds)])
        model = method.fit(features, train, held_out, threads=2)
    assert model is not None
    return model
