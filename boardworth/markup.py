"""HTML and SVG as text: elements with their attributes, tables; whatever is said is escaped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TypeAlias

Attributes: TypeAlias = dict[str, str | float]

_CELL = "padding:.15em .6em;border-bottom:1px solid rgba(128,128,128,.3);vertical-align:top;"
_NUMBER = "text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap;"
_WORDS = "text-align:left;"
_ROW = "display:flex;flex-wrap:wrap;gap:1.2em;align-items:flex-start"


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table with a style of its own."""

    said: str
    style: str


def element(name: str, *inside: str, **attributes: str | float) -> str:
    """An element; underscores in the names of attributes are hyphens.

    >>> element("rect", x=1.50, stroke_width=2)
    '<rect x="1.5" stroke-width="2"/>'
    """
    start = name + "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(written(value))}"'
        for key, value in attributes.items()
    )
    return f"<{start}>{''.join(inside)}</{name}>" if inside else f"<{start}/>"


def written(value: str | float) -> str:
    """A number with two digits after the point at most."""
    return value if isinstance(value, str) else f"{round(value, 2) + 0.0:.10g}"


def table(head: Sequence[str], rows: Sequence[Sequence[str | Cell]]) -> str:
    """An HTML table in the colours of its page; columns whose names begin with > hold numbers."""
    styles = [_CELL + (_NUMBER if name.startswith(">") else _WORDS) for name in head]
    names = [
        element("th", escape(name.removeprefix(">")), style=style)
        for name, style in zip(head, styles, strict=True)
    ]
    lines = [[_cell(one, style) for one, style in zip(row, styles, strict=True)] for row in rows]
    shown = [element("tr", *line) for line in ([names] if any(head) else []) + lines]
    return element("table", *shown, style="border-collapse:collapse;font-size:90%")


def tiled(*parts: str) -> str:
    """Parts of a page in rows, as many beside each other as there is room for."""
    return element(
        "div", *(element("div", part, style="max-width:100%") for part in parts), style=_ROW
    )


def beside(picture: str, words: str) -> str:
    """Words beside a picture, or below it where it is narrow."""
    drawn = element("div", picture, style="flex:0 1 auto;max-width:100%")
    return element(
        "div", drawn, element("div", words, style="flex:1 1 20em;min-width:0"), style=_ROW
    )


def paragraph(said: str, *, small: bool = False) -> str:
    """Words."""
    style = "margin:.3em 0;" + ("font-size:85%;opacity:.8;max-width:40em" if small else "")
    return element("p", escape(said), style=style)


def heading(said: str) -> str:
    """Words above a part of a page."""
    return element("div", escape(said), style="font-weight:600;margin:.2em 0 .5em")


def _cell(one: str | Cell, style: str) -> str:
    said, own = (one, "") if isinstance(one, str) else (one.said, one.style)
    return element("td", escape(said), style=style + own)
