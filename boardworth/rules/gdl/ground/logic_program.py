"""Rule sheets as logic programs for clingo, and back: names that it reads, terms that it prints.

What holds in a state and what players do is left open by choice rules, so that the grounder folds
away all that is the same in every state and keeps what some state might need.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boardworth.rules.gdl.syntax.terms import KEYWORDS, Argument, Distinct, Term, Variable

if TYPE_CHECKING:
    from boardworth.rules.gdl.syntax.terms import Condition, Rule, Signature

_OPEN = """\
{true(F)} :- init(F).
{true(F)} :- next(F).
{does(R,M)} :- role(R), legal(R,M).
"""
_DECLARATIONS = frozenset({"base", "input"})  # often absent, and not needed
_SHOWN = "".join(
    f"#show {name}/{arity}.\n" for name, arity in KEYWORDS.items() if name not in _DECLARATIONS
)
_MARK = re.compile(r"[(),]")


@dataclass
class LogicProgram:
    """A program's text; constants and functions are numbered, since their names may be anything."""

    text: str  # begins with a line for every rule
    rules: list[Rule]
    names: list[str]
    shown: Mapping[str, Signature] = field(default_factory=dict)  # by their names in the text
    _terms: dict[str, Term] = field(default_factory=dict, init=False, repr=False)

    def decode_arguments(self, text: str) -> tuple[Term, ...]:
        """The terms of a list that clingo printed."""
        return tuple(map(self.decode, _parts(text))) if text else ()

    def decode(self, text: str) -> Term:
        """The term that clingo printed; equal texts are one term, since games have many moves."""
        term = self._terms.get(text)
        if term is None:
            name, _, inside = text.partition("(")
            parts = _parts(inside[:-1]) if inside else []
            arguments = tuple([self.decode(part) for part in parts])
            term = self._terms[text] = Term(self.names[int(name[1:])], arguments)
        return term


def _parts(text: str) -> list[str]:
    """A list of terms at its outermost commas.

    >>> _parts("c1,c2(c3,c4),c5")
    ['c1', 'c2(c3,c4)', 'c5']
    """
    if "(" not in text:
        return text.split(",")
    parts, depth, start = [], 0, 0
    for found in _MARK.finditer(text):
        depth += {"(": 1, ")": -1, ",": 0}[found[0]]
        if depth == 0 and found[0] == ",":
            parts.append(text[start : found.start()])
            start = found.end()
    return [*parts, text[start:]]


def logic_program(rules: Sequence[Rule], shown: Iterable[Signature] = ()) -> LogicProgram:
    """The program whose ground rules tell what follows from any state and joint move.

    Atoms of the language's own predicates have names in it, and of the predicates to be `shown`.
    """
    encoder = _Encoder()
    used = [rule for rule in rules if rule.head.name not in _DECLARATIONS]
    lines = [encoder.rule(rule) for rule in used]
    names = {encoder.predicate(signature): signature for signature in shown}
    also = "".join(f"#show {name}/{arity}.\n" for name, (_, arity) in names.items())
    text = "\n".join([*lines, _OPEN + _SHOWN + also])
    return LogicProgram(text, used, list(encoder.numbers), names)


@dataclass
class _Encoder:
    numbers: dict[str, int] = field(default_factory=dict)

    def rule(self, rule: Rule) -> str:
        variables: dict[Variable, str] = {}
        head = self._atom(rule.head, variables)
        body = [self._condition(condition, variables) for condition in rule.body]
        return f"{head} :- {', '.join(body)}." if body else f"{head}."

    def _condition(self, condition: Condition, variables: dict[Variable, str]) -> str:
        if isinstance(condition, Distinct):
            left = self._argument(condition.left, variables)
            return f"{left} != {self._argument(condition.right, variables)}"
        atom = self._atom(condition.atom, variables)
        return f"not {atom}" if condition.negated else atom

    def predicate(self, signature: Signature) -> str:
        """Its name in the program."""
        name, arity = signature
        return name if KEYWORDS.get(name) == arity else f"p{self._number(name)}"

    def _atom(self, atom: Term, variables: dict[Variable, str]) -> str:
        return self.predicate(atom.signature) + self._arguments(atom, variables)

    def _argument(self, term: Argument, variables: dict[Variable, str]) -> str:
        if isinstance(term, Variable):
            return variables.setdefault(term, f"V{len(variables)}")
        return f"c{self._number(term.name)}{self._arguments(term, variables)}"

    def _arguments(self, term: Term, variables: dict[Variable, str]) -> str:
        if not term.arguments:
            return ""
        return f"({','.join(self._argument(a, variables) for a in term.arguments)})"

    def _number(self, name: str) -> int:
        return self.numbers.setdefault(name, len(self.numbers))
