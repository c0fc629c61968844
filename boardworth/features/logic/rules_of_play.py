"""What features are generated from: a theory's rules, its facts and, by a rule sheet, its moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.syntax.terms import RuleSheet

if TYPE_CHECKING:
    from boardworth.features.logic.theory import Theory
    from boardworth.rules.gdl.syntax.terms import Rule, Signature, Term

# Moves played to see with what the roles wait.
_MOVES_SEEN = 4


@dataclass(frozen=True)
class RulesOfPlay:
    """What features are generated from."""

    rules: tuple[Rule, ...]
    facts: Mapping[Term, tuple[int, int]]  # every state fact, its atom and value
    # What a theory defines beside a rule sheet is asked for, whether the sheet needs it or not.
    added: frozenset[Signature] = frozenset()
    turns: tuple[Term, ...] = ()  # the facts that say whose turn it is
    roles: tuple[str, ...] = ()
    goals: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # of every role
    # What regressions go through: by role its moves, and the move with which it waits.
    moves: Mapping[str, tuple[Term, ...]] = field(default_factory=dict)
    waiting: Mapping[str, Term] = field(default_factory=dict)

    @staticmethod
    def of(theory: Theory) -> RulesOfPlay:
        """Those of a theory; only a rule sheet knows about moves and turns."""
        game = theory.game
        added = frozenset(rule.head.signature for rule in theory.added)
        if not isinstance(game, RuleGame):
            roles = RuleSheet(theory.rules).roles
            return RulesOfPlay(theory.rules, theory.facts, added, roles=roles)
        ground = game.require_propnet("logic features").ground_game
        turns = game.structure.turns
        telling = [n for fluents in turns.fluents for n in fluents] if turns else []
        goals = {
            role: tuple(sorted({value for own, value, _ in ground.goals if own == number}))
            for number, role in enumerate(ground.roles)
        }
        return RulesOfPlay(
            theory.rules,
            theory.facts,
            added,
            tuple(ground.fluents[number] for number in telling),
            ground.roles,
            goals,
            dict(zip(ground.roles, ground.moves, strict=True)),
            _waiting(game),
        )


def _waiting(game: RuleGame) -> dict[str, Term]:
    """The only move of each role while another has a choice."""
    machine = game.require_propnet("logic features")
    found: dict[str, Term] = {}
    state = machine.start()
    for _ in range(_MOVES_SEEN):
        legal = machine.legal_moves(state)
        if machine.terminal(state) or not all(legal):
            break
        if any(len(moves) > 1 for moves in legal):
            for role, moves in enumerate(legal):
                if len(moves) == 1:
                    found.setdefault(game.roles[role], machine.move(role, moves[0]))
        state = machine.play(state, [moves[0] for moves in legal])
    return found
