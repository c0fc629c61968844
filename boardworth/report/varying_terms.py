"""Terms of values that are no sum of configurations, ranked by how much they change in play."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import pstdev
from typing import TYPE_CHECKING

from boardworth.evaluators import Evaluator
from boardworth.features.weight_texts import CONSTANT
from boardworth.rules import NATURE

if TYPE_CHECKING:
    from boardworth.fitting import Model
    from boardworth.fitting.explanation import Term
    from boardworth.rules import Game, Position

# Random games whose positions are looked at, and moves of each at most.
_GAMES, _MAX_MOVES = 5, 100


@dataclass(frozen=True, slots=True)
class VaryingTerm:
    """A term, and how much what it adds changes in random games."""

    term: Term  # where it adds or takes most
    spread: float  # the standard deviation of what it adds
    share: float  # of the largest spread of the role


@dataclass(frozen=True, slots=True)
class RoleTerms:
    """What a role's values are made of, what changes most first."""

    role: str
    start: float  # what the start of the game is worth to it
    terms: tuple[VaryingTerm, ...]


def varying_terms(model: Model, count: int) -> tuple[RoleTerms, ...]:
    """Of every role with values of its own, or of the side to move, at most so many terms."""
    game, evaluator = model.game, Evaluator(model)
    positions = list(_random_positions(game))
    if not model.evaluation.by_role:
        return (_of_role(evaluator, "the side to move", None, positions, count),)
    return tuple(
        _of_role(evaluator, name, role, positions, count)
        for role, name in enumerate(game.roles)
        if name != NATURE
    )


def _of_role(
    evaluator: Evaluator, name: str, role: int | None, positions: Sequence[Position], count: int
) -> RoleTerms:
    found: dict[str, list[Term]] = defaultdict(list)
    for position in positions:
        for term in evaluator.explain(position, role).terms:
            found[term.name].append(term)
    found.pop(CONSTANT, None)
    spreads = {name: pstdev(term.contribution for term in terms) for name, terms in found.items()}
    ranked = sorted((name for name in found if spreads[name] > 0), key=lambda name: -spreads[name])
    largest = max(spreads.values(), default=0.0)
    terms = tuple(
        VaryingTerm(
            max(found[name], key=lambda term: abs(term.contribution)),
            spreads[name],
            spreads[name] / largest,
        )
        for name in ranked[:count]
    )
    return RoleTerms(name, evaluator.explain(positions[0], role).value, terms)


def _random_positions(game: Game) -> Iterator[Position]:
    """Of a few random games; the first is the start."""
    draw = random.Random(0)
    for _ in range(_GAMES):
        position = game.start()
        for _ in range(_MAX_MOVES):
            if position.over:
                break
            yield position
            joint = [draw.choice(position.legal_moves(role)) for role in range(len(game.roles))]
            position = position.play_joint(joint)
