"""A curve drawn with characters: one bar for each value, up or down from the middle line."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_ROWS = 8
# More bars than this are drawn at half the width.
_WIDE_BARS = 80
# A braille character has four rows of two dots; these are the bits of its left and right column.
_BRAILLE = 0x2800
_LEFT = (0x01, 0x02, 0x04, 0x40)
_RIGHT = (0x08, 0x10, 0x20, 0x80)


def bar_chart(
    values: Sequence[float], most: float, labels: tuple[str, str, str], marks: Sequence[str] = ()
) -> str:
    """Bars from the middle line, with labels at the top, the middle and the bottom.

    Args:
        values: from -most to most; what lies beyond is cut off.
        most: the value of a bar that reaches the top.
        labels: what most, 0 and -most are called.
        marks: for every value a character to stand below it, or a space.

    >>> print(bar_chart([1, -1, 0.5, 0], 1, ("+1", "0", "-1"), " w  "))
    +1 ⣿⠀⠀⠀
       ⣿⠀⠀⠀
       ⣿⠀⣿⠀
       ⣿⠀⣿⠀
     0 ⠀⣿⠀⠀
       ⠀⣿⠀⠀
       ⠀⣿⠀⠀
    -1 ⠀⣿⠀⠀
        w
       1
    """
    repeats = 2 if len(values) <= _WIDE_BARS else 1
    dots = [_dots(value / most) for value in values for _ in range(repeats)]
    pairs = list(zip_longest(dots[::2], dots[1::2], fillvalue=0))
    names = {0: labels[0], _ROWS // 2: labels[1], _ROWS - 1: labels[2]}
    width = max(map(len, labels))
    lines = [
        f"{names.get(row, ''):>{width}} " + "".join(_cell(row, *pair) for pair in pairs)
        for row in range(_ROWS)
    ]
    below = [_below(marks, repeats), _numbers(len(values), repeats)]
    return "\n".join(lines + [f"{'':{width}} {line}".rstrip() for line in below])


def _dots(share: float) -> int:
    """How many dots a bar is high: negative if it hangs."""
    return round(max(-1.0, min(1.0, share)) * 2 * _ROWS)


def _cell(row: int, left: int, right: int) -> str:
    """The part of two bars that lies in a row."""
    bits = _BRAILLE
    for dot in range(4):
        height = 2 * _ROWS - 4 * row - dot  # 1 is the first dot above the middle, 0 the one below
        for bar, column in ((left, _LEFT), (right, _RIGHT)):
            if 1 <= height <= bar or bar < height <= 0:
                bits |= column[dot]
    return chr(bits)


def _below(marks: Sequence[str], repeats: int) -> str:
    """The marks, or for narrow bars one of each two."""
    if repeats == 2:
        return "".join(marks)
    pairs = zip_longest(marks[::2], marks[1::2], fillvalue=" ")
    return "".join(left if left.strip() else right for left, right in pairs)


def _numbers(count: int, repeats: int) -> str:
    """1, 10, 20, ... each beginning below its bar."""
    line = "1"
    for number in range(10, count + 1, 10):
        line = line.ljust((number - 1) * repeats // 2) + str(number)
    return line
