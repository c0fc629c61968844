"""What one player sees of kings and pieces, one fact at a time.

A *condition* is a piece of a kind on a square, or a count of pieces in hand (every count is one,
none at all too). The own conditions come first; what is condition c to one player is condition
c + own (modulo all) to the other. Kings are no conditions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import MissingCapability

if TYPE_CHECKING:
    from boardworth.rules import Game

_OWN, _OPPONENT, _IN_HAND = "own ", "opponent ", " in hand"


@dataclass(frozen=True)
class Pieces:
    """What relations have to know about a game's pieces.

    Attributes:
        king: the piece that others are related to.
        barred: the pieces that never stand on the far rows, and how many rows.
        stands_for: the pieces that count as others where they stand.
        apart: whether king and piece on one square, which is never the case, have no weight.
    """

    king: str = "king"
    barred: Mapping[str, int] = field(default_factory=dict)
    stands_for: Mapping[str, str] = field(default_factory=dict)
    apart: bool = True


# Shogi and chess as Hoki and Kaneko (2014) have them, with exactly as many weights.
KNOWN: Mapping[str, Pieces] = {
    "chess": Pieces(barred={"pawn": 1}),
    "shogi": Pieces(
        barred={"pawn": 1, "lance": 1, "knight": 2},
        stands_for=dict.fromkeys(
            ("promoted pawn", "promoted lance", "promoted knight", "promoted silver"), "gold"
        ),
        apart=False,
    ),
    "dobutsu": Pieces(king="lion"),
}


class Conditions:
    """The conditions of a game.

    Args:
        game: one of KNOWN.

    Attributes:
        pieces: the kinds of pieces without kings, as the game lists them.
        facts: [own conditions], the atom and the values that mean each.
    """

    def __init__(self, game: Game) -> None:
        # A rule sheet may have the name of a game that is known, but not its pieces.
        names = game.atoms[0].values
        if game.name not in KNOWN or _OWN + KNOWN[game.name].king not in names:
            raise MissingCapability(
                f"relations of kings and pieces are known of {', '.join(KNOWN)}, not of {game.name}"
            )
        self.game = game
        self.about = KNOWN[game.name]
        own = [name.removeprefix(_OWN) for name in names if name.startswith(_OWN)]
        self.pieces = tuple(name for name in own if name != self.about.king)
        self.facts = [*self._on_board(), *self._in_hand()]

    def __len__(self) -> int:
        """How many there are, the opponent's included."""
        return 2 * len(self.facts)

    @cached_property
    def squares(self) -> NDArray[np.int16]:
        """[conditions], the square of each as the player sees it; -1 for those in hand."""
        return np.array(
            [atom if atom < self._square_count else -1 for atom, _ in self._all], np.int16
        )

    @cached_property
    def mirror(self) -> NDArray[np.uint16]:
        """[conditions], the mirror images under the game's last symmetry."""
        image = self.game.symmetries[-1]
        place = {fact: number for number, fact in enumerate(self._all)}
        return np.array([place[image[atom], values] for atom, values in self._all], np.uint16)

    @cached_property
    def king_mirror(self) -> NDArray[np.uint16]:
        """[squares], their mirror images."""
        return np.array(self.game.symmetries[-1][: self._square_count], np.uint16)

    @cached_property
    def across(self) -> NDArray[np.uint16]:
        """[squares], as the other player sees them: the board is turned, or its rows reversed."""
        board = np.arange(self._square_count).reshape(self.game.board.rows, -1)
        start = self.game.start().packed
        views = [self.game.core.facts(start, player)[: self._square_count] for player in (0, 1)]
        own, other = (np.array(view) for view in views)
        for seen in (board[::-1], board[::-1, ::-1]):
            if (other == len(self.game.atoms[0].values) - 1 - own[seen.ravel()]).all():
                return seen.ravel().astype(np.uint16)
        raise MissingCapability(f"{self.game.name}: the players do not see the board alike")

    @cached_property
    def by_fact(self) -> NDArray[np.int16]:
        """[facts of all atoms, 5]: condition, own king, opponent's king, piece and count.

        -1 stands for none; the opponent's pieces count negative.
        """
        atoms, starts = self.game.atoms, self._first_rows
        rows = int(starts[-1]) + len(atoms[-1].values)
        table = np.full((rows, 5), [-1, -1, -1, -1, 0], np.int16)
        for condition, (atom, values) in enumerate(self._all):
            for value in values:
                table[starts[atom] + value, 0] = condition
        for number, about in enumerate(atoms):
            for value, name in enumerate(about.values):
                king, piece = self._who(number, name)
                table[starts[number] + value, 1:] = *king, *piece
        return table

    def rows_of(self, facts: Sequence[int]) -> NDArray[np.int64]:
        """[atoms], the rows of `by_fact` that a player's view has."""
        return np.asarray(self._first_rows + np.asarray(facts))

    def king_name(self, square: int, owner: str) -> str:
        """Such as 'own king g1'."""
        return f"{owner} {self.about.king} {self.game.atoms[square].name}"

    def piece_name(self, piece: int) -> str:
        """Such as 'own pawns'."""
        return f"{_OWN}{plural(self.pieces[piece])}"

    def on_board(self, piece: str) -> bool:
        """Whether a piece on a square is a condition by itself, and does not stand for another."""
        return piece not in self.about.stands_for

    def fact(self, condition: int) -> tuple[int, int]:
        """An atom and a value that mean it."""
        atom, values = self._all[condition]
        return atom, values[0]

    def king_fact(self, square: int, owner: str) -> tuple[int, int]:
        """The atom and the value of a king on a square."""
        return square, self.game.atoms[square].values.index(f"{owner} {self.about.king}")

    @cached_property
    def _first_rows(self) -> NDArray[np.int64]:
        sizes = [len(atom.values) for atom in self.game.atoms]
        return np.cumsum([0, *sizes[:-1]], dtype=np.int64)

    @property
    def _square_count(self) -> int:
        return self.game.board.columns * self.game.board.rows

    @cached_property
    def _all(self) -> list[tuple[int, tuple[int, ...]]]:
        """Own conditions, then the opponent's: the atom and the values of each."""
        last = len(self.game.atoms[0].values) - 1
        loose = {atom.name: number for number, atom in enumerate(self.game.atoms)}
        others = []
        for atom, values in self.facts:
            if atom < self._square_count:
                others.append((int(self.across[atom]), tuple(last - value for value in values)))
            else:
                name = self.game.atoms[atom].name.replace(_OWN, _OPPONENT, 1)
                others.append((loose[name], values))
        return [*self.facts, *others]

    def _on_board(self) -> list[tuple[int, tuple[int, ...]]]:
        columns = self.game.board.columns
        values = self.game.atoms[0].values
        found = []
        for piece in self.pieces:
            if not self.on_board(piece):
                continue
            alike = [
                piece,
                *(other for other, as_ in self.about.stands_for.items() if as_ == piece),
            ]
            own = tuple(values.index(_OWN + name) for name in alike)
            first = columns * self.about.barred.get(piece, 0)
            found += [(square, own) for square in range(first, self._square_count)]
        return found

    def _in_hand(self) -> list[tuple[int, tuple[int, ...]]]:
        return [
            (number, (value,))
            for number, atom in enumerate(self.game.atoms)
            if atom.name.startswith(_OWN) and atom.name.endswith(_IN_HAND)
            for value in range(len(atom.values))
        ]

    def _who(self, atom: int, value: str) -> tuple[tuple[int, int], tuple[int, int]]:
        """The kings' squares, and the piece and its count, that a value of an atom means."""
        if atom >= self._square_count:
            return (-1, -1), self._pieces_in_hand(self.game.atoms[atom].name, value)
        own = value.startswith(_OWN)
        piece = value.removeprefix(_OWN).removeprefix(_OPPONENT)
        if piece == self.about.king:
            return ((atom, -1) if own else (-1, atom)), (-1, 0)
        if piece not in self.pieces:
            return (-1, -1), (-1, 0)
        return (-1, -1), (self.pieces.index(piece), 1 if own else -1)

    def _pieces_in_hand(self, atom: str, value: str) -> tuple[int, int]:
        if not atom.endswith(_IN_HAND):
            return -1, 0
        kind = atom.removesuffix(_IN_HAND).removeprefix(_OWN).removeprefix(_OPPONENT)
        piece = [plural(name) for name in self.pieces].index(kind)
        return piece, int(value) if atom.startswith(_OWN) else -int(value)


def facts_text(game: Game, facts: Iterable[tuple[int, int]]) -> str:
    """Such as 'own king g1, opponent knight f3, own pawns in hand 2'."""
    both = [(game.atoms[atom].name, game.atoms[atom].values[value]) for atom, value in facts]
    return ", ".join(
        f"{atom} {value}" if atom.endswith(_IN_HAND) else f"{value} {atom}" for atom, value in both
    )


def plural(piece: str) -> str:
    """Pieces of a kind.

    >>> plural("pawn")
    'pawns'
    """
    return f"{piece}s"
