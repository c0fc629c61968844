"""Rectangles of groups: which arguments of a predicate are coordinates, and in which order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING

from boardworth.rules.gdl.structure.structure import FoundBoard
from boardworth.rules.gdl.syntax.terms import RuleSheet, Term

if TYPE_CHECKING:
    from boardworth.rules.gdl.structure.groups import GroupedKind

# The least number of cells of a board of one dimension, and on each side of one of two.
_SHORTEST_LINE, _SHORTEST_SIDE = 3, 2
# At least this share of a rectangle must be cells.
_DENSITY = 0.2
Key = tuple[str, ...]


def boards(sheet: RuleSheet, grouped: Sequence[GroupedKind]) -> tuple[FoundBoard, ...]:
    """Boards of one and two dimensions, the largest first."""
    chains = _chains(sheet)
    found = []
    first = 0
    for kind in grouped:
        numbers = {key: first + n for n, key in enumerate(kind.partition.groups)}
        first += len(numbers)
        for plane, cells in _planes(numbers).items():
            name = " ".join([kind.partition.kind.name, *plane])
            found.append(_board(name, cells, set(sheet.roles), chains))
    boards = [board for board in found if board is not None]
    return tuple(sorted(boards, key=_cells, reverse=True))


def _cells(board: FoundBoard) -> int:
    return sum(group is not None for group in board.groups)


def _planes(numbers: Mapping[Key, int]) -> dict[Key, dict[Key, int]]:
    """The last two arguments of a key are coordinates; what is before them counts boards."""
    planes: dict[Key, dict[Key, int]] = {}
    for key, number in numbers.items():
        planes.setdefault(key[:-2], {})[key[-2:]] = number
    return planes


def _board(
    name: str, cells: Mapping[Key, int], roles: set[str], chains: Sequence[Sequence[str]]
) -> FoundBoard | None:
    dimensions = {len(key) for key in cells}
    if dimensions == {1}:
        cells, shortest = {(key[0], ""): number for key, number in cells.items()}, (1,)
    elif dimensions == {2}:
        shortest = (_SHORTEST_SIDE,)
    else:
        return None
    columns = in_order({column for column, _ in cells}, chains)
    rows = in_order({row for _, row in cells}, chains)
    area = len(columns) * len(rows)
    if min(len(columns), len(rows)) < shortest[0] or area < _SHORTEST_LINE:
        return None
    if len(cells) < _DENSITY * area or roles & {*columns, *rows}:
        return None
    groups = tuple(cells.get((column, row)) for row, column in product(rows, columns))
    return FoundBoard(name, columns, rows, groups)


def in_order(names: Iterable[str], chains: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """By a chain of facts that has all of them, else as one sorts numbers and words."""
    by_name = tuple(sorted(names, key=_sort_key))
    for chain in chains:
        if set(by_name) <= set(chain):
            found = tuple(sorted(by_name, key=chain.index))
            return found if _sort_key(found[0]) <= _sort_key(found[-1]) else found[::-1]
    return by_name


def _sort_key(name: str) -> tuple[bool, int, str, str]:
    return (False, int(name), "", "") if name.isdecimal() else (True, 0, name.lower(), name)


def _chains(sheet: RuleSheet) -> list[list[str]]:
    """Facts such as (succ 1 2), predicate by predicate, where they form one line; short first."""
    pairs: dict[str, list[tuple[str, str]]] = {}
    for rule in sheet.rules:
        arguments = rule.head.arguments
        if not rule.body and len(arguments) == 2 and all(isinstance(a, Term) for a in arguments):
            pairs.setdefault(rule.head.name, []).append((str(arguments[0]), str(arguments[1])))
    found = [chain for chain in map(_line, pairs.values()) if chain is not None]
    return sorted(found, key=len)


def _line(pairs: list[tuple[str, str]]) -> list[str] | None:
    after = dict(pairs)
    firsts = set(after) - set(after.values())
    if len(after) != len(set(pairs)) or len(set(after.values())) != len(after) or len(firsts) != 1:
        return None
    line = [*firsts]
    while line[-1] in after:
        line.append(after[line[-1]])
    return line if len(line) == len(after) + 1 else None
