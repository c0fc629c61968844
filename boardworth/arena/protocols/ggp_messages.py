"""What a GGP game server says to a player: requests as values, read from and written as text.

A request is KIF: `( START match role ( rules ) startclock playclock )`. Words of the protocol and
names of matches may have capital letters or not; words of the game are spelled as the rules are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from boardworth.errors import FormatError
from boardworth.rules.gdl.syntax.expressions import Group, Misread, Word, read_expressions
from boardworth.rules.gdl.syntax.parser import Reader, rules_of
from boardworth.rules.gdl.syntax.spelling import Spelling
from boardworth.rules.gdl.syntax.terms import RuleSheet, Term

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from boardworth.rules.gdl.syntax.expressions import Expression

LONGEST_CLOCK = 1_000_000  # seconds
# The longest public sheet has 425,376 characters.
MAX_BYTES = 4 << 20

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
    rules: RuleSheet
    clock: float

    def __str__(self) -> str:
        return f"( PREVIEW {_rules_text(self.rules)} {self.clock:g} )"


@dataclass(frozen=True, slots=True)
class Start:
    """A match begins: get ready within the start clock.

    Attributes:
        match: its name.
        role: whom the player plays.
        rules: of the game.
        start_clock: seconds until the first move is asked for.
        play_clock: seconds for a move.
        spelling: of the words that the message has only with capital letters, by small ones.
    """

    keyword: ClassVar = "START"
    match: str
    role: str
    rules: RuleSheet
    start_clock: float
    play_clock: float
    spelling: Mapping[str, str] = field(default_factory=dict, compare=False)

    def __str__(self) -> str:
        return (
            f"( START {self.match} {self.role} {_rules_text(self.rules)} "
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
    expressions = read_expressions(text, "message")
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
    return read(_Parts(items, text))


def spelled(term: Term, spelling: Mapping[str, str]) -> str:
    """A term as text in another's spelling of its words.

    >>> spelled(Term("mark", (Term("1"), Term("a"))), {"mark": "Mark"})
    '(Mark 1 a)'
    """
    return re.sub(r"[^\s()]+", lambda word: spelling.get(word[0], word[0]), str(term))


class _Parts:
    """The parts of a request, by their place in it."""

    def __init__(self, items: Sequence[Expression], text: str) -> None:
        self._items = items
        self._text = text

    def match(self, place: int) -> str:
        item = self._items[place]
        if isinstance(item, Group):
            raise self._misread(item, "a word is expected here, not a parenthesis")
        return item.text.lower()

    def role(self, place: int, rules: RuleSheet) -> str:
        return str(Spelling(rules).of(self._term(self._items[place])))

    def clock(self, place: int) -> float:
        item = self._items[place]
        text = item.text if isinstance(item, Word) else ""
        if not re.fullmatch(r"\d+(\.\d+)?", text) or float(text) > LONGEST_CLOCK:
            raise self._misread(item, f"seconds are expected here, from 0 to {LONGEST_CLOCK:,}")
        return float(text)

    def rules(self, place: int) -> RuleSheet:
        item = self._items[place]
        if isinstance(item, Word):
            raise self._misread(item, "rules in parentheses are expected here")
        return rules_of(item.items, "message")

    def moves(self, place: int) -> JointMove:
        item = self._items[place]
        if isinstance(item, Group):
            return tuple(map(self._term, item.items))
        if item.text.lower() != "nil":
            raise self._misread(item, "moves in parentheses are expected here, or NIL")
        return ()

    def spelling(self) -> dict[str, str]:
        """How words that only occur with capital letters are written where they first do."""
        words = dict.fromkeys(re.findall(r"[^\s()]+", re.sub(r";[^\n]*", "", self._text)))
        return {word.lower(): word for word in reversed(words) if word.lower() not in words}

    def _term(self, item: Expression) -> Term:
        term = Reader("message").argument(item)
        if not isinstance(term, Term) or not term.is_ground:
            raise self._misread(item, f"{term} has a variable")
        return term

    def _misread(self, item: Expression, message: str) -> Misread:
        return Misread("message", item.place, message)


def _start(parts: _Parts, rules: RuleSheet) -> Start:
    clocks = parts.clock(4), parts.clock(5)
    return Start(parts.match(1), parts.role(2, rules), rules, *clocks, parts.spelling())


_FORMS: dict[str, tuple[str, Callable[[_Parts], Request]]] = {
    "info": ("INFO", lambda _: Info()),
    "preview": ("PREVIEW (rules) clock", lambda parts: Preview(parts.rules(1), parts.clock(2))),
    "start": (
        "START match role (rules) startclock playclock",
        lambda parts: _start(parts, parts.rules(3)),
    ),
    "play": ("PLAY match (moves)", lambda parts: Play(parts.match(1), parts.moves(2))),
    "stop": ("STOP match (moves)", lambda parts: Stop(parts.match(1), parts.moves(2))),
    "abort": ("ABORT match", lambda parts: Abort(parts.match(1))),
}


def _rules_text(rules: RuleSheet) -> str:
    return f"( {' '.join(map(str, rules.rules))} )"


def _moves_text(moves: JointMove) -> str:
    return f"( {' '.join(map(str, moves))} )" if moves else "NIL"
