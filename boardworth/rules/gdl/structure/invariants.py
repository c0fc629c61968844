"""Proofs that at most one, or exactly one, fluent of a group holds in every state.

A claim is inductive if it holds at the start, and after every joint move from any state in which
all claims hold. Claims that a counterexample breaks are dropped until none does (Houdini; Flanagan
and Leino 2001). clingo looks for the counterexamples among the ground rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from clingo.configuration import Configuration
from clingo.control import Control

from boardworth.rules.gdl.ground.grounding import ALWAYS
from boardworth.rules.gdl.structure.cones import Definitions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clingo.backend import Backend
    from clingo.solving import Model

    from boardworth.rules.gdl.ground.grounding import GroundGame

# Beyond so many literals a proof is not tried: reading them in would take long by itself.
_MAX_LITERALS = 1_500_000
# How often clingo may run into a dead end, and that times the literals: some seconds. It is not a
# time, so that the same sheet has always the same structure.
_MAX_CONFLICTS = 15_000
_MAX_WORK = 800_000_000
# Seconds after which whoever waits for clingo looks for Ctrl-C.
_GLANCE = 0.1


@dataclass(frozen=True)
class Claim:
    """At most one fluent of each group holds; or at least one."""

    groups: tuple[tuple[int, ...], ...]
    at_least_one: bool


def proven(game: GroundGame, claims: Sequence[Claim]) -> list[bool]:
    """Which of the claims, all of them true at the start, are proven within the limits."""
    literals = len(game.rules.literals)
    if not claims or literals > _MAX_LITERALS:
        return [False] * len(claims)
    search = _Counterexamples(game, claims, min(_MAX_CONFLICTS, _MAX_WORK // max(1, literals)))
    kept = [True] * len(claims)
    while any(kept):
        broken = search.broken_claims(kept)
        if broken is None:
            return [False] * len(claims)
        if not broken:
            break
        for claim in broken:
            kept[claim] = False
    return kept


class _Counterexamples:
    """A state in which all claims hold, a joint move, and a state after it that breaks one."""

    def __init__(self, game: GroundGame, claims: Sequence[Claim], max_conflicts: int) -> None:
        self._conflicts_left = max_conflicts
        # Every question is easy or hopeless, so there is no point in clingo's preparations.
        self._control = Control(["--sat-prepro=no", "--eq=0"])
        with self._control.backend() as backend:
            self._atoms: list[int] = [backend.add_atom() for _ in range(_atom_count(game) + 1)]
            self._add_rules(backend, game)
            self._add_moves(backend, game)
            backend.add_rule([self._atoms[0]], [])  # atom 0 stands for ALWAYS
            self._assumed = [backend.add_atom() for _ in claims]
            self._broken = [backend.add_atom() for _ in claims]
            backend.add_rule(self._assumed, [], choice=True)
            self._add_claims(backend, game, claims)

    def broken_claims(self, kept: list[bool]) -> list[int] | None:
        """Claims that one counterexample breaks, none if there is none; None if it is not known."""
        found: list[int] = []
        numbers = range(len(kept))

        def note(model: Model) -> None:
            found.extend(i for i in numbers if kept[i] and model.is_true(self._broken[i]))

        assumed = [a if keep else -a for a, keep in zip(self._assumed, kept, strict=True)]
        solving = self._control.configuration.solve
        assert isinstance(solving, Configuration)
        solving.solve_limit = f"{self._conflicts_left},umax"
        # In a thread of clingo's: Ctrl-C must not find this one inside of a callback.
        with self._control.solve(assumptions=assumed, on_model=note, async_=True) as search:
            while not search.wait(_GLANCE):
                pass
            result = search.get()
        self._conflicts_left -= int(self._control.statistics["solving"]["solvers"]["conflicts"])
        return None if result.unknown or self._conflicts_left <= 0 else found

    def _literal(self, literal: int) -> int:
        return self._atoms[literal] if literal >= 0 else -self._atoms[-literal]

    def _add_rules(self, backend: Backend, game: GroundGame) -> None:
        definitions = Definitions(game)
        legals = [atom for atoms in game.legal_atoms for atom in atoms]
        for atom in sorted(definitions.cone([*game.next_atoms, *legals, game.terminal_atom])):
            for rule in definitions.rules_of(atom):
                body = [self._literal(literal) for literal in definitions.body(rule)]
                backend.add_rule([self._atoms[atom]], body)

    def _add_moves(self, backend: Backend, game: GroundGame) -> None:
        """Any state that is not terminal, and one legal move of every role."""
        backend.add_rule([self._atoms[atom] for atom in game.fluent_atoms], [], choice=True)
        if game.terminal_atom > ALWAYS:
            backend.add_rule([], [self._atoms[game.terminal_atom]])
        for does, legals in zip(game.does_atoms, game.legal_atoms, strict=True):
            moves = [self._atoms[atom] for atom in does]
            for move, legal in zip(moves, legals, strict=True):
                if legal >= ALWAYS:
                    backend.add_rule([move], [self._atoms[legal]], choice=True)
            backend.add_rule([], [-move for move in moves])
            backend.add_weight_rule([], 2, [(move, 1) for move in moves])

    def _add_claims(self, backend: Backend, game: GroundGame, claims: Sequence[Claim]) -> None:
        some_broken = backend.add_atom()
        for claim, assumed, broken in zip(claims, self._assumed, self._broken, strict=True):
            backend.add_rule([some_broken], [assumed, broken])
            for group in claim.groups:
                now = [self._atoms[game.fluent_atoms[fluent]] for fluent in group]
                nexts = [game.next_atoms[fluent] for fluent in group]
                then = [self._atoms[atom] for atom in nexts if atom >= ALWAYS]
                if claim.at_least_one:
                    backend.add_rule([], [assumed, *(-atom for atom in now)])
                    backend.add_rule([broken], [-atom for atom in then])
                else:
                    broken_now = backend.add_atom()
                    backend.add_weight_rule([broken_now], 2, [(atom, 1) for atom in now])
                    backend.add_rule([], [assumed, broken_now])
                    backend.add_weight_rule([broken], 2, [(atom, 1) for atom in then])
        backend.add_rule([], [-some_broken])


def _atom_count(game: GroundGame) -> int:
    """The greatest atom."""
    rules = game.rules
    named = [*game.fluent_atoms, *(atom for atoms in game.does_atoms for atom in atoms)]
    greatest = max(named, default=0)
    for array in (rules.heads, rules.literals):
        greatest = max(greatest, int(abs(array).max(initial=0)))
    return greatest
