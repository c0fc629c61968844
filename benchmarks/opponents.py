"""Opponents built within a minute against plain UCT at equal time a move, game by game.

BOARDWORTH_DATA names the folder of the public rule sheets, BOARDWORTH_OPPONENTS the sheets to try
(all of GAMES by default); BOARDWORTH_SECONDS is the time of a move, BOARDWORTH_MATCH the number of
games, BOARDWORTH_BUDGET the seconds of a build.
"""

import os
import time
from pathlib import Path

from benchmarks.data import public_sheets
from benchmarks.timing import show
from boardworth.arena import Match, random_openings
from boardworth.recipes import Opponent
from boardworth.recipes.choice import OPENING
from boardworth.rules.loading import load_rule_game
from boardworth.search import Limit, Uct, model_player

# Two players who take turns, chosen for variety: lines, races, captures, territory, blockades.
GAMES = (
    "reversi",
    "checkers",
    "breakthrough",
    "connectFour",
    "connect5",
    "knightthrough__dresden",
    "breakthroughSmall",
    "breakthroughSuicide",
    "breakthroughWalls",
    "connectFourSuicide_7x7",
    "connectFour_9x6",
    "checkersSmall_v1",
    "checkersTiny",
    "dotsAndBoxes",
    "sheepAndWolf",
    "nineBoardTicTacToe",
    "cephalopodMicro",
    "hex",
    "speedChess",
    "ttcc4_2player",
)


def run() -> None:
    """Builds and plays, sheet by sheet."""
    folder = public_sheets()
    names = os.environ.get("BOARDWORTH_OPPONENTS", " ".join(GAMES)).split()
    budget = float(os.environ.get("BOARDWORTH_BUDGET", "60"))
    seconds = float(os.environ.get("BOARDWORTH_SECONDS", "0.5"))
    games = int(os.environ.get("BOARDWORTH_MATCH", "20"))
    rows = []
    for name in names:
        rows.append(_row(folder / f"{name}.kif", budget, seconds, games))
        print(*rows[-1], flush=True)
    show(
        f"Opponents within {budget:g} s against UCT",
        (
            *("sheet", "seconds a move", "chosen", "games", "W-D-L", "score", "Elo, 95 %"),
            *("built in", "quick matches"),
        ),
        rows,
        "quick matches: points of games against UCT",
    )


def _row(sheet: Path, budget: float, seconds: float, games: int) -> tuple[str, ...]:
    start = time.monotonic()
    threads = os.cpu_count() or 1
    game = load_rule_game(str(sheet))
    left = budget - (time.monotonic() - start)
    built = Opponent(game, left, threads=threads).build()
    took = time.monotonic() - start
    player = model_player(built, game=game)
    openings = random_openings(game, games // 2, OPENING, 1)
    match = Match((player, Uct()), openings, Limit(seconds=seconds))
    result = match.run(game, games, threads=threads)
    tried = ", ".join(
        f"{c['way']} {c['points']:g}/{c['games']} at {c['seconds_a_move']:.2g} s"
        for c in built.metrics["choice"]["against_uct"]
    )
    return (
        sheet.stem,
        f"{seconds:g}",
        player.name,
        str(len(result.games)),
        "-".join(map(str, result.wins_draws_losses)),
        f"{100 * result.rating.share:.0f} %",
        str(result.rating).removeprefix("Elo "),
        f"{took:.0f} s",
        tried,
    )
