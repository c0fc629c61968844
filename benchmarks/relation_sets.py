"""What larger and larger relations add in shogi, with as few games as there are: e^A to e^ABCD.

All games of the folder of records teach, as builds learn, each set beginning with the weights of
the one before: its iterations search about as many positions as there are. Measured are held-out
moves and paired games against the set before, at equal nodes. What the largest set says of castles
is shown beside that. Then the largest sets learn as in Hoki and Kaneko 2014 (section 4.3), with
their penalty l1 and without it, from the first games. Models are kept, so that the command can be
stopped and given again. Needs BOARDWORTH_DATA; BOARDWORTH_GAMES is another number of games of each
match.
"""

import os
import resource
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

import boardworth as bw
from benchmarks.data import data_folder
from benchmarks.experts import match, shares
from benchmarks.figures import PRODUCT, work_folder
from benchmarks.timing import show
from boardworth.features import FeatureSet, Relations
from boardworth.features.relations import PAPERS_KINDS
from boardworth.fitting import MMTO, Model
from boardworth.fitting.mmto import Agreement
from boardworth.fitting.mmto.leaf_rows import searched
from boardworth.positions import Comparisons, comparisons
from boardworth.recipes import ExpertSettings
from boardworth.reproduce.mmto.castles import COLUMNS, castle_values, rank_correlation
from boardworth.rules import Game
from boardworth.rules.records import GameRecord, read_in_parts
from boardworth.search import PvLeaves
from boardworth.search.features import QUICK_LEARNING

SOURCES = (*PRODUCT, "boardworth/reproduce/mmto", "benchmarks/experts.py")
FILES = ("title_matches.usi", "computer_games.usi", "selfplay_20k.usi")
SETTINGS = ExpertSettings(iterations=16, batch=18_000, held_out=0.05)
HELD_OUT = 5_000
GAMES, NODES = int(os.environ.get("BOARDWORTH_GAMES", "400")), 2_000
# By the paper's method: games, iterations, and lambda_1.
PAPERS_GAMES, PAPERS_ITERATIONS, L1 = 60, 6, 0.00625
SEARCH = PvLeaves(features=QUICK_LEARNING)


def run() -> None:
    shogi = bw.load_game("shogi")
    train, held_out = comparisons(shogi, recorded(shogi)).split(SETTINGS.held_out)
    held_out = held_out.thinned(HELD_OUT)
    models = learned(train)
    show_sets(models, train, held_out)
    show_castles(models["ABCD"])
    show_penalty(models["AB"], train, held_out)


def recorded(game: Game) -> Iterator[GameRecord]:
    for name in FILES:
        for part in read_in_parts(game, data_folder() / "shogi" / name):
            yield from part.games


def relations(game: Game, letters: str) -> FeatureSet:
    return FeatureSet(game, [], parts=[Relations(game, PAPERS_KINDS[: len(letters)])])


def learned(train: Comparisons) -> dict[str, Model]:
    """The chain, as builds learn it."""
    models: dict[str, Model] = {}
    for letters in ("A", "AB", "ABC", "ABCD"):
        method = replace(
            SETTINGS.method(train.game, material_alone=letters == "A", with_results=True),
            initial=models.get(letters[:-1]),
        )
        models[letters] = kept(letters, method, train)
    return models


def kept(name: str, method: MMTO, train: Comparisons) -> Model:
    """What has learned, from its file if it is there."""
    letters = name.split(maxsplit=1)[0]
    file = work_folder() / f"relations {name}.model"
    if not file.exists():
        features = relations(train.game, letters)
        bw.save_model(method.fit(features, train, threads=2), file)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20)
        file.with_suffix(".memory").write_text(f"{peak:.1f} GiB")
    return bw.load_model(file)


def memory(name: str) -> str:
    """At most so much was taken until a model had learned, the positions of all games included."""
    return (work_folder() / f"relations {name}.memory").read_text()


def agreement(model: Model, held_out: Comparisons) -> Agreement:
    pieces = searched(SEARCH, model, held_out, 2)
    return sum((Agreement.of(found, experts) for _, found, experts in pieces), Agreement())


def show_sets(models: dict[str, Model], train: Comparisons, held_out: Comparisons) -> None:
    rows = []
    for letters, model in models.items():
        smaller = models.get(letters[:-1])
        cells: Sequence[str] = ("", "", "")
        if smaller is not None:
            cells = match(model, smaller, GAMES, NODES)
        found = agreement(model, held_out)
        weights = len(model.weighted_sum.features)
        rows.append((f"e^{letters}", f"{weights - 1:,}", shares(found), *cells))
        print(*rows[-1], sep=" | ", flush=True)
    show(
        f"Larger relations in shogi, from {len(train):,} positions",
        ("set", "weights", "agreement", "W-D-L against the set before", "score", "Elo, 95 %"),
        rows,
        f"agreement: with {len(held_out):,} held-out moves, a ply deep with quiescence, forced, "
        f"decided and tied positions left out, and in brackets with ties broken by lot; {GAMES} "
        f"games from even random openings, both sides, {NODES:,} nodes a move; learning e^ABCD "
        f"took {memory('ABCD')} at most",
    )


def show_castles(model: Model) -> None:
    """King-piece-piece with two golds (figure 5, right)."""
    found = castle_values(model)
    correlation, occurring = rank_correlation(found)
    show(
        "What e^ABCD says of two golds beside the own king",
        tuple(name.removeprefix(">") for name in COLUMNS),
        [one.cells for one in found],
        "in the paper's order, and units of a hundredth of a pawn; leaves: those of the last "
        f"search with it; rank correlation with that order {correlation:+.2f}, of the "
        f"{occurring} that occur",
    )


def show_penalty(initial: Model, train: Comparisons, held_out: Comparisons) -> None:
    data = first_games(train, PAPERS_GAMES)
    rows = []
    for letters in ("ABC", "ABCD"):
        for l1 in (L1, 0.0):
            method = MMTO(SEARCH, iterations=PAPERS_ITERATIONS, l1=l1, initial=initial)
            model = kept(f"{letters} with l1 {l1:g}", method, data)
            occurring, zeros = larger(model)
            share = f"{100 * zeros / occurring:.1f} %"
            found = shares(agreement(model, held_out))
            rows.append((f"e^{letters}", f"{l1:g}", f"{occurring:,}", share, found))
            print(*rows[-1], sep=" | ", flush=True)
    show(
        f"The penalty l1 in shogi, {PAPERS_ITERATIONS} iterations from {len(data):,} positions",
        ("set", "l1", "weights of e^C and e^D that occur", "of them 0", "agreement"),
        rows,
        "by the grid-adjacent update, 32 for each search, from e^AB of the table above; "
        "agreement as there",
    )


def larger(model: Model) -> tuple[int, int]:
    """How many of the weights beyond those of e^AB occur in training, and how many of these are 0.

    Weights of a smaller set are the first weights of a larger one.
    """
    own = model.weighted_sum
    beyond = slice(len(relations(model.game, "AB")) - 1, -1)
    weights, counts = own.weights[0][beyond], own.counts[0][beyond]
    return int(np.count_nonzero(counts)), int(np.count_nonzero(weights[counts > 0] == 0))


def first_games(data: Comparisons, games: int) -> Comparisons:
    return data.select(np.isin(data.game_ids, np.unique(data.game_ids)[:games]))
