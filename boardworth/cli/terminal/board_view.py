"""Positions at the terminal: in colours and Unicode where it has them, with marks on squares."""

from __future__ import annotations

import os
import sys
from collections import Counter
from functools import cached_property
from itertools import cycle, zip_longest
from typing import TYPE_CHECKING

from rich.text import Text

from boardworth.cli.streams import Terminal, notice, say
from boardworth.cli.terminal.legend import pieces_legend
from boardworth.rules.game import NATURE
from boardworth.rules.picture import padded, text_width
from boardworth.rules.pieces import CHESS_KINDS, are_chess_pieces, pieces_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from boardworth.rules import Game, Position
    from boardworth.rules.marks import Marks
    from boardworth.rules.picture import BoardPicture, Picture, Square
    from boardworth.rules.standing import Standing

# Of pieces, if all roles that have any are called like colours; else the roles take them in order.
_COLOURS = {
    "black": "#000000",
    "white": "#ffffff",
    "red": "#870000",
    "blue": "#0000af",
    "yellow": "#ffff00",
    "green": "#00ff00",
    "orange": "#ff8700",
    "purple": "#5f005f",
    "magenta": "#ff5fff",
    "teal": "#00ffff",
}
_NEUTRAL = "#000000"  # pieces that no role owns, and goals
_FIELDS = ("#5f875f", "#5f8787")  # squares, as on a chequered board
_LAST = "#af875f"  # squares of the last move
# The same where there are 16 colours.
_FEW_FIELDS, _FEW_LAST = ("cyan", "cyan"), "magenta"
_DISC, _GOAL, _STAR = "●", "•", "*"
_CHESS_PIECES = dict(zip(CHESS_KINDS, "♚♛♜♝♞♟", strict=True))
_OUTLINED = str.maketrans("♔♕♖♗♘♙", "♚♛♜♝♞♟")  # colours tell the sides apart
_GAP = 3  # between boards side by side


