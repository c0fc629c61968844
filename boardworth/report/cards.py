"""Facts and patterns as small boards, with what is to be said of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from boardworth.features.shown import pattern_svg
from boardworth.report.influence import (
    Influential,
    PatternInfluence,
    most_influential,
    pattern_influences,
)
from boardworth.report.phases import chosen_phases, phase_title
from boardworth.rules.svg import facts_svg
from boardworth.words import counted

if TYPE_CHECKING:
    from boardworth.fitting import Model
    from boardworth.rules import Game

_FACTS, _PATTERNS = 8, 8
# So many facts are told in words, too.
_FEW = 2


@dataclass(frozen=True, slots=True)
class Card:
    """Facts that matter."""

    svg: Markup  # empty if none of them is on a board
    value: float  # what they add to the value
    often: str  # how often they hold, in words; empty if that is not known
    words: str  # those that are not on a board, or all if they are few


@dataclass(frozen=True, slots=True)
class Phase:
    """The facts that matter in a phase."""

    title: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PatternCard:
    """A pattern with its images."""

    svg: Markup
    name: str
    places: str
    influence: float


@dataclass(frozen=True, slots=True)
class Patterns:
    """The patterns that matter most."""

    when: str
    shown: tuple[PatternCard, ...]


def phases_of_facts(model: Model) -> list[Phase]:
    """Early, in the middle and late: the facts of most influence."""
    found = [
        Phase(
            phase_title(model, stage),
            tuple(_card(one, model.game) for one in most_influential(model, stage, _FACTS)),
        )
        for stage in _phases(model)
    ]
    return [phase for phase in found if phase.cards]


def _phases(model: Model) -> list[int]:
    """An early, a middle and a late one; the middle of a sum that changes steadily."""
    chosen = chosen_phases(model)
    return chosen if model.weighted_sum.ends is None else [chosen[len(chosen) // 2]]


def _card(one: Influential, game: Game) -> Card:
    drawn = {atom for atom in game.picture(game.start()).atoms if atom is not None}
    on_board = {atom: value for atom, value in one.configuration.facts if atom in drawn}
    title = str(one.configuration)
    few = len(one.configuration.facts) <= _FEW
    told = [
        f"{game.atoms[atom].name} {game.atoms[atom].values[value]}"
        for atom, value in one.configuration.facts
        if few or atom not in on_board
    ]
    svg = Markup(facts_svg(game, on_board, title=title)) if on_board else Markup()
    return Card(svg, one.value, _often(one.frequency), ", ".join(told))


def _often(frequency: float | None) -> str:
    """Counts are known to within a factor of two, so the words are rough.

    >>> _often(1 / 32), _often(1.0), _often(2.0)
    ('about once in 32 positions', 'about once in a position', 'about 2 times in a position')
    """
    if not frequency:
        return ""
    if frequency > 1:
        return f"about {frequency:.3g} times in a position"
    return "about once in " + (
        "a position" if frequency == 1 else f"{1 / frequency:,.0f} positions"
    )


def influential_patterns(model: Model) -> Patterns | None:
    """Those of most influence in the middle of a game; None if there are none."""
    if not model.weighted_sum.features.patterns:
        return None
    stages = chosen_phases(model)
    stage = stages[len(stages) // 2]
    shown = [one for one in pattern_influences(model, stage)[:_PATTERNS] if one.influence > 0]
    return Patterns(phase_title(model, stage), tuple(_pattern_card(model, one) for one in shown))


def _pattern_card(model: Model, one: PatternInfluence) -> PatternCard:
    features, game = model.weighted_sum.features, model.game
    drawn = set(game.picture(game.start()).atoms)
    svg = Markup()
    if drawn & set(one.pattern.atoms):
        svg = Markup(pattern_svg(features, features.patterns.index(one.pattern)))
    return PatternCard(svg, one.pattern.name, counted(one.instances, "place"), one.influence)
