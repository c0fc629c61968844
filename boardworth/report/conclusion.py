"""What a model is worth in plain words, derived from its figures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from boardworth.errors import MissingCapability
from boardworth.words import counted, listed

if TYPE_CHECKING:
    from boardworth.fitting import Model
    from boardworth.report.results import Results
    from boardworth.rules import Game

# Matches that the first sentence names, and terms that another names.
_NAMED, _NAMED_TERMS = 2, 3
_VERDICTS = {1: "beats", -1: "loses to", 0: "is not shown to be better or worse than"}


def conclusion(model: Model, matches: Sequence[Results] = ()) -> str:
    """One sentence: what it is about, how accurate it is, and how strong."""
    parts = [
        f"This model of {game_title(model.game)} {accuracy(model)}",
        *_strength(model, matches),
    ]
    return "; ".join(parts) + "."


def accuracy(model: Model) -> str:
    """How well it agrees with what it has not learned from; a verb and what follows."""
    held_out = model.metrics.get("held_out", {})
    if moves := held_out.get("moves"):
        return _agreement(moves)
    figures = held_out.get("all")
    if figures is None:
        return _unmeasured(model)
    if not figures["rows"]:
        return "was not measured on new positions: all that were held out were also learned from"
    if len(model.game.roles) == 2 and (winners := _winners_named(held_out)):
        return winners
    games = f"in {counted(figures['rows'], 'position')} that it has not learned from"
    correlation = f"correlation {figures['correlation']:.2f}"
    if model.target == "win":
        error = f"{100 * figures['mae']:.1f} percentage points"
        return f"misses the result by {error} of a win on average {games} ({correlation})"
    best = model.game.max_score if model.target == "score" else 100
    error = f"{figures['mae']:.1f} points"
    return (
        f"predicts the final score to within {error} of {best} on average {games} ({correlation})"
    )


def _winners_named(held_out: dict[str, Any]) -> str:
    """Where games are only won, lost or drawn: how often the winner was known, beside a guess.

    Positions in the middle one of the bins of values count half. Empty if there are other scores.
    """
    table = held_out.get("predicted_against_real")
    if table is None:
        return ""
    counts = np.array(table["counts"])
    middle = len(counts) // 2
    lost, won = counts[:, 0], counts[:, -1]
    decided = int(lost.sum() + won.sum())
    if not decided or decided + counts[:, middle].sum() != counts.sum():
        return ""
    right = lost[:middle].sum() + won[middle + 1 :].sum() + (lost[middle] + won[middle]) / 2
    side = "the side to move" if won.sum() >= lost.sum() else "the other side"
    guessed = max(won.sum(), lost.sum()) / decided
    return (
        f"names the winner in {100 * right / decided:.0f} % of {counted(decided, 'position')} that "
        f"it has not learned from (always naming {side}: {100 * guessed:.0f} %)"
    )


def _agreement(moves: dict[str, Any]) -> str:
    """Of experts' moves; each pair is the expert's move and another one."""
    choices = moves["pairs"] / moves["rows"] + 1
    return (
        f"prefers the expert's move in {100 * moves['agreement_by_lot']:.0f} % of "
        f"{moves['counted'] + moves['tied']:,} positions that it has not learned from, of "
        f"{choices:.0f} moves on average"
    )


def _unmeasured(model: Model) -> str:
    if "made" in model.provenance:
        return "was made by hand and has learned from nothing"
    if "sequences" in model.metrics:
        return (
            f"was found in the rules, with weights from {model.metrics['sequences']:,} random games"
        )
    return "was not measured on positions that it has not learned from"


def _strength(model: Model, matches: Sequence[Results]) -> list[str]:
    """What matches have shown, or those that chose how to play."""
    found = [
        f"{match.players[0]} {_VERDICTS[match.verdict]} {match.players[1]} "
        f"({_score(match)} at {match.limit})"
        for match in matches[:_NAMED]
    ]
    rest = len(matches) - len(found)
    if rest > 0:
        found.append(f"{rest} more {'match is' if rest == 1 else 'matches are'} below")
    choice = model.metrics.get("choice", {})
    if not matches and choice.get("against_uct"):
        best = max(choice["against_uct"], key=lambda one: one["points"] / one["games"])
        found.append(
            f"against UCT with as much time it made {best['points']:g} of {best['games']} points "
            f"by {best['method']}"
        )
    return found


def _score(match: Results) -> str:
    parts = [
        counted(match.wins, "win"),
        counted(match.draws, "draw"),
        counted(match.losses, "loss", "losses"),
    ]
    return listed(parts)


def game_title(game: Game) -> str:
    """A game's name as it stands in a sentence."""
    return game.name.replace("_", " ")


def how_to_read(model: Model) -> str:
    """What its values mean."""
    if model.target == "win":
        one, two = (f"{100 / (1 + math.exp(-value)):.0f} %" for value in (1, 2))
        return (
            "Values are log-odds of a win for the side to move: 0 is even, +1 is a chance to win "
            f"of {one}, +2 of {two}."
        )
    if model.evaluation.by_role:
        low, high = model.game.payoff_range
        if not model.provenance.get("settings", {}).get("scaled", True):
            return (
                f"Values tell better from worse for each role: they are points, from {low} to "
                f"{high}, but differ less from the average than results do."
            )
        return f"Values are points that a role can expect, from {low} to {high}."
    if len(model.game.roles) == 1:
        return "Values are points that the player can expect."
    most = model.game.max_score
    return (
        "Values are points of the final score that the side to move can expect, from "
        f"{-most} to +{most}."
    )


def made_of(model: Model) -> str:
    """What its values are the sum of."""
    try:
        found = model.weighted_sum
    except MissingCapability:
        what = model.evaluation.summary()
        if model.evaluation.by_role:
            return f"Each role has a sum of expressions from the rules, which count facts: {what}."
        return f"It is made of {what}."
    features = found.features
    parts = []
    if features.patterns:
        parts.append(
            f"{counted(len(features.patterns), 'pattern')} of squares in "
            f"{counted(len(features.instances), 'place')}"
        )
    names = [name for part in features.parts for name in part.names]
    if names:
        few = names if len(names) <= _NAMED_TERMS else [*names[:_NAMED_TERMS], "..."]
        parts.append(f"{counted(len(names), 'number')} ({', '.join(few)})")
    others = sum(len(part) - len(part.names) for part in features.parts)
    if others:
        parts.append(f"{counted(others, 'conjunction')} of facts, such as {_example(model)}")
    phases = len(model.stages)
    own = f", with weights of its own in each of {phases} phases of the game" if phases > 1 else ""
    if found.ends is not None:
        own = ", each of which passes from one at the beginning of a game to another at its end"
    return f"It adds up the weights of {listed(parts)}: {len(features):,} weights{own}."


def _example(model: Model) -> str:
    features = model.weighted_sum.features
    for part, first in zip(features.parts, features.part_bases, strict=False):
        if len(part) > len(part.names):
            return f"“{features.describe(first + len(part.names))[1]}”"
    return ""
