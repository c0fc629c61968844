"""What is to be seen of a position: boards with their squares, and what is said beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from unicodedata import east_asian_width


@dataclass(frozen=True, slots=True)
class Square:
    """What a square holds."""

    text: str  # how that is drawn: "X", "wk", "-"
    value: str  # what it is called: "own", "white_king", "empty"
    empty: bool  # whether nothing is on it


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A board as it is looked at."""

    columns: tuple[str, ...]  # names, from left to right
    rows: tuple[str, ...]  # names, from top to bottom
    squares: tuple[Square | None, ...]  # row by row; None where there is no square
    width: int  # columns of text that the widest piece takes, whether it is there or not
    title: str = ""  # what tells it from other boards, if there are any
    atoms: tuple[int | None, ...] = ()  # the number of each square's atom
    slant: int = 0  # 1 if each row lies half a square to the right of that above it, -1 to the left

    @property
    def margin(self) -> int:
        """How many columns of text the names of rows take."""
        return max(map(text_width, self.rows), default=0)

    @property
    def lines(self) -> list[str]:
        """The board as text."""
        width, margin = self.width, self.margin
        lines = [f"{self.title}:"] if self.title else []
        lines.append(" " * margin + "".join(f" {padded(name, width)}" for name in self.columns))
        for row, name in enumerate(self.rows):
            first = row * len(self.columns)
            pieces = self.squares[first : first + len(self.columns)]
            texts = (piece.text if piece else "" for piece in pieces)
            lines.append(
                padded(name, margin) + "".join(f" {padded(text, width)}" for text in texts)
            )
        return lines


# A square that nothing is said of.
BARE = Square("", "", empty=True)


@dataclass(frozen=True, slots=True)
class InHand:
    """Pieces of one kind that a role has in hand."""

    piece: Square
    role: int
    count: int
    said: str  # the same in words


@dataclass(frozen=True, slots=True)
class Picture:
    """A position as it is looked at."""

    boards: tuple[BoardPicture, ...]  # empty where the rules have none
    beside: tuple[str, ...]  # a line for each fact that is not on them
    said: str = ""  # whose turn it is, or how the game has ended
    hands: tuple[InHand, ...] = ()  # what `beside` says of pieces in hand

    @property
    def squares(self) -> list[Square | None]:
        """Those of all boards."""
        return [square for board in self.boards for square in board.squares]

    @property
    def atoms(self) -> list[int | None]:
        """The number of the atom that each of them is."""
        return [atom for board in self.boards for atom in board.atoms]

    def with_squares(self, squares: Sequence[Square | None]) -> Picture:
        """Its boards with other squares and nothing beside them."""
        first, boards = 0, []
        for board in self.boards:
            last = first + len(board.squares)
            boards.append(replace(board, squares=tuple(squares[first:last])))
            first = last
        return Picture(tuple(boards), ())

    @property
    def emptied(self) -> Picture:
        """Its boards with nothing on them."""
        return self.with_squares([square and BARE for square in self.squares])

    def __str__(self) -> str:
        boards = [line for board in self.boards for line in board.lines]
        return "\n".join([*boards, *self.beside, *([self.said] if self.said else [])])


def text_width(text: str) -> int:
    """How many columns a text takes; kanji take two each."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def padded(text: str, width: int) -> str:
    """A text at the right of as many columns."""
    return " " * (width - text_width(text)) + text
