"""Rule sheets compiled for the interpreter: the code that answers each question that rules ask.

A question says which parts of a predicate's arguments are known, so that a rule is compiled once
for each way in which it is asked: its conditions in the order that suits what is known. The layout
of the program and the instructions are those of core/rules/gdl/interpreter/program.h.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np

from boardworth import _core
from boardworth.errors import RulesError
from boardworth.rules.gdl.check.dependencies import Dependencies
from boardworth.rules.gdl.ground.splitting import changing_predicates
from boardworth.rules.gdl.interpret.ordering import ConditionCosts, FactCounts
from boardworth.rules.gdl.interpret.questions import Part, Pattern, Question, fitted, head_parts
from boardworth.rules.gdl.interpret.rule_code import Instruction, RuleCode
from boardworth.rules.gdl.syntax.terms import Rule, RuleSheet, Signature, Term, goal_value

# What a sheet may become: a rule is compiled once for each way in which it is asked.
MAX_COMPILED_RULES = 1_000_000
# From this many on, rules that differ in a constant are looked up by it.
_MIN_SWITCHED = 4


class _Source(IntEnum):
    RULES, FACTS, TRUTHS, MOVES = range(4)


@dataclass
class Symbols:
    """Numbers of functions (constants are functions of nothing) and of terms without variables."""

    functors: dict[Signature, int] = field(default_factory=dict)
    terms: dict[Term, int] = field(default_factory=dict)
    layout: list[int] = field(default_factory=list)  # functor and arguments, term by term

    def functor(self, signature: Signature) -> int:
        """The number of a function."""
        return self.functors.setdefault(signature, len(self.functors))

    def term(self, term: Term) -> int:
        """The number of a term."""
        if term not in self.terms:
            arguments = [self.term(a) for a in term.arguments if isinstance(a, Term)]
            self.layout += [self.functor(term.signature), *arguments]
            self.terms[term] = len(self.terms)
        return self.terms[term]


KEYWORD_QUESTIONS = {
    "init": Question(("init", 1), (Part.ASKED,)),
    "terminal": Question(("terminal", 0), ()),
    "next": Question(("next", 1), (Part.ASKED,)),
    "legal": Question(("legal", 2), (Part.KNOWN, Part.ASKED)),
    "goal": Question(("goal", 2), (Part.KNOWN, Part.ASKED)),
}


class Compiler:
    """Compiles what is needed to answer some questions about a rule sheet."""

    def __init__(self, sheet: RuleSheet, truths: Iterable[Term] = ()) -> None:
        self.symbols = Symbols()
        self._components = Dependencies(sheet).components
        self._members: dict[int, set[Signature]] = {}
        for signature, component in self._components.items():
            self._members.setdefault(component, set()).add(signature)
        self._sheet = sheet
        self._facts = {
            signature: tuple(dict.fromkeys(rule.head for rule in rules if _is_fact(rule)))
            for signature, rules in sheet.by_predicate.items()
        }
        self._rules = {
            signature: [rule for rule in rules if not _is_fact(rule)]
            for signature, rules in sheet.by_predicate.items()
        }
        self._changing = changing_predicates(sheet.rules)
        self._moving = changing_predicates(sheet.rules, [("does", 2)])
        self.costs = ConditionCosts(
            FactCounts(fact for facts in self._facts.values() for fact in facts),
            FactCounts(truths),
            {signature for signature, rules in self._rules.items() if rules},
            self._changing,
        )
        self.code: list[int] = []
        self._questions: dict[Question, int] = {}
        self._waiting: list[Question] = []
        self._compiled_rules = 0
        self._rule_lists: list[int] = []
        self._switches: list[int] = []
        self._patterns: list[int] = []
        self._relations: dict[Signature, int] = {}

    def depending_on_each_other(self, signature: Signature) -> set[Signature]:
        """The predicates that a predicate depends on and that depend on it."""
        return self._members.get(self._components.get(signature, -1), set())

    def question(self, question: Question) -> int:
        """The number of a question; its rules are compiled when its turn comes."""
        if question not in self._questions:
            self._questions[question] = len(self._questions)
            self._waiting.append(question)
        return self._questions[question]

    def interpreter(
        self, keywords: Iterable[str], max_bytes: int, max_steps: int
    ) -> _core.Interpreter:
        """The interpreter that can be asked for these keywords."""
        asked = {
            name: self.question(question)
            for name, question in KEYWORD_QUESTIONS.items()
            if name in keywords
        }
        rows: list[int] = []
        while len(rows) < len(self._questions) * _ROW:
            rows += self._row(self._waiting[len(rows) // _ROW])
        roles = [self.symbols.term(Term(role)) for role in self._sheet.roles]
        relations = [
            (signature[1], _array(self._arguments(signature))) for signature in self._relations
        ]
        return _core.Interpreter(
            terms=_array(self.symbols.layout),
            arities=_array([arity for _, arity in self.symbols.functors]),
            numbers=_array([_number(signature) for signature in self.symbols.functors]),
            questions=_array(rows),
            code=_array(self.code),
            rule_lists=_array(self._rule_lists),
            switches=_array(self._switches),
            patterns=_array(self._patterns),
            relations=relations,
            roles=roles,
            keywords=[asked.get(name, 0) for name in KEYWORD_QUESTIONS],
            max_bytes=max_bytes,
            max_steps=max_steps,
        )

    def _row(self, question: Question) -> list[int]:
        """A question's fields, in the order of the core."""
        parts = question.parts
        source = self._source(question)
        row = [
            source,
            (question.predicate in self._changing) + (question.predicate in self._moving),
            parts.count(Part.KNOWN),
            parts.count(Part.ASKED),
        ]
        if source is _Source.RULES:
            return [*row, *self._compiled(question), 0, 0, 0]
        pattern = len(self._patterns)
        for argument in question.patterns:
            self._add_pattern(argument)
        relation = 0
        if source is _Source.FACTS:
            relation = self._relations.setdefault(question.predicate, len(self._relations))
        return [*row, 0, 0, 0, -1, pattern, relation, int(Part.ANY in parts)]

    def _source(self, question: Question) -> _Source:
        if question.predicate == ("true", 1):
            return _Source.TRUTHS
        if question.predicate == ("does", 2):
            return _Source.MOVES
        plain = not self._rules.get(question.predicate) and self._facts.get(question.predicate)
        return _Source.FACTS if question.only_facts or plain else _Source.RULES

    def _compiled(self, question: Question) -> list[int]:
        """Slots of a frame, where the list of rules begins and ends, and what it is switched by."""
        starts: list[int] = []
        keys: list[list[int | None]] = []  # rule by rule, the constants that inputs must be
        slots = question.parts.count(Part.KNOWN)
        if self._facts.get(question.predicate):
            starts.append(len(self.code))
            keys.append([None] * slots)
            slots = max(slots, self._add_facts(question))
        for written in self._rules.get(question.predicate, ()):
            rule = fitted(written, question)
            if rule is None:
                continue
            self._count_rule()
            starts.append(len(self.code))
            keys.append(self._constants(rule, question))
            slots = max(slots, RuleCode(self, rule, question).add(self._sheet.source))
        return [slots, *self._listed(self._questions[question], starts, keys)]

    def _add_facts(self, question: Question) -> int:
        """The rule that takes the predicate's facts for answers; the number of its slots."""
        known, asked = (question.parts.count(part) for part in (Part.KNOWN, Part.ASKED))
        facts = self.question(Question(question.predicate, question.patterns, only_facts=True))
        self.code += [Instruction.CALL, facts, -1, known + asked, known, *range(known)]
        self.code += [Instruction.ANSWER, *range(known, known + asked)]
        return known + asked + 1

    def _count_rule(self) -> None:
        self._compiled_rules += 1
        if self._compiled_rules > MAX_COMPILED_RULES:
            raise RulesError(
                f"{self._sheet.source}: its rules can be asked in too many ways: there are more "
                f"than {MAX_COMPILED_RULES:,} compiled ones"
            )

    def _constants(self, rule: Rule, question: Question) -> list[int | None]:
        known = [a for part, a in head_parts(rule, question) if part is Part.KNOWN]
        return [
            self.symbols.term(a) if isinstance(a, Term) and a.is_ground else None for a in known
        ]

    def _listed(
        self, number: int, starts: Sequence[int], keys: Sequence[Sequence[int | None]]
    ) -> tuple[int, int, int]:
        """The rules for any value, and for each value of the input that tells most apart."""
        columns = [[key[i] for key in keys] for i in range(len(keys[0]))] if keys else []
        distinct = [len(set(column) - {None}) for column in columns]
        if not distinct or max(distinct) < _MIN_SWITCHED:
            return *self._add_list(starts), -1
        switched = distinct.index(max(distinct))
        column = columns[switched]
        for value in dict.fromkeys(key for key in column if key is not None):
            chosen = [s for s, key in zip(starts, column, strict=True) if key in {None, value}]
            self._switches += [number, value, *self._add_list(chosen)]
        free = [start for start, key in zip(starts, column, strict=True) if key is None]
        return *self._add_list(free), switched

    def _add_list(self, starts: Sequence[int]) -> tuple[int, int]:
        first = len(self._rule_lists)
        self._rule_lists += starts
        return first, len(self._rule_lists)

    def _add_pattern(self, pattern: Pattern) -> None:
        if isinstance(pattern, Part):
            self._patterns.append(pattern)
            return
        self._patterns.append(self.symbols.functor((pattern.name, len(pattern.parts))))
        for part in pattern.parts:
            self._add_pattern(part)

    def _arguments(self, signature: Signature) -> list[int]:
        """The arguments of all facts of a predicate."""
        return [
            self.symbols.term(argument)
            for fact in self._facts[signature]
            for argument in fact.arguments
            if isinstance(argument, Term)
        ]


_ROW = 11  # fields of a question


def _is_fact(rule: Rule) -> bool:
    """Whether it can be looked up; what has no arguments is as well a rule."""
    return not rule.body and bool(rule.head.arguments) and rule.head.is_ground


def _number(signature: Signature) -> int:
    """The value of a constant that is a goal; -1 if it cannot be one."""
    name, arity = signature
    value = goal_value(Term(name)) if arity == 0 else None
    return -1 if value is None else value


def _array(numbers: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return np.array(numbers, np.int32)
