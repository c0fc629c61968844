"""Levels of Othello against their neighbours: Elo and CPU time a game, from XOT's openings.

Needs BOARDWORTH_DATA. Games are kept as they are finished (benchmarks/kept_matches.py), so the
command can be stopped and given again.
"""

import boardworth as bw
from benchmarks.figures import PRODUCT
from benchmarks.kept_matches import Metered, keep_on, xot_openings
from benchmarks.timing import show
from boardworth.search import DEFAULT_LEVEL, level

SOURCES = (*PRODUCT, "benchmarks/kept_matches.py")
GAMES = 200


def run() -> None:
    """Plays what is missing, and shows all neighbours."""
    game = bw.load_game("othello")
    openings = xot_openings(game, GAMES)
    evaluator = bw.Evaluator(bw.shipped_model(game))
    rows = []
    for number in range(1, DEFAULT_LEVEL):
        limits = (level(game, number + 1), level(game, number))
        players = [Metered(bw.AlphaBeta(evaluator, str(limit))) for limit in limits]
        title = " against ".join(f"{limit} {limit.solving}" for limit in limits)
        meters = [lambda player=player: player.seconds for player in players]
        match = bw.Match(players, openings, limits[0], limits=limits)
        standing = keep_on(title, match, game, GAMES, meters)
        rows.append((f"{number + 1} - {number}", *standing.cells))
        print(*rows[-1], sep=" | ", flush=True)
    show(
        "Neighbouring levels of the model that comes with Boardworth",
        ("levels", "games", "W-D-L", "score", "Elo, 95 %", "CPU s a game", "the lower level's"),
        rows,
    )
