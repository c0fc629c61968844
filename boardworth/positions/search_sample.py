"""Positions labelled by searches (GLEM, section 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from boardworth.positions.dataset import Dataset


@dataclass(frozen=True, slots=True)
class SearchedValues:
    """What searches say about positions, row by row."""

    values: NDArray[np.float32]  # [rows], for the side to move, in points or units of log-odds
    successors: NDArray[np.uint8]  # [rows, bytes], the positions after the best moves, packed
    # [rows], what turns a value into the successor's: -1, or 1 where the same side moves again; 0
    # where the game is over, or would be.
    signs: NDArray[np.int8]


class Judge(Protocol):
    """Searches packed positions."""

    def __call__(self, positions: NDArray[np.uint8]) -> SearchedValues:
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
