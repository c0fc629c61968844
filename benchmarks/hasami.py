"""Hasami shogi, learned from self-play, against material at equal depth.

What is learned: what pieces are worth by their squares, and the numbers of solutions of some logic
features. These are generated from the rules, as for `build --logic`, and chosen by what they tell.
The first generation learns from random games what pieces are worth. Each later one plays with what
the one before has learned, and learns what searches of that find two moves later. Beside it, what
`build --budget` learns by itself.

The models and all pairs of games are kept: a run that was interrupted goes on.
"""

from collections.abc import Callable
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

import boardworth as bw
from benchmarks.figures import boardworth, work_folder
from benchmarks.kept_matches import Metered, keep_on
from benchmarks.timing import show
from boardworth.arena import random_openings
from boardworth.features import FeatureSet, short_tuples
from boardworth.features.logic import Unfolding
from boardworth.fitting import LeastSquares, Model
from boardworth.positions import Dataset
from boardworth.recipes import LogicChoice, unfolded_features
from boardworth.recipes.generated_logic import BY_STEPS
from boardworth.rules import Game
from boardworth.search import ManySearches
from boardworth.search.core_games import SelfPlayPlan, play_at_random, play_searched

GAME = "hasami-shogi"
BUDGET = "build hasami-shogi --budget 120s"
LEARNED, TUPLES = "squares and generated features", f"`{BUDGET}`"
MATCHES = ((LEARNED, 2), (TUPLES, 2))
GAMES = 200
PLIES = 8  # of an opening
SEED = 1
OPENINGS_SEED = 11  # none of these openings was played before

RANDOM_GAMES = 1_000
# By generation, the games that are played and the positions that are learned from.
GENERATIONS = ((200, 5_000), (150, 4_500))
LABEL_DEPTH = 2
LONGEST_OPENING = 70
# Values must stay well below a won game's 100 points: a piece is worth about five.
POINTS = 0.1
DECIDED = 60
THREADS = 2

# Of the generated features, how many have weights, and the most conjunctions of one. That a piece
# can be captured takes about 30,000: a move from afar goes over many empty squares.
CHOICE = LogicChoice("whole", 1, max_counts=12, max_counted=60_000)


def run() -> None:
    game = bw.load_game(GAME)
    openings = random_openings(game, GAMES // 2, PLIES, OPENINGS_SEED)
    material = Metered(bw.AlphaBeta(bw.Evaluator(bw.baseline(game, "material")), "material"))
    models = {TUPLES: tuples_model(), LEARNED: learned_model(game)}
    rows = []
    for name, depth in MATCHES:
        player = Metered(bw.AlphaBeta(bw.Evaluator(models[name]), name))
        match = bw.Match((player, material), openings, bw.Limit(depth=depth))
        meters = [partial(getattr, one, "seconds") for one in (player, material)]
        standing = keep_on(f"hasami {name} {depth}", match, game, GAMES, meters)
        rows.append((name, str(depth), *standing.cells))
        print(rows[-1], flush=True)
    show(
        "Hasami shogi against `baseline:material`",
        (
            "evaluation",
            "depth of both",
            "games",
            "W-D-L",
            "score",
            "Elo, 95 %",
            "CPU s",
            "its CPU s",
        ),
        rows,
        f"{GAMES // 2} random openings of {PLIES} moves, each with both colours; CPU seconds of "
        "either player for a game",
    )


def tuples_model() -> Model:
    """What the command makes of the sheet."""
    path = work_folder() / "hasami-tuples.model"
    if not path.exists():
        boardworth(f"{BUDGET} -o {path}")
    return bw.load_model(path)


def learned_model(game: Game) -> Model:
    """The model of the last generation; the others are kept beside it."""
    squares = short_tuples(game, max_entries=3)
    model = kept(0, lambda: fitted(squares, random_positions(game)))
    for number, (games, positions) in enumerate(GENERATIONS, 1):
        model = kept(number, partial(next_model, model, games, positions, number))
    return model


def kept(generation: int, learn: Callable[[], Model]) -> Model:
    """The model of a generation, learned once by each version of the code."""
    path = work_folder() / f"hasami-{generation}.model"
    if not path.exists():
        bw.save_model(learn(), path)
    return bw.load_model(path)


def next_model(model: Model, games: int, positions: int, seed: int) -> Model:
    """What the searches of a model teach."""
    game = model.game
    data = searched_positions(model, games, positions, seed)
    features = CHOICE.choose(short_tuples(game, max_entries=3), data, unfoldings(game), THREADS)
    names = [name for part in features.parts for name in getattr(part, "names", ())]
    print(f"generation {seed}: {', '.join(names)}", flush=True)
    return fitted(features, data)


@cache
def unfoldings(game: Game) -> list[Unfolding]:
    """All logic features of the rules that fit into the bounds."""
    return unfolded_features(game, BY_STEPS, threads=THREADS)


def random_positions(game: Game) -> Dataset:
    """Games of chance, with their results."""
    plan = SelfPlayPlan(RANDOM_GAMES, seed=SEED, threads=THREADS)
    played = play_at_random(game, plan)
    return dataset(game, played.positions, POINTS * played.scores, played.games)


def searched_positions(model: Model, games: int, count: int, seed: int) -> Dataset:
    """Half of them from self-play, half met inside searches from there; what searches find."""
    opening = (0, LONGEST_OPENING)
    plan = SelfPlayPlan(games, opening=opening, seed=seed, threads=THREADS)
    played = play_searched(model, 1, plan)
    chosen = np.random.default_rng(seed).permutation(len(played))[: count // 2]
    searches = ManySearches(model, THREADS)
    inside, rows = searches.sample(played.positions[chosen], LABEL_DEPTH, 1, seed)
    positions = np.concatenate([played.positions[chosen], inside])
    game_ids = np.concatenate([played.games[chosen], played.games[chosen][rows]])
    depths = np.full(len(positions), LABEL_DEPTH, np.int32)
    values = searches.search(positions, depths).values
    open_games = np.abs(values) < DECIDED
    return dataset(model.game, positions[open_games], values[open_games], game_ids[open_games])


def dataset(
    game: Game,
    positions: NDArray[np.uint8],
    targets: NDArray[np.float32],
    game_ids: NDArray[np.int32],
) -> Dataset:
    progress = game.progress(positions)
    return Dataset(game, positions, targets.astype(np.float32), progress, game_ids)


def fitted(features: FeatureSet, data: Dataset) -> Model:
    """One phase: pieces are worth the same all game long."""
    train, held_out = data.split(0.1, SEED)
    model = LeastSquares(stages=1).fit(features, train, held_out, threads=THREADS)
    print(f"{len(data):,} positions; held out: {model.metrics['held_out']['all']}", flush=True)
    return model
