"""How deep MTD(f) looks in ten seconds from the start of the paper's games.

Functions are fluents' means over random games: what a role had on average when a fluent held.
"""

import os
import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.timing import show
from boardworth import _core
from boardworth.rules import Game
from boardworth.rules.gdl.propnet_machine import PropnetMachine
from boardworth.rules.loading import load_rule_game
from boardworth.search import Limit, Mtdf
from boardworth.search.mtdf import ParanoidDriver

SOURCES = ("core/search", "core/rules", "boardworth/search")

SECONDS = 10.0
GAMES = 300
STATES = 8  # of each game
LONGEST = 300


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet, how deep the paper looks in its game, and a depth at which drivers are compared."""

    name: str
    paper: str
    depth: int


SHEETS = (
    Sheet("connect-four", "6", 13),
    Sheet("english-draughts", "6", 9),
    Sheet("checkers", "6", 9),
    Sheet("speedChess", "3-4", 7),
    Sheet("chess_200_v1", "3-4", 6),
)
DRIVERS: tuple[ParanoidDriver, ...] = ("bisection", "mtdf", "alphabeta")


def run() -> None:
    rows, compared = [], []
    for sheet in SHEETS:
        path = path_of(sheet.name)
        if path is None:
            continue
        game = load_rule_game(str(path))
        function = mean_function(game.require_propnet("MTD(f)"))
        found = Mtdf(function).search(game.start(), 0, Limit(seconds=SECONDS))
        assert found is not None
        speed = f"{found.nodes / found.seconds / 1000:.0f}"
        rows.append((sheet.name, str(found.depth), sheet.paper, f"{found.value:.2f}", speed))
        limit = Limit(depth=sheet.depth)
        nodes = [nodes_of(game, Mtdf(function, driver=driver), limit) for driver in DRIVERS]
        ratios = (f"{own / nodes[0]:.2f}" for own in nodes)
        compared.append((sheet.name, str(sheet.depth), f"{nodes[0]:,}", *ratios))
    columns = ("sheet", "depth", "the paper's", "value", "1000 nodes/s")
    show(f"MTD(f), {SECONDS:.0f} s from the start", columns, rows)
    show("Nodes of four searches, by driver", ("sheet", "depth", "nodes", *DRIVERS), compared)


def nodes_of(game: Game, player: Mtdf, limit: Limit) -> int:
    """Of searches from the start, and after some random moves."""
    draw = random.Random(3)
    nodes = 0
    for moves in (0, 4, 9, 14):
        position = game.start()
        for _ in range(moves):
            roles = range(len(game.roles))
            after = position.play_joint([draw.choice(position.legal_moves(r)) for r in roles])
            if after.over:
                break
            position = after
        found = player.search(position, 0, limit)
        assert found is not None
        nodes += found.nodes
    return nodes


def path_of(name: str) -> Path | None:
    """A sheet of our own, or one of the folder of real data, if there is one."""
    own = Path(__file__).parents[1] / "games" / "gdl" / f"{name}.gdl"
    if own.exists():
        return own
    folder = os.environ.get("BOARDWORTH_DATA")
    return Path(folder) / "gdl" / f"{name}.kif" if folder else None


def mean_function(machine: PropnetMachine) -> _core.FluentSum:
    """What each role had on average in games with a fluent, as far as that tells it apart."""
    states, goals = random_states(machine)
    often = states.sum(axis=0)
    mean = goals.mean(axis=0)
    weights = (states.T @ (goals - mean) / (often + 30.0)[:, None]).T * 0.2
    constants = mean - weights @ states.mean(axis=0)
    return _core.FluentSum(
        machine.propnet,
        np.ascontiguousarray(weights, dtype=np.float32),
        constants.astype(np.float32),
    )


def random_states(machine: PropnetMachine) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """States of random games, a number per fluent, and what each role had in the end."""
    draw = random.Random(1)
    follower = _core.StateMachine(machine.propnet)
    states: list[bytes] = []
    goals: list[list[int]] = []
    for _ in range(GAMES):
        follower.go_to(machine.start())
        met = []
        while not follower.terminal and len(met) < LONGEST:
            follower.play([draw.choice(moves) for moves in follower.legal_moves()])
            met.append(follower.state)
        chosen = draw.sample(met, min(STATES, len(met)))
        states += chosen
        goals += [[goal or 0 for goal in machine.goals(follower.state)]] * len(chosen)
    packed = np.frombuffer(b"".join(states), dtype=np.uint8).reshape(len(states), -1)
    fluents = len(machine.ground_game.fluents)
    bits = np.unpackbits(packed, axis=1, bitorder="little", count=fluents)
    return bits.astype(np.float64), np.array(goals, dtype=np.float64)
