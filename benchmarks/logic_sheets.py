"""Logic patterns on eight public rule sheets, against the GDL paper's functions and short tuples.

All models of a sheet learn from the same positions of searched self-play, labelled by how the games
ended; errors are measured on games that are held out. Matches are limited in nodes: a busy machine
does not change them. Needs BOARDWORTH_DATA; BOARDWORTH_SHEETS names the sheets to try (all of
SHEETS by default).
"""

import json
import os
from dataclasses import asdict, dataclass

import boardworth as bw
from benchmarks.data import public_sheets
from benchmarks.figures import PRODUCT, work_folder
from benchmarks.paper_functions import refitted_functions
from benchmarks.timing import show
from boardworth.arena import Match, random_openings
from boardworth.features import FeatureSet
from boardworth.fitting import LeastSquares, Model
from boardworth.fitting.quadratic import ConjugateGradients
from boardworth.positions import Dataset
from boardworth.recipes import LogicChoice, unfolded_features
from boardworth.recipes.choice import OPENING
from boardworth.recipes.timed import PENALTY, STAGES, TimedBuild, error_of
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.loading import load_rule_game
from boardworth.search import AlphaBeta, Limit
from boardworth.search.core_games import SelfPlayPlan, play_searched

SOURCES = (*PRODUCT, "benchmarks/paper_functions.py")
SHEETS = (
    "checkers",
    "connectFour",
    "breakthrough",
    "hex",
    "knightazons",
    "pawnWhopping",
    "knightthrough__dresden",
    "connect5",
)
# The games that all learn from: searched by short tuples that were learned within LEARNING seconds.
LEARNING, DEPTH, POSITIONS, PLAYING = 30, 3, 60_000, 60
HELD_OUT, VALIDATION = 0.2, 0.15
WEIGHTS = 1_500
KINDS = {"whole": "logic, whole", "parts": "logic, parts"}
PENALTIES = (PENALTY / 8, PENALTY / 2, PENALTY, 4 * PENALTY)
NODES, GAMES = 300, 200


@dataclass(frozen=True)
class Figures:
    """What was measured of a sheet."""

    positions: int
    features: int  # logic features that were unfolded
    errors: dict[str, float]  # held-out, by model
    weights: dict[str, int]  # by model
    taken: str  # the logic patterns that play
    against_functions: tuple[str, str, float]  # wins, draws and losses; Elo; lower end of it
    against_tuples: tuple[str, str, float]


def run() -> None:
    names = os.environ.get("BOARDWORTH_SHEETS", " ".join(SHEETS)).split()
    rows = []
    for name in names:
        rows.append(_row(name, kept(name)))
        print(*rows[-1], flush=True)
    show(
        "Held-out error, and matches of logic patterns at equal nodes",
        (
            "sheet", "positions", "logic features", "MSE of functions", "of tuples",
            "of logic, whole", "of logic, parts", "logic / functions", "against functions: W-D-L",
            "Elo, 95 %", "against tuples: W-D-L", "Elo, 95 %",
        ),
        rows,
        f"self-play of depth {DEPTH} from random openings, labelled by the games' ends; "
        f"{HELD_OUT:.0%} of the games are held out; functions: the GDL paper's 30 features, their "
        "weights refitted by least squares to the same positions, searched by the same alpha-beta; "
        f"tuples: those of build --budget; logic: {WEIGHTS:,} weights of conjunctions alone, "
        "penalties of all fits chosen on a part of the training games, and so is the kind of "
        f"logic patterns that plays; {GAMES} games, {NODES} nodes a move, random openings, both "
        "sides",
    )  # fmt: skip


def kept(name: str) -> Figures:
    """The figures of a sheet, measured if this code has not done so yet."""
    path = work_folder() / f"logic-sheet-{name}.json"
    if not path.exists():
        path.write_text(json.dumps(asdict(measured(load_rule_game(_sheet(name)), name))))
    return Figures(**json.loads(path.read_text()))


