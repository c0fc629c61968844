"""Levels of Othello against their neighbours: Elo and CPU time a game, from XOT openings.

BOARDWORTH_DATA names the folder with the openings, BOARDWORTH_LEVELS the first and the last level
(1-12 by default), BOARDWORTH_GAMES how many games of each pair of neighbours (200). Games are kept
as they are finished (benchmarks/kept_matches.py), so the command can be stopped and given again.
"""

import os

import boardworth as bw
from benchmarks.kept_matches import Metered, keep_on, xot_openings
from benchmarks.timing import show
from boardworth.search import level

GAMES = int(os.environ.get("BOARDWORTH_GAMES", "200"))
FIRST, LAST = map(int, os.environ.get("BOARDWORTH_LEVELS", "1-12").split("-"))


def run() -> None:
    """Plays what is missing, and shows all neighbours."""
    game = bw.load_game("othello")
    openings = xot_openings(game, GAMES)
    if openings is None:
        print("levels: BOARDWORTH_DATA is not set")
        return
    evaluator = bw.Evaluator(bw.shipped_model(game))
    rows = []
    for number in range(FIRST, LAST):
        limits = (level(game, number + 1), level(game, number))
        players = [Metered(bw.AlphaBeta(evaluator, str(limit))) for limit in limits]
        title = " against ".join(f"{limit} {limit.solving}" for limit in limits)
        meters = [lambda player=player: player.seconds for player in players]
        match = bw.Match(players, openings, limits)
        standing = keep_on(title, match, game, GAMES, meters)
        rows.append(
            (
                f"{number + 1} - {number}",
                str(standing.games),
                standing.wins_draws_losses,
                f"{100 * standing.rating.share:.1f} %",
                str(standing.rating).removeprefix("Elo "),
                f"{standing.game_seconds(0):.3f}",
                f"{standing.game_seconds(1):.3f}",
            )
        )
        print(*rows[-1], sep=" | ", flush=True)
    show(
        "Neighbouring levels of Othello, XOT openings",
        ("levels", "games", "W-D-L", "score", "Elo, 95 %", "CPU s a game", "the lower's"),
        rows,
    )
