"""What an evaluation finds worth having, in the game's own words, for those who invent the game."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from statistics import pstdev
from typing import TYPE_CHECKING

from boardworth.errors import MissingCapability
from boardworth.evaluators import Evaluator
from boardworth.fitting import range_text
from boardworth.fitting.shown import contents_worth
from boardworth.recipes.balance import Matter
from boardworth.report.worth import most_valuable
from boardworth.rules import NATURE

if TYPE_CHECKING:
    from boardworth.fitting import Model
    from boardworth.fitting.explanation import Term
    from boardworth.rules import Game, Position

# Of each part of the game the best and the worst facts, of each role the terms, and squares.
_FACTS, _TERMS, _SQUARES = 2, 5, 2
# Random games whose positions are looked at, and moves of each at most.
_GAMES, _MAX_MOVES = 5, 100


def what_matters(model: Model) -> tuple[Matter, ...]:
    """The most worthwhile terms: by the parts of the game, or by role."""
    try:
        _ = model.weighted_sum
    except MissingCapability:
        return tuple(_terms_by_role(model))
    return tuple(_facts_by_phase(model))


def _facts_by_phase(model: Model) -> Iterator[Matter]:
    """Early, in the middle and late: numbers, then the facts that add and take most."""
    found, count = model.weighted_sum, len(model.stages)
    for stage in sorted({count // 4, count // 2, 3 * count // 4}):
        when = f"{range_text(*model.stages.span(stage), '-')} moves played"
        weights = found.values(stage)
        for name, weight in zip(found.features.terms, found.features.term_weights, strict=True):
            yield Matter(when, float(weights[weight]), model.unit, f"each of {name}")
        yield from _squares(model, stage, when)
        good, bad = most_valuable(model, stage, _FACTS)
        wanted = [one for one in good if one.value > 0] + [one for one in bad if one.value < 0]
        for valued in wanted:
            yield Matter(when, valued.value, model.unit, str(valued.configuration))


def _squares(model: Model, stage: int, when: str) -> Iterator[Matter]:
    """What is best and worst to have on a square; squares of equal worth stand together."""
    game, board = model.game, model.game.board
    if not board.columns or not model.weighted_sum.features.patterns:
        return
    worth = contents_worth(model, stage).reshape(len(game.symbols), -1)
    relative = worth - worth.mean(axis=0)
    groups: dict[tuple[str, float], list[str]] = defaultdict(list)
    for square, atom in enumerate(game.atoms[: board.columns * board.rows]):
        for value, content in enumerate(atom.values):
            more = round(float(relative[value, square]), 3)
            groups[content, more].append(atom.name)
    ranked = sorted((g for g in groups.items() if g[0][1]), key=lambda group: -group[0][1])
    for (content, more), names in (*ranked[:_SQUARES], *ranked[-_SQUARES:]):
        yield Matter(when, more, model.unit, f"{content} on {', '.join(names)}")


def _terms_by_role(model: Model) -> Iterator[Matter]:
    """Those whose part in the value changes most in random games, at their largest."""
    game, evaluator = model.game, Evaluator(model)
    positions = list(_random_positions(game))
    for role, name in enumerate(game.roles):
        if name == NATURE:
            continue
        found: dict[str, list[Term]] = defaultdict(list)
        for position in positions:
            for term in evaluator.explain(position, role).terms:
                found[term.name].append(term)
        ranked = sorted(found.values(), key=lambda terms: -_spread(terms))
        for terms in ranked[:_TERMS]:
            most = max(terms, key=lambda term: abs(term.contribution))
            if _spread(terms) > 0:
                yield Matter(name, most.contribution, model.unit, f"{most.name} {most.holds}")


def _spread(terms: Sequence[Term]) -> float:
    return pstdev([term.contribution for term in terms])


def _random_positions(game: Game) -> Iterator[Position]:
    """Of a few random games."""
    draw = random.Random(0)
    for _ in range(_GAMES):
        position = game.start()
        for _ in range(_MAX_MOVES):
            if position.over:
                break
            yield position
            joint = [draw.choice(position.legal_moves(role)) for role in range(len(game.roles))]
            position = position.play_joint(joint)
