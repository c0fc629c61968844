"""Proofs that at most one, or exactly one, fluent of a group holds in every state, and of turns.

A claim is inductive if it holds at the start, and after every joint move from any state in which
all claims hold. Claims that a counterexample breaks are dropped until none does (Houdini; Flanagan
and Leino 2001). clingo looks for the counterexamples among the ground rules. That roles take turns
is proven if no state in which the claims hold gives a choice to a role that is not at turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clingo.configuration import Configuration
from clingo.control import Control

from boardworth.rules.gdl.ground.grounding import ALWAYS, GroundGame
from boardworth.rules.gdl.structure.cones import Definitions

if TYPE_CHECKING:
    from clingo.backend import Backend
    from clingo.solving import Model

    from boardworth.rules.gdl.structure.structure import Turns

# With more literals a proof is not tried: reading them in would take long by itself.
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


@dataclass(frozen=True)
class Proof:
    """Which claims are proven, and whether turns are."""

    claims: tuple[bool, ...]
    turns: bool


def prove(
    game: GroundGame,
    claims: Sequence[Claim],
    turns: Turns | None = None,
    max_conflicts: int = _MAX_CONFLICTS,
) -> Proof:
    """Which of the claims, all of them true at the start, are proven within the limits."""
    nothing = Proof((False,) * len(claims), turns=False)
    literals = len(game.rules.literals)
    if not claims or literals > _MAX_LITERALS:
        return nothing
    conflicts = min(max_conflicts, _MAX_WORK // max(1, literals))
    search = _Counterexamples(game, claims, turns, conflicts)
    kept = [True] * len(claims)
    while any(kept):
        broken = search.broken_claims(kept)
        if broken is None:
            return nothing
        if not broken:
            break
        for claim in broken:
            kept[claim] = False
    return Proof(tuple(kept), turns is not None and search.proves_turns(kept))


class _Counterexamples:
    """A state in which all claims hold, a joint move, and a state after it that breaks one."""

    def __init__(
        self, game: GroundGame, claims: Sequence[Claim], turns: Turns | None, max_conflicts: int
    ) -> None:
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
            self._asks_turns = backend.add_atom()
            backend.add_rule([*self._assumed, self._asks_turns], [], choice=True)
            self._add_claims(backend, game, claims)
            if turns is not None:
                self._add_turns(backend, game, turns)

    def broken_claims(self, kept: list[bool]) -> list[int] | None:
        """Claims that one counterexample breaks, none if there is none; None if it is not known."""
        found: list[int] = []
        numbers = range(len(kept))

        def note(model: Model) -> None:
            found.extend(i for i in numbers if kept[i] and model.is_true(self._broken[i]))

        known = self._solve([-self._asks_turns, *self._kept(kept)], note)
        return None if known is None else found

    def proves_turns(self, kept: list[bool]) -> bool:
        """Whether no state in which the claims hold breaks the turns; False if it is not known."""
        return self._solve([self._asks_turns, *self._kept(kept)], lambda _model: None) is False

    def _kept(self, kept: list[bool]) -> list[int]:
        return [a if keep else -a for a, keep in zip(self._assumed, kept, strict=True)]

    def _solve(self, assumptions: list[int], on_model: Callable[[Model], None]) -> bool | None:
        """Whether there is a model; None if the conflicts ran out."""
        solving = self._control.configuration.solve
        assert isinstance(solving, Configuration)
        solving.solve_limit = f"{self._conflicts_left},umax"
        # In a thread of clingo's: Ctrl-C must not find this one inside of a callback.
        with self._control.solve(assumptions=assumptions, on_model=on_model, async_=True) as search:
            while not search.wait(_GLANCE):
                pass
            result = search.get()
        self._conflicts_left -= int(self._control.statistics["solving"]["solvers"]["conflicts"])
        return None if result.unknown or self._conflicts_left <= 0 else bool(result.satisfiable)

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
        backend.add_rule([], [-some_broken, -self._asks_turns])

    def _add_turns(self, backend: Backend, game: GroundGame, turns: Turns) -> None:
        """Asked for turns, there is a choice for a role that should have none."""
        choosing = [self._choice(backend, legals) for legals in game.legal_atoms]
        broken = backend.add_atom()
        for role, chooses in enumerate(choosing):
            if not turns.fluents:
                for other in choosing[:role]:
                    backend.add_rule([broken], [chooses, other])
                continue
            for other, fluents in enumerate(turns.fluents):
                atoms = [self._atoms[game.fluent_atoms[fluent]] for fluent in fluents]
                if other == role:
                    backend.add_rule([broken], [chooses, *(-atom for atom in atoms)])
                else:
                    for atom in atoms:
                        backend.add_rule([broken], [chooses, atom])
        backend.add_rule([], [self._asks_turns, -broken])

    def _choice(self, backend: Backend, legals: Sequence[int]) -> int:
        """An atom that holds where two of a role's moves are legal."""
        chooses = backend.add_atom()
        moves = [(self._atoms[legal], 1) for legal in legals if legal >= ALWAYS]
        backend.add_weight_rule([chooses], 2, moves)
        return chooses


def _atom_count(game: GroundGame) -> int:
    """The greatest atom."""
    rules = game.rules
    named = [*game.fluent_atoms, *(atom for atoms in game.does_atoms for atom in atoms)]
    greatest = max(named, default=0)
    for array in (rules.heads, rules.literals):
        greatest = max(greatest, int(abs(array).max(initial=0)))
    return greatest
