"""Active configurations followed move by move: beside finding them anew, and beside tables."""

import random
import time
from functools import partial

import numpy as np

import boardworth as bw
from benchmarks.evaluation import a_model, feature_sets
from benchmarks.random_positions import random_positions
from benchmarks.timing import best_seconds, show
from boardworth.features import Configurations, CoverDiagram, SpecialisationDag, genconf
from boardworth.features.configurations import max_values

POSITIONS = 20_000
# Random moves before the walk, and the depth of the walk to whose leaves values are given.
PLIES, DEPTH = 20, 3
# One out of so many positions, the length of a configuration, and how many are taken.
SETS = ((3, 2, None), (5, 3, None), (20, 4, 5_000), (20, 4, 50_000))
MOST = 5_000_000
# Moves on which counters are counted.
MOVES = 200


def run() -> None:
    game = bw.load_game("othello")
    positions = random_positions(game, POSITIONS)
    position = middle_game(game)
    tables = bw.Evaluator(a_model(next(iter(feature_sets().values())))).core
    table = []
    for rarity, max_length, count in SETS:
        found = genconf(game, positions, POSITIONS // rarity, max_length=max_length, most=MOST)
        if count is not None:
            found = found.select(np.linspace(0, len(found) - 1, count).astype(np.int64))
        dag = SpecialisationDag(found)
        weights = np.random.default_rng(1).integers(-100, 100, len(found)).astype(np.int32)
        diagram = CoverDiagram(dag, weights)
        walks = {
            name: partial(diagram.core.tree_sum, position.packed, DEPTH, incremental)
            for name, incremental in (("followed", True), ("anew", False))
        }
        (total, leaves), again = (walk() for walk in walks.values())
        assert (total, leaves) == again
        walks["tables"] = partial(tables.tree_sum, position.packed, DEPTH, True)
        seconds = best_seconds(walks, rounds=3, clock=time.process_time)
        touched = counters_touched(diagram)
        # A leaf is a move made and taken back, in the view of either player.
        a_touch = (seconds["followed"] - seconds["tables"]) / leaves / (2 * touched)
        table.append(
            (
                f"{len(found):,}",
                str(max_length),
                str(len(dag.active(position))),
                str(len(dag.most_specific(position))),
                f"{touched:,.0f}",
                f"{1e9 * a_touch:.2f}",
                *(f"{1e6 * s / leaves:.2f}" for s in seconds.values()),
                f"{seconds['anew'] / seconds['followed']:.1f}",
                f"{seconds['followed'] / seconds['tables']:,.0f}",
            )
        )
    columns = (
        "number", "length", "active", "specific", "counters", "ns each",
        "followed", "anew", "tables", "anew/followed", "followed/tables",
    )  # fmt: skip
    show(
        f"Values of the {leaves:,} positions {DEPTH} moves ahead, by most specific configurations",
        columns,
        table,
        "microseconds a leaf, the moves between included; one thread. Counters: changed by a move. "
        "Tables: those of Logistello's patterns.",
    )


def counters_touched(diagram: CoverDiagram) -> float:
    """How many counters a move changes on average, both players' views together."""
    dag = diagram.dag
    configurations: Configurations = dag.configurations
    game, counters = configurations.game, diagram.core.counters_of()
    values = max_values(game)
    relations = len(counters) - len(configurations)

    def nodes(position: bw.Position) -> set[int]:
        held = {atom * values + value for atom, value in enumerate(game.facts(position))}
        return held | {relations + number for number in dag.active(position)}

    draw = random.Random(1)
    before, total = game.start(), 0
    for _ in range(MOVES):
        legal = before.legal_moves()
        if not legal:
            before = game.start()
            continue
        after = before.play(draw.choice(legal))
        for view in range(2):
            turned = nodes(seen_by(before, view)) ^ nodes(seen_by(after, view))
            total += int(counters[list(turned)].sum())
        before = after
    return total / MOVES


def seen_by(position: bw.Position, player: int) -> bw.Position:
    """The same men with a player to move: a text ends with the mover's symbol."""
    game = position.game
    return game.parse(game.text(position)[:-1] + game.core.symbols[0 if player == 0 else -1])


def middle_game(game: bw.Game) -> bw.Position:
    """A position of a random game."""
    draw = random.Random(1)
    position = game.start()
    for _ in range(PLIES):
        position = position.play(draw.choice(position.legal_moves()))
    return position
