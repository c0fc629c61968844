"""The fluent groups of a rule sheet as atoms: the cells of the board first, all of one kind."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import zip_longest
from typing import TYPE_CHECKING

from boardworth.rules.position import Atom

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from boardworth.rules.gdl.structure import FluentGroup, Structure, Symmetry
    from boardworth.rules.position import Fact

# The value of an atom none of whose fluents holds.
NOTHING = "nothing"
# Words of a name, however they are joined: white_king, white king, whiteKing.
_WORDS = re.compile(r"[A-Z]?[^\WA-Z_]+|[A-Z]+")


class GameAtoms:
    """Every fluent as a value of an atom.

    Attributes:
        columns: names of the board's columns; none if there is no board.
        rows: names of its rows.
        atoms: the cells of the board row by row, then all other groups.
        atom_of: by fluent.
        value_of: by fluent, the number of its value.
        complete: by atom, 1 if one of its fluents always holds.
        proven: by atom, 1 if its fluents exclude each other for sure.
    """

    def __init__(self, structure: Structure) -> None:
        board = structure.boards[0] if structure.boards else None
        self.columns = board.columns if board else ()
        self.rows = board.rows if board else ()
        cells = list(board.groups) if board else []
        on_board = set(cells)
        others = [n for n in range(len(structure.groups)) if n not in on_board]
        fluents = len(structure.progress)
        self.atoms: list[Atom] = []
        self.atom_of = [0] * fluents
        self.value_of = [0] * fluents
        self.complete: list[int] = []
        self.proven: list[int] = []
        shared = _shared_values([structure.groups[n] for n in cells if n is not None])
        for cell in cells:
            group = structure.groups[cell] if cell is not None else None
            self._add(group, shared)
        for number in others:
            group = structure.groups[number]
            self._add(group, _shared_values([group]))

    def _add(self, group: FluentGroup | None, values: Sequence[str]) -> None:
        if group is None:  # a place of the rectangle that is not on the board
            self.atoms.append(Atom(NOTHING, (NOTHING,)))
            self.complete.append(0)
            self.proven.append(1)
            return
        numbers = {value: number for number, value in enumerate(values)}
        for fluent, value in zip(group.fluents, group.values, strict=True):
            self.atom_of[fluent] = len(self.atoms)
            self.value_of[fluent] = numbers[value]
        self.atoms.append(Atom(group.name, tuple(values)))
        self.complete.append(int(group.complete))
        self.proven.append(int(group.proven))

    def kept_by(self, symmetry: Symmetry) -> bool:
        """Whether a symmetry of the rules only moves atoms: roles and values stay the same."""
        return (
            symmetry.roles == tuple(range(len(symmetry.roles)))
            and all(
                self.value_of[fluent] == self.value_of[image]
                for fluent, image in enumerate(symmetry.fluents)
            )
            and self._moves_atoms(symmetry)
        )

    def swap(self, symmetries: Iterable[Symmetry]) -> Symmetry | None:
        """The symmetry that exchanges two players and moves as few atoms as possible."""
        swaps = [s for s in symmetries if s.roles == (1, 0) and self._moves_atoms(s)]
        return min(swaps, key=self._moved, default=None)

    def as_drawn(self, symmetries: Iterable[Symmetry]) -> dict[Fact, Fact]:
        """By what the second role takes a fact for, what is written in the rules."""
        swap = self.swap(symmetries)
        drawn: dict[Fact, Fact] = {}
        places: dict[int, int] = {}
        for fluent, image in enumerate(swap.fluents if swap else ()):
            seen, own = self.atom_of[image], self.atom_of[fluent]
            drawn[seen, self.value_of[image]] = own, self.value_of[fluent]
            places[seen] = own
        for seen, own in places.items():
            values = self.atoms[seen].values, self.atoms[own].values
            if all(NOTHING in one for one in values):
                nothing = [one.index(NOTHING) for one in values]
                drawn[seen, nothing[0]] = own, nothing[1]
        return drawn

    def settled(self, structure: Structure) -> dict[int, bool]:
        """By fluent what every position tells its mover: that it is the first role's turn."""
        found = {
            fluent: True
            for fluent, atom in enumerate(self.atom_of)
            if len(self.atoms[atom].values) == 1
        }
        turns = structure.turns.fluents if structure.turns else ()
        if turns and self.swap(structure.symmetries) is not None:
            own, others = turns
            found |= dict.fromkeys(others, False)
            found |= dict.fromkeys(own, True) if len(own) == 1 else {}
        return found

    def unswapped(self, swap: Symmetry, atom: int) -> int | None:
        """The only value of an atom that is the same for both players, if there is just one."""
        images = {
            self.value_of[f]: self.value_of[image]
            for f, image in enumerate(swap.fluents)
            if self.atoms[self.atom_of[f]].values == self.atoms[atom].values
        }
        if NOTHING in self.atoms[atom].values:
            images[self.atoms[atom].values.index(NOTHING)] = 0
        same = [value for value, image in images.items() if value == image]
        return same[0] if len(same) == 1 else None

    def _moves_atoms(self, symmetry: Symmetry) -> bool:
        """Whether what is one atom stays one, with as many values."""
        images: dict[int, int] = {}
        for fluent, image in enumerate(symmetry.fluents):
            atom, other = self.atom_of[fluent], self.atom_of[image]
            if images.setdefault(atom, other) != other:
                return False
        return all(
            len(self.atoms[atom].values) == len(self.atoms[other].values)
            for atom, other in images.items()
        )

    def _moved(self, symmetry: Symmetry) -> int:
        return sum(
            self.atom_of[fluent] != self.atom_of[image]
            for fluent, image in enumerate(symmetry.fluents)
        )


def abbreviations(values: Sequence[str]) -> dict[str, str]:
    """Short names that can be told apart: initials of words, and more of one where need be.

    >>> abbreviations(["white_man", "black_man", "white_king", "black_king"])
    {'white_man': 'wm', 'black_man': 'bm', 'white_king': 'wk', 'black_king': 'bk'}
    >>> abbreviations(["whiteKing", "whiteKnight", "whiteQueen"])
    {'whiteKing': 'wKi', 'whiteKnight': 'wKn', 'whiteQueen': 'wQ'}
    >>> abbreviations(["x", "o"])
    {'x': 'x', 'o': 'o'}
    """
    words = {value: _WORDS.findall(value) or [value] for value in values}
    letters = {word: 1 for found in words.values() for word in found}
    while True:
        alike: dict[str, list[str]] = defaultdict(list)
        for value in values:
            alike["".join(word[: letters[word]] for word in words[value])].append(value)
        unclear = [group for group in alike.values() if len(group) > 1]
        if not unclear:
            return {value: name for name, (value,) in alike.items()}
        if all(len(found) == 1 for found in words.values()):
            longer = set(letters)  # all of one length
        else:
            longer = {word for group in unclear for word in _telling([words[v] for v in group])}
        if all(letters[word] >= len(word) for word in longer):
            return {value: value for value in values}
        for word in longer:
            letters[word] += 1


def _telling(names: Sequence[Sequence[str]]) -> set[str]:
    """The words at the first place where names differ."""
    places = (set(place) - {""} for place in zip_longest(*names, fillvalue=""))
    return next((found for found in places if len(found) > 1), set())


def _shared_values(groups: Sequence[FluentGroup]) -> list[str]:
    """What any of some groups can be, in the order in which it is met; first of all, nothing."""
    values = dict.fromkeys(value for group in groups for value in group.values)
    nothing = [] if all(group.complete for group in groups) else [NOTHING]
    return [*nothing, *(value for value in values if value != NOTHING)]
