"""Elements of images that say something."""

from __future__ import annotations

from html import escape

from boardworth.markup import Attributes, element


def titled(title: str, *inside: str, **attributes: str | float) -> str:
    """A group that says what it is where the pointer rests on it."""
    return element("g", element("title", escape(title)), *inside, **attributes)


def text(said: str, x: float, y: float, size: float, **attributes: str | float) -> str:
    """Words, centred at a point unless an attribute says otherwise; size is that of the font."""
    centred: Attributes = {"text_anchor": "middle"}
    return element(
        "text", escape(said), x=x, y=y + 0.35 * size, font_size=size, **{**centred, **attributes}
    )
