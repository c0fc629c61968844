"""Labels by negamax through the tree that all games form together (Buro 1995, section 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import NotFitted
from boardworth.positions.dataset import Dataset
from boardworth.positions.labels import ExactScores, ScoredGames, scored_games

if TYPE_CHECKING:
    from boardworth.rules import Game
    from boardworth.rules.records import GameRecord

    Floats = NDArray[np.float64]
    Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class GameTree:
    """Positions that games went through; those worth the same are one node."""

    nodes: int  # how many
    parents: Numbers  # [moves], the node that a move starts from
    children: Numbers  # [moves], the node it leads to
    signs: Floats  # [moves], -1 if the other player is to move then, 1 if it is the same one

    def negamax(self, leaves: Floats, exact: Floats) -> Floats:
        """The mover's value of every node: the best that any move examined there leads to.

        Args:
            leaves: [nodes], values of the nodes that no move starts from.
            exact: [nodes], values that overrule whatever follows; NaN where there are none.
        """
        settled = ~np.isnan(exact)
        used = np.flatnonzero(~settled[self.parents])
        parents, signs = self.parents[used], self.signs[used]
        waiting = np.bincount(parents, minlength=self.nodes)
        values = np.where(waiting > 0, -np.inf, np.where(settled, exact, leaves))
        by_child = np.argsort(self.children[used], kind="stable")
        starts = np.searchsorted(self.children[used][by_child], np.arange(self.nodes + 1))
        ready, finished = np.flatnonzero(waiting == 0), 0
        while len(ready):
            finished += len(ready)
            moves = by_child[_ranges(starts[ready], starts[ready + 1])]
            reached = np.repeat(values[ready], starts[ready + 1] - starts[ready])
            np.maximum.at(values, parents[moves], signs[moves] * reached)
            np.subtract.at(waiting, parents[moves], 1)
            before = np.unique(parents[moves])
            ready = before[waiting[before] == 0]
        if finished < self.nodes:
            raise NotFitted(
                f"{self.nodes - finished} positions lead back to themselves: "
                "a tree of games needs a game in which no position comes twice"
            )
        return values


def label_by_tree(
    game: Game,
    records: Sequence[GameRecord],
    *,
    solve: ExactScores | None = None,
    solve_from: int | None = None,
    provenance: Mapping[str, Any] | None = None,
) -> Dataset:
    """Every position that the players chose to enter, once, with its negamax value in the tree.

    A position's target is its exact score where that is known, else the best score for its mover
    that any move played there, in any of the games, leads to; at the leaves, the game's result.
    Where records differ about the same leaf, or about an exact score, their mean counts. The
    arguments are those of `label`.
    """
    played = scored_games(game, records, solve, solve_from)
    node_of = _merged(game.canonical(played.positions))
    tree = _tree(played, node_of)
    values = tree.negamax(
        _mean_by_node(played.signs * played.results, node_of, tree.nodes),
        _mean_by_node(played.signs * played.exact, node_of, tree.nodes),
    )
    chosen = np.flatnonzero(played.chosen)
    rows = np.sort(chosen[np.unique(node_of[chosen], return_index=True)[1]])
    return Dataset(
        game,
        played.positions[rows],
        values[node_of[rows]].astype(np.float32),
        played.progress[rows],
        played.game_ids[rows],
        {**(provenance or {}), "games": played.games, "labels": "negamax through the game tree"},
    )


def _merged(canonical: NDArray[np.uint8]) -> Numbers:
    """The node of each canonical position: equal bytes are one node."""
    as_bytes = np.ascontiguousarray(canonical).view(f"V{canonical.shape[1]}").ravel()
    return np.unique(as_bytes, return_inverse=True)[1].astype(np.int64)


def _tree(played: ScoredGames, node_of: Numbers) -> GameTree:
    """The tree of all moves, each of them once."""
    nodes = int(node_of.max()) + 1
    rows = np.flatnonzero(played.game_ids[:-1] == played.game_ids[1:])
    same_mover = (played.signs[rows] == played.signs[rows + 1]).astype(np.int64)
    moves = np.unique((node_of[rows] * nodes + node_of[rows + 1]) * 2 + same_mover)
    ends, same = np.divmod(moves, 2)
    parents, children = np.divmod(ends, nodes)
    return GameTree(nodes, parents, children, 2.0 * same - 1)


def _mean_by_node(scores: NDArray[np.float32], node_of: Numbers, nodes: int) -> Floats:
    """What is known of each node, on average; NaN where nothing is."""
    known = ~np.isnan(scores)
    counts = np.bincount(node_of[known], minlength=nodes)
    sums = np.bincount(node_of[known], scores[known], nodes)
    return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)


def _ranges(starts: Numbers, ends: Numbers) -> Numbers:
    """All numbers of the half-open ranges, one range after the other."""
    lengths = ends - starts
    shifts = starts - (np.cumsum(lengths) - lengths)
    return np.repeat(shifts, lengths) + np.arange(int(lengths.sum()))
