"""Players for evaluations: the one who was found to play best with it, or another."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from boardworth import _core
from boardworth.errors import BoardworthError
from boardworth.evaluators import Evaluator
from boardworth.fitting import Model
from boardworth.search.alphabeta import AlphaBeta
from boardworth.search.mtdf import Mtdf
from boardworth.search.rules_player import RulesPlayer
from boardworth.search.uct import Uct, UctSettings

if TYPE_CHECKING:
    from boardworth.fitting import PlayerName, RoleFunctions
    from boardworth.search.player import Player
    from boardworth.search.rules_player import ByRules

# How often a rollout of Guided UCT ends with the evaluation, at each step.
_CUTS: dict[PlayerName, float] = {"guided uct": 0.1, "lightly guided uct": 0.03}


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
    return RulesPlayer(advised_chooser(evaluation, way=way, threads=threads), name or str(way))


def advised_chooser(
    evaluation: Model | RoleFunctions, *, way: PlayerName | None = None, threads: int = 1
) -> ByRules:
    """The same for any rule sheet's game, whoever moves when; models know their own game alone."""
    way = way or evaluation.player or "guided uct"
    settings = UctSettings(threads=threads)
    if way == "uct":
        return Uct(settings=settings)
    if way in _CUTS:
        settings = replace(settings, cut=_CUTS[way])
        return Uct(settings=settings, function=state_function(evaluation))
    if way == "mtdf" and not isinstance(evaluation, Model):
        return Mtdf(evaluation.compiled(evaluation.reasoner))
    raise BoardworthError(f"{way} does not play with such an evaluation")


def state_function(evaluation: Model | RoleFunctions) -> _core.StateFunction:
    """What UCT is guided by."""
    if isinstance(evaluation, Model):
        return _core.ModelFunction(Evaluator(evaluation).core)
    return evaluation.compiled(evaluation.reasoner)