def _sheet(name: str) -> str:
    return str(public_sheets() / f"{name}.kif")


def _row(name: str, figures: Figures) -> tuple[str, ...]:
    errors = figures.errors
    best = errors[KINDS[figures.taken]]
    return (
        name,
        f"{figures.positions:,}",
        f"{figures.features:,}",
        f"{errors['functions']:.0f}",
        f"{errors['tuples']:.0f}",
        *(f"{errors[kind]:.0f}" for kind in KINDS.values()),
        f"{best / errors['functions']:.2f}",
        *figures.against_functions[:2],
        *figures.against_tuples[:2],
    )


def measured(game: RuleGame, name: str) -> Figures:
    """Fits all models to the same positions, and lets logic patterns play against the others."""
    data, first = positions(game, name)
    train, held_out = data.split(HELD_OUT, 0)
    unfoldings = unfolded_features(game)
    models = {
        "functions": refitted_functions(game, train, held_out),
        "tuples": _best([first.weighted_sum.features], train, held_out),
    }
    errors = {}
    for kind, label in KINDS.items():
        choice = LogicChoice(kind, WEIGHTS, max_sample=30_000)  # type: ignore[arg-type]
        features = choice.choose(FeatureSet(game, []), train, unfoldings)
        errors[kind] = _error_of_part(features, train)
        models[label] = _best([features], train, held_out)
    taken = min(errors, key=errors.__getitem__)
    ours = models[KINDS[taken]]
    return Figures(
        positions=len(data),
        features=len(unfoldings),
        errors={label: error_of(model) for label, model in models.items()},
        weights={label: len(m.weighted_sum.features) for label, m in models.items()},
        taken=taken,
        against_functions=_match(game, ours, models["functions"]),
        against_tuples=_match(game, ours, models["tuples"]),
    )


def positions(game: RuleGame, name: str) -> tuple[Dataset, Model]:
    """What all learn from, and the model of short tuples that played it."""
    folder = work_folder()
    model, data = folder / f"logic-{name}.model", folder / f"logic-{name}.parquet"
    if not data.exists():
        first = TimedBuild(game, LEARNING).run()
        bw.save_model(first, model)
        usual = game.usual_length
        plan = SelfPlayPlan(POSITIONS // usual, PLAYING, (1, round(0.5 * usual)), seed=1)
        played = play_searched(first, DEPTH, plan)
        progress = game.progress(played.positions)
        Dataset(game, played.positions, played.scores, progress, played.games).save(data)
    return Dataset.load(data), bw.load_model(model)


def _fit(features: FeatureSet, train: Dataset, held_out: Dataset, penalty: float) -> Model:
    solver = ConjugateGradients(passes=40)
    return LeastSquares(stages=STAGES, pool=2, l2=penalty, solver=solver).fit(
        features, train, held_out
    )


def _error_of_part(features: FeatureSet, train: Dataset) -> float:
    return min(error_of(_fit(features, *train.split(VALIDATION, 1), p)) for p in PENALTIES)


def _best(choices: list[FeatureSet], train: Dataset, held_out: Dataset) -> Model:
    """The fit whose penalty, and whose features, do best on a part of the training games."""
    fits = [(features, penalty) for features in choices for penalty in PENALTIES]
    part = train.split(VALIDATION, 1)
    best = min(fits, key=lambda fit: error_of(_fit(fit[0], *part, fit[1])))
    return _fit(best[0], train, held_out, best[1])


def _match(game: RuleGame, ours: Model, theirs: Model) -> tuple[str, str, float]:
    players = [AlphaBeta(bw.Evaluator(model)) for model in (ours, theirs)]
    openings = random_openings(game, GAMES // 2, OPENING, 1)
    result = Match(players, openings, Limit(nodes=NODES)).run(game, GAMES)
    wins = "-".join(map(str, result.wins_draws_losses))
    return wins, str(result.rating).removeprefix("Elo "), result.rating.share
