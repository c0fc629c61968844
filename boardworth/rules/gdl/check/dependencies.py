"""Which predicates of a rule sheet depend on which, directly and through others."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from boardworth.rules.gdl.check.components import components
from boardworth.rules.gdl.syntax.terms import Literal, Rule, RuleSheet, Signature


@dataclass(frozen=True, slots=True)
class Dependency:
    """One condition of one rule: the head's predicate depends on the condition's."""

    rule: Rule
    literal: Literal

    @property
    def head(self) -> Signature:
        """The predicate that depends."""
        return self.rule.head.signature

    @property
    def on(self) -> Signature:
        """The predicate that it depends on."""
        return self.literal.atom.signature


class Dependencies:
    """The dependency graph of a rule sheet's predicates."""

    def __init__(self, sheet: RuleSheet) -> None:
        self.all = tuple(
            Dependency(rule, condition)
            for rule in sheet.rules
            for condition in rule.body
            if isinstance(condition, Literal)
        )

    @cached_property
    def of(self) -> Mapping[Signature, Mapping[Signature, Dependency]]:
        """For each predicate what it depends on, with the first condition that says so."""
        found: dict[Signature, dict[Signature, Dependency]] = {}
        for dependency in self.all:
            found.setdefault(dependency.head, {}).setdefault(dependency.on, dependency)
        return found

    @cached_property
    def components(self) -> Mapping[Signature, int]:
        """A number for each predicate: two have the same if and only if each depends on the other.

        A predicate's number is greater than those of the predicates that it depends on.
        """
        return components(self.of)

    def in_a_cycle(self, dependency: Dependency) -> bool:
        """Whether what a condition asks depends in turn on the head of its rule."""
        return self.components[dependency.head] == self.components[dependency.on]

    def path(self, start: Signature, goal: Signature) -> list[Dependency]:
        """The shortest way in which one predicate depends on another; [] if it does not."""
        reached: dict[Signature, Dependency] = {}
        waiting = deque([start])
        while waiting:
            here = waiting.popleft()
            for on, dependency in self.of.get(here, {}).items():
                if on in reached:
                    continue
                reached[on] = dependency
                if on == goal:
                    return list(_backwards(reached, start, goal))[::-1]
                waiting.append(on)
        return []


def _backwards(
    reached: Mapping[Signature, Dependency], start: Signature, goal: Signature
) -> Iterator[Dependency]:
    here = goal
    while True:
        yield reached[here]
        here = reached[here].head
        if here == start:
            return
