"""SVG as text: elements with their attributes, numbers in few digits, whatever is said escaped."""

from __future__ import annotations

from html import escape
from typing import TypeAlias

Attributes: TypeAlias = dict[str, str | float]


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


def titled(title: str, *inside: str, **attributes: str | float) -> str:
    """A group that says what it is where the pointer rests on it."""
    return element("g", element("title", escape(title)), *inside, **attributes)


def text(said: str, x: float, y: float, size: float, **attributes: str | float) -> str:
    """Words, centred at a point unless an attribute says otherwise; size is that of the font."""
    centred: Attributes = {"text_anchor": "middle"}
    return element(
        "text", escape(said), x=x, y=y + 0.35 * size, font_size=size, **{**centred, **attributes}
    )


def written(value: str | float) -> str:
    """A number with two digits after the point at most."""
    return value if isinstance(value, str) else f"{round(value, 2) + 0.0:.10g}"
