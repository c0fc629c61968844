"""How positions of a rule sheet are drawn: what an empty square is, and which way is down."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from boardworth.rules.gdl.atoms import NOTHING, abbreviations
from boardworth.rules.gdl.compass import upside_down, white_above
from boardworth.rules.gdl.gravity import floor
from boardworth.rules.gdl.hexagons import slant
from boardworth.rules.gdl.layers import layers
from boardworth.rules.gdl.structure.partitions import HOLDS
from boardworth.rules.picture import BoardPicture, Picture, Square

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from boardworth.rules.gdl.atoms import GameAtoms
    from boardworth.rules.gdl.propnet_machine import PropnetMachine
    from boardworth.rules.gdl.structure import FoundBoard, Structure

# What people call an empty square, whatever else a square can be.
_EMPTY_NAMES = {"empty", "blank", "none", "free", "vacant", "clear"}
# What they also call so, unless it stands for a colour: beside w for white, b is black.
_EMPTY_LETTERS = {"b", "e"}
MAX_LETTERS = 3  # of what stands on squares of smaller boards only
_EMPTY, _BARE = "-", " "  # an empty square; nothing at all where others are called empty
_FULL = "#"  # a square of which all that is said is that it is not empty
_MANY = 3  # facts of one predicate that share a line


class Drawing:
    """Pictures of a game's positions.

    Args:
        machine: the rules.
        structure: what they reveal.
        found: the facts as atoms.
        turns: the atoms that only tell whose turn it is, which is said in words.
    """

    def __init__(
        self,
        machine: PropnetMachine,
        structure: Structure,
        found: GameAtoms,
        turns: Collection[int] = (),
    ) -> None:
        self._machine = machine
        self._structure = structure
        self._found = found
        self._turns = turns
        self._squares = len(found.columns) * len(found.rows)

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        """By value of a square of the largest board; none without a board."""
        short = abbreviations([value for value in self._values if value not in self.blanks])
        if len(self.blanks) > 1:
            short |= {NOTHING: _BARE}
        if set(short) - {NOTHING} == {HOLDS}:
            short[HOLDS] = _FULL
        return tuple(short.get(value, _EMPTY) for value in self._values)

    @cached_property
    def blanks(self) -> frozenset[str]:
        """The values of a square that is empty."""
        return frozenset(empty_values(self._values) or self._usual)

    @property
    def _usual(self) -> set[str]:
        """The value that is nobody's, else that of most squares at the start."""
        if not self._squares:
            return set()
        swap = self._found.swap(self._structure.symmetries)
        first = next(n for n, atom in enumerate(self._found.atoms) if len(atom.values) > 1)
        neutral = self._found.unswapped(swap, first) if swap else None
        if neutral is None:
            facts = self.facts(self._machine.start())[: self._squares]
            several = [
                fact
                for fact, atom in zip(facts, self._found.atoms, strict=False)
                if len(atom.values) > 1
            ]
            neutral = max(set(several), key=several.count)
        return {self._values[neutral]}

    @cached_property
    def _values(self) -> tuple[str, ...]:
        """What a square of the largest board can be."""
        atoms = self._found.atoms[: self._squares]
        return max((atom.values for atom in atoms), key=len, default=())

    def facts(self, packed: bytes) -> list[int]:
        """The value of every atom, as it is written in the rules."""
        found = self._found
        facts = [
            atom.values.index(NOTHING) if NOTHING in atom.values else 0 for atom in found.atoms
        ]
        for fluent in self._holding(packed):
            facts[found.atom_of[fluent]] = found.value_of[fluent]
        return facts

    def _holding(self, packed: bytes) -> list[int]:
        bits = np.unpackbits(np.frombuffer(packed, np.uint8), bitorder="little")
        return np.flatnonzero(bits[: len(self._found.atom_of)]).tolist()

    def picture(self, packed: bytes, said: str) -> Picture:
        """A position, and what is said of it."""
        facts = self.facts(packed)
        boards = tuple(self._board(board, facts) for board in self._boards)
        roles = self._roles_on(boards[0], facts) if len(boards) == 1 else {}
        if roles:
            boards = (self._with_roles(boards[0], roles),)
        beside = self._beside(facts, set(roles.values()))
        return Picture(boards, tuple(grouped_lines(beside)), said)

    def _roles_on(self, board: BoardPicture, facts: Sequence[int]) -> dict[int, int]:
        """By square, the only atom such as "at red" that says that a role is there."""
        names = [
            f"{row} {column}" if self._floor in {"left", "right"} else f"{column} {row}"
            for row in board.rows
            for column in board.columns
        ]
        found: dict[int, list[int]] = defaultdict(list)
        for number, (atom, fact) in enumerate(zip(self._found.atoms, facts, strict=True)):
            _, _, of = atom.name.partition(" ")
            if of in self._role_names and number not in self._drawn and atom.values[fact] in names:
                found[names.index(atom.values[fact])].append(number)
        alone = {square: own[0] for square, own in found.items() if len(own) == 1}
        return {square: atom for square, atom in alone.items() if board.squares[square]}

    def _with_roles(self, board: BoardPicture, roles: Mapping[int, int]) -> BoardPicture:
        """With the pieces of roles on the squares where they are."""
        squares, texts = list(board.squares), abbreviations(self._role_names)
        for square, atom in roles.items():
            role = self._found.atoms[atom].name.partition(" ")[2]
            squares[square] = Square(texts[role], role, empty=False)
        return replace(board, squares=tuple(squares))

    @cached_property
    def _role_names(self) -> list[str]:
        return [str(role) for role in self._machine.roles]

    def _beside(
        self, facts: Sequence[int], drawn: Collection[int]
    ) -> Iterator[tuple[str, str, str]]:
        """All that is on no board: predicates, what they speak of, and what holds of that."""
        elsewhere = self._drawn | set(self._turns) | set(drawn)
        for number, (atom, fact) in enumerate(zip(self._found.atoms, facts, strict=True)):
            if number not in elsewhere and atom.values[fact] != NOTHING:
                predicate, _, of = atom.name.partition(" ")
                yield predicate, of, atom.values[fact]

    @cached_property
    def _boards(self) -> list[FoundBoard]:
        """Those that are drawn."""
        return layers(self._structure.boards) if self._squares else []

    @cached_property
    def _drawn(self) -> set[int]:
        """The atoms that are squares."""
        return {atom for board in self._boards for atom in self._atoms(board) if atom is not None}

    def _atoms(self, board: FoundBoard) -> list[int | None]:
        groups = self._structure.groups
        return [
            None if group is None else self._found.atom_of[groups[group].fluents[0]]
            for group in board.groups
        ]

    @cached_property
    def _floor(self) -> str:
        cells = [
            None if atom is None else self._pieces(atom) for atom in self._atoms(self._boards[0])
        ]
        largest = self._boards[0]
        columns, rows = len(largest.columns), len(largest.rows)
        found = floor(self._machine, cells, columns, rows)
        if found != "bottom":
            return found
        turned = upside_down(self._machine, cells, columns) or white_above(self._start_rows)
        return "top" if turned else found

    @property
    def _start_rows(self) -> list[list[str]]:
        """What stands on each row of the largest board at the start, in the order of the rules."""
        board, facts = self._boards[0], self.facts(self._machine.start())
        squares = [
            None if atom is None else self._square(atom, facts[atom]) for atom in self._atoms(board)
        ]
        columns = len(board.columns)
        rows = [squares[first : first + columns] for first in range(0, len(squares), columns)]
        return [
            [piece.value for piece in row if piece is not None and not piece.empty] for row in rows
        ]

    def _pieces(self, atom: int) -> dict[int, int]:
        """The fluents that say that a square is not empty, with numbers of what is there."""
        found = self._found
        values = found.atoms[atom].values
        fluents = [fluent for fluent, own in enumerate(found.atom_of) if own == atom]
        return {
            fluent: 1 + found.value_of[fluent]
            for fluent in fluents
            if values[found.value_of[fluent]] not in self.blanks
        }

    def _board(self, board: FoundBoard, facts: Sequence[int]) -> BoardPicture:
        squares = [
            None
            if atom is None or len(self._found.atoms[atom].values) < 2
            else self._square(atom, facts[atom])
            for atom in self._atoms(board)
        ]
        columns, rows, width = board.columns, board.rows, len(board.columns)
        slanted = self._slant if board is self._boards[0] else 0
        both = list(zip(squares, self._atoms(board), strict=True))
        lines = [both[first : first + width] for first in range(0, len(both), width)]
        if self._floor in {"left", "right"}:
            columns, rows = rows, columns
            lines = [list(line) for line in zip(*lines, strict=True)]
        if self._floor in {"top", "left"}:
            rows, lines, slanted = rows[::-1], lines[::-1], -slanted
        title = board.name if len(self._boards) > 1 else ""
        pieces = [*self.symbols, *(square.text for square in squares if square is not None)]
        width = max(map(len, [*columns, *pieces]))
        drawn, atoms = zip(*(place for line in lines for place in line), strict=True)
        return BoardPicture(columns, rows, drawn, width, title, atoms, slanted)

    @cached_property
    def _slant(self) -> int:
        return slant(self._machine.sheet, self._found.columns, self._found.rows)

    def _square(self, atom: int, fact: int) -> Square:
        value = self._found.atoms[atom].values[fact]
        known = value in self._values
        text = self.symbols[self._values.index(value)] if known else value[:MAX_LETTERS]
        return Square(text, value, empty=value in self.blanks)


def empty_values(values: Iterable[str]) -> set[str]:
    """Those that by their names are of empty squares, whatever else squares can be."""
    found = set(values)
    named = {value for value in found if value.lower() in _EMPTY_NAMES} | found & {NOTHING}
    return named or found & (_EMPTY_LETTERS - ({"b"} if "w" in found else set()))


def grouped_lines(facts: Iterable[tuple[str, str, str]]) -> Iterator[str]:
    """A line for each fact; one for all of a predicate that has many.

    Args:
        facts: predicates, what they speak of, and what holds of that.

    >>> list(grouped_lines([("at", "red", "1 2"), ("in", "a", "yes"), ("at", "blue", "3 4")]))
    ['at red: 1 2', 'at blue: 3 4', 'in a: yes']
    >>> list(grouped_lines(("in", piece, "yes") for piece in "abc"))
    ['in: a, b, c']
    """
    told: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for predicate, of, value in facts:
        told[predicate].append((of, value))
    for predicate, found in told.items():
        if len(found) < _MANY:
            yield from (f"{predicate} {of}".strip() + f": {value}" for of, value in found)
        else:
            texts = (of if value == HOLDS else f"{of} {value}".strip() for of, value in found)
            yield f"{predicate}: {', '.join(texts)}"
