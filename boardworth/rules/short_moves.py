"""Moves as people type them: without what goes without saying.

`4` is short for `(drop 4)` and `e2e4` for `(move e 2 e 4)` where only one legal move can be meant.
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from boardworth.errors import FormatError
from boardworth.rules.gdl.syntax.parser import parse_terms

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boardworth.rules.position import Move, Position

Tokens: TypeAlias = tuple[str, ...]
# What a move is made of; all else only parts it.
_TOKEN = re.compile(r"\w+")
# What tells how a piece moves, or which; coordinates are numbers or single letters.
_WORD = re.compile(r"[^\W\d]{2,}")
_MAX_LISTED = 4  # moves that an ambiguous text can mean
_MAX_FORCED = 100  # moves in a row that a line may leave out


class ShortMoves:
    """What the legal moves of a role can be called for short."""

    def __init__(self, position: Position, role: int) -> None:
        self.texts = {move: position.move_text(move, role) for move in position.legal_moves(role)}
        self._parted: dict[Tokens, set[Move]] = defaultdict(set)
        self._joined: dict[str, set[Move]] = defaultdict(set)
        for move, text in self.texts.items():
            for form in _forms(text):
                self._parted[form].add(move)
                self._joined["".join(form)].add(move)

    def meant(self, text: str) -> list[Move]:
        """The moves that a text can mean; its blanks count only if they decide."""
        tokens = _tokens(text)
        found = self._parted.get(tokens) or self._joined.get("".join(tokens)) or set()
        return sorted(found)

    def text(self, move: Move) -> str:
        """The shortest text that means only this move, else the whole."""
        full = self.texts[move]
        if not full.startswith("("):
            return full
        short = [self._written(form) for form in _forms(full) if form]
        sure = [text for text in short if self.meant(text) == [move]]
        return min(sure, key=len, default=full)

    def _written(self, tokens: Tokens) -> str:
        """Letters and numbers in turn, as in e2e4, need no blanks."""
        joined = "".join(tokens)
        in_turn = all(one.isdecimal() != other.isdecimal() for one, other in pairwise(tokens))
        return joined if in_turn and not any(map(_WORD.fullmatch, tokens)) else " ".join(tokens)


def read_move(position: Position, role: int, text: str) -> Move:
    """A move in the game's notation, legal or not, or the only legal one that a text is short for.

    Raises FormatError.
    """
    try:
        move = position.parse_move(text, role)
    except FormatError as error:
        found = ShortMoves(position, role).meant(text)
        if not found and position.game.rule_sheet is not None:
            # What is no move need not be told what is wrong with it as a term.
            who = position.game.roles[role]
            raise FormatError(f"{position.game.name} move: {who} has no move '{text}'") from error
        if not found:
            raise
        if len(found) > 1:
            raise FormatError(_ambiguous(position, role, text, found)) from None
        return found[0]
    if move not in position.legal_moves(role):
        found = ShortMoves(position, role).meant(text)
        return found[0] if len(found) == 1 else move
    return move


def read_line(position: Position, text: str) -> tuple[Move, ...]:
    """The moves of the roles to move, short or not; forced ones may be left out.

    Raises FormatError and, where short moves have to be played to read on, IllegalMove.
    """
    try:
        return position.game.parse_line(position, text)
    except FormatError as mistake:
        words = _words(position, text)
        try:
            return tuple(_read_words(position, words))
        except FormatError:
            if len(words) == 1 and position.game.rule_sheet is None:
                raise mistake from None  # it says where, if moves were joined
            raise


def _read_words(position: Position, words: Sequence[str]) -> Iterator[Move]:
    for word in words:
        for move in _after_forced(position, word):
            yield move
            position = position.play(move)


def _after_forced(position: Position, word: str) -> list[Move]:
    """The move that a word means, with forced ones before it that were left out."""
    forced: list[Move] = []
    while True:
        legal = position.legal_moves()
        leads_on = len(legal) == 1 and len(forced) < _MAX_FORCED
        try:
            move = read_move(position, position.mover, word)
        except FormatError:
            if not leads_on:
                raise
        else:
            if move in legal or not leads_on:
                return [*forced, move]
        forced += legal
        position = position.play(legal[0])


def _words(position: Position, text: str) -> list[str]:
    """The moves of a line, one by one."""
    if position.game.rule_sheet is None:
        return text.split()
    return list(map(str, parse_terms(text, f"{position.game.name} moves")))


def _forms(text: str) -> list[Tokens]:
    """A move's tokens; those of a rule sheet's also without words, from the first one on."""
    tokens = _tokens(text)
    if not text.startswith("("):
        return [tokens]
    at = next((n for n, token in enumerate(tokens) if not _WORD.fullmatch(token)), 1)
    bare = tuple(token for token in tokens if not _WORD.fullmatch(token))
    return [form for form in dict.fromkeys([*(tokens[n:] for n in range(at + 1)), bare]) if form]


def _tokens(text: str) -> Tokens:
    return tuple(_TOKEN.findall(text.lower()))


def _ambiguous(position: Position, role: int, text: str, found: list[Move]) -> str:
    texts = [position.move_text(move, role) for move in found[:_MAX_LISTED]]
    more = ", ..." if len(found) > _MAX_LISTED else ""
    return f"{position.game.name} move: '{text}' can be {', '.join(texts)}{more}"
