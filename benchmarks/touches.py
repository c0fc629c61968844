"""How many counters cover propagation touches, told from the diagram.

From one leaf of a walk to the next some relations and configurations cease to hold and others
begin to. What holds in both stays untouched, since nothing begins before all has ceased.
"""

from collections.abc import Iterator
from itertools import islice, pairwise

import numpy as np
from numpy.typing import NDArray

import boardworth as bw
from boardworth.features import Configurations, SpecialisationDag
from boardworth.features.configurations import max_values


class Touches:
    """Counts the counters that an evaluator of configurations touches."""

    def __init__(self, dag: SpecialisationDag, most_specific: bool = True) -> None:
        self.configurations = dag.configurations
        self.counters = dag.core.touched_counters(most_specific).astype(np.int64)

    def between_leaves(self, position: bw.Position, depth: int, count: int) -> list[int]:
        """From each of the first leaves of a walk to the next; the same player moves at all."""
        leaves = islice(_leaves(position, depth), count + 1)
        held = (holding(self.configurations, leaf) for leaf in leaves)
        return [int((before != after) @ self.counters) for before, after in pairwise(held)]


def _leaves(position: bw.Position, depth: int) -> Iterator[bw.Position]:
    if depth == 0:
        yield position
        return
    for move in position.legal_moves():
        yield from _leaves(position.play(move), depth - 1)


def holding(configurations: Configurations, position: bw.Position) -> NDArray[np.bool_]:
    """[relations + configurations]: what holds for the mover."""
    game = configurations.game
    values = max_values(game)
    relations = np.zeros(len(game.atoms) * values, np.bool_)
    facts = np.asarray(game.core.facts(position.packed, position.mover))
    relations[np.arange(len(facts)) * values + facts] = True
    ends = np.cumsum(configurations.lengths, dtype=np.int64)
    starts = ends - configurations.lengths
    active = np.logical_and.reduceat(relations[configurations.relations], starts)
    return np.concatenate([relations, active])
