"""What an evaluation finds worth having, in the game's own words, for those who invent the game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from boardworth.errors import MissingCapability
from boardworth.fitting.shown import MIN_SHARE, contents_shares, contents_worth
from boardworth.recipes.balance import Matter
from boardworth.report.influence import most_influential
from boardworth.report.phases import chosen_phases, phase_title
from boardworth.report.varying_terms import varying_terms

if TYPE_CHECKING:
    from boardworth.fitting import Model

# Of each part of the game the facts and the squares that matter most, of each role the terms.
_FACTS, _TERMS, _SQUARES = 4, 5, 2


def what_matters(model: Model) -> tuple[Matter, ...]:
    """The terms of most influence: by the parts of the game, or by role."""
    try:
        _ = model.weighted_sum
    except MissingCapability:
        return tuple(_terms_by_role(model))
    return tuple(_facts_by_phase(model))


def _facts_by_phase(model: Model) -> Iterator[Matter]:
    """Early, in the middle and late: numbers, squares, then the facts of most influence."""
    found = model.weighted_sum
    for stage in chosen_phases(model):
        when = phase_title(model, stage)
        weights = found.values(stage)
        for name, weight in zip(found.features.terms, found.features.term_weights, strict=True):
            yield Matter(when, float(weights[weight]), model.unit, f"each of {name}")
        yield from _squares(model, stage, when)
        for one in most_influential(model, stage, _FACTS):
            yield Matter(when, one.value, model.unit, str(one.configuration))


def _squares(model: Model, stage: int, when: str) -> Iterator[Matter]:
    """What is best and worst to have on a square; squares of equal worth stand together.

    What training has hardly met there is left out.
    """
    game, board = model.game, model.game.board
    if not board.columns or not model.weighted_sum.features.patterns:
        return
    worth = contents_worth(model, stage).reshape(len(game.symbols), -1)
    relative = worth - worth.mean(axis=0)
    rare = contents_shares(model, stage).reshape(worth.shape) < MIN_SHARE
    groups: dict[tuple[str, float], list[str]] = defaultdict(list)
    for square, atom in enumerate(game.atoms[: board.columns * board.rows]):
        for value, content in enumerate(atom.values):
            more = round(float(relative[value, square]), 3)
            if not rare[value, square]:
                groups[content, more].append(atom.name)
    ranked = sorted((g for g in groups.items() if g[0][1]), key=lambda group: -group[0][1])
    for (content, more), names in (*ranked[:_SQUARES], *ranked[-_SQUARES:]):
        yield Matter(when, more, model.unit, f"{content} on {', '.join(names)}")


def _terms_by_role(model: Model) -> Iterator[Matter]:
    """Those whose part in the value changes most in random games, at their largest."""
    for own in varying_terms(model, _TERMS):
        for one in own.terms:
            what = f"{one.term.name} {one.term.holds}".strip()
            yield Matter(own.role, one.term.contribution, model.unit, what)
