"""Players for models: by the method that was found to play best with one, or by another."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from boardworth.evaluators import Evaluator
from boardworth.search.alphabeta import AlphaBeta
from boardworth.search.mtdf import Mtdf
from boardworth.search.uct import MEMORY, Uct, UctSettings

if TYPE_CHECKING:
    from boardworth.fitting import Model, PlayerName
    from boardworth.rules.gdl.game import RuleGame
    from boardworth.search.player import Player

# How often a rollout of guided UCT ends with the evaluation, at each step.
_CUTS: dict[PlayerName, float] = {"guided-uct": 0.1, "lightly-guided-uct": 0.03}


def model_player(
    model: Model,  # what positions are worth
    name: str = "",  # for tables and records; else the method
    *,
    # How; else the one that the model names, else what is usual for its kind.
    method: PlayerName | None = None,
    threads: int = 1,  # how many search together
    seconds: float | None = None,  # how long for a move at most
    seed: int = 0,  # of what UCT draws
    memory: int = MEMORY,  # bytes of the tree of UCT
    game: RuleGame | None = None,  # of the same rules, if it is another object than the model's own
) -> Player:
    """A player that uses a model. Raises MissingCapability if the method cannot use it."""
    method = method or model.player or model.evaluation.usual_player
    name = name or method
    settings = UctSettings(threads=threads, memory=memory)
    if method == "uct":
        return Uct(seconds=seconds, seed=seed, settings=settings, name=name)
    if method in _CUTS:
        return Uct(
            seconds=seconds,
            seed=seed,
            settings=replace(settings, cut=_CUTS[method]),
            function=model,
            name=name,
            game=game,
        )
    if method == "mtdf":
        return Mtdf(model, seconds=seconds, name=name, game=game)
    return AlphaBeta(Evaluator(model), name, threads=threads, seconds=seconds)
