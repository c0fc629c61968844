"""How men look: discs, marks, chessmen, wedges that point forward, tiles with a short name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from boardworth.errors import MissingCapability
from boardworth.markup import element, written
from boardworth.rules.men import Man, are_chessmen, men_of
from boardworth.rules.standing import holders_of
from boardworth.rules.svg.chessmen import chessman
from boardworth.rules.svg.colours import (
    DARK,
    LIGHT,
    colours_of_roles,
    contrasting,
    other_colour,
)
from boardworth.rules.svg.elements import text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boardworth.rules.game import Game
    from boardworth.rules.picture import Square

SERIF = "'Noto Serif CJK JP','Hiragino Mincho ProN','Yu Mincho',serif"
_PROMOTED = "#b3261e"
_WOOD, _WOOD_EDGE = "#f3d9a4", "#6b4a1f"
_MARKS = {"x": "M22 22L78 78M78 22L22 78", "o": "M50 20a30 30 0 1 0 0.010 0z"}
# The usual man of games in which some have become more; it needs no name.
_PLAIN_KINDS = {"man", "piece", "disc", "stone", "pawn"}


@dataclass(frozen=True)
class Men:
    """Draws what stands on the squares of one game.

    Attributes:
        men: by what a square holds, whose man it is and which; nothing for what is nobody's.
        colours: of the roles.
        style: which kind of men and board it is: "discs", "pieces", "marks", "chess", "wedges" or
            "tiles".
        others: contents that are nobody's, by number.
        roles: their names.
    """

    men: Mapping[str, Man]
    colours: tuple[str, ...]
    style: str
    others: Mapping[str, int]
    roles: tuple[str, ...]

    @property
    def plain(self) -> bool:
        """Whether men are black and white."""
        return {self.roles[man.role].lower() for man in self.men.values()} == {"black", "white"}

    def called(self, square: Square) -> str:
        """What is on a square, in words: "white king"."""
        man = self.men.get(square.value)
        words = square.value if man is None else f"{self.roles[man.role]} {man.kind}"
        return words.replace("_", " ").strip()

    def drawn(self, square: Square) -> str:
        """A man in a square of 100."""
        man = self.men.get(square.value)
        if man is None:
            number = self.others.get(square.value, len(self.others))
            return _tile(square.text, other_colour(number, self.colours))
        colour = self.colours[man.role]
        if self.style == "wedges":
            return _wedge(square.text, forward=man.role == 0)
        if self.style == "marks":
            return _mark(square.value.lower(), man.role, colour)
        if self.style == "chess":
            return chessman(man.kind, colour, contrasting(colour))
        label = "" if man.kind in {"", *_PLAIN_KINDS} else man.kind
        return _crowned(colour) if label == "king" else _disc(colour, label)


@lru_cache(maxsize=64)
def men_in(game: Game) -> Men:
    """How the men of a game look."""
    try:
        men = men_of(holders_of(game), game.roles)
    except MissingCapability:
        men = {}
    colours = tuple(colours_of_roles(game.roles))
    return Men(men, colours, _style(game, men), _others(game, men), game.roles)


def _others(game: Game, men: Mapping[str, Man]) -> dict[str, int]:
    """What is nobody's, in the order of the atoms of boards, that have the most values."""
    try:
        values = [value for atom in game.atoms for value in atom.values if value not in men]
    except MissingCapability:
        return {}
    return {value: number for number, value in enumerate(dict.fromkeys(values))}


def _style(game: Game, men: Mapping[str, Man]) -> str:
    if not men:
        return "tiles"
    if _has_hands(game):
        return "wedges"
    if are_chessmen(men.values()):
        return "chess"
    if {role.lower() for role in game.roles} == set(_MARKS):
        return "marks"
    return "discs" if not any(man.kind for man in men.values()) else "pieces"


def _has_hands(game: Game) -> bool:
    """Whether captured men change sides: then it is by their direction that they are told apart."""
    return any(game.atoms[atom].name.endswith("in hand") for atom in game.loose_atoms)


def _disc(colour: str, label: str = "") -> str:
    pen = contrasting(colour)
    edge = "#0b0e10" if pen == LIGHT else "#565d61"
    parts = [
        element("circle", cx=50, cy=50, r=40, fill=colour, stroke=edge, stroke_width=3),
        element(
            "circle", cx=50, cy=50, r=31, fill="none", stroke=pen, opacity=0.22, stroke_width=3
        ),
    ]
    if label:
        parts.append(_label(label[:3], pen))
    return "".join(parts)


def _crowned(colour: str) -> str:
    crown = "M28 64l-5-29 15 13 12-21 12 21 15-13-5 29z"
    return _disc(colour) + element("path", d=crown, fill=contrasting(colour))


def _mark(name: str, role: int, colour: str) -> str:
    shape = _MARKS.get(name) or _MARKS["xo"[role]]
    return element(
        "path", d=shape, fill="none", stroke=colour, stroke_width=13, stroke_linecap="round"
    )


def _tile(label: str, colour: str) -> str:
    box = element(
        "rect", x=12, y=12, width=76, height=76, rx=16, fill=colour, stroke=DARK, stroke_width=2.5
    )
    return box + _label(label, contrasting(colour))


def _label(label: str, colour: str) -> str:
    size = min(46.0, 84 / max(1, len(label)))
    return text(label, 50, 50, size, fill=colour, font_weight=600)


def _wedge(label: str, *, forward: bool) -> str:
    """A wedge with what stands on it, as whoever owns it reads it: kanji, or letters."""
    label = label.removeprefix("v")
    promoted = label.startswith("+") or label in set("竜馬龍と杏圭全成")
    label = label.removeprefix("+") if label.startswith("+") else label
    shape = element(
        "path", d="M50 7L76 20 86 92H14L24 20z", fill=_WOOD, stroke=_WOOD_EDGE, stroke_width=3,
        stroke_linejoin="round",
    )  # fmt: skip
    said = text(
        label.upper(), 50, 59, 50 if len(label) == 1 else 34,
        fill=_PROMOTED if promoted else DARK, font_family=SERIF, font_weight=600,
    )  # fmt: skip
    return (
        element("g", shape, said)
        if forward
        else element("g", shape, said, transform=f"rotate(180 {written(50)} {written(50)})")
    )
