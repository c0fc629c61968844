"""Rules about the state after a move, in terms of the state before it.

For a role's move ?m every predicate of the state gets a copy with ?m as its first argument, in
which `true` is replaced by `next`, and `does` by the fact that the role makes this move and the
others wait. So "a move that reaches the goal" is a query over the state as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from boardworth.rules.gdl.ground.splitting import changing_predicates
from boardworth.rules.gdl.syntax.terms import Literal, Rule, Term, Variable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boardworth.rules.gdl.syntax.terms import Condition, Signature

MOVE = Variable(" move")  # a blank keeps it apart from the rules' own
_NO_QUERIES = frozenset({"init", "base", "input", "next"})


@dataclass(frozen=True)
class Regression:
    """The copies of predicates for one role's moves.

    Args:
        rules: of the theory.
        role: that moves.
        moves: all that it ever has, but for those with which it waits.
        waiting: the moves of all other roles meanwhile.
    """

    rules: Sequence[Rule]
    role: str
    moves: Sequence[Term]
    waiting: Mapping[str, Term]

    @property
    def can_move(self) -> tuple[Literal, Literal]:
        """That MOVE is a move that the role has."""
        return Literal(Term("legal", (Term(self.role), MOVE))), Literal(self._is_move(MOVE))

    def after(self, atom: Term) -> Term:
        """An atom about the state after the move MOVE."""
        name = "next" if atom.name == "true" else f"after {atom.name}"
        return Term(f"{self.role}: {name}", (MOVE, *atom.arguments))

    def during(self, atom: Term) -> Term:
        """An atom about the state and the joint move of which MOVE is a part."""
        return Term(f"{self.role}: {atom.name}", (MOVE, *atom.arguments))

    @cached_property
    def predicates_of_moves(self) -> list[Signature]:
        """What the rules derive from moves, and the next state from it."""
        of_moves = changing_predicates(self.rules, [("does", 2)])
        heads = dict.fromkeys(rule.head.signature for rule in self.rules)
        return [signature for signature in heads if signature in of_moves - {("next", 1)}]

    def clauses(self) -> list[Rule]:
        """All rules of the copies."""
        of_moves = changing_predicates(self.rules, [("does", 2)])
        of_states = changing_predicates(self.rules, [("true", 1)]) - of_moves - {("true", 1)}
        found = [Rule(self._is_move(move)) for move in self.moves]
        does = self.during(Term("does", (Term(self.role), MOVE)))
        found.append(Rule(does, (Literal(self._is_move(MOVE)),)))
        for other, move in self.waiting.items():
            waits = self.during(Term("does", (Term(other), move)))
            found.append(Rule(waits, (Literal(self._is_move(MOVE)),)))
        for rule in self.rules:
            signature = rule.head.signature
            if signature in {*of_moves, ("next", 1)}:
                found.append(self._copy(rule, of_moves, during=True))
            elif signature in of_states and rule.head.name not in _NO_QUERIES:
                found.append(self._copy(rule, of_states, during=False))
        return found

    def _copy(self, rule: Rule, changing: set[Signature], *, during: bool) -> Rule:
        def turned(condition: Condition) -> Condition:
            if not isinstance(condition, Literal):
                return condition
            atom = condition.atom
            if during and atom.signature in changing:
                atom = self.during(atom)
            elif not during and atom.signature in {*changing, ("true", 1)}:
                atom = self.after(atom)
            return Literal(atom, condition.negated, condition.place)

        head = self.during(rule.head) if during else self.after(rule.head)
        body = (Literal(self._is_move(MOVE)), *map(turned, rule.body))
        return Rule(head, body, rule.place)

    def _is_move(self, move: Term | Variable) -> Term:
        return Term(f"{self.role}: move", (move,))
