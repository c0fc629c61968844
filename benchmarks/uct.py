"""Simulations of UCT against OpenSpiel's MCTSBot by its own rules, both in C++."""

from collections.abc import Callable

import pyspiel

from benchmarks.timing import faster_by, seconds_by_round, show
from boardworth.rules import Game, load_game
from boardworth.search import Limit, Uct

SOURCES = ("core/search", "core/rules", "boardworth/search", "boardworth/rules")

# OpenSpiel's name of the same game.
GAMES = {
    "connect-four": "connect_four",
    "breakthrough": "breakthrough",
    "reversi": "othello",
    "othello": "othello",
}
NATIVE = {"othello"}
SIMULATIONS = 10_000
ROUNDS = 5


def run() -> None:
    rows = []
    for name, spiel in GAMES.items():
        works = {"ours": our_search(load_game(name)), "theirs": open_spiel(spiel)}
        seconds = seconds_by_round(works, ROUNDS)
        shown = (f"{SIMULATIONS / min(seconds[whose]):,.0f}" for whose in works)
        rules = "native" if name in NATIVE else "rule sheet"
        rows.append((name, rules, *shown, faster_by(seconds["theirs"], seconds["ours"])))
    show(
        f"UCT, simulations/s of CPU time, one thread, {SIMULATIONS:,} from the start",
        ("game", "rules", "Boardworth", "OpenSpiel", "faster by"),
        rows,
        "OpenSpiel: MCTSBot with one random rollout for each simulation",
    )


def our_search(game: Game) -> Callable[[], object]:
    player, start, limit = Uct(), game.start(), Limit(nodes=SIMULATIONS)
    return lambda: player.search(start, limit)


def open_spiel(name: str) -> Callable[[], object]:
    game = pyspiel.load_game(name)
    rollouts = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, rollouts, 1.0, SIMULATIONS, 1000, False, 1, False)
    return lambda: bot.step(game.new_initial_state())
