"""Conjunctions as trees of facts, which any language walks in a few lines."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import numpy as np

from boardworth.evaluators.export.flat import Conjunctions
from boardworth.features.configurations import max_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from boardworth.evaluators.export.flat import Integers
    from boardworth.features import Configurations, ConfigurationSet
    from boardworth.features.logic.counts import LogicCounts

    Relations = tuple[int, ...]

# Longer ones may have too many parts to try all of them.
_MAX_FACTS = 16


def of_configurations(part: ConfigurationSet, first: int) -> Conjunctions:
    """A set of configurations whose weights begin at a column."""
    facts, order = _in_order(part.members)
    columns = first + part.weight_of_member[order].astype(np.int64)
    starts: Integers = np.arange(len(facts) + 1)
    cover_starts: Integers = np.empty(0, np.int64)
    covered: Integers = cover_starts
    if part.most_specific:
        cover_starts, covered = _covers(facts)
    tree = _tree(part, facts)
    return Conjunctions(*tree, starts, starts[:-1], columns, False, cover_starts, covered)


def of_logic_counts(part: LogicCounts, first: int) -> tuple[Conjunctions, list[tuple[int, int]]]:
    """Logic features whose weights begin at a column; the columns that always count."""
    facts, order = _in_order(part.dag.configurations)
    starts, proved = part.proved
    own = [proved[starts[number] : starts[number + 1]] for number in order.tolist()]
    feature_of = part.feature_of_solution.astype(np.int64)
    nothing = np.empty(0, np.int64)
    found = Conjunctions(
        *_tree(part, facts),
        np.cumsum([0, *map(len, own)]),
        np.concatenate([nothing, *own]).astype(np.int64),
        first + feature_of,
        part.counted == "solutions",
        nothing,
        nothing,
    )
    constants = enumerate(part.constants.tolist())
    return found, [(first + feature, count) for feature, count in constants if count]


def _in_order(given: Configurations) -> tuple[list[Relations], Integers]:
    """The facts of each, in the order in which a tree in preorder has them, and their numbers."""
    starts = np.cumsum([0, *given.lengths.tolist()]).tolist()
    relations = given.relations.tolist()
    own = [tuple(relations[a:b]) for a, b in pairwise(starts)]
    order = sorted(range(len(own)), key=own.__getitem__)
    return [own[number] for number in order], np.array(order, np.int64)


def _tree(
    part: ConfigurationSet | LogicCounts, facts: Sequence[Relations]
) -> tuple[Integers, Integers, Integers, Integers]:
    """Atoms, values, ends of subtrees, and conjunctions of nodes in preorder."""
    nodes: list[int] = []
    after: list[int] = []
    ends: list[int] = []
    path: list[int] = []  # the nodes that lead to the last conjunction

    def leave(depth: int) -> None:
        for node in path[depth:]:
            after[node] = len(nodes)
        del path[depth:]

    for number, own in enumerate(facts):
        shared = [nodes[node] for node in path]
        depth = 0
        while depth < min(len(shared), len(own)) and shared[depth] == own[depth]:
            depth += 1
        leave(depth)
        for fact in own[depth:]:
            path.append(len(nodes))
            nodes.append(fact)
            after.append(0)
            ends.append(-1)
        ends[path[-1]] = number
    leave(0)
    atoms, values = np.divmod(np.array(nodes, np.int64), max_values(part.game))
    return atoms, values, np.array(after, np.int64), np.array(ends, np.int64)


def _covers(facts: Sequence[Relations]) -> tuple[Integers, Integers]:
    """Starts, and those that each conjunction is a direct specialisation of."""
    number_of = {own: number for number, own in enumerate(facts)}
    lists = [sorted(_direct(own, number_of)) for own in facts]
    starts = np.cumsum([0, *map(len, lists)])
    return starts, np.array([number for own in lists for number in own], np.int64)


def _direct(own: Relations, number_of: dict[Relations, int]) -> Iterable[int]:
    """The largest parts of a conjunction that are given: what holds with them covers the others."""
    if len(own) > _MAX_FACTS:
        return (n for facts, n in number_of.items() if facts != own and set(facts) < set(own))
    found: dict[Relations, int] = {}
    parts = {own}
    while parts:
        smaller = {p for part in parts for p in combinations(part, len(part) - 1) if p}
        met = {part for part in smaller if part in number_of}
        found |= {part: number_of[part] for part in met}
        parts = smaller - met
    return found.values()