class BoardView:
    """Draws a game's positions on standard output.

    Args:
        game: whose they are.
        unicode: whether to use more than ASCII; if it is not said, as the terminal can.
    """

    def __init__(self, game: Game, *, unicode: bool | None = None) -> None:
        self._game = game
        self._console = Terminal(highlight=False, emoji=False, soft_wrap=True)
        console = self._console
        is_terminal = console.is_terminal and not console.is_dumb_terminal
        modern = is_terminal and _reads_unicode()
        self._coloured = modern and not console.no_color and console.color_system is not None
        self._unicode = modern if unicode is None else unicode

    def prepare(self, position: Position) -> None:
        """Finds out what it has to know of the rules, which may take seconds."""
        with notice("looking at the rules"):
            self._standing.words(position)
            self.picture(position)

    def show(self, position: Position, marks: Marks) -> None:
        """Draws a position, and says what its board does not show."""
        picture = self.picture(position)
        blocks, at = [], 0
        for board in picture.boards:
            blocks.append(self._lines(board, marks, at))
            at += len(board.squares)
        print()
        in_a_row = _in_a_row([board.title for board in picture.boards])
        for line in _side_by_side(blocks, self._console.width, in_a_row):
            if self._coloured:
                self._console.print(line)
            else:
                print(line.plain)
        self.say_beside(position)

    def say_beside(self, position: Position) -> None:
        """Says what a board does not show: the score follows whose turn it is."""
        picture = self.picture(position)
        score = self._standing.words(position)
        for told in (*picture.beside, f"{picture.said} ({score})" if score else picture.said):
            say(told)

    def picture(self, position: Position) -> Picture:
        """What is drawn of a position, before it is marked."""
        return self._game.picture(position, unicode=self._unicode)

    def pieces(self, position: Position) -> str:
        """The letters that moves have for pieces which are drawn as other signs."""
        shown, lettered = self.picture(position), self._game.picture(position)
        pairs = [
            *zip(shown.squares, lettered.squares, strict=True),
            *(
                (one.piece, other.piece)
                for one, other in zip(shown.hands, lettered.hands, strict=True)
            ),
        ]
        told = [
            (one, other)
            for one, other in pairs
            if one and other and not one.empty and one.value not in self._shapes
        ]
        return pieces_legend(*zip(*told, strict=True)) if told else ""

    @cached_property
    def _standing(self) -> Standing:
        from boardworth.rules.standing import standing

        return standing(self._game)

    def _lines(self, board: BoardPicture, marks: Marks, at: int) -> list[Text]:
        """A board whose first square has this number."""
        margin, width, columns = board.margin, self._width(board), len(board.columns)
        if not self._coloured:
            above, gap = "".join(f" {padded(name, width)}" for name in board.columns), ""
        else:
            gap = " " if margin + columns * (width + 2) <= self._console.width else ""
            above = "".join(f" {_centred(name, width)}{gap}" for name in board.columns)
        title = [Text(f"{board.title}:")] if board.title else []
        lines = [*title, Text(" " * margin + above)]
        for row, name in enumerate(board.rows):
            first = row * columns
            squares = dict(enumerate(board.squares[first : first + columns], at + first))
            line = Text(padded(name, margin))
            if self._coloured:
                for column, (number, square) in enumerate(squares.items()):
                    text, style = self._painted(number, square, marks, row + column)
                    line.append(f" {_centred(text, width)}{gap}", style)
            else:
                line.append(self._bracketed(squares, marks, width))
            lines.append(line)
        return lines

    def _width(self, board: BoardPicture) -> int:
        """How many columns of text the widest piece takes; each that has a shape takes one."""
        loose = [piece.text for piece in board.squares if piece and piece.value not in self._shapes]
        return max(map(text_width, [*board.columns, *loose])) if self._shapes else board.width

    def _painted(
        self, number: int, square: Square | None, marks: Marks, shade: int
    ) -> tuple[str, str]:
        """What stands on a square, and in which style."""
        if square is None:
            return "", ""
        few = self._console.color_system == "standard"
        fields, last = (_FEW_FIELDS, _FEW_LAST) if few else (_FIELDS, _LAST)
        field = last if number in marks.last else fields[shade % 2]
        if square.empty:
            text = (_GOAL if self._unicode else _STAR) if number in marks.goals else " "
            return text, f"{_NEUTRAL} on {field}"
        colour = self._colours.get(square.value, _NEUTRAL)
        goal = " underline" if number in marks.goals else ""
        text = self._shapes.get(square.value, square.text)
        return text.translate(_OUTLINED), f"bold{goal} {colour} on {field}"

    def _bracketed(self, squares: Mapping[int, Square | None], marks: Marks, width: int) -> str:
        """A row with the last move in brackets and stars where one can move to."""
        line, open_bracket = "", False
        for number, square in squares.items():
            own = number in marks.last
            line += "|" if own and open_bracket else "[" if own else "]" if open_bracket else " "
            starred = square is not None and square.empty and number in marks.goals
            line += padded(_STAR if starred else square.text if square else "", width)
            open_bracket = own
        return line + "]" * open_bracket

    @cached_property
    def _colours(self) -> dict[str, str]:
        """By what a square holds, the colour of the piece."""
        holders = self._standing.holders
        roles = sorted(set(holders.values()))
        named = [_COLOURS.get(self._game.roles[role].lower()) for role in roles]
        colours = dict(zip(roles, cycle(_COLOURS.values()) if None in named else named))  # noqa: B905
        return {value: colours[role] or _NEUTRAL for value, role in holders.items()}

    @property
    def _named_after_colours(self) -> bool:
        """Whether players know their pieces by the colour: x and o they know by the letter."""
        return {role.lower() for role in self._game.roles} - {NATURE} <= set(_COLOURS)

    @cached_property
    def _shapes(self) -> dict[str, str]:
        """By what a square holds, how a piece looks whose colour tells whose it is."""
        if not self._unicode or not self._coloured or not self._named_after_colours:
            return {}
        pieces = pieces_of(self._standing.holders, self._game.roles)
        if not any(piece.kind for piece in pieces.values()):
            return dict.fromkeys(pieces, _DISC)
        if not are_chess_pieces(pieces.values()):
            return {}
        return {value: _CHESS_PIECES[piece.kind] for value, piece in pieces.items()}


def _centred(text: str, width: int) -> str:
    room = width - text_width(text)
    return " " * (room // 2) + text + " " * (room - room // 2)


def _in_a_row(titles: Sequence[str]) -> int:
    """How many boards belong beside each other: of "mark 1 1" to "mark 3 3", three."""
    rows = Counter(title.rpartition(" ")[0] for title in titles)
    return max(rows.values()) if len(set(rows.values())) == 1 else len(titles)


def _side_by_side(blocks: Sequence[list[Text]], width: int, in_a_row: int) -> Iterator[Text]:
    """Lines of boards, as many beside each other as belong there and there is room for."""
    if not blocks:
        return
    widest = max(line.cell_len for block in blocks for line in block)
    together = max(1, min(in_a_row, (width + _GAP) // (widest + _GAP)))
    for first in range(0, len(blocks), together):
        for lines in zip_longest(*blocks[first : first + together], fillvalue=Text()):
            joined = Text()
            for line in lines[:-1]:
                joined.append_text(line).append(" " * (widest + _GAP - line.cell_len))
            yield joined.append_text(lines[-1])


def _reads_unicode() -> bool:
    """Whether the locale has Unicode; Python makes UTF-8 of the locale C, which has not."""
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    chosen = next((os.environ[name] for name in names if os.environ.get(name)), "UTF-8")
    coerced = chosen.startswith("C.") and os.environ.get("LANG") in {"C", "POSIX"}
    encodings = (chosen.lower().replace("-", ""), sys.stdout.encoding.lower().replace("-", ""))
    return not coerced and all("utf8" in encoding for encoding in encodings)
