"""The kinds of play that a game is looked at under: random moves, UCT, and what was learned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardworth.arena import reasonable_openings
from boardworth.evaluators import Evaluator
from boardworth.search import Chance, Limit, Uct, model_player

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardworth.fitting import Model, PlayerName
    from boardworth.rules import Game, Move
    from boardworth.search import Player

# Random moves before games that would all be the same without them: as few as are enough.
OPENING_PLIES = (2, 4, 6)


@dataclass(frozen=True, slots=True)
class KindOfPlay:
    """One player that takes all roles."""

    name: str  # "random", "uct" or "learned"
    player: Player
    limit: Limit  # of every move
    openings: Sequence[Sequence[Move]] = ((),)

    @property
    def imposed(self) -> int:
        """How many first moves are drawn."""
        return max(map(len, self.openings))

    def __str__(self) -> str:
        return self.player.name


def random_play(seed: int) -> KindOfPlay:
    """All moves are equally likely, also where a position recurs."""
    return KindOfPlay("random", Chance(seed), Limit(nodes=1))


def uct_play(game: Game, simulations: int, seed: int) -> KindOfPlay:
    """UCT. Raises MissingCapability if the rules cannot be simulated."""
    game.simulator("UCT")
    player = Uct(simulations, seed=seed, name=f"uct:{simulations}")
    return KindOfPlay("uct", player, Limit(nodes=simulations))


def learned_play(
    model: Model, games: int, *, depth: int, simulations: int, seed: int
) -> KindOfPlay:
    """A model, by the method that plays it best, to a depth or with a number of simulations.

    A search that always plays the same game begins with random moves, where there are turns.
    """
    method = _method(model)
    varies = model_player(model, method=method).varies
    limit = Limit(nodes=simulations) if varies else Limit(depth=depth)
    player = model_player(model, f"{method}, {limit}", method=method, seed=seed)
    if varies or not model.game.has_turns:
        return KindOfPlay("learned", player, limit)
    return KindOfPlay("learned", player, limit, _openings(model, games, seed))


def _openings(model: Model, games: int, seed: int) -> list[tuple[Move, ...]]:
    """The shortest lines of which there are enough, or else the longest."""
    evaluator = Evaluator(model)
    openings: list[tuple[Move, ...]] = [()]
    for plies in OPENING_PLIES:
        found = reasonable_openings(evaluator, games, plies, seed)
        if len(found) > len(openings):
            openings = found
        if len(openings) == games:
            break
    return openings


def _method(model: Model) -> PlayerName:
    """What plays with the model; if plain UCT was found to play better, its usual player."""
    method = model.player
    if method in {None, "uct"} or (method == "mtdf" and not model.game.has_turns):
        return model.evaluation.usual_player
    assert method is not None
    return method
