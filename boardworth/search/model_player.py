"""Players for models: by the method that was found to play best with one, or by another."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from boardworth import _core
from boardworth.errors import MissingCapability
from boardworth.evaluators import Evaluator
from boardworth.fitting import Model
from boardworth.search.alphabeta import AlphaBeta
from boardworth.search.mtdf import Mtdf
from boardworth.search.uct import Uct, UctSettings

if TYPE_CHECKING:
    from boardworth.fitting import PlayerName, RoleFunctions
    from boardworth.rules.gdl.game import RuleGame
    from boardworth.search.player import Player

# How often a rollout of guided UCT ends with the evaluation, at each step.
_CUTS: dict[PlayerName, float] = {"guided uct": 0.1, "lightly guided uct": 0.03}


def model_player(
    model: Model | RoleFunctions,
    name: str = "",
    *,
    method: PlayerName | None = None,
    threads: int = 1,
    seconds: float | None = None,
    game: RuleGame | None = None,
) -> Player:
    """A player that uses a model.

    Args:
        model: what positions are worth.
        name: for tables and records; else the method.
        method: how; else as the model itself advises, else by alpha-beta where it can be.
        threads: how many search together.
        seconds: how long for a move at most.
        game: of the same rules, if it is another object than the model's own.
    """
    patterns = isinstance(model, Model)
    method = method or model.player or ("alpha-beta" if patterns else "guided uct")
    name = name or method
    settings = UctSettings(threads=threads)
    if method == "uct":
        return Uct(seconds=seconds, settings=settings, name=name)
    if method in _CUTS:
        settings = replace(settings, cut=_CUTS[method])
        function = state_function(model, game)
        return Uct(
            seconds=seconds, settings=settings, function=function, name=name, game=model.game
        )
    if method == "alpha-beta" and isinstance(model, Model):
        return AlphaBeta(Evaluator(model), name, threads=threads, seconds=seconds)
    if method == "mtdf" and not isinstance(model, Model):
        return Mtdf(_functions(model, game), seconds=seconds, name=name)
    raise MissingCapability(f"{method} does not play with such a model")


def state_function(
    model: Model | RoleFunctions, game: RuleGame | None = None
) -> _core.StateFunction:
    """What UCT is guided by, for states of a game; else of the model's own."""
    if isinstance(model, Model):
        return _core.ModelFunction(Evaluator(model).core)
    return _functions(model, game)


def _functions(model: RoleFunctions, game: RuleGame | None) -> _core.FluentSum:
    return model.compiled(game.require_propnet("its evaluation") if game else model.reasoner)
