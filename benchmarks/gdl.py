"""Random games of public rule sheets: the interpreter, propnets, OpenSpiel's own rules.

The sheets are those in the folder gdl of the one that BOARDWORTH_DATA names.
"""

import random
import time
from collections.abc import Callable

import pyspiel

from benchmarks.data import public_sheets
from benchmarks.timing import faster_by, seconds_by_round, show
from boardworth import _core
from boardworth.rules.gdl import read_rule_sheet
from boardworth.rules.gdl.ground.grounding import ground
from boardworth.rules.gdl.ground.propnet import propnet
from boardworth.rules.gdl.interpreted_machine import InterpretedMachine

SOURCES = ("core/rules", "boardworth/rules/gdl")

# OpenSpiel's name of the same game, where it has it.
SHEETS = {
    "connectFour": "connect_four",
    "breakthrough": "breakthrough",
    "checkers": "checkers",
    "reversi": "othello",
    "hex": "hex(board_size=9)",
    "speedChess": None,
    "chess_200_v1": "chess",
    "shogi_ctk": None,
}
SECONDS = 0.3


def run() -> None:
    folder = public_sheets()
    widths = _core.lane_widths()
    rows = []
    for name, spiel in SHEETS.items():
        sheet = read_rule_sheet(folder / f"{name}.kif")
        times = seconds_a_state(InterpretedMachine(sheet), propnet(ground(sheet)), spiel)
        figures = [f"{1e-6 / min(seconds):.3g}" for seconds in times.values()]
        figures += [""] * (spiel is None)
        widest = times[f"{widths[-1]} lanes"]
        faster = faster_by(times["OpenSpiel"], widest) if spiel else ""
        rows.append((name, *figures, faster, faster_by(times["interpreted"], times["plain"])))
    show(
        "random games of rule sheets, million states/s of CPU time, one thread",
        (
            "sheet",
            "interpreted",
            "plain",
            "incremental",
            *(f"{w} lanes" for w in widths),
            "OpenSpiel",
            f"{widths[-1]} lanes against it",
            "plain against interpreted",
        ),
        rows,
        "OpenSpiel: the rollouts of its MCTSBot, in C++, by its own rules of the game",
    )


def seconds_a_state(
    rules: InterpretedMachine, net: _core.Propnet, spiel: str | None
) -> dict[str, list[float]]:
    """The CPU time of a state by each method, in every round."""

    def in_lanes(width: int) -> Callable[[int], int]:
        return lambda games: net.play_in_lanes(games, lanes=width, seed=1).moves

    ways: dict[str, Callable[[int], int]] = {
        "interpreted": lambda games: rules.play_random_games(games, seed=1).moves,
        "plain": lambda games: net.play_random_games(games, seed=1).moves,
        "incremental": lambda games: net.follow_random_games(games, seed=1).moves,
    }
    ways |= {f"{width} lanes": in_lanes(width) for width in _core.lane_widths()}
    if spiel:
        ways["OpenSpiel"] = open_spiel(spiel)
    games = {way: enough(play) for way, play in ways.items()}
    moves = {way: play(games[way]) for way, play in ways.items()}
    works = {way: lambda way=way: ways[way](games[way]) for way in ways}
    times = seconds_by_round(works, rounds=3)
    return {way: [seconds / moves[way] for seconds in times[way]] for way in ways}


def enough(play: Callable[[int], int]) -> int:
    """So many games that they take a while."""
    games = 4
    while True:
        start = time.process_time()
        play(games)
        if time.process_time() - start > SECONDS:
            return games
        games *= 4


def open_spiel(name: str) -> Callable[[int], int]:
    """Plays games by OpenSpiel; their moves are counted by the average of a sample."""
    game = pyspiel.load_game(name)
    draw = random.Random(1)
    sample = 100
    moves = 0
    for _ in range(sample):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(draw.choice(state.legal_actions()))
            moves += 1

    def play(games: int) -> int:
        rollouts = pyspiel.RandomRolloutEvaluator(games, 1)
        one_simulation = pyspiel.MCTSBot(game, rollouts, 2.0, 1, 10, False, 1, False)
        one_simulation.step(game.new_initial_state())
        return games * moves // sample

    return play
