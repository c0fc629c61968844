"""Parts of an image put beside and below each other, with a frame, a title and a caption."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap

from boardworth.markup import element, written
from boardworth.rules.svg.colours import FRAME, ON_FRAME
from boardworth.rules.svg.elements import text

FONT = "system-ui,sans-serif"
WIDTH = 360.0  # units of an image with one board; an image of that many pixels has pixels as units
EDGE = 8  # of the frame
_LINE, _LETTER = 17, 12.5  # of a caption: its height, the size of its font
_LETTER_WIDTH = 0.56  # of the size of a font, on average
_MIN_WIDTH = 150
_MAX_LINES = 12
_ACROSS = 3  # blocks side by side


@dataclass(frozen=True, slots=True)
class Block:
    """Part of an image: what is drawn, from (0, 0) on, and how much room it takes."""

    drawn: str
    width: float
    height: float

    def moved(self, x: float, y: float) -> str:
        """The same elsewhere."""
        if not x and not y:
            return self.drawn
        return element("g", self.drawn, transform=f"translate({written(x)} {written(y)})")


def side_by_side(blocks: Sequence[Block]) -> Block:
    """Blocks in rows of a few."""
    rows = [blocks[first : first + _ACROSS] for first in range(0, len(blocks), _ACROSS)]
    parts, width, y = [], 0.0, 0.0
    for row in rows:
        x = 0.0
        for block in row:
            parts.append(block.moved(x, y))
            x += block.width
        width, y = max(width, x), y + max(block.height for block in row)
    return Block("".join(parts), width, y)


def below_each_other(blocks: Sequence[Block]) -> Block:
    """Blocks from top to bottom."""
    parts, y = [], 0.0
    for block in blocks:
        parts.append(block.moved(0, y))
        y += block.height
    return Block("".join(parts), max((block.width for block in blocks), default=0.0), y)


def lines_of_text(said: Sequence[str], width: float) -> Block:
    """Words as wide as an image, broken into lines; too many of them are cut off."""
    room = max(10, int((width - 2 * EDGE) / (_LETTER * _LETTER_WIDTH)))
    lines = [line for one in said for line in wrap(one, room)]
    if len(lines) > _MAX_LINES:
        lines = [*lines[: _MAX_LINES - 1], "…"]
    drawn = [
        text(
            line, EDGE + 2, _LINE * (number + 0.5), _LETTER, fill=ON_FRAME, text_anchor="start",
            font_weight=400 if number else 600,
        )
        for number, line in enumerate(lines)
    ]  # fmt: skip
    return Block("".join(drawn), width, _LINE * len(lines) + (EDGE if lines else 0))


def image(content: Block, caption: Sequence[str], *, title: str, size: int) -> str:
    """One SVG image in a frame, at most as wide as its size in pixels; small boards take less.

    It shrinks where there is less room.
    """
    width = max(content.width, _MIN_WIDTH)
    centred = Block(content.moved((width - content.width) / 2, 0), width, content.height)
    head = Block("", width, 0 if content.height else EDGE)
    whole = below_each_other([head, centred, lines_of_text(caption, width)])
    return element(
        "svg",
        element("title", escape(title)),
        element("rect", width=width, height=whole.height, rx=7, fill=FRAME),
        whole.drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {written(width)} {written(whole.height)}",
        width=round(size * min(1.0, width / WIDTH)),
        role="img",
        aria_label=title,
        font_family=FONT,
        style="max-width:100%;height:auto",
    )
