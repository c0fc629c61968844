"""Logic features from a game's rules alone (Kaneko, Yamaguchi and Kawai 2002, section 3).

Features are queries over what the rules speak of: facts, whole predicates (`goal`, `legal`,
`terminal` and those that they are defined by), parts of the conjunctions by which these are
defined, and what a move changes. None of them asks whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations
from typing import TYPE_CHECKING

from boardworth.features.logic.bodies import (
    MAX_CONDITIONS,
    Body,
    canonical,
    literals,
    parts,
    variables_of,
)
from boardworth.features.logic.changes import by_move, during_move, possible_after
from boardworth.features.logic.fact_values import FactValues, split_head
from boardworth.features.logic.logic_feature import LogicFeature
from boardworth.features.logic.regression import MOVE, Regression
from boardworth.features.logic.turnless import ANY_TURN, matches, without_turn
from boardworth.features.logic.wording import worded
from boardworth.rules.gdl.check.checks import unsafe_variables
from boardworth.rules.gdl.ground.splitting import changing_predicates
from boardworth.rules.gdl.syntax.terms import Literal, Rule, Term, Variable, variables

if TYPE_CHECKING:
    from boardworth.features.logic.rules_of_play import RulesOfPlay
    from boardworth.rules.gdl.syntax.terms import Signature

MAX_FEATURES = 1_000
# Of these, the share that may be about what a move changes.
_CHANGES_SHARE = 0.5
# Conjunctions that more features would ask for, by the values of their facts, are left out.
MAX_INSTANCES = 100
# What other predicates are found from, in this order.
_ROOTS: tuple[Signature, ...] = (("goal", 2), ("terminal", 0), ("legal", 2))
_TRUE: Signature = ("true", 1)


@dataclass(frozen=True)
class Generated:
    """Features, simple ones first, and the rules that they are queries over.

    Attributes:
        features: about the state as it is.
        rules: for these.
        changes: about what a move changes, in groups: those that are fast to ground first.
        regressed_rules: for those.
        left_out: how many were beyond the bounds; of conjunctions that were not looked at, also
            those that others ask for as well.
    """

    features: tuple[LogicFeature, ...]
    rules: tuple[Rule, ...]
    changes: tuple[tuple[LogicFeature, ...], ...]
    regressed_rules: tuple[Rule, ...]
    left_out: int = 0

    @property
    def all_features(self) -> tuple[LogicFeature, ...]:
        """Of both kinds."""
        return (*self.features, *chain.from_iterable(self.changes))


def generate_features(play: RulesOfPlay, max_features: int = MAX_FEATURES) -> Generated:
    """All features within the bound; the same ones in the same order every time."""
    generator = _Generator(play)
    every = generator.changes()
    changes = _first(every, int(_CHANGES_SHARE * max_features))
    room = max_features - sum(map(len, changes))
    unfinished = generator.unfinished()
    queries = _Queries(generator, room)
    queries.ask(generator.whole())
    for clauses in unfinished.values():
        head = Term(clauses[0].head.name, (Variable("rule"), Variable("at")))
        queries.found[(Literal(head),)] = LogicFeature(head.name, head, (Literal(head),))
    queries.ask(generator.parts())
    kept = tuple(queries.found.values())[:room]
    rules = (*generator.rules, *chain.from_iterable(unfinished.values()))
    changed = chain.from_iterable(regression.clauses() for regression in generator.regressions)
    left_out = queries.left_out + len(queries.found) - len(kept)
    left_out += sum(map(len, every)) - sum(map(len, changes))
    return Generated(kept, rules, changes, (*rules, *changed), left_out)


def _first(
    groups: Iterable[tuple[LogicFeature, ...]], room: int
) -> tuple[tuple[LogicFeature, ...], ...]:
    """As many as there is room for, group by group; no empty ones."""
    found = []
    for group in groups:
        found.append(group[:room])
        room -= len(found[-1])
    return tuple(filter(None, found))


class _Queries:
    """Features that ask for different things, until there is no room for more."""

    def __init__(self, generator: _Generator, room: int) -> None:
        self.generator = generator
        self.room = room
        self.found: dict[Body, LogicFeature] = {}
        self.left_out = 0

    def ask(self, bodies: Iterable[Body]) -> None:
        """Adds what bodies ask for, split by the values of facts."""
        generator, values = self.generator, self.generator.values
        for body in bodies:
            count = values.instances(body)
            if count > MAX_INSTANCES or len(self.found) >= self.room:
                self.left_out += count
                continue
            for split in values.split(body):
                key = canonical(split)
                if key not in self.found and generator.possible(split):
                    self.found[key] = generator.feature(split, generator.name(split))


class _Generator:
    def __init__(self, play: RulesOfPlay) -> None:
        self.play = play
        self.values = FactValues(play.facts)
        self.rules = without_turn(play.rules, play.facts, play.turns)
        self.changing = changing_predicates(self.rules, [_TRUE])
        self.changing -= changing_predicates(self.rules, [("does", 2)])
        self.changing -= {("next", 1)}
        self.by_predicate: dict[Signature, list[Rule]] = {}
        for rule in self.rules:
            self.by_predicate.setdefault(rule.head.signature, []).append(rule)

    @cached_property
    def regressions(self) -> tuple[Regression, ...]:
        play = self.play
        if ("next", 1) not in self.by_predicate:
            return ()
        return tuple(
            Regression(
                self.rules,
                role,
                [move for move in moves if move != play.waiting.get(role)],
                {other: move for other, move in play.waiting.items() if other != role},
            )
            for role, moves in play.moves.items()
        )

    @cached_property
    def predicates(self) -> list[Signature]:
        """The changing ones that a theory adds, and those that goals, ends and moves depend on.

        Those that define others come after them.
        """
        of_play = [root for root in _ROOTS if root not in self.play.added]
        roots = [*sorted(self.play.added), *of_play]
        roots = [root for root in roots if root in self.changing]
        found = dict.fromkeys(roots)
        waiting = list(roots)
        while waiting:
            for rule in self.by_predicate.get(waiting.pop(0), ()):
                for literal in literals(rule.body):
                    signature = literal.atom.signature
                    if signature in self.changing - {_TRUE} and signature not in found:
                        found[signature] = None
                        waiting.append(signature)
        return list(found)

    def whole(self) -> Iterator[Body]:
        """Facts and whole predicates."""
        for fact in self.fact_patterns:
            yield (Literal(Term("true", (fact,))),)
        for signature in self.predicates:
            for atom in self._atoms(signature):
                yield (Literal(atom),)

    def parts(self) -> Iterator[Body]:
        """The conjunctions by which predicates are defined, and parts of them."""
        for signature in self.predicates:
            for rule in self.by_predicate[signature]:
                changing = [c for c in literals(rule.body) if c.atom.signature in self.changing]
                if changing:
                    yield from parts(changing, [c for c in rule.body if c not in changing])

    def possible(self, body: Body) -> bool:
        """Whether every condition has a chance: there are facts as it asks for."""
        for literal in literals(body):
            stated = self._stated(literal.atom.signature)
            if stated and not any(matches(literal.atom, fact) for fact in stated):
                return False
        return True

    def _stated(self, signature: Signature) -> Sequence[Term]:
        """The facts of a predicate that is defined by nothing else."""
        if signature == _TRUE:
            return self._true
        rules = self.by_predicate.get(signature, [])
        return [rule.head for rule in rules] if not any(rule.body for rule in rules) else []

    @cached_property
    def _true(self) -> Sequence[Term]:
        return [Term("true", (fact,)) for fact in self.play.facts]

    def name(self, body: Body) -> str:
        """What changes first; then how that is related."""
        changing = [c for c in literals(body) if c.atom.signature in self.changing]
        related = [
            c
            for c in body
            if c not in changing
            and variables_of(c)
            and not (isinstance(c, Literal) and c.atom.name == ANY_TURN)
        ]
        return worded(changing, related)

    def feature(self, body: Body, name: str) -> LogicFeature:
        """What changing conditions speak of tells solutions apart."""
        changing = [c for c in literals(body) if c.atom.signature in self.changing]
        named = dict.fromkeys(v for literal in changing for v in variables(literal.atom))
        return LogicFeature(name, Term(name, tuple(named)), body)

    def changes(self) -> tuple[tuple[LogicFeature, ...], ...]:
        """What features about moves ask, group by group."""
        facts = [fact for fact in self.fact_patterns if self.values.places.get(fact.signature)]
        moves = {role: self._move_patterns(role) for role in self.play.roles}
        ends = {r.role: list(self._reached(r.role)) for r in self.regressions}
        return tuple(
            tuple(chain.from_iterable(group))
            for group in (
                [during_move(r) for r in self.regressions],
                [by_move(r, ends[r.role], facts) for r in self.regressions],
                [possible_after(r, moves) for r in self.regressions],
            )
            if group
        )

    def _reached(self, role: str) -> Iterator[Term]:
        """The ends of the game that a role may want."""
        best = max(self.play.goals.get(role, (0,)))
        if best and ("goal", 2) in self.changing:
            yield Term("goal", (Term(role), Term(str(best))))
        if ("terminal", 0) in self.changing:
            yield Term("terminal")

    # Facts and predicates as wholes.

    @cached_property
    def fact_patterns(self) -> list[Term]:
        """Facts with variables for all but their values; those of the turn are left out."""
        found: dict[Term, None] = {}
        for fact in self.play.facts:
            if fact in self.play.turns:
                continue
            values = self.values.places.get(fact.signature, set())
            arguments = tuple(
                argument if place in values else Variable(f"x{place + 1}")
                for place, argument in enumerate(fact.arguments)
            )
            found.setdefault(Term(fact.name, arguments))
        return list(found)

    def _atoms(self, signature: Signature) -> Iterator[Term]:
        name, arity = signature
        if signature == ("goal", 2) and self.play.goals:
            for role, values in self.play.goals.items():
                for value in values:
                    yield Term("goal", (Term(role), Term(str(value))))
        elif signature == ("legal", 2) and self.play.roles:
            for role in self.play.roles:
                for move in self._move_patterns(role) or (MOVE,):
                    yield Term("legal", (Term(role), move))
        else:
            yield Term(name, tuple(Variable(f"x{place + 1}") for place in range(arity)))

    def _move_patterns(self, role: str) -> list[Term]:
        """A role's moves by their names, with variables; all but those with which it waits."""
        waits = self.play.waiting.get(role)
        return [
            Term(name, tuple(Variable(f"x{place + 1}") for place in range(arity)))
            for name, arity in dict.fromkeys(m.signature for m in self.play.moves.get(role, ()))
            if waits is None or (name, arity) != waits.signature
        ]

    # Parts of conjunctions.

    def unfinished(self) -> dict[str, list[Rule]]:
        """Conjunctions of which some facts hold, and whose others can still come true.

        Where facts with one value must hold, no other value stands in the place of those that do
        not hold yet: such as a line without a piece of the opponent. All conjunctions of a
        predicate are one feature: by its name, the rules that define it.
        """
        found: dict[str, list[Rule]] = {}
        for signature in self.predicates:
            for number, rule in enumerate(self.by_predicate[signature]):
                if self.values.instances(rule.body) > MAX_INSTANCES:
                    continue
                for body in self.values.split(rule.body):
                    for name, held in self._unfinished(body):
                        what = worded([Literal(split_head(rule, body))])
                        called = f"{what}: {name}"
                        at = Term("at", tuple(dict.fromkeys(chain(*map(variables_of, held)))))
                        asked = Rule(Term(called, (Term(str(number)), at)), held)
                        # What only a negated fact speaks of could be anything.
                        if not any(unsafe_variables(asked)):
                            found.setdefault(called, []).append(asked)
        return found

    def _unfinished(self, body: Body) -> Iterator[tuple[str, Body]]:
        """In words how many facts of a body hold, and what is asked for then."""
        facts = [c for c in literals(body) if not c.negated and c.atom.signature == _TRUE]
        changing = [c for c in literals(body) if c.atom.signature in self.changing]
        count = len(facts)
        if count != len(changing) or not 2 < count <= MAX_CONDITIONS:
            return
        fixed = [c for c in body if c not in facts]
        for other, instead in self._other_values(facts):
            for size in range(count - 1, 0, -1):
                for held in combinations(facts, size):
                    rest = [instead[c] for c in facts if c not in held]
                    yield f"{size} of {count}, no {other}", (*held, *rest, *fixed)

    def _other_values(
        self, facts: Sequence[Literal]
    ) -> Iterator[tuple[Term, dict[Literal, Literal]]]:
        """For facts that share a value: another value, and each of them, negated, with it."""
        terms = [t for c in facts if isinstance(t := c.atom.arguments[0], Term)]
        signatures = {term.signature for term in terms}
        places = self.values.places.get(terms[0].signature, set()) if terms else set()
        if len(terms) < len(facts) or len(signatures) > 1 or len(places) != 1:
            return
        (place,) = places
        values = {term.arguments[place] for term in terms}
        if len(values) > 1:
            return
        for value in sorted(self.values.at[terms[0].signature, place] - values, key=str):
            yield (
                value,
                {
                    condition: Literal(Term("true", (_with(term, place, value),)), negated=True)
                    for condition, term in zip(facts, terms, strict=True)
                },
            )


def _with(fact: Term, place: int, value: Term) -> Term:
    arguments = (*fact.arguments[:place], value, *fact.arguments[place + 1 :])
    return Term(fact.name, arguments)
