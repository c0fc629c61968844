"""Features in words: what there are, what uses each of many weights, what holds where it counts."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.words import counted

if TYPE_CHECKING:
    from boardworth.features.feature import FeatureSet

CONSTANT = "constant"


def features_text(features: FeatureSet) -> str:
    """Patterns and their instances, kinds of other parts, and the weights if they are known."""
    said = [part.kind for part in features.parts]
    if features.patterns:
        instances = counted(len(features.instances), "instance")
        said = [counted(len(features.patterns), "pattern"), instances, *said]
    if features.valid is not None:
        said.append(counted(len(features), "weight"))
    return ", ".join(said)


def weight_texts(features: FeatureSet, numbers: NDArray[np.int64]) -> tuple[list[str], list[str]]:
    """Names and configurations of some weights, which ascend.

    Of a number's weight and of the constant the latter is empty. A configuration that several have
    by symmetry is that of the pattern as it was given, as in `FeatureSet.describe`.
    """
    names, holds = [], []
    pattern_of = features.pattern_of_weight
    edges = np.searchsorted(pattern_of, np.arange(len(features.patterns) + 1))
    for pattern, (first, last) in enumerate(pairwise(edges)):
        own = numbers[(numbers >= first) & (numbers < last)] - first
        names += [features.patterns[pattern].name] * len(own)
        holds += _configurations(features, pattern, own)
    bases = features.part_bases
    for part, first, last in zip(features.parts, bases, bases[1:], strict=False):
        for weight in (numbers[(numbers >= first) & (numbers < last)] - first).tolist():
            names.append(part.name(weight))
            holds.append("" if weight < len(part.names) else str(part.describe(weight)))
    constants = int(np.count_nonzero(numbers == bases[-1]))
    return names + [CONSTANT] * constants, holds + [""] * constants


def _configurations(features: FeatureSet, pattern: int, weights: NDArray[np.int64]) -> list[str]:
    """The first configuration of each weight of a pattern."""
    table = features.tables[pattern]
    _, entries = np.unique(table.orbits, return_index=True)
    rest = table.indices[entries[weights]].astype(np.int64)
    facts = []
    for number in reversed(features.patterns[pattern].atoms):
        atom = features.game.atoms[number]
        rest, values = np.divmod(rest, len(atom.values))
        texts = [f"{atom.name} {value}" for value in atom.values]
        facts.append([texts[value] for value in values.tolist()])
    return [", ".join(own) for own in zip(*reversed(facts), strict=True)]
