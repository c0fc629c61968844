"""Chooses games by what their records say: `elo >= 2600 and plies >= 40`.

    condition:  a comparison; not, and, or between conditions; (condition)
    comparison: NAME = VALUE, also with != < <= > >=; NAME ~ TEXT where it contains the text

A name in lower case is one of those below; one with a capital letter is a tag, such as ECO. Texts
need quotes only if they contain blanks or signs. What a record does not say is neither equal nor
unequal to anything. Results are 1-0, 0-1, 1/2-1/2 and *, whatever the game.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from boardworth.errors import BoardworthError
from boardworth.rules.records.record import GameRecord, player_tag, rating_tag

if TYPE_CHECKING:
    from boardworth.rules.game import Game

Condition: TypeAlias = Callable[[GameRecord], bool]
_Value: TypeAlias = float | str
# What a name stands for; any of several values may make a comparison true.
_Look: TypeAlias = Callable[[GameRecord], Iterable[_Value]]

_TOKEN = re.compile(
    r"\s*(?:(?P<text>'[^']*'|\"[^\"]*\")|(?P<result>1-0|0-1|1/2-1/2|\*)"
    r"|(?P<date>\d{4}\.[\d?]{2}\.[\d?]{2})"
    r"|(?P<number>[+-]?\d+(?:\.\d+)?(?![\w.]))|(?P<name>[^\W\d][\w.]*)"
    r"|(?P<sign><=|>=|!=|==|[=<>~()]))"
)
_COMPARE: dict[str, Callable[[_Value, _Value], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "~": lambda one, other: str(other) in str(one),
}
_NUMBERS: dict[str, _Look] = {
    "elo": lambda record: (
        _known(min((r for r in record.ratings if r), default=None))
        if None not in record.ratings
        else ()
    ),
    "plies": lambda record: (len(record.moves),),
    "score": lambda record: _known(record.score),
    "year": lambda record: _known(record.year),
}
_TEXTS: dict[str, _Look] = {
    "date": lambda record: _known(record.tags.get("Date")),
    "event": lambda record: _known(record.tags.get("Event")),
    "player": lambda record: filter(None, record.players),
    "result": lambda record: (record.result,),
    "round": lambda record: _known(record.tags.get("Round")),
    "site": lambda record: _known(record.tags.get("Site")),
    "termination": lambda record: _known(record.tags.get("Termination")),
}


# Of games of any kind, by the first player's role; and how they can be compared.
_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_EQUALITY = ("=", "==", "!=")


@dataclass
class Selection:
    """The condition that a text states, and the tags in it that no game so far has had."""

    condition: Condition
    missing: set[str]

    def __call__(self, record: GameRecord) -> bool:
        """Whether it is true of a game."""
        if self.missing:
            self.missing.difference_update(record.tags)
        return self.condition(record)


def parse_condition(game: Game, text: str) -> Selection:
    """The condition that a text states about records of a game. Raises BoardworthError."""
    parser = _Parser(game, text)
    return Selection(parser.parse(), parser.tags)


class _Parser:
    """Reads one text from left to right."""

    def __init__(self, game: Game, text: str) -> None:
        self._text = text
        self._tokens = list(self._tokenized())
        self._at = 0
        self.tags: set[str] = set()
        roles = game.roles
        self._numbers = _NUMBERS | {f"{role}_elo": _rating(role) for role in roles}
        self._texts = _TEXTS | {role: _player(role) for role in roles}

    def parse(self) -> Condition:
        condition = self._alternatives()
        if self._at < len(self._tokens):
            raise self._error("expected 'and' or 'or'")
        return condition

    def _tokenized(self) -> Iterable[tuple[str, str, int]]:
        at = 0
        while self._text[at:].strip():
            found = _TOKEN.match(self._text, at)
            if found is None:
                raise BoardworthError(
                    f"'{self._text}', column {at + 1}: '{self._text[at:].strip()[:20]}' is neither "
                    "a name, a number, a text in quotes nor a comparison"
                )
            kind = found.lastgroup or ""
            yield kind, found[kind], found.start(kind) + 1
            at = found.end()

    def _error(self, wanted: str) -> BoardworthError:
        if self._at < len(self._tokens):
            _, token, column = self._tokens[self._at]
            return BoardworthError(f"'{self._text}', column {column}: {wanted}, found '{token}'")
        return BoardworthError(f"'{self._text}': {wanted} at its end")

    def _next(self, *tokens: str) -> bool:
        """Whether one of these words or signs comes next; it is passed over then."""
        kinds = self._at < len(self._tokens) and self._tokens[self._at][0] in ("name", "sign")
        found = kinds and self._tokens[self._at][1] in tokens
        self._at += found
        return found

    def _alternatives(self) -> Condition:
        parts = [self._conjunction()]
        while self._next("or"):
            parts.append(self._conjunction())
        return parts[0] if len(parts) == 1 else lambda record: any(part(record) for part in parts)

    def _conjunction(self) -> Condition:
        parts = [self._negation()]
        while self._next("and"):
            parts.append(self._negation())
        return parts[0] if len(parts) == 1 else lambda record: all(part(record) for part in parts)

    def _negation(self) -> Condition:
        negations = 0
        while self._next("not"):
            negations += 1
        if self._next("("):
            condition = self._alternatives()
            if not self._next(")"):
                raise self._error("expected ')'")
        else:
            condition = self._comparison()
        return condition if negations % 2 == 0 else lambda record: not condition(record)

    def _comparison(self) -> Condition:
        name, look, numeric = self._name()
        sign = next((sign for sign in (*_COMPARE, "==") if self._next(sign)), None)
        if sign is None:
            raise self._error(f"expected a comparison of {name}")
        wanted = self._value(name, sign, numeric)
        compare = _COMPARE[sign.replace("==", "=")]
        if isinstance(wanted, str):
            folded = wanted.casefold()
            return lambda record: any(compare(str(v).casefold(), folded) for v in look(record))
        return lambda record: any(compare(float(v), wanted) for v in look(record) if _is_number(v))

    def _name(self) -> tuple[str, _Look, bool | None]:
        """A name, what it stands for, and whether that is a number; None if it may be one."""
        if self._at == len(self._tokens) or self._tokens[self._at][0] != "name":
            raise self._error("expected a name")
        name = self._tokens[self._at][1]
        if name in self._numbers or name in self._texts:
            self._at += 1
            return name, (self._numbers | self._texts)[name], name in self._numbers
        if not any(character.isupper() for character in name):
            known = ", ".join(sorted(self._numbers | self._texts))
            raise self._error(f"expected one of {known}, or a tag such as ECO")
        self._at += 1
        self.tags.add(name)
        return name, lambda record: _known(record.tags.get(name)), None

    def _value(self, name: str, sign: str, numeric: bool | None) -> _Value:
        if self._at == len(self._tokens) or self._tokens[self._at][0] == "sign":
            raise self._error(f"expected what {name} is compared with")
        kind, token, _ = self._tokens[self._at]
        if numeric and (kind != "number" or sign == "~"):
            raise self._error(f"{name} is compared with a number by = != < <= > or >=")
        text = token[1:-1] if kind == "text" else token
        if name == "result" and (text not in _RESULTS or sign not in _EQUALITY):
            raise self._error(f"result is compared with {', '.join(_RESULTS)} by = or !=")
        self._at += 1
        if kind == "number" and numeric is not False:
            return float(token)
        return text


def _rating(role: str) -> _Look:
    tag = rating_tag(role)
    return lambda record: filter(_is_number, _known(record.tags.get(tag)))


def _player(role: str) -> _Look:
    tag = player_tag(role)
    return lambda record: _known(record.tags.get(tag))


def _known(value: _Value | None) -> tuple[_Value, ...]:
    return () if value is None or value == "?" else (value,)


def _is_number(value: _Value) -> bool:
    return not isinstance(value, str) or re.fullmatch(r"-?\d{1,15}(\.\d{1,9})?", value) is not None
