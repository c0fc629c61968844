"""Random games of public rule sheets: the interpreter, propnets, OpenSpiel's own rules.

The sheets are those in the folder gdl of the one that BOARDWORTH_DATA names.
"""

import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pyspiel

from benchmarks.timing import best_seconds, show
from boardworth import _core
from boardworth.rules.gdl import read_rule_sheet
from boardworth.rules.gdl.ground.grounding import ground
from boardworth.rules.gdl.ground.propnet import propnet
from boardworth.rules.gdl.interpreted_machine import InterpretedMachine

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
    data = os.environ.get("BOARDWORTH_DATA")
    if not data:
        print("gdl: BOARDWORTH_DATA is not set", file=sys.stderr)
        return
    widths = _core.lane_widths()
    rows = []
    for name, spiel in SHEETS.items():
        sheet = read_rule_sheet(Path(data) / "gdl" / f"{name}.kif")
        speeds = speeds_of(InterpretedMachine(sheet), propnet(ground(sheet)), spiel)
        figures = [f"{speed / 1e6:.4f}" for speed in speeds.values()]
        widest = speeds[f"{widths[-1]} lanes"]
        figures += [f"{widest / speeds['OpenSpiel']:,.0f}x"] if spiel else ["", ""]
        rows.append((name, *figures))
    show(
        "random games of rule sheets, million states/s of CPU time, one thread",
        (
            "sheet",
            "interpreted",
            "plain",
            "followed",
            *(f"{w} lanes" for w in widths),
            "OpenSpiel",
            "faster by",
        ),
        rows,
        "OpenSpiel: the rollouts of its MCTSBot, in C++; the last column is of the most lanes",
    )


def speeds_of(rules: InterpretedMachine, net: _core.Propnet, spiel: str | None) -> dict[str, float]:
    """States that each way passes in a second of CPU time."""

    def in_lanes(width: int) -> Callable[[int], int]:
        return lambda games: net.play_in_lanes(games, lanes=width, seed=1).moves

    ways: dict[str, Callable[[int], int]] = {
        "interpreted": lambda games: rules.play_random_games(games, seed=1).moves,
        "plain": lambda games: net.play_random_games(games, seed=1).moves,
        "followed": lambda games: net.follow_random_games(games, seed=1).moves,
    }
    ways |= {f"{width} lanes": in_lanes(width) for width in _core.lane_widths()}
    if spiel:
        ways["OpenSpiel"] = open_spiel(spiel)
    games = {way: enough(play) for way, play in ways.items()}
    moves = {way: play(games[way]) for way, play in ways.items()}
    works = {way: lambda way=way: ways[way](games[way]) for way in ways}
    seconds = best_seconds(works, rounds=3, clock=time.process_time)
    return {way: moves[way] / seconds[way] for way in ways}


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
