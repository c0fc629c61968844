"""Who teaches Othello best: results of games, as GLEM has it, experts' moves, or both.

Logistello's patterns, the WTHOR games of 2011 to 2015, each fit with 13 phases. Least squares fits
the final scores of all positions, GLEM's fit their results through the logistic function; the
others learn from the moves of the same games, as builds do.
Measured are agreement with the moves of later games, and games at equal depth from the XOT openings
against least squares and against GLEM's fit. Needs BOARDWORTH_DATA. BOARDWORTH_MATCH is another
number of games.
"""

import os

import boardworth as bw
from benchmarks.data import othello_data
from benchmarks.experts import agreement, played, shares
from benchmarks.figures import PRODUCT
from benchmarks.othello_models import LATER, record_files
from benchmarks.timing import show
from boardworth.arena import read_openings
from boardworth.cli.score import read_positions
from boardworth.features import named_patterns
from boardworth.fitting import SquaredProbability
from boardworth.positions import Comparisons, comparisons
from boardworth.recipes import ExpertSettings
from boardworth.rules import Game
from boardworth.rules.records import read_records

SOURCES = (
    *PRODUCT,
    "boardworth/cli/score.py",
    "benchmarks/experts.py",
    "benchmarks/othello_models.py",
)
MATCH, DEPTH = int(os.environ.get("BOARDWORTH_MATCH", "400")), 4
EXACT, PHASES = 10, 13
WTHOR = "'wthor/WTH_201[1-5].wtb'"
SETTINGS = ExpertSettings(iterations=24, stages=PHASES)
LATER_GAMES = 200


def run() -> None:
    othello = bw.load_game("othello")
    features = named_patterns(othello, ["shipped"])
    positions, held_out_positions = read_positions(othello, record_files(WTHOR), EXACT, 1).split()
    chosen, held_out = choices(othello, WTHOR).split()
    later = choices(othello, LATER, LATER_GAMES)
    fits = {
        "final scores, least squares": bw.LeastSquares(stages=PHASES),
        "results, squares of probabilities (GLEM)": SquaredProbability(stages=PHASES),
    }
    models = {name: fit.fit(features, positions, held_out_positions) for name, fit in fits.items()}
    for name, with_results in {"moves": False, "moves and results": True}.items():
        method = SETTINGS.method(othello, material_alone=False, with_results=with_results)
        models[name] = method.fit(features, chosen, held_out, threads=2)
    opponents = [models[name] for name in fits]
    openings = read_openings(othello, othello_data() / "openings" / "xot.txt")
    rows = []
    for name, model in models.items():
        cells: list[str] = []
        for opponent in opponents:
            limit = bw.Limit(depth=DEPTH)
            wins, _, elo = ("", "", "")
            if model is not opponent:
                wins, _, elo = played(model, opponent, openings[: MATCH // 2], MATCH, limit)
            cells += [wins, elo]
        rows.append((name, shares(agreement(model, later)), *cells))
        print(*rows[-1], sep=" | ", flush=True)
    show(
        "Teachers of Othello: the same patterns from the same games",
        (
            *("taught by", "agreement", "W-D-L against least squares", "Elo, 95 %"),
            *("W-D-L against GLEM's fit", "Elo against it, 95 %"),
        ),
        rows,
        f"the scores and results that the first two learn from are exact where {EXACT} squares or "
        f"fewer are empty; agreement: with the moves of {LATER_GAMES} later games, whose openings "
        f"may occur in the others, a ply deep, in brackets with ties broken by lot; {MATCH} games "
        f"at depth {DEPTH} from XOT openings, both sides",
    )


def choices(game: Game, files: str, games: int | None = None) -> Comparisons:
    records = (record for path in record_files(files) for record in read_records(game, path).games)
    return comparisons(game, records, games)
