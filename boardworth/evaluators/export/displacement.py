"""Rows of a sparse table laid over each other, so that a look-up takes one comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from boardworth.evaluators.export.flat import Integers

# Places that are tried at a time.
_TRIED = 4096


def displaced(
    indices: NDArray[np.integer[Any]],
    orbits: NDArray[np.integer[Any]],
    first_size: int,
    second_size: int,
) -> tuple[Integers, Integers, Integers]:
    """Offsets of rows, locks and orbits of slots, as `flat.Sparse` has them.

    Full rows are placed first, each at the first offset at which its entries meet free slots.

    Args:
        indices: [entries], ascending: row * second_size + column.
        orbits: [entries].
        first_size: how many rows there are.
        second_size: how many columns.
    """
    rows, columns = np.divmod(indices.astype(np.int64), second_size)
    edges = np.searchsorted(rows, np.arange(first_size + 1))
    offsets = np.zeros(first_size, np.int64)
    slots_used = _Slots(second_size)
    for row in np.argsort(-np.diff(edges), kind="stable").tolist():
        own = columns[edges[row] : edges[row + 1]]
        if len(own):
            offsets[row] = slots_used.place(own)
    slots = offsets[rows] + columns
    # A row without entries has offset 0, and any row has slots for all its columns.
    size = int(offsets.max(initial=0)) + second_size
    locks, found = np.zeros(size, np.int64), np.zeros(size, np.int64)
    locks[slots], found[slots] = rows + 1, orbits
    return offsets, locks, found


class _Slots:
    """Which slots are free."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._free = np.ones(0, np.bool_)

    def place(self, columns: NDArray[np.int64]) -> int:
        """Takes the slots of a row at the first offset at which all of them are free."""
        start = 0
        while True:
            self._reach(start + self._width + _TRIED)
            fits = np.ones(_TRIED, np.bool_)
            for column in columns.tolist():
                fits &= self._free[start + column : start + column + _TRIED]
            if fits.any():
                offset = start + int(fits.argmax())
                self._free[offset + columns] = False
                return offset
            start += _TRIED

    def _reach(self, size: int) -> None:
        if len(self._free) < size:
            self._free = np.append(self._free, np.ones(size, np.bool_))
