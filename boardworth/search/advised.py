"""Players for models: by the method that was found to play best with it, or by another."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from boardworth.errors import MissingCapability
from boardworth.evaluators import Evaluator
from boardworth.rules.gdl.game import RuleGame
from boardworth.search.alphabeta import AlphaBeta
from boardworth.search.mtdf import Mtdf
from boardworth.search.rules_player import ByPositions, RulesPlayer
from boardworth.search.uct import Uct, UctSettings

if TYPE_CHECKING:
    from boardworth.fitting import Model, PlayerName
    from boardworth.rules.gdl.networked import NetworkReasoner
    from boardworth.search.player import Player
    from boardworth.search.rules_player import ByRules

# How often a rollout of Guided UCT ends with the evaluation, at each step.
_CUTS: dict[PlayerName, float] = {"guided uct": 0.1, "lightly guided uct": 0.03}
# How evaluations of states are used if nobody has tried.
_USUALLY: PlayerName = "guided uct"


def advised_player(
    model: Model,
    name: str = "",
    *,
    way: PlayerName | None = None,
    threads: int = 1,
) -> Player:
    """A player with a model.

    Args:
        model: what it plays with.
        name: for tables and records.
        way: the method; else the one that the model names.
        threads: how many search together.
    """
    way = way or model.player or model.evaluation.usual_player
    if way == "alpha-beta":
        return _alpha_beta(model, name, threads)
    return RulesPlayer(advised_chooser(model, way=way, threads=threads), name or way)


def advised_chooser(
    model: Model,
    reasoner: NetworkReasoner | None = None,
    *,
    way: PlayerName | None = None,
    threads: int = 1,
    seconds: float | None = None,
) -> ByRules:
    """The same for any rule sheet's game, whoever moves when.

    Args:
        model: what it plays with.
        reasoner: of the same rules, if it is not the model's own; sums over patterns need theirs.
        way: the method; else the one that the model names.
        threads: how many search together.
        seconds: how long for a move at most.
    """
    way = way or model.player or _USUALLY
    settings = UctSettings(threads=threads)
    if way == "uct":
        return Uct(seconds=seconds, settings=settings)
    if way in _CUTS:
        settings = replace(settings, cut=_CUTS[way])
        function = model.evaluation.state_function(reasoner)
        return Uct(seconds=seconds, settings=settings, function=function)
    if way == "mtdf":
        return Mtdf(model.evaluation.fluent_sum(reasoner), seconds=seconds)
    player = _alpha_beta(model, way, threads)
    if not isinstance(model.game, RuleGame):
        raise MissingCapability(f"{model.game.name} has no states of a rule sheet")
    return ByPositions(player, model.game, seconds)


def _alpha_beta(model: Model, name: str, threads: int) -> AlphaBeta:
    evaluator = Evaluator(model)
    _ = evaluator.core  # which raises if the model has no tables
    return AlphaBeta(evaluator, name, threads=threads)
