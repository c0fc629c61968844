"""What a model's weights say in the game's own terms: squares, and configurations worth knowing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boardworth.features import Configuration, Pattern
    from boardworth.fitting import Model

# A configuration seen less often than this is no knowledge yet.
FEWEST_SEEN = 256


@dataclass(frozen=True, slots=True)
class Valued:
    """A configuration, what it adds to the mover's value, and how often it was seen (at least)."""

    pattern: Pattern
    configuration: Configuration
    value: float
    seen: int


def occurrences(model: Model, stage: int) -> NDArray[np.float64]:
    """How often each weight was used in training, to within a factor of two."""
    bits = model.support[stage].astype(float)
    return np.where(bits > 0, 2.0 ** (bits - 1), 0.0)


def square_worth(model: Model, stage: int) -> NDArray[np.float64]:
    """For every square, what a man of the mover's is worth there more than one of the opponent's.

    The mean weight of all configurations with the one, less that of those with the other, summed
    over the patterns that cover the square.
    """
    game, features = model.game, model.features
    values, seen = model.values(stage), occurrences(model, stage)
    board = game.board.columns * game.board.rows
    worth = np.zeros(board)
    table_weights = features.table_weights
    sharing = np.bincount(table_weights, minlength=len(features))
    starts = features.table_offsets
    for instance, atoms in enumerate(features.instances):
        radices = [len(game.atoms[atom].values) for atom in atoms]
        size = int(np.prod(radices))
        weights = table_weights[starts[instance] : starts[instance] + size]
        shape = (
            values[weights].reshape(radices),
            (seen / np.maximum(sharing, 1))[weights].reshape(radices),
        )
        for axis, atom in enumerate(atoms):
            if atom < board:
                worth[atom] += _mean(*shape, axis, -1) - _mean(*shape, axis, 0)
    return worth.reshape(game.board.rows, game.board.columns)


def _mean(values: NDArray[np.float64], seen: NDArray[np.float64], axis: int, value: int) -> float:
    counts = seen.take(value, axis)
    total = float(counts.sum())
    return float((values.take(value, axis) * counts).sum()) / total if total else 0.0


def most_valuable(model: Model, stage: int, count: int) -> tuple[list[Valued], list[Valued]]:
    """The configurations that add most to the mover's value, and those that take most."""
    values, seen = model.values(stage)[:-1], occurrences(model, stage)[:-1]
    known = np.flatnonzero(seen >= FEWEST_SEEN)
    ranked = known[np.argsort(values[known], kind="stable")]

    def described(weights: NDArray[np.intp]) -> list[Valued]:
        return [
            Valued(*model.features.describe(int(w)), float(values[w]), int(seen[w]))
            for w in weights
        ]

    return described(ranked[::-1][:count]), described(ranked[:count])
