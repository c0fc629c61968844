"""Rules split in two where that leaves fewer ground rules.

A rule has one ground instance for every value of its variables. A variable that only some
conditions mention need not be multiplied with the others: those conditions become a rule of their
own, whose head keeps the variables that the rest of the rule shares with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from boardworth.rules.gdl.syntax.terms import Distinct, Literal, Rule, Term, Variable, variables

if TYPE_CHECKING:
    from boardworth.rules.gdl.syntax.terms import Condition, Signature


def split_rules(rules: Sequence[Rule]) -> list[Rule]:
    """The same program with every rule split as often as its variables allow."""
    changing = changing_predicates(rules)
    split: list[Rule] = []
    for number, rule in enumerate(rules):
        split += _split(rule, changing, f" {number}")
    return split


def changing_predicates(
    rules: Iterable[Rule], sources: Iterable[Signature] = (("true", 1), ("does", 2))
) -> set[Signature]:
    """What depends on the state or on the players' moves."""
    changing = set(sources)
    users: dict[Signature, set[Signature]] = {}
    for rule in rules:
        for condition in rule.body:
            if isinstance(condition, Literal):
                users.setdefault(condition.atom.signature, set()).add(rule.head.signature)
    found = list(changing)
    while found:
        for user in users.get(found.pop(), ()):
            if user not in changing:
                changing.add(user)
                found.append(user)
    return changing


def _split(rule: Rule, changing: set[Signature], name: str) -> Iterator[Rule]:
    """The rule and those split off it. A name with a blank in it cannot be one of the sheet's."""
    for part in range(len(rule.body)):
        group = _best_group(rule, changing)
        if group is None:
            break
        shared = [v for v in _ordered(group) if v in _outside(rule, group)]
        head = Term(f"{name} {part}", tuple(shared))
        yield Rule(head, (*group, *_filters(rule, group, changing)), rule.place)
        rest = tuple(condition for condition in rule.body if condition not in group)
        rule = Rule(rule.head, (Literal(head), *rest), rule.place)
    yield rule


def _best_group(rule: Rule, changing: set[Signature]) -> tuple[Condition, ...] | None:
    """The conditions on a variable of theirs alone, such that the fewest variables are shared."""
    in_head = set(variables(rule.head))
    best: tuple[Condition, ...] | None = None
    fewest = 0
    for variable in _ordered(rule.body):
        if variable in in_head:
            continue
        group = tuple(c for c in rule.body if variable in _variables(c))
        outside = _outside(rule, group)
        shared = sum(v in outside for v in _ordered(group))
        if not _worth(rule, group, changing) or not _safe(
            (*group, *_filters(rule, group, changing))
        ):
            continue
        if best is None or shared < fewest:
            best, fewest = group, shared
    return best


def _worth(rule: Rule, group: tuple[Condition, ...], changing: set[Signature]) -> bool:
    """Whether a split saves instances: without one, the variables outside are multiplied in."""
    if not any(isinstance(c, Literal) and c.atom.signature in changing for c in group):
        return False
    inside = set(_ordered(group))
    others = [c for c in rule.body if c not in group]
    return any(set(_variables(c)) - inside for c in others) or bool(
        set(variables(rule.head)) - inside
    )


def _filters(
    rule: Rule, group: tuple[Condition, ...], changing: set[Signature]
) -> tuple[Condition, ...]:
    """Unchanging conditions that the split-off rule can check as well, to have fewer instances."""
    inside = set(_ordered(group))
    return tuple(
        c
        for c in rule.body
        if c not in group
        and _variables(c)
        and set(_variables(c)) <= inside
        and not (isinstance(c, Literal) and c.atom.signature in changing)
    )


def _safe(body: Sequence[Condition]) -> bool:
    """Whether every variable is in a condition that lists its values."""
    listed = {
        v for c in body if isinstance(c, Literal) and not c.negated for v in variables(c.atom)
    }
    return set(_ordered(body)) <= listed


def _outside(rule: Rule, group: tuple[Condition, ...]) -> set[Variable]:
    rest = (v for c in rule.body if c not in group for v in _variables(c))
    return {*variables(rule.head), *rest}


def _variables(condition: Condition) -> list[Variable]:
    if isinstance(condition, Distinct):
        return [*variables(condition.left), *variables(condition.right)]
    return list(variables(condition.atom))


def _ordered(body: Iterable[Condition]) -> list[Variable]:
    """All variables of some conditions, each once, in the order of their first occurrence."""
    return list(dict.fromkeys(v for condition in body for v in _variables(condition)))
