"""The outer form of rule sheets and messages: words in nested parentheses, each with its place.

This is KIF's prefix notation. A semicolon begins a comment that ends with its line. Capital letters
tell words apart, except those that the language gives a meaning.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from boardworth.errors import FormatError
from boardworth.rules.gdl.syntax.problems import Problem
from boardworth.rules.gdl.syntax.terms import OWN_WORDS, Place
from boardworth.rules.stopping import check_stop_sign

if TYPE_CHECKING:
    from collections.abc import Iterator

# The longest public sheet has 425,376 characters, the deepest 27 levels.
MAX_CHARACTERS = 16_000_000
MAX_LEVELS = 100
MAX_OF_A_NAME = 30  # how much of a word messages quote

_TOKEN = re.compile(r"[()]|;[^\n]*|[!-'*-:<-~]+|\n+|[ \t\f\v]+|.", re.DOTALL)


class Misread(FormatError):
    """A place in a rule sheet that makes no sense, and what is wrong there."""

    def __init__(self, source: str, place: Place, message: str) -> None:
        super().__init__(f"{source}, {place}: {message}")
        self.problem = Problem("error", place, message)


@dataclass(frozen=True, slots=True)
class Word:
    """A name, a number, a variable or a sign such as <=; the language's own in lower case."""

    text: str
    place: Place

    def __str__(self) -> str:
        return self.text if len(self.text) <= MAX_OF_A_NAME else f"{self.text[:MAX_OF_A_NAME]}..."


@dataclass(frozen=True, slots=True)
class Group:
    """What stands between an opening parenthesis and the one that closes it."""

    items: tuple[Expression, ...]
    place: Place


Expression: TypeAlias = Word | Group


def read_expressions(text: str, source: str) -> list[Expression]:
    """All expressions of a text, in order. Raises Misread, where it begins to make no sense.

    Raises TooMany once a stop sign is up.
    """
    if len(text) > MAX_CHARACTERS:
        raise Misread(
            source,
            Place(1, 1),
            f"{len(text):,} characters are too many for a rule sheet; at most {MAX_CHARACTERS:,}",
        )
    finished: list[Expression] = []
    open_groups: list[tuple[Place, list[Expression]]] = []
    for word in _words(text, source):
        check_stop_sign(source)
        around = open_groups[-1][1] if open_groups else finished
        if word.text == "(":
            if len(open_groups) == MAX_LEVELS:
                raise Misread(source, word.place, f"more than {MAX_LEVELS} nested parentheses")
            open_groups.append((word.place, []))
        elif word.text != ")":
            around.append(word)
        elif open_groups:
            place, items = open_groups.pop()
            parent = open_groups[-1][1] if open_groups else finished
            parent.append(Group(tuple(items), place))
        else:
            raise Misread(source, word.place, _stray(finished))
    if open_groups:
        raise Misread(source, open_groups[0][0], _unclosed(len(open_groups)))
    return finished


def _words(text: str, source: str) -> Iterator[Word]:
    """Words and parentheses, without comments and spaces."""
    line, line_start = 1, 0
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token[0] == "\n":
            line, line_start = line + len(token), match.end()
        elif token[0] in " \t\f\v;":
            continue
        else:
            place = Place(line, match.start() - line_start + 1)
            if not token.isascii() or not token.isprintable():
                raise Misread(
                    source,
                    place,
                    f"the character {token!a}: outside of comments only ASCII letters, "
                    "digits and signs can be used",
                )
            small = token.lower()
            yield Word(small if small in OWN_WORDS else token, place)


def _stray(finished: list[Expression]) -> str:
    before = f"; what began at {finished[-1].place} was complete before it" if finished else ""
    return f"this closing parenthesis closes nothing{before}"


def _unclosed(missing: int) -> str:
    count = "a closing parenthesis is" if missing == 1 else f"{missing} closing parentheses are"
    return f"what is opened here is never closed: {count} missing before the end of the file"
