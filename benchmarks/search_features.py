"""Search features of chess and shogi: matches of all features against all but one.

Both players have as many nodes for a move, and every opening is played from both sides. Games are
kept as they are finished (benchmarks/kept_matches.py), so the command can be stopped and given
again. BOARDWORTH_GAMES and BOARDWORTH_NODES are other numbers of games and nodes.
"""

import os

import boardworth as bw
from benchmarks.figures import PRODUCT
from benchmarks.kept_matches import Metered, keep_on
from benchmarks.timing import show
from boardworth.reproduce.mmto.matches import PLIES, even_openings
from boardworth.search import search_features

SOURCES = (*PRODUCT, "benchmarks/kept_matches.py")
GAMES = int(os.environ.get("BOARDWORTH_GAMES", "1000"))
NODES = int(os.environ.get("BOARDWORTH_NODES", "10000"))


def run() -> None:
    """Plays what is missing, and shows all features."""
    rows = []
    for name in ("chess", "shogi"):
        game = bw.load_game(name)
        openings = even_openings(game, GAMES // 2, 0)
        rivals = {"all others": search_features(game, "learning")}
        rivals |= {one: search_features(game, without=[one]) for one in search_features(game)}
        for feature, rest in rivals.items():
            rows.append((name, feature, *standing(game, openings, feature, rest)))
            print(*rows[-1], sep=" | ", flush=True)
    show(
        "All search features against all but one",
        ("game", "without", "games", "W-D-L", "score", "Elo, 95 %"),
        rows,
        f"material and squares, {NODES:,} nodes a move, openings of {PLIES} random plies whose "
        "value is less than 1.5 pawns; the first row of a game leaves out all that change values",
    )


def standing(
    game: bw.Game, openings: list[tuple[int, ...]], feature: str, rest: tuple[str, ...]
) -> tuple[str, ...]:
    """What the match says, as a table shows it."""
    evaluator = bw.Evaluator(bw.baseline(game, "piece-square"))
    players = [
        Metered(bw.AlphaBeta(evaluator, "all")),
        Metered(bw.AlphaBeta(evaluator, "others", features=rest)),
    ]
    meters = [lambda player=player: player.seconds for player in players]
    match = bw.Match(players, openings, bw.Limit(nodes=NODES))
    title = f"{game.name} without {feature}, {NODES} nodes"
    return keep_on(title, match, game, GAMES, meters).cells[:4]
