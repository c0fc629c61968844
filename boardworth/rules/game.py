"""The contract of a game: all that later stages know about one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from boardworth import _core

Move: TypeAlias = int


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
    """A rectangle of squares; its atoms are numbered row by row and come before all others.

    Attributes:
        columns: how many there are.
        rows: how many there are.
        names: of the columns, then of the rows; letters and numbers if there are none.
    """

    columns: int
    rows: int
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
    """One immutable state of a game, the player to move included."""

    game: Game
    packed: bytes

    @property
    def mover(self) -> int:
        """The number of the player to move, 0 or 1."""
        return self.game.mover(self)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.outcome(self) is not None

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
        """Whether the game is sure to end after so many moves at most."""
        return self.game.moves_bounded and self.moves_to_go <= moves

    def legal_moves(self) -> list[Move]:
        """All moves the rules allow; none exactly when the game is over."""
        return self.game.legal_moves(self)

    def play(self, move: Move | str) -> Position:
        """The position after a move, given by number or in notation. Raises IllegalMove."""
        number = self.game.parse_move(move, self) if isinstance(move, str) else move
        return self.game.play(self, number)

    def __str__(self) -> str:
        return self.game.draw(self)

    def __repr__(self) -> str:
        return f"<{self.game.name} {self.game.text(self)}>"


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played through the rules.

    Attributes:
        game: whose record it is.
        positions: packed, one a row, from the start to the last one reached.
        moves: as played, with the forced passes that the record left out.
        used: how many of the record's moves were legal; all of them if it is sound.
    """

    game: Game
    positions: NDArray[np.uint8]
    moves: tuple[Move, ...]
    used: int

    @property
    def last(self) -> Position:
        """The last position reached."""
        return Position(self.game, self.positions[-1].tobytes())


def longest_game(game: Game) -> int:
    """Most moves of a game; if nothing bounds them, how many seem to have no end."""
    return 10 * game.usual_length + (game.max_progress if game.moves_bounded else 200)


def too_long(game: Game, moves: int) -> bool:
    """Whether a game that nothing bounds has taken so many moves that it may never end."""
    return not game.moves_bounded and moves > longest_game(game)


def progress_near_the_end(game: Game, moves: int) -> int:
    """The progress from which at most so many moves are to go; one too many if that is unknown."""
    return game.max_progress - moves if game.moves_bounded else game.max_progress + 1


class Game(Protocol):
    """The rules of a game as one immutable object. Scores and values are the mover's."""

    @property
    def name(self) -> str:
        """What `load_game` knows it by."""

    @property
    def definition(self) -> str:
        """What `load_game` makes the same game of: a name, or the text of a rule sheet."""

    @property
    def players(self) -> tuple[str, ...]:
        """Their names, one or two."""

    @property
    def board(self) -> Board:
        """The shape that the squares form."""

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """Every fact variable of a position."""

    @property
    def loose_atoms(self) -> tuple[int, ...]:
        """Those beside the board that tell something about a position."""

    @property
    def view_atoms(self) -> tuple[int, ...]:
        """Those that every pattern needs: whose turn it is, where players do not see alike."""

    @property
    def values_are_relative(self) -> bool:
        """Whether a square's values say whose it is: the opponent's, nobody's, the mover's own."""

    @property
    def symbols(self) -> tuple[str, ...]:
        """How the values of a square are drawn, the mover's view."""

    @property
    def usual_length(self) -> int:
        """About how many moves a game takes."""

    @property
    def moves_bounded(self) -> bool:
        """Whether a game ends after as many moves as progress is missing, at most."""

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Where each symmetry takes each atom; the first is the identity."""

    @property
    def max_score(self) -> int:
        """The largest score of a finished game."""

    @property
    def max_progress(self) -> int:
        """The progress of a game played to the last move."""

    @property
    def packed_size(self) -> int:
        """Bytes of a packed position."""

    @property
    def core(self) -> _core.Game:
        """The compiled rules, for the loops of later stages."""

    def start(self) -> Position:
        """The position in which a game begins."""

    def mover(self, position: Position) -> int:
        """The number of the player to move."""

    def legal_moves(self, position: Position) -> list[Move]:
        """All moves the rules allow; none exactly when the game is over."""

    def play(self, position: Position, move: Move) -> Position:
        """The position after a move. Raises IllegalMove."""

    def outcome(self, position: Position) -> int | None:
        """The mover's final score, or None while the game goes on."""

    @property
    def max_repetitions(self) -> int | None:
        """How often a position must occur to end the game; None if the rules do not count that."""

    def repetition_payoffs(self, position: Position) -> tuple[int, ...]:
        """Every player's score where a game ends because the position has occurred so often."""

    def final_score(self, position: Position) -> int | None:
        """The first player's final score, or None while the game goes on."""

    def facts(self, position: Position) -> tuple[int, ...]:
        """The value of every atom, mover's view."""

    def replay(self, start: Position, moves: Sequence[Move]) -> Replay:
        """Plays a record as far as it is legal, putting forced passes back."""

    def legal_replay(self, start: Position, moves: Sequence[Move]) -> Replay:
        """The same; raises IllegalMove with the number of the first move that is not legal."""

    def canonical(self, positions: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """For packed positions, one representative of all that are worth the same."""

    def canonical_keys(self, positions: NDArray[np.uint8]) -> NDArray[np.uint64]:
        """A hash of each packed position's canonical form."""

    def movers(self, positions: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The player to move in each packed position."""

    def progress(self, positions: NDArray[np.uint8]) -> NDArray[np.int16]:
        """How far a game has come, from 0 to max_progress; it never falls if moves are bounded."""

    def text(self, position: Position) -> str:
        """The position on one line, as `parse` reads it."""

    def parse(self, text: str) -> Position:
        """Reads a position. Raises FormatError."""

    def draw(self, position: Position) -> str:
        """The position as a picture."""

    def move_text(self, move: Move, position: Position | None = None) -> str:
        """A move in the game's notation; without a position, as it is read in all of them."""

    def parse_move(self, text: str, position: Position | None = None) -> Move:
        """Reads one move, as it is written in a position. Raises FormatError."""

    def parse_moves(self, text: str, start: Position | None = None) -> tuple[Move, ...]:
        """Reads a line of moves such as "f5d6c3", legal or not. Raises FormatError."""

    def perft(self, position: Position, depth: int) -> int:
        """How many sequences of `depth` moves there are."""
