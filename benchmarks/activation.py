"""Active configurations followed move by move, beside finding them anew in every position."""

import random
from functools import partial

import numpy as np

import boardworth as bw
from benchmarks.random_positions import random_positions
from benchmarks.timing import best_seconds, show
from boardworth.features import CoverNetwork, SpecialisationDag, genconf

POSITIONS = 20_000
# Random moves before the walk, and the depth of the walk to whose leaves values are given.
PLIES, DEPTH = 20, 3
# One out of so many positions, and the length of a configuration.
SETS = ((3, 2), (5, 3), (10, 3))


def run() -> None:
    game = bw.load_game("othello")
    positions = random_positions(game, POSITIONS)
    position = middle_game(game)
    table = []
    for rarity, longest in SETS:
        found = genconf(game, positions, POSITIONS // rarity, longest=longest)
        dag = SpecialisationDag(found)
        weights = np.random.default_rng(1).integers(-100, 100, len(found)).astype(np.int32)
        network = CoverNetwork(dag, weights).core
        walks = {
            name: partial(network.tree_sum, position.packed, DEPTH, incremental)
            for name, incremental in (("followed", True), ("anew", False))
        }
        (total, leaves), again = (walk() for walk in walks.values())
        assert (total, leaves) == again
        seconds = best_seconds(walks, rounds=3)
        table.append(
            (
                f"{len(found):,}",
                str(longest),
                str(len(dag.active(position))),
                str(len(dag.most_specific(position))),
                *(f"{1e6 * s / leaves:.2f}" for s in seconds.values()),
                f"{seconds['anew'] / seconds['followed']:.1f}x",
            )
        )
    show(
        f"Values of the {leaves:,} positions {DEPTH} moves ahead, by most specific configurations",
        ("configurations", "length", "active", "specific", "followed, us", "anew, us", "faster by"),
        table,
        "microseconds a leaf, the moves between included; one thread",
    )


def middle_game(game: bw.Game) -> bw.Position:
    """A position of a random game."""
    draw = random.Random(1)
    position = game.start()
    for _ in range(PLIES):
        position = position.play(draw.choice(position.legal_moves()))
    return position
