"""Which boards of a rule sheet are drawn, and along which coordinate squares of three are cut.

Of a square (cell x y board) the rules do not say which of the three counts boards. A picture is
easiest to read with few large boards, so it is cut along the coordinate with the fewest values.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from boardworth.rules.gdl.structure.boards import in_order
from boardworth.rules.gdl.structure.structure import FoundBoard

if TYPE_CHECKING:
    from collections.abc import Sequence


def layers(boards: Sequence[FoundBoard]) -> list[FoundBoard]:
    """The first board, which is the largest, and others of its shape, such as its layers."""
    if not boards:
        return []
    largest, *others = boards
    shape = (largest.columns, largest.rows)
    alike = [
        board for board in others if (board.columns, board.rows) == shape and len(board.rows) > 1
    ]
    return _cut(sorted([largest, *alike], key=lambda board: board.name))


def _cut(boards: list[FoundBoard]) -> list[FoundBoard]:
    """The same squares in as few boards as one coordinate allows."""
    columns, rows = boards[0].columns, boards[0].rows
    names = [board.name.split() for board in boards]
    alike = len({name[0] for name in names}) == 1 and all(len(name) == 2 for name in names)
    if not alike or min(len(columns), len(rows)) >= len(boards):
        return boards
    by_name = {name[1]: board for name, board in zip(names, boards, strict=True)}
    first = in_order(by_name, ())
    squares = {
        (x, y, z): group
        for x in first
        for (z, y), group in zip(product(rows, columns), by_name[x].groups, strict=True)
    }
    if len(rows) <= len(columns):
        cut, height = rows, columns
        places = {own: [(x, y, own) for y in columns for x in first] for own in rows}
    else:
        cut, height = columns, rows
        places = {own: [(x, own, z) for z in rows for x in first] for own in columns}
    return [
        FoundBoard(f"{names[0][0]} {own}", first, height, tuple(map(squares.get, places[own])))
        for own in cut
    ]
