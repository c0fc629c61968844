"""What roles may expect in a position, by a short search that needs no evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardworth.errors import MissingCapability
from boardworth.recipes.balance.noted_game import players_of_game
from boardworth.search import Limit, Uct

if TYPE_CHECKING:
    from boardworth.recipes.balance.noted_game import Judge
    from boardworth.rules import Game, Position

# Simulations of a search, and what it is called.
SIMULATIONS = 100
JUDGE = f"UCT with {SIMULATIONS} simulations"


def judge_of(game: Game, seed: int) -> Judge | None:
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
