"""What a model's weights say about the squares of a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardworth.features.tables import radices_of

if TYPE_CHECKING:
    from boardworth.fitting.model import Model

_Floats: TypeAlias = NDArray[np.float64]

# Of training positions, the share that must have had a piece on a square to say what it is worth.
MIN_SHARE = 1 / 64
RARE_SQUARES = (
    f"Grey squares: fewer than 1 of {1 / MIN_SHARE:.0f} training positions had such a piece there."
)


def occurrences(model: Model, stage: int) -> NDArray[np.float64]:
    """How often each weight was used in training, to within a factor of two."""
    bits = model.weighted_sum.counts[stage].astype(float)
    return np.where(bits > 0, 2.0 ** (bits - 1), 0.0)


def square_worth(model: Model, stage: int) -> NDArray[np.float64]:
    """[rows, columns], what a piece of the mover's is worth more than one of the opponent's.

    Nan where training has hardly met one of either.
    """
    worth, shares = contents_worth(model, stage), contents_shares(model, stage)
    return np.where(shares[-1] + shares[0] < MIN_SHARE, np.nan, worth[-1] - worth[0])


def contents_worth(model: Model, stage: int) -> NDArray[np.float64]:
    """[values, rows, columns], what each of a square's values is worth to the mover.

    The mean weight of all configurations with the value, by how often they occurred, summed over
    the patterns that cover the square. Of a model made by hand all count alike.
    """
    worth = np.zeros(_shape(model))
    for atom, means, _ in _places(model, stage):
        worth[: len(means), atom] += means
    return worth.reshape(-1, model.game.board.rows, model.game.board.columns)


def contents_shares(model: Model, stage: int) -> NDArray[np.float64]:
    """[values, rows, columns], in which share of a phase's training positions squares had a value.

    The largest that a pattern tells. 1 where none tells it, and of a model made by hand.
    """
    shares = np.zeros(_shape(model))
    if occurrences(model, stage).any():
        for atom, _, own in _places(model, stage):
            shares[: len(own), atom] = np.maximum(shares[: len(own), atom], own)
    shares[:, ~shares.any(axis=0)] = 1
    return shares.reshape(-1, model.game.board.rows, model.game.board.columns)


def _shape(model: Model) -> tuple[int, int]:
    board = model.game.board
    return len(model.game.symbols), board.columns * board.rows


def _places(model: Model, stage: int) -> Iterator[tuple[int, _Floats, _Floats]]:
    """Squares of instances; of each value there the mean weight, and how often it occurred."""
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
    _, squares = _shape(model)
    for atoms, number in zip(features.instances, features.pattern_of_instance, strict=True):
        for atom, (means, shares) in zip(atoms, by_pattern[number], strict=True):
            if atom < squares:
                yield atom, means, shares


def _means(
    radices: Sequence[int], indices: NDArray[np.int64], values: _Floats, counts: _Floats
) -> list[tuple[_Floats, _Floats]]:
    """For every atom, of each of its values: the mean value of the entries with it, their share."""
    found = []
    for fact, radix in zip(np.unravel_index(indices, radices), radices, strict=True):
        totals = np.bincount(fact, counts, radix)
        sums = np.bincount(fact, values * counts, radix)
        found.append((sums / np.where(totals, totals, 1), totals / (totals.sum() or 1)))
    return found
