"""Positions to measure on: packed ones of random games."""

from dataclasses import replace

import numpy as np

import boardworth as bw


def random_positions(game: bw.Game, count: int) -> np.ndarray:
    """Packed positions of random games, in random order."""
    played = bw.self_play(
        game, lambda p: p.legal_moves()[0], count // 58 + 100, opening=(50, 58), seed=1
    )
    data = bw.label(game, [replace(record, opening=0) for record in played])
    return data.positions[np.random.default_rng(1).permutation(len(data))[:count]]
