"""Capital letters: words of a sheet that differ only in them, and words from elsewhere.

For the rules, words are the same if they are written alike. Moves and positions come from people
and from servers that write everything in capital letters: a word that the sheet does not have is
taken for the only one that differs from it in capital letters alone.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from boardworth.rules.gdl.syntax.problems import Problem
from boardworth.rules.gdl.syntax.terms import (
    Distinct,
    Literal,
    Rule,
    Term,
    Variable,
    renamed,
    variables,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from boardworth.rules.gdl.syntax.terms import Argument, Condition, Place, RuleSheet


class Spelling:
    """How a sheet spells its words."""

    def __init__(self, sheet: RuleSheet) -> None:
        self._words = set(_first_places(sheet))
        self._by_small_letters: dict[str, str | None] = {}  # None where there are several
        for word in self._words:
            small = word.lower()
            self._by_small_letters[small] = None if small in self._by_small_letters else word

    def of(self, term: Term) -> Term:
        """The term in the words of the sheet; words that it does not know stay as they are.

        >>> from boardworth.rules.gdl import parse_rule_sheet, parse_term
        >>> sheet = parse_rule_sheet("(role white) (legal white (moveTo A)) (legal white (wait a))")
        >>> str(Spelling(sheet).of(parse_term("(MOVETO a)")))
        '(moveTo a)'
        """
        return renamed(term, self._word)

    def _word(self, word: str) -> str:
        return word if word in self._words else self._by_small_letters.get(word.lower()) or word


def spelling_problems(sheet: RuleSheet) -> Iterator[Problem]:
    """Words, and variables of one rule, that differ only in capital letters."""
    yield from _differing(_first_places(sheet), "words")
    for rule in sheet.rules:
        names = {str(variable): rule.place for variable in _variables(rule)}
        yield from _differing(names, "variables")


def without_capitals(sheet: RuleSheet) -> tuple[Rule, ...]:
    """The rules in small letters, unless what is different would become the same."""
    if any(spelling_problems(sheet)):
        return sheet.rules
    return tuple(_small(rule) for rule in sheet.rules)


def _differing(places: Mapping[str, Place], what: str) -> Iterator[Problem]:
    first: dict[str, str] = {}
    for word, place in places.items():
        other = first.setdefault(word.lower(), word)
        if other != word:
            yield Problem(
                "warning",
                place,
                f"'{word}' here and '{other}' at {places[other]} are different {what}: "
                "they differ in capital letters",
            )


def _first_places(sheet: RuleSheet) -> dict[str, Place]:
    """Where each word first stands."""
    places: dict[str, Place] = {}
    for rule in sheet.rules:
        for term, place in chain([(rule.head, rule.place)], _terms(rule.body)):
            for word in _words(term):
                places.setdefault(word, place)
    return places


def _terms(body: Iterable[Condition]) -> Iterator[tuple[Argument, Place]]:
    for condition in body:
        if isinstance(condition, Distinct):
            yield condition.left, condition.place
            yield condition.right, condition.place
        else:
            yield condition.atom, condition.place


def _words(term: Argument) -> Iterator[str]:
    if isinstance(term, Term):
        yield term.name
        for argument in term.arguments:
            yield from _words(argument)


def _variables(rule: Rule) -> Iterator[Variable]:
    for term, _ in chain([(rule.head, rule.place)], _terms(rule.body)):
        yield from variables(term)


def _small(rule: Rule) -> Rule:
    body = tuple(
        Distinct(renamed(c.left, str.lower), renamed(c.right, str.lower))
        if isinstance(c, Distinct)
        else Literal(renamed(c.atom, str.lower), c.negated)
        for c in rule.body
    )
    return Rule(renamed(rule.head, str.lower), body)
