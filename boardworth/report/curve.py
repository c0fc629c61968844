"""A curve of values as SVG in the colours of its page, with marked points that lead elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from boardworth.markup import Attributes, element, written
from boardworth.rules.svg.elements import text, titled

_WIDTH, _HEIGHT = 520.0, 190.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 46.0, 8.0, 10.0, 24.0
_MIN_HEIGHT = 4.0  # smaller values would show noise as drama
_STEP = 10  # moves between the numbers below the curve


def curve_svg(
    values: Sequence[float],
    marks: Mapping[int, str],
    *,
    title: str,
    movers: Sequence[int],
    most: float | None = None,
    ends: tuple[str, str] | None = None,
) -> str:
    """The values before every move, above and below a line of 0.

    Args:
        values: of the first player.
        marks: what is said of marked points, by number from 0; each leads to #move-NUMBER, from 1.
        title: what is shown.
        movers: who moved at each point; a marked point has the class mover-0 or mover-1.
        most: the value at the upper end; else as large as is needed.
        ends: what stands at both ends; else their values.
    """
    top = most or max(_MIN_HEIGHT, *map(abs, values))
    room = _HEIGHT - _TOP - _BOTTOM

    def place(number: int) -> tuple[float, float]:
        x = _LEFT + (_WIDTH - _LEFT - _RIGHT) * (number + 0.5) / len(values)
        share = max(-1.0, min(1.0, values[number] / top))
        return x, _TOP + room * (1 - share) / 2

    points = [place(number) for number in range(len(values))]
    return element(
        "svg",
        element("title", escape(title)),
        *_frame(top, ends, room),
        *_numbers([x for x, _ in points]),
        _area(points, _TOP + room / 2),
        *(_mark(points[n], f"move-{n + 1}", movers[n], said) for n, said in marks.items()),
        viewBox=f"0 0 {written(_WIDTH)} {written(_HEIGHT)}",
        role="img",
        aria_label=title,
        class_="curve",
        fill="currentColor",
    )


def _frame(top: float, ends: tuple[str, str] | None, room: float) -> list[str]:
    """Lines at both ends and in the middle, with what they mean."""
    said = ends or (f"{top:+.0f}", f"{-top:+.0f}")
    middle = "50 %" if ends else "0"
    lines = []
    for share, label in ((0.0, said[0]), (0.5, middle), (1.0, said[1])):
        y = _TOP + share * room
        line: Attributes = {"x1": _LEFT, "x2": _WIDTH - _RIGHT, "y1": y, "y2": y}
        faint = 0.5 if share == 0.5 else 0.18
        lines.append(element("line", **line, stroke="currentColor", stroke_opacity=faint))
        lines.append(text(label, _LEFT - 7, y, 12, text_anchor="end"))
    return lines


def _numbers(places: Sequence[float]) -> list[str]:
    numbers = range(_STEP, len(places) + 1, _STEP)
    return [text(str(number), places[number - 1], _HEIGHT - 9, 12) for number in numbers]


def _area(points: Sequence[tuple[float, float]], zero: float) -> str:
    """The curve, and a shade between it and the line of 0."""
    line = " ".join(f"{written(x)},{written(y)}" for x, y in points)
    first, last = (written(points[n][0]) for n in (0, -1))
    shade = f"{first},{written(zero)} {line} {last},{written(zero)}"
    return element("polygon", points=shade, fill_opacity=0.1) + element(
        "polyline", points=line, fill="none", stroke="currentColor", stroke_width=2,
        stroke_linejoin="round",
    )  # fmt: skip


def _mark(point: tuple[float, float], target: str, mover: int, said: str) -> str:
    x, y = point
    dot = element("circle", cx=x, cy=y, r=4.5, class_=f"mistake mover-{mover}")
    return element("a", titled(said, dot), href=f"#{target}")
