"""How positions are written, as a file in another language reads them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias, cast

import numpy as np

from boardworth.errors import MissingCapability
from boardworth.rules.gdl.atoms import GameAtoms
from boardworth.rules.gdl.syntax.spelling import Spelling
from boardworth.rules.gdl.syntax.terms import Term

if TYPE_CHECKING:
    from boardworth.rules import Game
    from boardworth.rules.gdl.game import RuleGame

# What the other characters of a board's text may be, beside those that are written.
_ALSO = {"othello": ("XxBb*", "OoWw0"), "tic_tac_toe": ("Xx", "Oo")}
_IN_HAND = " in hand"


@dataclass(frozen=True)
class SquareText:
    """A character for every square, row by row, then the side to move."""

    kind: ClassVar[str] = "squares"
    pieces: tuple[str, str]  # the characters of each player's pieces
    empty: str = "-._"
    ignored: str = " \t\r\n;"


@dataclass(frozen=True)
class RankText:
    """As FEN and SFEN: rows of pieces and gaps, the side to move, then what is beside the board.

    Attributes:
        rows: how many.
        columns: how many.
        pieces: what a piece is written as, and its value, as the first player sees it.
        empty: the value of an empty square.
        sides: the letters of both players.
        hands: the letters of pieces in hand, and their atoms; none if there are no hands.
        castling: the letters of rights to castle, and their atoms; none but in chess.
        en_passant: the atom of the file of a pawn that can be captured in passing, or -1.
        seen_from: by atom, the atom that says the same to the other player.
        prefix: a word that may stand before the board.
        ended: what may stand for the number of the move where a player has declared a win.
    """

    kind: ClassVar[str] = "ranks"
    rows: int
    columns: int
    pieces: tuple[tuple[str, int], ...]
    empty: int
    sides: str
    hands: tuple[tuple[str, int], ...]
    castling: tuple[tuple[str, int], ...]
    en_passant: int
    seen_from: tuple[int, ...]
    prefix: str = ""
    ended: str = ""


@dataclass(frozen=True)
class FluentText:
    """The fluents that hold, one after the other.

    Attributes:
        fluents: in the order of their names: the name, in small letters where these tell it; for
            each role to move the atom and the value that it tells; and whose turn it says it is
            (-1: it does not say).
        complete: by atom, 1 if one of its fluents always holds.
        alike: words in small letters that stand for several which differ in capitals alone.
    """

    kind: ClassVar[str] = "fluents"
    fluents: tuple[tuple[str, tuple[tuple[int, int], ...], int], ...]
    complete: tuple[int, ...]
    alike: tuple[str, ...]


Notation: TypeAlias = SquareText | RankText | FluentText


def notation_of(game: Game) -> Notation | None:
    """A game's notation; None where whose turn it is takes the rules to find out."""
    if game.rule_sheet is not None:
        return _fluents(game)
    return SquareText(_ALSO[game.name]) if game.name in _ALSO else _ranks(game)


def _fluents(game: Game) -> FluentText | None:
    told = game.fluent_facts
    if told.turns is None:
        return None
    rules = cast("RuleGame", game)  # only these have fluents
    turn_of = {fluent: role for role, fluents in enumerate(told.turns) for fluent in fluents}
    alike = _alike(told.names, Spelling(rules.sheet))
    rows = [
        (_plain(name, alike), tuple(view[number] for view in told.by_role), turn_of.get(number, -1))
        for number, name in enumerate(told.names)
    ]
    in_order = tuple(sorted(rows, key=lambda row: row[0].encode()))
    return FluentText(in_order, tuple(GameAtoms(rules.structure).complete), tuple(sorted(alike)))


_WORD = re.compile(r"[^() ]+")


def _alike(names: tuple[str, ...], spelling: Spelling) -> set[str]:
    """The words of names, in small letters, that capitals tell from others of the sheet."""
    words = {word for name in names for word in _WORD.findall(name)}
    return {word.lower() for word in words if spelling.of(Term(word.swapcase())) != Term(word)}


def _plain(name: str, alike: set[str]) -> str:
    """A name in small letters, but for words that capitals tell from others."""
    return _WORD.sub(lambda word: word[0] if word[0].lower() in alike else word[0].lower(), name)


def _ranks(game: Game) -> RankText:
    values = game.atoms[0].values
    pieces = {symbol: value for value, symbol in enumerate(game.core.symbols)}
    empty = pieces.pop("-")
    if game.name == "dobutsu":  # a hen is a promoted chick, too
        pieces |= {"+C": pieces["H"], "+c": pieces["h"]}
    loose = {game.atoms[number].name: number for number in game.loose_atoms}
    letters = {values[pieces[symbol]]: symbol for symbol in pieces if len(symbol) == 1}
    hands = [
        (letter, loose[f"{name}s{_IN_HAND}"])
        for name, letter in letters.items()
        if f"{name}s{_IN_HAND}" in loose
    ]
    castling = [
        (letter if who == "own" else letter.lower(), loose[f"{who} {side}-side castling"])
        for who in ("own", "opponent")
        for letter, side in (("K", "king"), ("Q", "queen"))
        if f"{who} {side}-side castling" in loose
    ]
    return RankText(
        game.board.rows,
        game.board.columns,
        tuple(pieces.items()),
        empty,
        "wb" if game.name == "chess" else "bw",
        tuple(hands),
        tuple(castling),
        loose.get("en passant on file", -1),
        seen_from(game),
        prefix="sfen" if game.name == "shogi" else "",
        ended="win" if game.name == "shogi" else "",
    )


def seen_from(game: Game) -> tuple[int, ...]:
    """By atom: the one of the other player's view that it is read from. Raises MissingCapability.

    The board is as it is, turned around, or its rows are reversed.
    """
    columns, rows = game.board.columns, game.board.rows
    board = np.arange(columns * rows).reshape(rows, columns)
    start = game.start().packed
    own, other = (np.array(game.core.facts(start, player)) for player in (0, 1))
    empty_and_pieces = len(game.atoms[0].values) - 1
    names = {game.atoms[number].name: number for number in game.loose_atoms}
    swap = str.maketrans({"\0": "own", "\1": "opponent"})
    loose = [
        names[name.replace("own", "\1").replace("opponent", "\0").translate(swap)] for name in names
    ]
    for seen in (board, board[::-1], board[::-1, ::-1]):
        squares = seen.ravel()
        if (other[: len(squares)] == empty_and_pieces - own[squares]).all():
            return (*squares.tolist(), *loose)
    raise MissingCapability(f"{game.name}: the players do not see the board alike")
