"""Models learned from experts' moves: agreement with other games, matches and problems.

BOARDWORTH_MODEL names model files of chess or shogi, with commas between them; without it, the
models that come with Boardworth are measured. Each is compared with the hand-made piece-square
model: by the moves of the games that its build held out, as its file says, by paired games at equal
nodes, and in chess by the problems of ECM and WAC. Needs BOARDWORTH_DATA, with the very records of
the build. BOARDWORTH_GAMES and BOARDWORTH_NODES are other numbers of games and nodes.
"""

import hashlib
import os
from collections.abc import Iterator, Sequence

import boardworth as bw
from benchmarks.data import NoData, data_folder
from benchmarks.figures import PRODUCT
from benchmarks.timing import show
from boardworth.arena import Match
from boardworth.fitting.mmto import Agreement
from boardworth.fitting.mmto.leaf_rows import searched
from boardworth.positions import Comparisons, comparisons
from boardworth.recipes.reporter import Silent
from boardworth.reproduce.mmto.games import chess_problems
from boardworth.reproduce.mmto.matches import even_openings, solved
from boardworth.rules.records import GameRecord, read_in_parts
from boardworth.search import PvLeaves

SOURCES = (*PRODUCT, "boardworth/reproduce/mmto")
GAMES = int(os.environ.get("BOARDWORTH_GAMES", "400"))
NODES = int(os.environ.get("BOARDWORTH_NODES", "4000"))
PROBLEM_NODES = 50_000
HELD_OUT = 20_000
NAMES = ("chess", "shogi")


def run() -> None:
    rows = []
    for model in models():
        theirs = bw.baseline(model.game, "piece-square")
        data = unseen(model)
        cells = [shares(agreement(one, data)) for one in (model, theirs)]
        problems = chess_problems() if model.game.name == "chess" else []
        tried = [sum(solved(one, problems, PROBLEM_NODES, Silent())) for one in (model, theirs)]
        counts = " / ".join(map(str, tried)) if problems else ""
        rows.append((model.game.name, f"{len(data):,}", *cells, *match(model, theirs), counts))
        print(*rows[-1], sep=" | ", flush=True)
    show(
        "Models from experts' moves beside the hand-made piece-square model",
        (
            *("game", "positions", "agreement", "by hand", "W-D-L against it", "score"),
            *("Elo, 95 %", f"problems at {PROBLEM_NODES:,} nodes: learned / by hand"),
        ),
        rows,
        f"agreement: with moves of games that were held out, a ply deep with quiescence; forced, "
        f"decided and tied positions left out, and in brackets with ties broken by lot; "
        f"{GAMES} games from even random openings, both sides, {NODES:,} nodes a move",
    )


def models() -> Iterator[bw.Model]:
    names = os.environ.get("BOARDWORTH_MODEL")
    if names:
        yield from map(bw.load_model, names.split(","))
    else:
        yield from (bw.shipped_model(bw.load_game(name)) for name in NAMES)


def unseen(model: bw.Model) -> Comparisons:
    """Positions of the games that were held out when it learned."""
    return its_positions(model)[1].thinned(HELD_OUT)


def its_positions(model: bw.Model) -> tuple[Comparisons, Comparisons]:
    """What a model has learned from, and what was held out."""
    made = model.provenance
    if "records" not in made:
        raise NoData(f"the model of {model.game.name} is not learned from records")
    settings = made["settings"]
    records = (record for file in made["records"] for record in recorded(model.game, *file))
    data = comparisons(model.game, records, settings["games"])
    return data.split(settings["held_out"], settings["seed"])


def recorded(game: bw.Game, name: str, checksum: str) -> Iterator[GameRecord]:
    path = data_folder() / game.name / name
    if hashlib.sha256(path.read_bytes()).hexdigest() != checksum:
        raise NoData(f"{path} is not the file that the model learned from")
    for part in read_in_parts(game, path):
        yield from part.games


def agreement(model: bw.Model, data: Comparisons) -> Agreement:
    pieces = searched(PvLeaves(), model, data, 1)
    return sum((Agreement.of(found, experts) for _, found, experts in pieces), Agreement())


def shares(found: Agreement) -> str:
    return f"{100 * found.share:.1f} % ({100 * found.drawn_share:.1f} %)"


def match(
    ours: bw.Model, theirs: bw.Model, games: int = GAMES, nodes: int = NODES
) -> tuple[str, str, str]:
    openings = even_openings(ours.game, games // 2, 0)
    return played(ours, theirs, openings, games, bw.Limit(nodes=nodes))


def played(
    ours: bw.Model,
    theirs: bw.Model,
    openings: Sequence[bw.History | Sequence[int]],
    games: int,
    limit: bw.Limit,
) -> tuple[str, str, str]:
    """Wins, draws and losses, the share of the points, and Elo with its interval."""
    players = [bw.AlphaBeta(bw.Evaluator(one), name) for one, name in ((ours, "a"), (theirs, "b"))]
    result = Match(players, openings, limit).run(ours.game, games)
    rating = result.rating
    wins = "-".join(map(str, result.wins_draws_losses))
    return wins, f"{100 * rating.share:.1f} %", str(rating).removeprefix("Elo ")
