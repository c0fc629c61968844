"""Simulations of UCT by rule sheets against OpenSpiel's MCTSBot by its own rules, both in C++."""

import time
from collections.abc import Callable

import pyspiel

from benchmarks.timing import best_seconds, show
from boardworth.files import shipped_file
from boardworth.rules.gdl import read_rule_sheet
from boardworth.rules.gdl.reasoner import Reasoner
from boardworth.rules.gdl.reasoning import reasoner_for
from boardworth.search import Uct

# OpenSpiel's name of the same game, and simulations for a search of each.
GAMES = {
    "connect-four": ("connect_four", 100_000, 20_000),
    "breakthrough": ("breakthrough", 50_000, 4_000),
    "reversi": ("othello", 20_000, 1_500),
}
ROUNDS = 5


def run() -> None:
    rows = []
    for name, (spiel, ours, theirs) in GAMES.items():
        sheet = shipped_file(f"gdl/{name}.gdl")
        assert sheet is not None
        works = {
            "ours": our_search(reasoner_for(read_rule_sheet(sheet)), ours),
            "theirs": open_spiel(spiel, theirs),
        }
        seconds = best_seconds(works, ROUNDS, time.process_time)
        speeds = ours / seconds["ours"], theirs / seconds["theirs"]
        rows.append((name, *(f"{speed:,.0f}" for speed in speeds), f"{speeds[0] / speeds[1]:.1f}x"))
    show(
        "UCT from the start of the game, simulations/s of CPU time, one thread",
        ("game", "rule sheet", "OpenSpiel", "faster by"),
        rows,
        "OpenSpiel: MCTSBot with one random rollout for each simulation",
    )


def our_search(reasoner: Reasoner, simulations: int) -> Callable[[], object]:
    player = Uct(simulations)
    return lambda: player.search(reasoner, reasoner.start())


def open_spiel(name: str, simulations: int) -> Callable[[], object]:
    game = pyspiel.load_game(name)
    rollouts = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, rollouts, 1.0, simulations, 1000, False, 1, False)
    return lambda: bot.step(game.new_initial_state())


if __name__ == "__main__":
    run()
