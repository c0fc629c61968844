"""Logic patterns on eight public rule sheets, against the GDL paper's functions and short tuples.

All models of a sheet learn from the same positions of searched self-play, labelled by what these
searches found: how a game ends says little about most of its positions. Whatever a fit chooses,
the number of passes included, it chooses on a part of the training games. Errors are those of
predictions for games that no fit has seen. Matches are limited in nodes: a busy machine does not
change them. Needs BOARDWORTH_DATA; BOARDWORTH_SHEETS names the sheets to try (all of
SHEETS by default).
"""

import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from itertools import product

import numpy as np

import boardworth as bw
from benchmarks.data import public_sheets
from benchmarks.figures import PRODUCT, work_folder
from benchmarks.paper_functions import refitted_functions
from benchmarks.timing import show
from boardworth.arena import Match, random_openings
from boardworth.features import FeatureSet, short_tuples
from boardworth.fitting import LeastSquares, Model
from boardworth.fitting.quadratic import ConjugateGradients
from boardworth.positions import Dataset, concatenate
from boardworth.recipes import LogicChoice, unfolded_features
from boardworth.recipes.choice import OPENING
from boardworth.recipes.logic import BY_STEPS, Taken
from boardworth.recipes.timed import PENALTY, PHASES, SIZES, TimedBuild, error_of
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.loading import load_rule_game
from boardworth.search import AlphaBeta, Limit
from boardworth.search.core_games import SelfPlayPlan, play_searched

SOURCES = (*PRODUCT, "benchmarks/paper_functions.py")
# With the depth of the searches that play the games.
SHEETS = {
    "checkers": 3,
    "connectFour": 5,
    "breakthrough": 3,
    "hex": 2,
    "knightazons": 2,
    "pawnWhopping": 5,
    "knightthrough__dresden": 3,
    "connect5": 3,
}
# The games that all learn from: searched by short tuples that were learned within LEARNING seconds
# of CPU time, after as many random moves as these shares of a usual game have.
LEARNING = 15
# Games are played, some at a time, until there are enough positions or these CPU seconds are over.
POSITIONS, PLAYING, AT_ONCE = 120_000, 80, 100
RANDOM_MOVES = (0.2, 1.0)
HELD_OUT, VALIDATION = 0.2, 0.15
WEIGHTS, SAMPLE = 1_000, 40_000
# Numbers of solutions alone, and with weights for conjunctions, or also for parts of them.
KINDS: dict[str, tuple[Taken, int]] = {
    "counts": ("whole", 1),
    "whole": ("whole", WEIGHTS),
    "parts": ("parts", WEIGHTS),
}
# Penalties and numbers of phases that all fits choose from.
FITS = tuple(product((PENALTY / 32, PENALTY / 8, PENALTY), PHASES))
NODES, GAMES = 200, 300


@dataclass(frozen=True)
class Figures:
    """What was measured of a sheet."""

    positions: int
    features: int  # logic features that were unfolded
    errors: dict[str, float]  # held-out, by model
    kind: str  # of the logic patterns that play
    against_functions: tuple[str, str]  # wins, draws and losses; Elo
    against_tuples: tuple[str, str]


def run() -> None:
    names = os.environ.get("BOARDWORTH_SHEETS", " ".join(SHEETS)).split()
    rows = []
    for name in names:
        rows.append(_row(name, kept(name)))
        print(*rows[-1], flush=True)
    show(
        "Held-out error, and matches of logic patterns at equal nodes",
        (
            "sheet", "positions", "logic features", "MSE: functions", "tuples",
            *(f"logic, {kind}" for kind in KINDS), "plays", "logic / functions",
            "logic / tuples", "against functions: W-D-L", "Elo, 95 %", "against tuples: W-D-L",
            "Elo, 95 % ",
        ),
        rows,
        "self-play by searches of short tuples after random moves, labelled by what these found; "
        f"{HELD_OUT:.0%} of the games are held out; functions: the GDL paper's 30 features, their "
        "weights refitted by least squares to the same positions, searched by the same alpha-beta; "
        "tuples: those of build --budget, of the best of three sizes; logic: numbers of solutions "
        f"(counts), with up to {WEIGHTS:,} weights of whole conjunctions, or also of parts; "
        "penalties, phases and passes of logic and tuples (functions have one phase and are solved "
        "exactly, on all training games), the size of tuples and the logic that plays are chosen "
        f"on {VALIDATION:.0%} of the training games, which have no other part in the fit; "
        f"{GAMES} games, {NODES} nodes a move, random openings, both sides",
    )  # fmt: skip


