"""What datasets share: packed positions of a game, row by row, with what is known of each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from boardworth.data_frames import data_frame
from boardworth.rules import Game, Position

if TYPE_CHECKING:
    import pandas as pd

Row = TypeVar("Row")


@dataclass(frozen=True, eq=False)
class PackedRows(ABC, Generic[Row]):
    """Rows that are chosen by numbers, masks and slices; all arrays of a subclass are by row.

    They are equal if their games and arrays are, wherever they come from.
    """

    game: Game  # whose positions they are
    positions: NDArray[np.uint8]  # [rows, bytes], packed

    @abstractmethod
    def _row(self, number: int) -> Row:
        """One row. Raises IndexError."""

    @abstractmethod
    def _columns(self) -> dict[str, Any]:
        """What a table has of the rows beside their positions."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        own, others = self._arrays(), other._arrays()
        return self.game == other.game and all(
            np.array_equal(array, others[name], equal_nan=array.dtype.kind == "f")
            for name, array in own.items()
        )

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        return len(self.positions)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self):,} positions of {self.game.name}>"

    @overload
    def __getitem__(self, rows: int) -> Row: ...
    @overload
    def __getitem__(self, rows: slice | NDArray[Any]) -> Self: ...
    def __getitem__(self, rows: int | slice | NDArray[Any]) -> Row | Self:
        return self._row(int(rows)) if isinstance(rows, int | np.integer) else self.select(rows)

    def __iter__(self) -> Iterator[Row]:
        return (self._row(number) for number in range(len(self)))

    def select(self, rows: NDArray[Any] | slice) -> Self:
        """The given rows, by number, by mask or by a slice."""
        chosen: dict[str, Any] = {name: own[rows] for name, own in self._arrays().items()}
        return replace(self, **chosen)

    def _arrays(self) -> dict[str, NDArray[Any]]:
        """By name, all that is by row."""
        found = {one.name: getattr(self, one.name) for one in fields(self)}
        return {name: own for name, own in found.items() if isinstance(own, np.ndarray)}

    def position(self, number: int) -> Position:
        """The position of a row."""
        return Position(self.game, self.positions[number].tobytes())

    def to_pandas(self) -> pd.DataFrame:
        """A row for each: the position as text, whose turn it is, and what is known of it."""
        texts = [self.game.text(self.position(number)) for number in range(len(self))]
        movers = np.array(self.game.roles)[self.game.movers(self.positions)]
        return data_frame({"position": texts, "mover": movers, **self._columns()})
