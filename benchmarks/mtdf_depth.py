"""How deep MTD(f) looks in ten seconds from the start of the paper's games.

Functions are fluents' means over random games: what a role had on average when a fluent held.
"""

import os
import random
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.timing import show
from boardworth import _core
from boardworth.rules.gdl import read_rule_sheet
from boardworth.rules.gdl.networked import NetworkReasoner
from boardworth.rules.gdl.reasoning import reasoner_for
from boardworth.search import Mtdf

SECONDS = 10.0
GAMES = 300
STATES = 8  # of each game
LONGEST = 300
# Sheets with the depths that the paper reports for its games.
SHEETS = {
    "connect-four": "6",
    "english-draughts": "6",
    "checkers": "6",
    "speedChess": "3-4",
    "chess_200_v1": "3-4",
}


def run() -> None:
    rows = []
    for name, paper in SHEETS.items():
        path = path_of(name)
        if path is None:
            continue
        reasoner = reasoner_for(read_rule_sheet(path))
        assert isinstance(reasoner, NetworkReasoner)
        function = mean_function(reasoner)
        for driver in ("mtdf", "bisection", "alphabeta"):
            player = Mtdf(function, seconds=SECONDS, driver=driver)
            found = player.search(reasoner, reasoner.start(), role=0)
            speed = f"{found.nodes / found.seconds / 1000:.0f}"
            rows.append((name, driver, str(found.depth), paper, f"{found.value:.2f}", speed))
    columns = ("sheet", "driver", "depth", "the paper's", "value", "1000 nodes/s")
    show(f"MTD(f), {SECONDS:.0f} s from the start", columns, rows)


def path_of(name: str) -> Path | None:
    """A sheet of our own, or one of the folder of real data, if there is one."""
    own = Path(__file__).parents[1] / "games" / "gdl" / f"{name}.gdl"
    if own.exists():
        return own
    folder = os.environ.get("BOARDWORTH_DATA")
    return Path(folder) / "gdl" / f"{name}.kif" if folder else None


def mean_function(reasoner: NetworkReasoner) -> _core.FluentSum:
    """What each role had on average in games with a fluent, as far as that tells it apart."""
    states, goals = random_states(reasoner)
    often = states.sum(axis=0)
    mean = goals.mean(axis=0)
    weights = (states.T @ (goals - mean) / (often + 30.0)[:, None]).T * 0.2
    constants = mean - weights @ states.mean(axis=0)
    return _core.FluentSum(
        reasoner.network,
        np.ascontiguousarray(weights, dtype=np.float32),
        constants.astype(np.float32),
    )


def random_states(reasoner: NetworkReasoner) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """States of random games, a number per fluent, and what each role had in the end."""
    draw = random.Random(1)
    follower = _core.Follower(reasoner.network)
    states: list[bytes] = []
    goals: list[list[int]] = []
    for _ in range(GAMES):
        follower.state = reasoner.start()
        met = []
        while not follower.terminal and len(met) < LONGEST:
            follower.play([draw.choice(moves) for moves in follower.legal_moves()])
            met.append(follower.state)
        chosen = draw.sample(met, min(STATES, len(met)))
        states += chosen
        goals += [[goal or 0 for goal in follower.goals()]] * len(chosen)
    packed = np.frombuffer(b"".join(states), dtype=np.uint8).reshape(len(states), -1)
    fluents = len(reasoner.ground_game.fluents)
    bits = np.unpackbits(packed, axis=1, bitorder="little", count=fluents)
    return bits.astype(np.float64), np.array(goals, dtype=np.float64)
