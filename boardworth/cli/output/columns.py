"""How wide the columns of a table are: words stay whole, and the table is as wide as its room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len

if TYPE_CHECKING:
    from collections.abc import Sequence

_BORDERS, _EDGE = 3, 1  # a border with two blanks for each column, and the last border


def column_widths(columns: Sequence[Sequence[str]], room: int) -> list[int] | None:
    """The widths of columns without their borders; None if their words have not enough room.

    The widest columns are narrowed first, none below its longest word.

    Args:
        columns: the texts of the cells of each.
        room: for the table with its borders.

    >>> column_widths([["a name", "b"], ["some more words"]], 22)
    [6, 9]
    >>> column_widths([["a name", "b"], ["some more words"]], 15)
    """
    needed = [_longest_word(cells) for cells in columns]
    left = room - _EDGE - _BORDERS * len(columns)
    if sum(needed) > left:
        return None
    wanted = [max(map(cell_len, cells), default=0) for cells in columns]
    most = max(wanted, default=0)
    while sum(widths := [max(n, min(w, most)) for n, w in zip(needed, wanted, strict=True)]) > left:
        most -= 1
    return widths


def smallest_room(columns: Sequence[Sequence[str]]) -> int:
    """What a table of such columns takes at least, with its borders."""
    return _EDGE + sum(_BORDERS + _longest_word(cells) for cells in columns)


def _longest_word(cells: Sequence[str]) -> int:
    return max((cell_len(word) for cell in cells for word in cell.split()), default=0)
