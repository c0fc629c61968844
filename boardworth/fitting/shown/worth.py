"""What a model's weights say about the squares of a board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.features.tables import radices_of

if TYPE_CHECKING:
    from boardworth.fitting.model import Model


def occurrences(model: Model, stage: int) -> NDArray[np.float64]:
    """How often each weight was used in training, to within a factor of two."""
    bits = model.weighted_sum.counts[stage].astype(float)
    return np.where(bits > 0, 2.0 ** (bits - 1), 0.0)


def square_worth(model: Model, stage: int) -> NDArray[np.float64]:
    """[rows, columns], what a piece of the mover's is worth more than one of the opponent's."""
    worth = contents_worth(model, stage)
    return np.asarray(worth[-1] - worth[0])


def contents_worth(model: Model, stage: int) -> NDArray[np.float64]:
    """[values, rows, columns], what each of a square's values is worth to the mover.

    The mean weight of all configurations with the value, by how often they occurred, summed over
    the patterns that cover the square. Of a model made by hand all count alike.
    """
    game, features = model.game, model.weighted_sum.features
    values, counts = model.weighted_sum.values(stage), occurrences(model, stage)
    if not counts.any():
        counts = np.ones_like(counts)
    sharing = np.bincount(features.table_weights, minlength=len(features))
    of_entry = counts / np.maximum(sharing, 1)
    ends = np.cumsum([len(table.indices) for table in features.tables])
    by_pattern = [
        _means(radices_of(game, pattern.atoms), table.indices, values[used], of_entry[used])
        for pattern, table, used in zip(
            features.patterns, features.tables, np.split(features.table_weights, ends), strict=False
        )
    ]
    squares = game.board.columns * game.board.rows
    worth = np.zeros((len(game.symbols), squares))
    for atoms, number in zip(features.instances, features.pattern_of_instance, strict=True):
        for atom, means in zip(atoms, by_pattern[number], strict=True):
            if atom < squares:
                worth[: len(means), atom] += means
    return worth.reshape(-1, game.board.rows, game.board.columns)


def _means(
    radices: Sequence[int],
    indices: NDArray[np.int64],
    values: NDArray[np.float64],
    counts: NDArray[np.float64],
) -> list[list[float]]:
    """For every atom and each of its values the mean value of the entries with it."""
    facts = np.unravel_index(indices, radices)
    return [
        [_mean(values, counts, fact == value) for value in range(radix)]
        for fact, radix in zip(facts, radices, strict=True)
    ]


def _mean(
    values: NDArray[np.float64], counts: NDArray[np.float64], which: NDArray[np.bool_]
) -> float:
    total = float(counts[which].sum())
    return float((values[which] * counts[which]).sum()) / total if total else 0.0
