"""What a state is worth to each role, as sums of few features of a rule sheet."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from boardworth import _core
from boardworth.errors import RulesError
from boardworth.features.from_rules import Expression, fluent_masks
from boardworth.rules.gdl import print_rule_sheet
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.networked import NetworkReasoner
from boardworth.rules.gdl.reasoning import reasoner_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from boardworth.features.from_rules import Feature
    from boardworth.fitting.model import PlayerName
    from boardworth.rules.gdl import RuleSheet, Term


@dataclass(frozen=True, slots=True)
class WeightedFeature:
    """A feature, what it is multiplied by, and why.

    Attributes:
        weight: of the feature's value.
        feature: an expression, or a difference of two.
        correlation: of its value with the role's score.
        stability: from 0, if it is anything in every state of a game, to 1.
    """

    weight: float
    feature: Feature
    correlation: float
    stability: float

    def __str__(self) -> str:
        text = str(self.feature)
        return (
            f"{self.weight:.2g} * {text if isinstance(self.feature, Expression) else f'({text})'}"
        )


@dataclass(frozen=True, slots=True)
class RoleFunction:
    """What a state is worth to one role: a constant and a weighted sum of features."""

    role: str
    constant: float
    terms: tuple[WeightedFeature, ...]

    def value(self, state: Sequence[Term]) -> float:
        """Of the state in which just these fluents hold, within 0 and 100."""
        total = self.constant + sum(t.weight * t.feature.value(state) for t in self.terms)
        return min(max(total, 0.0), 100.0)

    def __str__(self) -> str:
        return " + ".join([*map(str, self.terms), f"{self.constant:.3g}"])


@dataclass(frozen=True)
class RoleFunctions:
    """A function for each role of a rule sheet.

    Attributes:
        name: of the game.
        sheet: its rules.
        functions: role by role, in the order of joint moves.
        player: how to play with them best, if that is known.
        metrics: what was measured while they were made.
        provenance: what they were made of.
        seconds: how long the parts of that took; in no file, or it would not be the same twice.
    """

    name: str
    sheet: RuleSheet
    functions: tuple[RoleFunction, ...]
    player: PlayerName | None = None
    metrics: Mapping[str, Any] = field(default_factory=dict)
    provenance: Mapping[str, Any] = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict, compare=False)

    @cached_property
    def reasoner(self) -> NetworkReasoner:
        """Plays by the rules. Raises RulesError if they cannot be grounded."""
        return networked(self.sheet)

    @cached_property
    def game(self) -> RuleGame:
        """The game of its rules."""
        return RuleGame(self.reasoner, self.name)

    @property
    def definition(self) -> str:
        """The game as load_game takes it."""
        return f"; {self.name}\n{print_rule_sheet(self.sheet)}"

    def compiled(self, reasoner: NetworkReasoner) -> _core.FluentSum:
        """The functions as a weight for every role and fluent of a reasoner of the same rules."""
        weights = [fluent_weights(f.terms, reasoner.ground_game.fluents) for f in self.functions]
        constants = [function.constant for function in self.functions]
        return _core.FluentSum(
            reasoner.network, np.array(weights, np.float32), np.array(constants, np.float32)
        )

    def values(self, state: bytes) -> list[float]:
        """What a state of the reasoner is worth, role by role."""
        return self._own_sum.values(state)

    @cached_property
    def _own_sum(self) -> _core.FluentSum:
        return self.compiled(self.reasoner)

    def __iter__(self) -> Iterator[RoleFunction]:
        return iter(self.functions)


def networked(sheet: RuleSheet) -> NetworkReasoner:
    """The network that plays by a sheet. Raises RulesError if it cannot be grounded."""
    reasoner = reasoner_for(sheet)
    if not isinstance(reasoner, NetworkReasoner):
        raise RulesError(
            f"{sheet.source}: too large to be grounded; it can be checked and played, but not "
            "evaluated"
        )
    return reasoner


def fluent_weights(
    terms: Sequence[WeightedFeature], fluents: Sequence[Term]
) -> NDArray[np.float64]:
    """What each fluent adds to the weighted sum of features if it holds."""
    parts: list[tuple[float, Expression]] = []
    for term in terms:
        if isinstance(term.feature, Expression):
            parts.append((term.weight, term.feature))
        else:
            parts += [(term.weight, term.feature.more), (-term.weight, term.feature.less)]
    weights = np.zeros(len(fluents))
    masks = fluent_masks([expression for _, expression in parts], fluents)
    for (weight, _), numbers in zip(parts, mask_numbers(masks, len(fluents)), strict=True):
        weights[numbers] += weight
    return weights


def mask_numbers(masks: Sequence[int], fluents: int) -> Iterator[NDArray[np.int64]]:
    """The fluents of each mask, by their numbers."""
    size = (fluents + 7) // 8
    for mask in masks:
        packed = np.frombuffer(mask.to_bytes(size, "little"), np.uint8)
        yield np.flatnonzero(np.unpackbits(packed, bitorder="little"))
