"""Shapes of chess pieces in a square of 100, drawn for Boardworth: outlines, and lines on them."""

from __future__ import annotations

from boardworth.markup import Attributes, element

_FOOT = "M22 90v-6q0-6 8-6h40q8 0 8 6v6z"
# The body, and what is drawn on it with the pen alone.
_SHAPES = {
    "pawn": (
        "M50 18a14 14 0 0 1 9 25l5 0v6h-6q1 17 11 29H31q10-12 11-29h-6v-6l5 0a14 14 0 0 1 9-25z",
        "",
    ),
    "rook": (
        "M26 16h11v9h8v-9h10v9h8v-9h11v19l-8 8v27l6 8H28l6-8V43l-8-8z",
        "M34 43h32M34 70h32",
    ),
    "bishop": (
        "M50 8a6 6 0 0 1 4 10.500C67 28 72 38 72 47q0 10-12 17l4 14H36l4-14q-12-7-12-17"
        "C28 38 33 28 46 18.500A6 6 0 0 1 50 8z",
        "M50 31v18M41 40h18M40 64h20",
    ),
    "knight": (
        "M33 78q-1-14 10-23 4-4 4-9-4 4-10 4-4 0-7 4l-6 7q-8 2-9-7 0-5 5-11 3-4 5-11 3-10 14-15"
        "l2-10 9 8q27 5 27 39 0 13-3 24z",
        "M56 26q11 8 11 30M22 50l3 3",
    ),
    "queen": (
        "M16 30l12 24 4-34 12 30 6-36 6 36 12-30 4 34 12-24-10 42-3 6H29l-3-6z",
        "M28 63q22-7 44 0M30 71q20-6 40 0",
    ),
    "king": (
        "M46 8h8v7h7v8h-7v11q14-4 22 4 8 10-2 24l-3 8v8H29v-8l-3-8"
        "q-10-14-2-24 8-8 22-4V23h-7v-8h7z",
        "M50 36v26M29 62q21-7 42 0M29 70q21-6 42 0",
    ),
}
_BALLS = {"queen": ((16, 27), (32, 17), (50, 12), (68, 17), (84, 27))}
_EYES = {"knight": (43, 33)}


def chess_piece(kind: str, fill: str, pen: str) -> str:
    """One of the six kinds in the colours of its side, in a square of 100."""
    body, lines = _SHAPES[kind]
    drawn: Attributes = {
        "fill": fill,
        "stroke": pen,
        "stroke_width": 3.2,
        "stroke_linejoin": "round",
    }
    parts = [element("path", d=body + _FOOT, **drawn)]
    parts += [element("circle", cx=x, cy=y, r=5, **drawn) for x, y in _BALLS.get(kind, ())]
    if lines:
        upon: Attributes = {**drawn, "fill": "none", "stroke_linecap": "round"}
        parts.append(element("path", d=lines, **upon))
    if kind in _EYES:
        x, y = _EYES[kind]
        parts.append(element("circle", cx=x, cy=y, r=3.2, fill=pen))
    return "".join(parts)
