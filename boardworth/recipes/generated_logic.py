"""The logic features of a game, unfolded within bounds, with a word on whatever is left out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from boardworth.errors import RulesError
from boardworth.features.logic import Bounds, GroundFeatures, Theory
from boardworth.features.logic.generation import MAX_FEATURES, generate_features
from boardworth.features.logic.rules_of_play import RulesOfPlay
from boardworth.features.logic.theory import IMPOSSIBLE
from boardworth.recipes.reporter import Reporter, Silent
from boardworth.rules.gdl.ground.grounding import GroundingLimits, TooCostly
from boardworth.rules.gdl.syntax.problems import named
from boardworth.rules.gdl.syntax.terms import Literal

if TYPE_CHECKING:
    from boardworth.features.logic import LogicFeature, Unfolding
    from boardworth.rules import Game

# What a single feature may cost by default: a small share of what all may.
STEPS = 4_000_000
# For results that do not depend on the machine: the steps bind, the time never does.
BY_STEPS = Bounds(steps=STEPS, seconds=3600.0)
# Share of the time for features about the position as it is; the others take longer to ground.
_PLAIN_SHARE = 0.5


def unfolded_features(
    game: Game,
    bounds: Bounds | None = None,
    *,
    theory: Theory | None = None,
    max_features: int = MAX_FEATURES,
    threads: int = 1,
    reporter: Reporter | None = None,
    now: Callable[[], float] = time.monotonic,
) -> list[Unfolding]:
    """The logic features of a game, unfolded within bounds; those without conjunctions left out.

    They are queries over its own theory, or over a given one. The reporter shows what was cut.
    Raises MissingCapability for a game without a theory.
    """
    reporter = reporter or Silent()
    bounds = bounds or Bounds(steps=STEPS)
    theory = theory or Theory.of(game)
    end = now() + bounds.seconds
    generated = generate_features(RulesOfPlay.of(theory), max_features)
    if generated.left_out:
        reporter.line(f"logic features: {generated.left_out:,} more were not looked at")
    found: list[Unfolding] = []
    groups = [(generated.rules, generated.features, _PLAIN_SHARE)]
    for number, features in enumerate(generated.changes):
        share = 1 / (len(generated.changes) - number)
        groups.append((generated.regressed_rules, features, share))
    for rules, features, share in groups:
        if not features:
            continue
        latest = now() + share * (end - now())
        # Seconds of CPU time: a busy machine must not leave out what is cheap.
        limits = GroundingLimits(seconds=max(1, int(max(latest - now(), bounds.seconds / 6))))
        group = _Group(replace(theory, rules=rules), bounds, threads, partial(_left, latest, now))
        found += group.unfolded(features, limits)
        for why, names in group.left_out.items():
            reporter.line(f"logic features: {_counted(names)} left out: {why}")
    for place, name in _never(theory, found):
        reporter.line(f"logic features: {theory.source}, {place}: '{name}' holds in no position")
    cut = [unfolding for unfolding in found if unfolding.missing]
    if cut:
        reporter.line(
            f"logic features: {len(cut):,} of {len(found):,} are not complete, such as "
            f"'{cut[0].feature.name}': {cut[0].missing}"
        )
    if unconstrained := next((u.unconstrained for u in found if u.unconstrained), None):
        reporter.line(
            f"logic features: impossible conjunctions are not all deleted: {unconstrained} in the "
            "constraints"
        )
    return _different([unfolding for unfolding in found if len(unfolding)])


def _left(latest: float, now: Callable[[], float]) -> float:
    return latest - now()


@dataclass
class _Group:
    """Features that are grounded together, or apart where that fails for some of them."""

    theory: Theory
    bounds: Bounds
    threads: int
    seconds: Callable[[], float]  # left
    left_out: dict[str, list[str]] = field(default_factory=dict)  # names by reason

    def unfolded(
        self, features: Sequence[LogicFeature], limits: GroundingLimits
    ) -> list[Unfolding]:
        """Those within the limits, which halves of the features share if all do not fit."""
        try:
            ground = GroundFeatures(self.theory, features, limits)
        except RulesError as why:
            if len(features) == 1:
                return self._without(features, why)
            found = []
            less = _halved(limits) if isinstance(why, TooCostly) else limits
            middle = len(features) // 2
            for half in (features[:middle], features[middle:]):
                in_time = self.seconds() > 0
                found += self.unfolded(half, less) if in_time else self._without(half, why)
            return found
        left = replace(self.bounds, seconds=max(self.seconds(), 0.0))
        return ground.unfold(left, self.threads)

    def _without(self, features: Sequence[LogicFeature], why: RulesError) -> list[Unfolding]:
        self.left_out.setdefault(str(why), []).extend(feature.name for feature in features)
        return []


def _halved(limits: GroundingLimits) -> GroundingLimits:
    """So that both halves together do not take longer than the whole did."""
    return replace(
        limits,
        seconds=max(1, limits.seconds // 2),
        rules=limits.rules // 2,
        split_rules=limits.split_rules // 2,
    )


def _counted(names: Sequence[str]) -> str:
    """How many, and the first of them."""
    if len(names) == 1:
        return f"'{names[0]}' is"
    quoted = [f"'{name}'" for name in names]
    return f"{len(names):,} ({named(quoted, 3)}) are"


def _never(theory: Theory, found: Sequence[Unfolding]) -> Iterator[tuple[str, str]]:
    """The predicates of a given theory that have no solution, each with the place of a rule."""
    places = {
        rule.head.signature: str(rule.place)
        for rule in reversed(theory.added)
        if rule.head != IMPOSSIBLE
    }
    for unfolding in found:
        if len(unfolding) or unfolding.missing or len(unfolding.feature.body) != 1:
            continue
        (asked,) = unfolding.feature.body
        if isinstance(asked, Literal) and asked.atom.signature in places:
            yield places[asked.atom.signature], asked.atom.name


def _different(unfoldings: Sequence[Unfolding]) -> list[Unfolding]:
    """The first of those with the same conjunctions of the same solutions; no name twice."""
    found: dict[tuple[bytes, ...], Unfolding] = {}
    names: set[str] = set()
    for unfolding in unfoldings:
        arrays = (unfolding.starts, unfolding.literals, unfolding.solution_of)
        key = tuple(array.tobytes() for array in arrays)
        if key in found:
            continue
        own = name = unfolding.feature.name
        number = 1
        while name in names:
            number += 1
            name = f"{own} ({number})"
        names.add(name)
        found[key] = replace(unfolding, feature=replace(unfolding.feature, name=name))
    return list(found.values())
