"""Who leads in a position: by an evaluation, or by a short search that needs none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardworth.errors import MissingCapability
from boardworth.evaluators import Evaluator
from boardworth.recipes.balance.noted_game import players_of_game
from boardworth.search import Limit, Uct

if TYPE_CHECKING:
    from boardworth.fitting import Model
    from boardworth.recipes.balance.noted_game import Leader
    from boardworth.rules import Game, Position

# Simulations of a search, and by how many of 100 points a role leads.
SIMULATIONS = 100
LEAD = 5.0


def leader_by(model: Model) -> Leader | None:
    """Whoever the model values above 0; None if it has a value of its own for every role."""
    if model.evaluation.by_role or len(model.game.roles) != 2:
        return None
    evaluator = Evaluator(model)

    def leader(position: Position) -> int | None:
        value = evaluator.value(position)
        if value == 0:
            return None
        return position.mover if value > 0 else 1 - position.mover

    return leader


def leader_by_search(game: Game, seed: int) -> Leader | None:
    """Whoever UCT expects more points for than for all others; None if it cannot play the game."""
    players = players_of_game(game)
    try:
        game.simulator("UCT")
    except MissingCapability:
        return None
    search = Uct(SIMULATIONS, seed=seed)

    def leader(position: Position) -> int | None:
        found = search.search(position, Limit(nodes=SIMULATIONS))
        points = {}
        for role in players:
            visits = sum(move.visits for move in found.moves[role])
            total = sum(move.visits * move.mean for move in found.moves[role])
            points[role] = total / visits if visits else 0.0
        first, second = sorted(players, key=lambda role: -points[role])[:2]
        return first if points[first] >= points[second] + LEAD else None

    return leader if len(players) > 1 else None
