"""What a GGP game server says to a player: requests as values, read from and written as text.

A request is KIF: `( START match role ( rules ) startclock playclock )`. Words of the protocol and
names of matches may have capital letters or not; words of the game are spelled as the rules are.
Rules are not looked into here, so that every message is read in a moment.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from boardworth.arena.protocols.ggp_rules import RulesText
from boardworth.errors import FormatError
from boardworth.rules.gdl.syntax.expressions import Group, Misread, Word, read_expressions
from boardworth.rules.gdl.syntax.parser import Reader
from boardworth.rules.gdl.syntax.terms import Place, Term

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from boardworth.rules.gdl.syntax.expressions import Expression

LONGEST_CLOCK = 1_000_000  # seconds
# The longest public sheet has 425,376 characters.
MAX_BYTES = 1 << 20
# Of all but the rules.
MAX_FRAME = 1 << 14

JointMove: TypeAlias = tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Info:
    """Who are you, and are you free?"""

    keyword: ClassVar = "INFO"

    def __str__(self) -> str:
        return "( INFO )"


@dataclass(frozen=True, slots=True)
class Preview:
    """Rules that will be played by later."""

    keyword: ClassVar = "PREVIEW"
    rules: RulesText
    clock: float

    def __str__(self) -> str:
        return f"( PREVIEW {self.rules} {self.clock:g} )"


@dataclass(frozen=True, slots=True)
class Start:
    """A match begins: get ready within the start clock.

    Attributes:
        match: its name.
        role: whom the player plays, spelled as in the message.
        rules: of the game.
        start_clock: seconds until the first move is asked for.
        play_clock: seconds for a move.
    """

    keyword: ClassVar = "START"
    match: str
    role: str
    rules: RulesText
    start_clock: float
    play_clock: float

    def __str__(self) -> str:
        return (
            f"( START {self.match} {self.role} {self.rules} "
            f"{self.start_clock:g} {self.play_clock:g} )"
        )


@dataclass(frozen=True, slots=True)
class Play:
    """These moves were made, none before the first; make yours within the play clock."""

    keyword: ClassVar = "PLAY"
    match: str
    moves: JointMove = ()

    def __str__(self) -> str:
        return f"( PLAY {self.match} {_moves_text(self.moves)} )"


@dataclass(frozen=True, slots=True)
class Stop:
    """The match has come to its end by these moves."""

    keyword: ClassVar = "STOP"
    match: str
    moves: JointMove = ()

    def __str__(self) -> str:
        return f"( STOP {self.match} {_moves_text(self.moves)} )"


@dataclass(frozen=True, slots=True)
class Abort:
    """The match ends before its time."""

    keyword: ClassVar = "ABORT"
    match: str

    def __str__(self) -> str:
        return f"( ABORT {self.match} )"


Request: TypeAlias = Info | Preview | Start | Play | Stop | Abort


def read_request(message: bytes) -> Request:
    """The request that a message makes. Raises FormatError."""
    try:
        text = message.decode("ascii")
    except UnicodeDecodeError as error:
        raise FormatError(f"message: byte {error.start + 1} is not ASCII") from None
    text = _without_comments(text)
    frame, rules = _without_rules(text)
    beside = len(text) - (len(rules.text) if rules else 0)
    if beside > MAX_FRAME:
        raise FormatError(f"message: {beside:,} characters beside rules; at most {MAX_FRAME:,}")
    expressions = read_expressions(frame, "message")
    if len(expressions) != 1 or isinstance(expressions[0], Word):
        raise FormatError("message: one list in parentheses is expected, such as ( INFO )")
    items = expressions[0].items
    keyword = items[0].text.lower() if items and isinstance(items[0], Word) else ""
    if keyword not in _FORMS:
        known = ", ".join(name.upper() for name in _FORMS)
        raise FormatError(f"message: it does not begin with one of {known}")
    form, read = _FORMS[keyword]
    if len(items) != len(form.split()):
        raise FormatError(f"message: {keyword.upper()} has the form ( {form} )")
    return read(_Parts(items, rules))


def spelled(term: Term, spelling: Mapping[str, str]) -> str:
    """A term as text in another's spelling of its words.

    >>> spelled(Term("mark", (Term("1"), Term("a"))), {"mark": "Mark"})
    '(Mark 1 a)'
    """
    return re.sub(r"[^\s()]+", lambda word: spelling.get(word[0], word[0]), str(term))


class _Parts:
    """The parts of a request, by their place in it."""

    def __init__(self, items: Sequence[Expression], rules: RulesText | None) -> None:
        self._items = items
        self._rules = rules

    def match(self, place: int) -> str:
        item = self._items[place]
        if isinstance(item, Group):
            raise self._misread(item, "a word is expected here, not a parenthesis")
        return item.text.lower()

    def role(self, place: int) -> str:
        return str(self._term(self._items[place]))

    def clock(self, place: int) -> float:
        item = self._items[place]
        text = item.text if isinstance(item, Word) else ""
        if not re.fullmatch(r"\d+(\.\d+)?", text) or float(text) > LONGEST_CLOCK:
            raise self._misread(item, f"seconds are expected here, from 0 to {LONGEST_CLOCK:,}")
        return float(text)

    def rules(self, place: int) -> RulesText:
        item = self._items[place]
        if isinstance(item, Word) or self._rules is None:
            raise self._misread(item, "rules in parentheses are expected here")
        return self._rules

    def moves(self, place: int) -> JointMove:
        item = self._items[place]
        if isinstance(item, Group):
            return tuple(map(self._term, item.items))
        if item.text.lower() != "nil":
            raise self._misread(item, "moves in parentheses are expected here, or NIL")
        return ()

    def _term(self, item: Expression) -> Term:
        term = Reader("message").argument(item)
        if not isinstance(term, Term) or not term.is_ground:
            raise self._misread(item, f"{term} has a variable")
        return term

    def _misread(self, item: Expression, message: str) -> Misread:
        return Misread("message", item.place, message)


def _without_comments(text: str) -> str:
    """Nothing else changes its place by that."""
    return re.sub(r";[^\n]*", "", text.replace("\r\n", "\n").replace("\r", "\n")).rstrip()


def _without_rules(text: str) -> tuple[str, RulesText | None]:
    """The frame of a message, with an empty list that begins and ends where the rules do."""
    begun = re.match(r"\s*\(\s*(?:start|preview)\b[^()]*(?=\()", text, re.IGNORECASE)
    end = text.rfind(")", 0, text.rfind(")")) + 1
    if not begun or begun.end() >= end:
        return text, None
    start, inside = begun.end(), text[begun.end() + 1 : end - 1]
    place = Place(text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start))
    nothing = "\n" * inside.count("\n") + " " * (len(inside) - inside.rfind("\n") - 1)
    return f"{text[:start]}({nothing}){text[end:]}", RulesText(text[start:end], place)


_FORMS: dict[str, tuple[str, Callable[[_Parts], Request]]] = {
    "info": ("INFO", lambda _: Info()),
    "preview": ("PREVIEW (rules) clock", lambda parts: Preview(parts.rules(1), parts.clock(2))),
    "start": (
        "START match role (rules) startclock playclock",
        lambda parts: Start(
            parts.match(1), parts.role(2), parts.rules(3), parts.clock(4), parts.clock(5)
        ),
    ),
    "play": ("PLAY match (moves)", lambda parts: Play(parts.match(1), parts.moves(2))),
    "stop": ("STOP match (moves)", lambda parts: Stop(parts.match(1), parts.moves(2))),
    "abort": ("ABORT match", lambda parts: Abort(parts.match(1))),
}


def _moves_text(moves: JointMove) -> str:
    return f"( {' '.join(map(str, moves))} )" if moves else "NIL"
