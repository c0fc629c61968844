"""One board of a picture: its squares, what stands on them, and what is drawn upon them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from boardworth.markup import Attributes, element, written
from boardworth.rules.marks import Marks
from boardworth.rules.svg.colours import GOAL, LAST, ON_FRAME, contrasting
from boardworth.rules.svg.elements import text, titled
from boardworth.rules.svg.layout import EDGE, WIDTH, Block

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardworth.rules.picture import BoardPicture, InHand, Square
    from boardworth.rules.svg.pieces import Pieces

_MAX_CELL = 64.0  # of a square on a small board, in units; others have as much as there is room
_NAMES, _LETTER = 20, 12  # names of rows and columns: their margin, the size of their font
_HAND = 38  # the strip of a role's pieces in hand
# Two colours of squares that take turns, or one with lines between squares, by the kind of pieces.
_FIELDS = {
    "discs": ("#e6ebee", "#d3dbe1"),
    "marks": ("#f6f3ea", "#f6f3ea"),
    "wedges": ("#e3bd78", "#e3bd78"),
    "chess": ("#efe3cb", "#b98f66"),
    "pieces": ("#efe3cb", "#b98f66"),
    "tiles": ("#e6ebee", "#d3dbe1"),
}
_GREEN = ("#579c7a", "#579c7a")  # under discs in black and white


@dataclass(frozen=True)
class Layers:
    """What is drawn on boards besides pieces. Squares are known by their numbers in a picture.

    Attributes:
        marks: squares of the last move, and those that one can move to.
        fills: colours of squares.
        notes: what is said of squares where the pointer rests on them, beside what they hold.
        labels: short texts on squares.
        pieces: the size of pieces, 1 if they fill their squares.
    """

    marks: Marks = field(default_factory=Marks)
    fills: Mapping[int, str] = field(default_factory=dict)
    notes: Mapping[int, str] = field(default_factory=dict)
    labels: Mapping[int, str] = field(default_factory=dict)
    pieces: float = 1.0


@dataclass(frozen=True)
class BoardDrawing:
    """Draws one board.

    Attributes:
        board: what is to be seen.
        pieces: how pieces look.
        layers: what is drawn besides.
        first: the number of its first square in the picture.
        coordinates: whether rows and columns are named.
    """

    board: BoardPicture
    pieces: Pieces
    layers: Layers
    first: int = 0
    coordinates: bool = True

    def block(self) -> Block:
        """The board with its names."""
        wide, rows = self._columns * self._cell, len(self.board.rows)
        below = self._top + rows * self._cell + (_NAMES if self.coordinates else EDGE)
        parts = [
            element("g", self._fields(), *self._squares(), class_="board"),
            *(self._names() if self.coordinates else ()),
        ]
        if self.board.title:
            middle = self._left + wide / 2
            title = text(self.board.title, middle, _NAMES / 2 + 2, _LETTER, fill=ON_FRAME)
            parts.append(title)
        return Block("".join(parts), self._left + wide + self._right, below)

    @cached_property
    def _cell(self) -> float:
        room = (WIDTH - self._left - self._right) / max(1.0, self._columns)
        return min(_MAX_CELL, int(room))

    @cached_property
    def _columns(self) -> float:
        """How many squares wide it is, with rows that are shifted."""
        shifted = (len(self.board.rows) - 1) / 2 if self.board.slant else 0
        return len(self.board.columns) + shifted

    def _shift(self, row: int) -> float:
        """How far a row lies to the right."""
        steps = row if self.board.slant >= 0 else len(self.board.rows) - 1 - row
        return steps / 2 * self._cell if self.board.slant else 0

    @cached_property
    def _left(self) -> float:
        longest = max(map(len, self.board.rows), default=0)
        return max(_NAMES, 0.62 * _LETTER * longest + 8) if self.coordinates else EDGE

    @property
    def _right(self) -> float:
        """As wide as the left, that the board is in the middle, unless names are long."""
        return min(self._left, _NAMES) if self.coordinates else EDGE

    @property
    def _top(self) -> float:
        return (_NAMES if self.coordinates or self.board.title else EDGE) + 0.0

    def _corner(self, number: int) -> tuple[float, float]:
        row, column = divmod(number, len(self.board.columns))
        left = self._left + self._shift(row)
        return left + column * self._cell, self._top + row * self._cell

    @cached_property
    def _colours(self) -> tuple[str, str]:
        style = self.pieces.style
        found = _GREEN if style == "discs" and self.pieces.plain else _FIELDS[style]
        return (found[0], found[0]) if self.board.slant else found

    def _fields(self) -> str:
        """The squares, those of one colour as one path; lines where all have the same."""
        light, dark = self._colours
        shades: dict[int, list[int]] = {0: [], 1: []}
        for number, square in enumerate(self.board.squares):
            if square is not None:
                shades[sum(divmod(number, len(self.board.columns))) % 2].append(number)
        if not all(shades.values()):  # every other square: those between are drawn, too
            used = next((shade for shade, own in shades.items() if own), 0)
            between = (n for n in range(len(self.board.squares)) if n not in shades[used])
            shades = {0: list(between), 1: shades[used]}
        line: Attributes = {"stroke": "#000", "stroke_opacity": 0.28} if light == dark else {}
        return "".join(
            element("path", d="".join(map(self._outline, own)), fill=colour, **line)
            for own, colour in zip(shades.values(), (light, dark), strict=True)
            if own
        )

    def _outline(self, number: int) -> str:
        (x, y), cell = self._corner(number), written(self._cell)
        return f"M{written(x)} {written(y)}h{cell}v{cell}h-{cell}z"

    def _squares(self) -> Iterator[str]:
        """What is on those squares that something can be said of."""
        for own, square in enumerate(self.board.squares):
            if square is None:
                continue
            number = self.first + own
            layers, x, y = self.layers, *self._corner(own)
            parts = list(self._under(number, x, y))
            if not square.empty:
                parts.append(self._piece(square, x, y))
            parts += self._above(number, square, x, y)
            if parts or number in layers.notes:
                yield titled(self._said(number, own, square), *parts)

    def _said(self, number: int, own: int, square: Square) -> str:
        row, column = divmod(own, len(self.board.columns))
        name = f"{self.board.columns[column]}{self.board.rows[row]}"
        said = [self.pieces.called(square), self.layers.notes.get(number, "")]
        return f"{name}: {', '.join(filter(None, said))}"

    def _under(self, number: int, x: float, y: float) -> Iterator[str]:
        box = {"x": x, "y": y, "width": self._cell, "height": self._cell}
        if (fill := self.layers.fills.get(number)) is not None:
            yield element("rect", **box, fill=fill, stroke="#000", stroke_opacity=0.18)
        if number in self.layers.marks.last:
            yield element("rect", **box, fill=LAST, fill_opacity=0.55, class_="last")
            inner = {"x": x + 1.5, "y": y + 1.5, "width": self._cell - 3, "height": self._cell - 3}
            yield element("rect", **inner, fill="none", stroke=LAST, stroke_width=3)

    def _piece(self, square: Square, x: float, y: float) -> str:
        scale = self._cell / 100 * self.layers.pieces
        at = self._cell * (1 - self.layers.pieces) / 2
        place = f"translate({written(x + at)} {written(y + at)}) scale({written(scale * 1000)}e-3)"
        return element("g", self.pieces.drawn(square), class_="piece", transform=place)

    def _above(self, number: int, square: Square, x: float, y: float) -> Iterator[str]:
        middle = (x + self._cell / 2, y + self._cell / 2)
        if number in self.layers.marks.goals:
            seen: Attributes = {
                "cx": middle[0],
                "cy": middle[1],
                "class_": "goal",
                "stroke": "#1c2421",
            }
            if square.empty:
                yield element("circle", **seen, r=self._cell / 8, fill=GOAL, fill_opacity=0.9)
            else:
                yield element(
                    "circle", **seen, r=self._cell / 2 - 2.5, fill="none", stroke_width=2.5
                )
        if label := self.layers.labels.get(number):
            fill = self.layers.fills.get(number, self._colours[0])
            size = self._cell * min(0.55, 0.9 / (0.6 * len(label)))
            yield text(label, *middle, size, fill=contrasting(fill))

    def _names(self) -> Iterator[str]:
        """Letters and numbers: columns where the first row is, above or below."""
        rows, columns = self.board.rows, self.board.columns
        upwards = len(rows) > 1 and rows[-1] == min(rows, key=_as_number)
        across = self._top + len(rows) * self._cell + _NAMES / 2 if upwards else _NAMES / 2
        if self.board.title and not upwards:
            across = self._top + len(rows) * self._cell + _NAMES / 2
        nearest = self._shift(0 if across < self._top else len(rows) - 1)
        for column, name in enumerate(columns):
            x = self._left + nearest + (column + 0.5) * self._cell
            size = min(_LETTER, 0.95 * self._cell / (0.62 * len(name or " ")))
            yield text(name, x, across, size, fill=ON_FRAME)
        for row, name in enumerate(rows):
            y = self._top + (row + 0.5) * self._cell
            yield text(name, self._left / 2 + self._shift(row), y, _LETTER, fill=ON_FRAME)


def hand_strip(
    hands: Sequence[InHand], role: int, name: str, pieces: Pieces, width: float
) -> Block:
    """What a role has in hand, from left to right; an empty strip says so by being empty."""
    size = _HAND - 8
    own = [held for held in hands if held.role == role]
    step = min(size + 16.0, (width - 2 * EDGE - 44) / max(1, len(own)))
    parts = [text(name, EDGE + 2, _HAND / 2, _LETTER, fill=ON_FRAME, text_anchor="start")]
    for place, held in enumerate(own):
        x = EDGE + 44 + place * step
        drawn = element(
            "g", pieces.drawn(held.piece), class_="held",
            transform=f"translate({written(x)} 4) scale({written(size * 10)}e-3)",
        )  # fmt: skip
        count = text(str(held.count), x + size + 5, _HAND / 2 + 6, 11, fill=ON_FRAME)
        said = f"{name} has {held.count} × {pieces.called(held.piece)} in hand"
        parts.append(titled(said, drawn, *([count] if held.count > 1 else ())))
    return Block("".join(parts), width, _HAND)


def _as_number(name: str) -> tuple[int, str]:
    return (int(name), "") if name.isdecimal() else (0, name)
