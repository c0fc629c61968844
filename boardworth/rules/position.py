"""Positions of games, and what they are made of: atoms, and squares of a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from boardworth.rules.game import Game

Move: TypeAlias = int
Fact: TypeAlias = tuple[int, int]  # an atom and the number of one of its values


@dataclass(frozen=True, slots=True)
class Atom:
    """An integer-valued fact variable read directly off a position: the contents of a1.

    Its values are named as the first player sees them when it is to move; the second player sees
    the position with the colours swapped.
    """

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A rectangle of squares; its atoms are numbered row by row and come before all others."""

    columns: int  # how many there are
    rows: int  # how many there are
    # Of the columns, then of the rows; letters and numbers if there are none.
    names: tuple[tuple[str, ...], tuple[str, ...]] | None = None

    @property
    def column_names(self) -> list[str]:
        """Letters, from a on, if they have no other names."""
        if self.names is not None:
            return list(self.names[0])
        return [chr(ord("a") + column) for column in range(self.columns)]

    @property
    def row_names(self) -> list[str]:
        """Numbers, from 1 on, if they have no other names."""
        return list(self.names[1]) if self.names else [str(row + 1) for row in range(self.rows)]

    @property
    def square_names(self) -> list[str]:
        """In the order of the atoms: a1, b1, ..."""
        return [column + row for row in self.row_names for column in self.column_names]


@dataclass(frozen=True, slots=True)
class Position:
    """One immutable state of a game.

    Where a role may be left out, the role to move is meant; in a game without turns it must be
    given.
    """

    game: Game
    packed: bytes

    @property
    def mover(self) -> int:
        """The number of the role to move. Raises MissingCapability in games without turns."""
        return self.game.mover(self)

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        """What each role gets, in the game's points; None while the game goes on."""
        return self.game.payoffs(self)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.over(self)

    @property
    def moves_to_go(self) -> int:
        """How many moves are to go: in Othello, at most the empty squares.

        Where nothing bounds them, it is a guess: what a whole game usually takes.
        """
        if not self.game.moves_bounded:
            return self.game.usual_length
        packed = np.frombuffer(self.packed, np.uint8).reshape(1, -1)
        return self.game.max_progress - int(self.game.progress(packed)[0])

    def ends_within(self, moves: int) -> bool:
        """Whether the game is sure to end after `moves` moves at most."""
        return self.game.moves_bounded and self.moves_to_go <= moves

    def legal_moves(self, role: int | None = None) -> list[Move]:
        """All moves the rules allow a role; none exactly when the game is over."""
        if role is None:
            return self.game.movers_moves(self)
        return self.game.legal_moves(self, role)

    def play(self, move: Move | str) -> Position:
        """The position after a move of the role to move, given by number or in notation.

        Raises IllegalMove.
        """
        number = self.parse_move(move) if isinstance(move, str) else move
        return self.game.play_move(self, number)

    def play_joint(self, joint_move: Sequence[Move]) -> Position:
        """The position after one move of each role. Raises IllegalMove."""
        return self.game.play(self, joint_move)

    def move_text(self, move: Move, role: int | None = None) -> str:
        """A move in the game's notation."""
        return self.game.move_text(self, self.mover if role is None else role, move)

    def parse_move(self, text: str, role: int | None = None) -> Move:
        """Reads one move. Raises FormatError."""
        return self.game.parse_move(self, self.mover if role is None else role, text)

    def __str__(self) -> str:
        return self.game.draw(self)

    def __repr__(self) -> str:
        return f"<{self.game.name} {self.game.text(self)}>"

    def _repr_svg_(self) -> str:
        """The board, for notebooks."""
        from boardworth.rules.svg import board_svg

        return board_svg(self)

    def __reduce__(self) -> tuple[Any, ...]:
        if self.game.numbers_are_shared:
            return Position, (self.game, self.packed)
        return _parsed, (self.game, self.game.text(self))

    def __deepcopy__(self, _memo: object) -> Position:
        return self


def _parsed(game: Game, text: str) -> Position:
    return game.parse(text)


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played through the rules."""

    game: Game  # whose record it is
    positions: NDArray[np.uint8]  # packed, one a row, from the start to the last one reached
    moves: tuple[Move, ...]  # as played, with the forced passes that the record left out
    used: int  # how many of the record's moves were legal; all of them if it is sound

    @property
    def last(self) -> Position:
        """The last position reached."""
        return Position(self.game, self.positions[-1].tobytes())
