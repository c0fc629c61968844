"""Experts of small games, whose moves are learned from."""

import numpy as np
from conftest import packed, random_game
from reference.leaf_search import PlainLeaves

from boardworth.positions import Comparisons


def choices(game, expert, count, seed):
    """What an expert, a function of positions, plays in positions of random games."""
    found = [p for i in range(count) for p in random_game(game, f"{seed} {i}")[0][:5]]
    moves = [expert(position) for position in found]
    ids = np.arange(len(found), dtype=np.int32) // 5
    results = np.full(len(found), np.nan, np.float32)
    return Comparisons(game, packed(found), np.array(moves, np.int32), ids, results)


def by_weights(features, weights, depth=1):
    """An expert that prefers what these weights say."""
    search = PlainLeaves(depth, features, weights)

    def expert(position):
        found = search(None, packed([position]))
        return int(found.moves[np.argmax(found.values)])

    return expert
