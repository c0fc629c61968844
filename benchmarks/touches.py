"""How many counters are touched when active configurations are followed, told from the diagram.

A move ends some relations and configurations and begins others, for either player as the mover.
What holds before and after a move stays untouched, since nothing begins before all has ended.
"""

from collections.abc import Iterator

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

    def of_start(self, position: bw.Position) -> int:
        """When all that holds in a position begins."""
        return self._sum(holding(self.configurations, position))

    def of_moves(self, position: bw.Position, depth: int) -> Iterator[int]:
        """When a move is followed, for each one that a walk to a depth plays, in its order."""
        return self._below(position, holding(self.configurations, position), depth)

    def _below(self, position: bw.Position, before: NDArray[np.bool_], depth: int) -> Iterator[int]:
        if depth == 0:
            return
        for move in position.legal_moves():
            after = position.play(move)
            held = holding(self.configurations, after)
            yield self._sum(before != held)
            yield from self._below(after, held, depth - 1)

    def _sum(self, nodes: NDArray[np.bool_]) -> int:
        return int((nodes @ self.counters).sum())


def holding(configurations: Configurations, position: bw.Position) -> NDArray[np.bool_]:
    """[2, relations + configurations]: what holds for either player as the mover."""
    game = configurations.game
    values = max_values(game)
    relations = np.zeros((2, len(game.atoms) * values), np.bool_)
    for mover, held in enumerate(relations):
        facts = np.asarray(game.core.facts(position.packed, mover))
        held[np.arange(len(facts)) * values + facts] = True
    ends = np.cumsum(configurations.lengths, dtype=np.int64)
    starts = ends - configurations.lengths
    active = np.logical_and.reduceat(relations[:, configurations.relations], starts, axis=1)
    return np.concatenate([relations, active], axis=1)
