"""How pieces look: discs, marks, chess pieces, wedges that point forward, tiles with names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from boardworth.errors import MissingCapability
from boardworth.markup import element, written
from boardworth.rules.pieces import Piece, are_chess_pieces, pieces_of
from boardworth.rules.standing import holders_of
from boardworth.rules.svg.chess_pieces import chess_piece
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
# The usual piece of games in which some have become more; it needs no name.
_PLAIN_KINDS = {"man", "piece", "disc", "stone", "pawn"}


@dataclass(frozen=True)
class Pieces:
    """Draws what stands on the squares of one game.

    Attributes:
        pieces: by what a square holds, whose piece it is and which; nothing for what is nobody's.
        colours: of the roles.
        style: which kind of pieces and board it is: "discs", "pieces", "marks", "chess", "wedges"
            or "tiles".
        others: contents that are nobody's, by number.
        roles: their names.
    """

    pieces: Mapping[str, Piece]
    colours: tuple[str, ...]
    style: str
    others: Mapping[str, int]
    roles: tuple[str, ...]

    @property
    def plain(self) -> bool:
        """Whether pieces are black and white."""
        return {self.roles[piece.role].lower() for piece in self.pieces.values()} == {
            "black",
            "white",
        }

    @property
    def alike(self) -> bool:
        """Whether all pieces are of one kind and nobody's: then they need no names."""
        return not self.pieces and self.style == "discs"

    def _names_a_role(self, value: str) -> bool:
        """Whether it is no contents of a square, but a role that is there."""
        return value in self.roles and value not in self.others

    def called(self, square: Square) -> str:
        """What is on a square, in words: "white king"."""
        piece = self.pieces.get(square.value)
        words = square.value if piece is None else f"{self.roles[piece.role]} {piece.kind}"
        return words.replace("_", " ").strip()

    def drawn(self, square: Square) -> str:
        """A piece in a square of 100."""
        piece = self.pieces.get(square.value)
        if piece is None and (self.alike or self._names_a_role(square.value)):
            role = 0 if self.alike else self.roles.index(square.value)
            return _disc(self.colours[role])
        if piece is None:
            number = self.others.get(square.value, len(self.others))
            return _tile(square.text, other_colour(number, self.colours))
        colour = self.colours[piece.role]
        if self.style == "wedges":
            return _wedge(square.text, forward=piece.role == 0)
        if self.style == "marks":
            return _mark(square.value.lower(), piece.role, colour)
        if self.style == "chess":
            return chess_piece(piece.kind, colour, contrasting(colour))
        label = "" if piece.kind in {"", *_PLAIN_KINDS} else piece.kind
        return _crowned(colour) if label == "king" else _disc(colour, label)


@lru_cache(maxsize=64)
def pieces_in(game: Game) -> Pieces:
    """How the pieces of a game look."""
    try:
        pieces = pieces_of(holders_of(game), game.roles)
    except MissingCapability:
        pieces = {}
    colours = tuple(colours_of_roles(game.roles))
    return Pieces(pieces, colours, _style(game, pieces), _others(game, pieces), game.roles)


def _others(game: Game, pieces: Mapping[str, Piece]) -> dict[str, int]:
    """What is nobody's, in the order of the atoms of boards, that have the most values."""
    try:
        values = [value for atom in game.atoms for value in atom.values if value not in pieces]
    except MissingCapability:
        return {}
    return {value: number for number, value in enumerate(dict.fromkeys(values))}


def _style(game: Game, pieces: Mapping[str, Piece]) -> str:
    if not pieces:
        return "discs" if _are_alike(game) else "tiles"
    if _has_hands(game):
        return "wedges"
    if are_chess_pieces(pieces.values()):
        return "chess"
    if {role.lower() for role in game.roles} == set(_MARKS):
        return "marks"
    return "discs" if not any(piece.kind for piece in pieces.values()) else "pieces"


def _are_alike(game: Game) -> bool:
    """Whether somebody plays alone, with pieces of one kind."""
    if len(game.roles) > 1:
        return False
    try:
        return len([symbol for symbol in game.symbols if symbol.strip("- ")]) == 1
    except MissingCapability:
        return False


def _has_hands(game: Game) -> bool:
    """Whether captured pieces change sides: then their direction tells sides apart."""
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
