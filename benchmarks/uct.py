"""Simulations of UCT against OpenSpiel's MCTSBot by its own rules, both in C++."""

import time
from collections.abc import Callable

import pyspiel

from benchmarks.timing import best_seconds, show
from boardworth.rules import Game, load_game
from boardworth.search import Limit, Uct

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
        seconds = best_seconds(works, ROUNDS, time.process_time)
        speeds = [SIMULATIONS / seconds[whose] for whose in works]
        rules = "native" if name in NATIVE else "rule sheet"
        shown = (f"{speed:,.0f}" for speed in speeds)
        rows.append((name, rules, *shown, f"{speeds[0] / speeds[1]:.1f}x"))
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
