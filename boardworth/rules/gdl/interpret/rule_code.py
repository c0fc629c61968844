"""One rule as code that answers one question."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from boardworth.errors import RulesError
from boardworth.rules.gdl.interpret.ordering import RuleView
from boardworth.rules.gdl.interpret.questions import (
    Part,
    Question,
    Shape,
    head_parts,
    uses_of_variables,
)
from boardworth.rules.gdl.syntax.terms import Distinct, Literal, Term, Variable, variables

if TYPE_CHECKING:
    from boardworth.rules.gdl.interpret.compiling import Compiler
    from boardworth.rules.gdl.interpret.questions import Pattern
    from boardworth.rules.gdl.syntax.terms import Argument, Condition, Rule, Signature

# Functions in functions are looked into this far when a question is asked.
_DEEPEST_SHAPE = 3


class Instruction(IntEnum):
    """The core's instructions."""

    CALL, CALL_NOT, EQUAL, DISTINCT, OPEN, BUILD, ANSWER = range(7)


class RuleCode:
    """Adds the code of a rule to that of a compiler.

    Slots hold what is known: first the question's inputs, then what conditions give.
    """

    def __init__(self, compiler: Compiler, rule: Rule, question: Question) -> None:
        self._compiler = compiler
        self._rule = rule
        self._head = head_parts(rule, question)
        self._own = compiler.depending_on_each_other(rule.head.signature)
        uses = uses_of_variables(rule, question)
        self._singles = {variable for variable, count in uses.items() if count == 1}
        self._slots: dict[Variable, int] = {}
        self._used = 0
        self._last_call = -1

    def add(self, source: str) -> int:
        """Adds the code and returns the number of slots. Raises RulesError for an unsafe rule."""
        inputs = [argument for part, argument in self._head if part is Part.KNOWN]
        first = self._new_slots(len(inputs))
        for slot, argument in enumerate(inputs, first):
            self._match(argument, slot)
        waiting = list(self._rule.body)
        view = RuleView(self._slots.keys(), self._singles, self._own, self._call())
        while waiting:
            condition = self._compiler.costs.best(waiting, view)
            if condition is None:
                raise self._unsafe(source)
            waiting.remove(condition)
            self._take(condition)
        outputs = [argument for part, argument in self._head if part is Part.ASKED]
        if any(v not in self._slots for argument in outputs for v in variables(argument)):
            raise self._unsafe(source)
        operands = [self._operand(argument) for argument in outputs]
        self._emit(Instruction.ANSWER, *operands)
        return self._used

    def _call(self) -> tuple[Signature, tuple[Argument | None, ...]]:
        """The question in terms of the rule's head."""
        known = set(self._slots)
        arguments = self._rule.head.arguments
        told = (a if known.issuperset(variables(a)) else None for a in arguments)
        return self._rule.head.signature, tuple(told)

    def _unsafe(self, source: str) -> RulesError:
        return RulesError(
            f"{source}, {self._rule.place}: a variable of this rule is in no condition that lists "
            "its values"
        )

    def _emit(self, *numbers: int) -> None:
        self._compiler.code += numbers

    def _new_slots(self, count: int) -> int:
        self._used += count
        return self._used - count

    def _constant(self, term: Term) -> int:
        return -1 - self._compiler.symbols.term(term)

    def _take(self, condition: Condition) -> None:
        if isinstance(condition, Distinct):
            left, right = self._operand(condition.left), self._operand(condition.right)
            self._emit(Instruction.DISTINCT, left, right)
        else:
            self._ask(condition)

    def _ask(self, literal: Literal) -> None:
        atom = literal.atom
        recursive = atom.signature in self._own
        asking = _Asking(self, shapes=not recursive, negated=literal.negated)
        patterns = tuple(asking.pattern(argument, 1) for argument in atom.arguments)
        question = self._compiler.question(Question(atom.signature, patterns))
        if literal.negated:
            self._emit(Instruction.CALL_NOT, question, *asking.inputs)
            return
        cursor = self._new_slots(1)
        first = self._new_slots(len(asking.outputs))
        previous, self._last_call = self._last_call, len(self._compiler.code)
        self._emit(Instruction.CALL, question, previous, cursor, first, *asking.inputs)
        for slot, argument in enumerate(asking.outputs, first):
            self._match(argument, slot)

    def _match(self, argument: Argument, slot: int) -> None:
        """Makes sure that a slot holds an argument; its variables are known then."""
        if isinstance(argument, Variable):
            if argument in self._slots:
                self._emit(Instruction.EQUAL, slot, self._slots[argument])
            else:
                self._slots[argument] = slot
        elif argument.is_ground:
            self._emit(Instruction.EQUAL, slot, self._constant(argument))
        else:
            first = self._new_slots(len(argument.arguments))
            functor = self._compiler.symbols.functor(argument.signature)
            self._emit(Instruction.OPEN, slot, functor, first)
            for inner_slot, inner in enumerate(argument.arguments, first):
                self._match(inner, inner_slot)

    def _operand(self, argument: Argument) -> int:
        """Where the value of a known argument is."""
        if isinstance(argument, Variable):
            return self._slots[argument]
        if argument.is_ground:
            return self._constant(argument)
        operands = [self._operand(inner) for inner in argument.arguments]
        slot = self._new_slots(1)
        functor = self._compiler.symbols.functor(argument.signature)
        self._emit(Instruction.BUILD, functor, slot, *operands)
        return slot


class _Asking:
    """Makes the patterns of a condition's arguments, with their inputs and outputs.

    Where a predicate asks itself, functions around variables are not part of the question: they
    could become larger from question to question, though answers never do.
    """

    def __init__(self, code: RuleCode, *, shapes: bool, negated: bool) -> None:
        self.inputs: list[int] = []
        self.outputs: list[Argument] = []
        self._code = code
        self._shapes = shapes
        self._negated = negated

    def pattern(self, argument: Argument, depth: int) -> Pattern:
        """The pattern of an argument that stands so deep."""
        if isinstance(argument, Term) and argument.arguments and depth <= _DEEPEST_SHAPE:
            if self._shapes or argument.is_ground:
                parts = (self.pattern(inner, depth + 1) for inner in argument.arguments)
                return Shape(argument.name, tuple(parts))
            if not self._negated:
                return self._asked(argument)
        if all(variable in self._code._slots for variable in variables(argument)):
            self.inputs.append(self._code._operand(argument))
            return Part.KNOWN
        if argument in self._code._singles:
            return Part.ANY
        return self._asked(argument)

    def _asked(self, argument: Argument) -> Part:
        self.outputs.append(argument)
        return Part.ASKED
