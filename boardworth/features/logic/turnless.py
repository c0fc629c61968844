"""The rules of a game without whose turn it is: what each role could do if it were to move.

Evaluations see every position with the same role to move. A query about the other role's moves
would never have a solution as long as the rules ask for the turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardworth.rules.gdl.syntax.terms import Literal, Rule, Term, Variable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from boardworth.rules.gdl.syntax.terms import Argument, Condition

# A name with a blank in it cannot be one of the rules' own.
ANY_TURN = "any turn"


def without_turn(
    rules: Sequence[Rule], facts: Collection[Term], turns: Collection[Term]
) -> tuple[Rule, ...]:
    """The rules, with conditions on the turn replaced by a list of all turns.

    Args:
        rules: of a theory.
        facts: all state facts.
        turns: those of them that say whose turn it is.
    """
    if not turns:
        return tuple(rules)
    listed = [Rule(Term(ANY_TURN, (turn,))) for turn in turns]
    others = set(facts) - set(turns)

    def about_turn(condition: Condition) -> bool:
        return (
            isinstance(condition, Literal)
            and condition.atom.name == "true"
            and _matches_any(condition.atom.arguments[0], turns)
            and not _matches_any(condition.atom.arguments[0], others)
        )

    changed = []
    for rule in rules:
        body: list[Condition] = []
        for condition in rule.body:
            if not about_turn(condition):
                body.append(condition)
            elif isinstance(condition, Literal) and not condition.negated:
                atom = Term(ANY_TURN, condition.atom.arguments)
                body.append(Literal(atom, place=condition.place))
        changed.append(Rule(rule.head, tuple(body), rule.place))
    return (*changed, *listed)


def _matches_any(pattern: Argument, facts: Iterable[Term]) -> bool:
    return any(matches(pattern, fact) for fact in facts)


def matches(pattern: Argument, fact: Argument) -> bool:
    """Whether a fact may be an instance of a pattern, equal variables aside."""
    if isinstance(pattern, Variable) or isinstance(fact, Variable):
        return True
    return pattern.signature == fact.signature and all(
        map(matches, pattern.arguments, fact.arguments)
    )
