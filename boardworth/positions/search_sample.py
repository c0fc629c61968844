"""Positions labelled by searches (GLEM, section 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from boardworth.positions.dataset import Dataset

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray


class Judgements(Protocol):
    """What searches say about positions, row by row."""

    @property
    def values(self) -> NDArray[np.float32]:
        """For the side to move."""

    @property
    def successors(self) -> NDArray[np.uint8]:
        """The positions after the best moves, packed."""

    @property
    def signs(self) -> NDArray[np.int8]:
        """What turns a value into the successor's; 0 where the game is over, or would be."""


class Judge(Protocol):
    """Searches packed positions."""

    def __call__(self, positions: NDArray[np.uint8]) -> Judgements:
        """One judgement per position."""


def label_by_search(data: Dataset, judge: Judge, provenance: Mapping[str, Any]) -> Dataset:
    """The positions with the values that searches give them, then the best moves' successors.

    A search finds what the side to move can do and leaves the opponent's best answers beyond its
    horizon, so its values favour the mover. A successor is labelled with its predecessor's value,
    seen from the other side: what favours one side in the first favours the other in the second.
    """
    found = judge(data.positions)
    going_on = found.signs != 0
    successors = found.successors[going_on]
    return Dataset(
        data.game,
        np.concatenate([data.positions, successors]),
        np.concatenate([found.values, found.signs[going_on] * found.values[going_on]]),
        np.concatenate([data.progress, data.game.progress(successors)]),
        np.concatenate([data.game_ids, data.game_ids[going_on]]),
        {**provenance, "searched": len(data), "mover_bias": _bias(found.values)},
    )


def _bias(targets: NDArray[np.float32]) -> float:
    """What the side to move is worth on average."""
    return round(float(targets.astype(np.float64).mean()), 4) if len(targets) else 0.0
