"""Integrity constraints compared with positions: what is called impossible must not be seen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import RulesError
from boardworth.features.logic.ground_features import Bounds, GroundFeatures
from boardworth.features.logic.logic_feature import LogicFeature
from boardworth.features.logic.theory import IMPOSSIBLE
from boardworth.rules.gdl.ground.grounding import TooCostly

if TYPE_CHECKING:
    from boardworth.features.logic.theory import Theory

_BOUNDS = Bounds(conjunctions=10_000, steps=4_000_000, seconds=10.0)


def check_constraints(theory: Theory, positions: NDArray[np.uint8], threads: int = 1) -> None:
    """Raises RulesError if a packed position has what the theory calls impossible.

    Constraints that are too costly to unfold are not compared.
    """
    constraints = [rule for rule in theory.rules if rule.head == IMPOSSIBLE]
    if not constraints:
        return
    others = tuple(rule for rule in theory.rules if rule.head != IMPOSSIBLE)
    asked = [LogicFeature("constraint", rule.head, rule.body) for rule in constraints]
    try:
        ground = GroundFeatures(replace(theory, rules=others), asked)
    except TooCostly:
        return
    for rule, unfolding in zip(constraints, ground.unfold(_BOUNDS, threads), strict=True):
        seen = np.count_nonzero(unfolding.counts(positions, threads=threads))
        if seen:
            raise RulesError(
                f"{theory.source}, {rule.place}: {seen:,} of {len(positions):,} positions have "
                "what this rule calls impossible"
            )
