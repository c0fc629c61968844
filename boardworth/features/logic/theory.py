"""Domain theories: the rules that logic features ask, over the facts of a game.

A rule sheet is its own theory. A built-in game has one in a file beside it, in the language of rule
sheets: (true (cell a1 own)) is a fact about the position, with the names of an atom and of one of
its values as the mover sees them. What follows `impossible` holds in no position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from boardworth.errors import MissingCapability, RulesError
from boardworth.features.logic.turnless import matches
from boardworth.files import FilePath, shipped_file
from boardworth.pickling import WithoutDerived
from boardworth.rules.gdl.check.checks import faults_of, unsafe_variables
from boardworth.rules.gdl.check.dependencies import Dependencies
from boardworth.rules.gdl.check.recursion import recursion_problems
from boardworth.rules.gdl.syntax.parser import parse_rule_sheet, sheet_text
from boardworth.rules.gdl.syntax.problems import Problem, named
from boardworth.rules.gdl.syntax.terms import (
    KEYWORDS,
    Condition,
    Literal,
    Rule,
    RuleSheet,
    Signature,
    Term,
    Variable,
)

if TYPE_CHECKING:
    from boardworth.features.logic.logic_feature import LogicFeature
    from boardworth.rules import Game

# What holds in no position.
IMPOSSIBLE = Term("impossible")
_OF_SHEETS = ("init", "base", "input")  # what a theory has no use for


@dataclass(frozen=True)
class Theory(WithoutDerived):
    """Rules over the facts of a game, checked."""

    game: Game
    rules: tuple[Rule, ...]
    source: str = field(default="theory", compare=False)

    @staticmethod
    def of(game: Game) -> Theory:
        """A rule sheet's own rules, or else those that come with the game.

        Raises MissingCapability if there are none.
        """
        if game.rule_sheet is not None:
            return Theory(game, game.rule_sheet.rules, game.rule_sheet.source)
        path = shipped_file(f"{game.name}.theory")
        if path is None:
            raise MissingCapability(f"{game.name} has no theory, which logic features need")
        return Theory.read(path, game)

    @staticmethod
    def read(path: FilePath, game: Game) -> Theory:
        """The theory in a file, as `parse` reads it."""
        return Theory.parse(sheet_text(path), game, str(path))

    @staticmethod
    def parse(text: str, game: Game, source: str = "theory") -> Theory:
        """The rules of a text, added to those of the game's rule sheet if it has one.

        Raises FormatError for what cannot be read, RulesError for rules that make no sense.
        """
        own = parse_rule_sheet(text, source)
        if not own.rules:
            raise RulesError(f"{source}: there is no rule in it")
        given = game.rule_sheet.rules if game.rule_sheet is not None else ()
        theory = Theory(game, (*given, *own.rules), source)
        for problem in _problems(own, theory, RuleSheet(given)):
            raise RulesError(f"{source}, {problem.place}: {problem.message}")
        return theory

    @property
    def added(self) -> tuple[Rule, ...]:
        """The rules that are not the game's own: of a built-in game, all of them."""
        sheet = self.game.rule_sheet
        return self.rules[len(sheet.rules) if sheet is not None else 0 :]

    @property
    def facts(self) -> Mapping[Term, tuple[int, int]]:
        """What can be true of a position: its atom and value, as the mover sees them."""
        return self.game.state_facts

    def sheet_for(self, features: Sequence[LogicFeature]) -> RuleSheet:
        """What features rest on, as a sheet of its own, in which every fact can be true."""
        found = {IMPOSSIBLE.signature}
        ahead = [IMPOSSIBLE.signature, *(on for own in features for on in _asked(own.body))]
        while ahead:
            signature = ahead.pop()
            on = {("legal", 2), ("role", 1)} if signature == ("does", 2) else set()
            for rule in self._by_predicate.get(signature, ()):
                on.update(_asked(rule.body))
            ahead += on - found
            found |= {signature, *on}
        rules = (rule for rule in self.rules if rule.head.signature in found)
        opened = (Rule(Term("init", (fact,))) for fact in self.facts)
        return RuleSheet((*rules, *opened), self.source)

    def check(self, feature: LogicFeature) -> None:
        """Raises RulesError if a feature asks for what the theory does not know."""
        rule = Rule(feature.head, feature.body)
        found = [*unsafe_variables(rule), *self.unknown(rule)]
        if found:
            raise RulesError(f"logic feature '{feature.name}': {found[0].message}")

    def unknown(self, rule: Rule) -> Iterator[Problem]:
        """What the conditions of a rule ask for, although nothing defines it."""
        for condition in rule.body:
            if not isinstance(condition, Literal):
                continue
            atom, place = condition.atom, condition.place
            if atom.signature == ("true", 1):
                yield from self._unknown_fact(condition)
            elif atom.signature not in self._defined and atom.name in self._arities:
                has = self._arities[atom.name]
                many = f"{has} argument{'s' * (has != 1)}"
                message = f"'{atom.name}' has {many}, not {len(atom.arguments)}"
                yield Problem("error", place, message)
            elif atom.signature not in self._defined:
                yield Problem("error", place, f"nothing defines '{atom.name}'")

    @cached_property
    def _by_predicate(self) -> Mapping[Signature, Sequence[Rule]]:
        return RuleSheet(self.rules).by_predicate

    @cached_property
    def _defined(self) -> frozenset[Signature]:
        return frozenset({*KEYWORDS.items(), *self._by_predicate})

    @cached_property
    def _arities(self) -> Mapping[str, int]:
        return dict((*KEYWORDS.items(), *self._by_predicate))

    @cached_property
    def _facts_by_signature(self) -> Mapping[Signature, Sequence[Term]]:
        found: dict[Signature, list[Term]] = {}
        for fact in self.facts:
            found.setdefault(fact.signature, []).append(fact)
        return found

    def _unknown_fact(self, condition: Literal) -> Iterator[Problem]:
        (wanted,) = condition.atom.arguments
        if isinstance(wanted, Variable):
            return
        alike = self._facts_by_signature.get(wanted.signature, ())
        if not any(matches(wanted, fact) for fact in alike):
            known = named([str(fact) for fact in alike or self.facts], 3)
            yield Problem(
                "error",
                condition.place,
                f"no atom of {self.game.name} says {wanted}; its facts are {known}",
            )


def _problems(own: RuleSheet, theory: Theory, given: RuleSheet) -> Iterator[Problem]:
    """What is wrong with the rules of a theory's file, beside what a rule sheet gives."""
    for rule in own.rules:
        head = rule.head
        if head.name == IMPOSSIBLE.name and head.arguments:
            message = f"'{head.name}' has no arguments, not {len(head.arguments)}"
            yield Problem("error", rule.place, message)
        elif head == IMPOSSIBLE and not rule.body:
            yield Problem("error", rule.place, "everything would be impossible")
        if head.name in _OF_SHEETS:
            message = f"'{head.name}' is for rule sheets: {theory.game.name} has its facts already"
            yield Problem("error", rule.place, message)
        if head.signature in given.by_predicate:
            message = f"'{head.name}' is defined by the rules of {theory.game.name} already"
            yield Problem("error", rule.place, message)
        yield from faults_of(rule)
        yield from theory.unknown(rule)
    whole = RuleSheet(theory.rules)
    problems = recursion_problems(whole, Dependencies(whole))
    yield from (problem for problem in problems if problem.severity == "error")


def _asked(body: Sequence[Condition]) -> Iterator[Signature]:
    """The predicates that conditions ask for."""
    return (condition.atom.signature for condition in body if isinstance(condition, Literal))
