"""In which order an interpreter takes the conditions of a rule: those with few answers first."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from boardworth.rules.gdl.terms import Distinct, Term, Variable, variables

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from boardworth.rules.gdl.terms import Argument, Condition, Signature

# Costs of conditions that do not multiply answers; cheap ones go first.
_COMPARISON, _LOOK_UP, _FIXED_RULES, _ONE_ANSWER, _RULES = 0.0, 0.1, 0.2, 0.3, 0.5
# Guesses about rules: how many answers they have, and how many of them a known argument leaves.
_ANSWERS_PER_VARIABLE, _LEFT_BY_ARGUMENT = 4.0, 0.5
# What an answer costs: rules that depend on the state are derived anew in every state, and a rule
# that asks its own predicate should know as much as it can when it does.
_FIXED_ANSWER, _CHANGING_ANSWER, _OWN_ANSWER = 1.5, 6.0, 100.0


class FactCounts:
    """How many facts there are of each kind, and how many values each of their arguments has."""

    def __init__(self, facts: Iterable[Term]) -> None:
        self._counts: dict[Signature, int] = defaultdict(int)
        self._values: dict[tuple[Signature, int], set[Argument]] = defaultdict(set)
        for fact in facts:
            self._counts[fact.signature] += 1
            for place, argument in enumerate(fact.arguments):
                self._values[fact.signature, place].add(argument)

    def answers(self, atom: Term, known: Callable[[Argument], bool]) -> float:
        """How many facts an atom has on average, for one value of all that is known in it."""
        count = float(self._counts.get(atom.signature, 8))
        for place, argument in enumerate(atom.arguments):
            if known(argument):
                count /= len(self._values.get((atom.signature, place), "abc"))
        return count


class ConditionCosts:
    """What it costs to take a condition next, as far as that can be told beforehand."""

    def __init__(
        self,
        facts: FactCounts,
        truths: FactCounts,
        defined: Collection[Signature],
        changing: Collection[Signature],
    ) -> None:
        self._facts = facts
        self._truths = truths
        self._defined = defined
        self._changing = changing

    def best(
        self,
        conditions: Sequence[Condition],
        known: Collection[Variable],
        singles: Collection[Variable],
        own: Collection[Signature],
    ) -> Condition | None:
        """The condition to take next; None if none can be taken.

        Args:
            conditions: to choose from.
            known: variables that have a value.
            singles: variables that stand for anything: nothing else in the rule needs them.
            own: predicates that depend on the rule in turn.
        """
        ready = [c for c in conditions if self._is_ready(c, known)]
        if not ready:
            return None
        return min(ready, key=lambda condition: self._cost(condition, known, singles, own))

    @staticmethod
    def _is_ready(condition: Condition, known: Collection[Variable]) -> bool:
        if isinstance(condition, Distinct):
            asked = {*variables(condition.left), *variables(condition.right)}
        else:
            asked = set(variables(condition.atom)) if condition.negated else set()
        return all(variable in known for variable in asked)

    def _cost(
        self,
        condition: Condition,
        known: Collection[Variable],
        singles: Collection[Variable],
        own: Collection[Signature],
    ) -> float:
        if isinstance(condition, Distinct):
            return _COMPARISON
        atom = condition.atom
        wanted = {v for v in variables(atom) if v not in known and v not in singles}
        from_rules = atom.signature in self._defined
        if not wanted:
            if not from_rules:
                return _LOOK_UP
            return _RULES if atom.signature in self._changing else _FIXED_RULES
        if from_rules:
            given = sum(_is_known(argument, known) for argument in atom.arguments)
            answers = _ANSWERS_PER_VARIABLE ** len(wanted) * _LEFT_BY_ARGUMENT**given
            return answers * self._cost_of_answer(atom, own)
        return max(_ONE_ANSWER, self._count(atom, known))

    def _cost_of_answer(self, atom: Term, own: Collection[Signature]) -> float:
        if atom.signature in own:
            return _OWN_ANSWER
        return _CHANGING_ANSWER if atom.signature in self._changing else _FIXED_ANSWER

    def _count(self, atom: Term, known: Collection[Variable]) -> float:
        if atom.signature == ("does", 2):
            return 1.0
        counts = self._facts
        if atom.signature == ("true", 1) and isinstance(atom.arguments[0], Term):
            atom, counts = atom.arguments[0], self._truths
        return counts.answers(atom, lambda argument: _is_known(argument, known))


def _is_known(argument: Argument, known: Collection[Variable]) -> bool:
    return all(variable in known for variable in variables(argument))