def kept(name: str) -> Figures:
    """The figures of a sheet, measured if this code has not done so yet."""
    path = work_folder() / f"logic-sheet-{name}-predicted.json"
    if not path.exists():
        path.write_text(json.dumps(asdict(measured(name))))
    return Figures(**json.loads(path.read_text()))


def _row(name: str, figures: Figures) -> tuple[str, ...]:
    errors = figures.errors
    ours = errors[figures.kind]
    return (
        name,
        f"{figures.positions:,}",
        f"{figures.features:,}",
        *(f"{errors[model]:.0f}" for model in ("functions", "tuples", *KINDS)),
        figures.kind,
        *(f"{ours / errors[model]:.2f}" for model in ("functions", "tuples")),
        *figures.against_functions,
        *figures.against_tuples,
    )


def measured(name: str) -> Figures:
    """Fits all models to the same positions, and lets logic patterns play against the others."""
    game = load_rule_game(str(public_sheets() / f"{name}.kif"))
    data = positions(game, name)
    train, held_out = data.split(HELD_OUT, 0)
    unfoldings = unfolded_features(game, BY_STEPS)  # seconds would cut it on a busy machine

    def by_logic(kind: str, learned_from: Dataset) -> FeatureSet:
        taken, weights = KINDS[kind]
        choice = LogicChoice(taken, weights, max_sample=SAMPLE, rounds=3)
        return choice.choose(FeatureSet(game, []), learned_from, unfoldings)

    def by_tuples(size: int, _: Dataset) -> FeatureSet:
        return short_tuples(game, size)

    models = {"functions": refitted_functions(game, train)}
    logic = {kind: _best(partial(by_logic, kind), train) for kind in KINDS}
    models |= logic
    models["tuples"] = min((_best(partial(by_tuples, n), train) for n in SIZES[:3]), key=error_of)
    kind = min(logic, key=lambda kind: error_of(logic[kind]))
    return Figures(
        positions=len(data),
        features=len(unfoldings),
        errors={label: _error(model, held_out) for label, model in models.items()},
        kind=kind,
        against_functions=_match(game, models[kind], models["functions"]),
        against_tuples=_match(game, models[kind], models["tuples"]),
    )


def positions(game: RuleGame, name: str) -> Dataset:
    """What all learn from."""
    path = work_folder() / f"logic-{name}.parquet"
    if not path.exists():
        first = TimedBuild(game, LEARNING, now=time.process_time).run()
        usual = game.usual_length
        few, many = (round(share * usual) for share in RANDOM_MOVES)
        found: list[Dataset] = []
        end = time.process_time() + PLAYING
        while sum(map(len, found)) < POSITIONS and time.process_time() < end:
            plan = SelfPlayPlan(AT_ONCE, opening=(few, many), seed=len(found))
            played = play_searched(first, SHEETS[name], plan)
            progress = game.progress(played.positions)
            best = game.max_score
            targets = np.clip(played.values, -best, best)
            rows = (played.positions, targets, progress, played.games)
            found.append(Dataset(game, *rows))
        concatenate(found).save(path)
    return Dataset.load(path)


def _best(choose: Callable[[Dataset], FeatureSet], train: Dataset) -> Model:
    """The fit with the least error on a part of the training games, which says so."""
    learned_from, validation = train.split(VALIDATION, 1)
    features = choose(learned_from)
    models = (_fit(features, learned_from, validation, *fit) for fit in FITS)
    return min(models, key=error_of)


def _error(model: Model, held_out: Dataset) -> float:
    """The mean squared one, of predictions."""
    return float(np.mean((model.predict(held_out) - held_out.targets) ** 2))


def _fit(
    features: FeatureSet, train: Dataset, validation: Dataset, penalty: float, phases: int
) -> Model:
    solver = ConjugateGradients(passes=40)
    fitter = LeastSquares(stages=phases, pool=2, l2=penalty, solver=solver)
    return fitter.fit(features, train, validation)


def _match(game: RuleGame, ours: Model, theirs: Model) -> tuple[str, str]:
    players = [AlphaBeta(bw.Evaluator(model)) for model in (ours, theirs)]
    openings = random_openings(game, GAMES // 2, OPENING, 1)
    result = Match(players, openings, Limit(nodes=NODES)).run(game, GAMES)
    wins = "-".join(map(str, result.wins_draws_losses))
    return wins, str(result.rating).removeprefix("Elo ")
