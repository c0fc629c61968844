"""What roles may expect in a position: by an evaluation, or by a short search that needs none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardworth.errors import MissingCapability
from boardworth.evaluators import Evaluator
from boardworth.recipes.balance.noted_game import players_of_game
from boardworth.search import Limit, Uct

if TYPE_CHECKING:
    from boardworth.fitting import Model
    from boardworth.recipes.balance.noted_game import Judge
    from boardworth.rules import Game, Position

# Simulations of a search.
SIMULATIONS = 100


def judge_by(model: Model) -> Judge | None:
    """All for the role that the model prefers, if two take turns; else None."""
    if model.evaluation.by_role or len(model.game.roles) != 2:
        return None
    evaluator = Evaluator(model)

    def judge(position: Position) -> tuple[float, float]:
        value = evaluator.value(position)
        own = 0.5 + 0.5 * ((value > 0) - (value < 0))
        return (own, 1 - own) if position.mover == 0 else (1 - own, own)

    return judge


def judge_by_search(game: Game, seed: int) -> Judge | None:
    """What UCT expects; None for one role, or if the rules cannot be simulated."""
    if len(players_of_game(game)) == 1:
        return None
    try:
        game.simulator("UCT")
    except MissingCapability:
        return None
    search = Uct(SIMULATIONS, seed=seed)

    def judge(position: Position) -> list[float]:
        found = search.search(position, Limit(nodes=SIMULATIONS))
        return [
            sum(move.visits * move.mean for move in moves)
            / max(sum(move.visits for move in moves), 1)
            / 100
            for moves in found.moves
        ]

    return judge
