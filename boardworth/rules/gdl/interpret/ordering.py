"""In which order an interpreter takes the conditions of a rule: those with few answers first."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardworth.rules.gdl.syntax.terms import Distinct, Term, Variable, variables

if TYPE_CHECKING:
    from boardworth.rules.gdl.syntax.terms import Argument, Condition, Signature

# Costs of conditions that do not multiply answers; cheap ones go first.
_COMPARISON, _LOOK_UP, _FIXED_RULES, _ONE_ANSWER, _RULES = 0.0, 0.1, 0.2, 0.3, 0.5
# Guesses about rules: how many answers they have, and how many of them a known argument leaves.
_ANSWERS_PER_VARIABLE, _LEFT_BY_ARGUMENT = 4.0, 0.5
# What an answer costs: rules that depend on the state are derived anew in every state, and a rule
# that asks its own predicate should know as much as it can when it does.
_FIXED_ANSWER, _CHANGING_ANSWER, _RECURSIVE_ANSWER = 1.5, 6.0, 20.0
# Rules of which nothing is known list everything there is.
_NOTHING_KNOWN = 8.0
# Answers that the rule's own question has already.
_OWN_ANSWERS = 1.5
# How many facts there are of a kind that the first state lacks.
_FACTS = 8.0


class FactCounts:
    """How many facts there are of each kind, and which values their arguments have how often."""

    def __init__(self, facts: Iterable[Term]) -> None:
        self._counts: Counter[Signature] = Counter()
        self._values: dict[tuple[Signature, int], Counter[Argument]] = defaultdict(Counter)
        for fact in facts:
            self._counts[fact.signature] += 1
            for place, argument in enumerate(fact.arguments):
                self._values[fact.signature, place][argument] += 1

    def answers(self, atom: Term, known: Callable[[Argument], bool]) -> float:
        """How many facts an atom has on average, for one value of all that is known in it."""
        everything = self._counts.get(atom.signature)
        if everything is None:
            return _FACTS * _LEFT_BY_ARGUMENT ** sum(map(known, atom.arguments))
        count = float(everything)
        for place, argument in enumerate(atom.arguments):
            values = self._values[atom.signature, place]
            if isinstance(argument, Term) and argument.is_ground:
                count *= max(1, values[argument]) / everything
            elif known(argument):
                count /= len(values)
        return count


@dataclass(frozen=True)
class RuleView:
    """What is known of a rule while its conditions are taken."""

    known: Collection[Variable]  # variables that have a value
    # Variables that stand for anything: nothing else in the rule needs them.
    singles: Collection[Variable]
    own: Collection[Signature]  # predicates that depend on the rule in turn
    # The head; where the question does not tell an argument, None.
    call: tuple[Signature, tuple[Argument | None, ...]]

    def has(self, argument: Argument) -> bool:
        """Whether an argument is known."""
        return all(variable in self.known for variable in variables(argument))

    def repeats(self, atom: Term) -> bool:
        """Whether a condition asks the very question that the rule answers."""
        told = tuple(argument if self.has(argument) else None for argument in atom.arguments)
        return (atom.signature, told) == self.call


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

    def best(self, conditions: Sequence[Condition], view: RuleView) -> Condition | None:
        """The condition to take next; None if none can be taken."""
        ready = [condition for condition in conditions if _is_ready(condition, view)]
        return min(ready, key=lambda condition: self._cost(condition, view), default=None)

    def _cost(self, condition: Condition, view: RuleView) -> float:
        if isinstance(condition, Distinct):
            return _COMPARISON
        atom = condition.atom
        wanted = {v for v in variables(atom) if v not in view.known and v not in view.singles}
        if atom.signature not in self._defined:
            return max(_ONE_ANSWER, self._count(atom, view)) if wanted else _LOOK_UP
        if not wanted:
            return _RULES if atom.signature in self._changing else _FIXED_RULES
        if view.repeats(atom):
            return _OWN_ANSWERS
        given = sum(map(view.has, atom.arguments))
        answers = _ANSWERS_PER_VARIABLE ** len(wanted)
        answers *= _LEFT_BY_ARGUMENT**given if given else _NOTHING_KNOWN
        return answers * self._cost_of_answer(atom, view)

    def _cost_of_answer(self, atom: Term, view: RuleView) -> float:
        if atom.signature in view.own:
            return _RECURSIVE_ANSWER
        return _CHANGING_ANSWER if atom.signature in self._changing else _FIXED_ANSWER

    def _count(self, atom: Term, view: RuleView) -> float:
        if atom.signature == ("does", 2):
            return 1.0
        counts = self._facts
        if atom.signature == ("true", 1) and isinstance(atom.arguments[0], Term):
            atom, counts = atom.arguments[0], self._truths
        return counts.answers(atom, view.has)


def _is_ready(condition: Condition, view: RuleView) -> bool:
    if isinstance(condition, Distinct):
        return view.has(condition.left) and view.has(condition.right)
    return not condition.negated or view.has(condition.atom)
