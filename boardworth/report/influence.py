"""What changes values most: what is worth much and holds in some positions but not in others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.fitting.shown import occurrences

if TYPE_CHECKING:
    from boardworth.features import Configuration, Pattern
    from boardworth.fitting import Model


@dataclass(frozen=True, slots=True)
class Influential:
    """A configuration, what it adds to the mover's value, and how much that matters."""

    pattern: Pattern
    configuration: Configuration
    value: float
    # How often it holds in a training position, images counted; None where nothing was counted.
    frequency: float | None
    influence: float  # the standard deviation of what it adds, in the measure of the value


@dataclass(frozen=True, slots=True)
class PatternInfluence:
    """A pattern, and how much what it adds varies over the training positions."""

    pattern: Pattern
    instances: int
    influence: float  # the standard deviation, as if its weights were met independently


def frequencies(model: Model, stage: int) -> NDArray[np.float64] | None:
    """How often a position of a stage has each weight; None if training has counted none.

    Counts are known to within a factor of two. The constant is in every position, so its count is
    that of the positions.
    """
    counts = occurrences(model, stage)
    return counts / counts[-1] if counts[-1] else None


def influences(model: Model, stage: int) -> NDArray[np.float64]:
    """The standard deviation of what each weight adds, over the training positions of a stage.

    A weight w of a pattern with n instances, each of which has it in a share p of the positions,
    adds w times a number of variance n p (1 - p). What always holds has no influence. Where nothing
    was counted, all weights are taken for equally frequent.
    """
    weights = np.abs(model.weighted_sum.values(stage))
    often = frequencies(model, stage)
    if often is None:
        return weights
    instances = _instances(model)
    share = np.minimum(often / instances, 1.0)
    return np.asarray(weights * np.sqrt(instances * share * (1 - share)))


def _instances(model: Model) -> NDArray[np.float64]:
    """Of how many instances each weight is; one of what is no pattern."""
    features = model.weighted_sum.features
    number = np.ones(len(features))
    if features.patterns:
        of_pattern = np.bincount(features.pattern_of_instance, minlength=len(features.patterns))
        number[: len(features.pattern_of_weight)] = of_pattern[features.pattern_of_weight]
    return number


def most_influential(
    model: Model, stage: int, count: int, of_a_pattern: int = 2
) -> list[Influential]:
    """The configurations of most influence, the first first; of a pattern at most a few."""
    found = model.weighted_sum
    values, often = found.values(stage), frequencies(model, stage)
    chosen: list[Influential] = []
    met: Counter[str] = Counter()
    for weight, influence in _ranked(model, stage):
        pattern, configuration = found.features.describe(weight)
        if met[pattern.name] >= of_a_pattern or not configuration.facts:
            continue
        met[pattern.name] += 1
        frequency = None if often is None else float(often[weight])
        value = float(values[weight])
        chosen.append(Influential(pattern, configuration, value, frequency, influence))
        if len(chosen) == count:
            break
    return chosen


def _ranked(model: Model, stage: int) -> Iterator[tuple[int, float]]:
    """Configurations with some influence; terms and the constant are none."""
    own = influences(model, stage)
    own[-1] = 0
    own[model.weighted_sum.features.term_weights] = 0
    for weight in np.argsort(-own, kind="stable").tolist():
        if own[weight] == 0:
            return
        yield weight, float(own[weight])


def pattern_influences(model: Model, stage: int) -> list[PatternInfluence]:
    """Every pattern with its influence, the greatest first."""
    features = model.weighted_sum.features
    squares = influences(model, stage)[: len(features.pattern_of_weight)] ** 2
    sums = np.bincount(features.pattern_of_weight, squares, minlength=len(features.patterns))
    instances = np.bincount(features.pattern_of_instance, minlength=len(features.patterns))
    found = [
        PatternInfluence(pattern, int(number), float(influence))
        for pattern, number, influence in zip(
            features.patterns, instances, np.sqrt(sums), strict=True
        )
    ]
    return sorted(found, key=lambda one: -one.influence)
