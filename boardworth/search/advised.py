"""Players for evaluations: the one who was found to play best with it, or another."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from boardworth import _core
from boardworth.errors import BoardworthError
from boardworth.evaluators import Evaluator
from boardworth.fitting import Model
from boardworth.rules.gdl.game import RuleGame
from boardworth.search.alphabeta import AlphaBeta
from boardworth.search.mtdf import Mtdf
from boardworth.search.rules_player import ByPositions, RulesPlayer
from boardworth.search.uct import Uct, UctSettings

if TYPE_CHECKING:
    from boardworth.fitting import PlayerName, RoleFunctions
    from boardworth.rules.gdl.networked import NetworkReasoner
    from boardworth.search.player import Player
    from boardworth.search.rules_player import ByRules

# How often a rollout of Guided UCT ends with the evaluation, at each step.
_CUTS: dict[PlayerName, float] = {"guided uct": 0.1, "lightly guided uct": 0.03}
# How evaluations of states are used if nobody has tried.
_USUALLY: PlayerName = "guided uct"


def advised_player(
    evaluation: Model | RoleFunctions,
    name: str = "",
    *,
    way: PlayerName | None = None,
    threads: int = 1,
) -> Player:
    """Somebody who plays with an evaluation.

    Args:
        evaluation: a model, or functions of a rule sheet's roles.
        name: for tables and records.
        way: how; else as the evaluation itself advises.
        threads: how many search together.
    """
    way = way or evaluation.player
    if isinstance(evaluation, Model) and way in {None, "alpha-beta"}:
        return AlphaBeta(Evaluator(evaluation), name, threads=threads)
    way = way or _USUALLY
    return RulesPlayer(advised_chooser(evaluation, way=way, threads=threads), name or way)


def advised_chooser(
    evaluation: Model | RoleFunctions,
    reasoner: NetworkReasoner | None = None,
    *,
    way: PlayerName | None = None,
    threads: int = 1,
    seconds: float | None = None,
) -> ByRules:
    """The same for any rule sheet's game, whoever moves when.

    Args:
        evaluation: a model, or functions of a rule sheet's roles.
        reasoner: of the same rules, if it is not the evaluation's own; models know but theirs.
        way: how; else as the evaluation itself advises.
        threads: how many search together.
        seconds: how long for a move at most.
    """
    way = way or evaluation.player or _USUALLY
    settings = UctSettings(threads=threads)
    if way == "uct":
        return Uct(seconds=seconds, settings=settings)
    if way in _CUTS:
        settings = replace(settings, cut=_CUTS[way])
        function = state_function(evaluation, reasoner)
        return Uct(seconds=seconds, settings=settings, function=function)
    if isinstance(evaluation, Model):
        game = evaluation.game
        if way == "alpha-beta" and isinstance(game, RuleGame):
            player = AlphaBeta(Evaluator(evaluation), way, threads=threads)
            return ByPositions(player, game, seconds)
    elif way == "mtdf":
        return Mtdf(evaluation.compiled(reasoner or evaluation.reasoner), seconds=seconds)
    raise BoardworthError(f"{way} does not play with such an evaluation")


def state_function(
    evaluation: Model | RoleFunctions, reasoner: NetworkReasoner | None = None
) -> _core.StateFunction:
    """What UCT is guided by, for states of a reasoner; else of the evaluation's own."""
    if isinstance(evaluation, Model):
        return _core.ModelFunction(Evaluator(evaluation).core)
    return evaluation.compiled(reasoner or evaluation.reasoner)
