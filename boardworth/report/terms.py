"""Numbers with weights, such as mobility or pieces: what one more of each is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boardworth.report.phases import phase_title

if TYPE_CHECKING:
    from boardworth.fitting import Model

# Terms that are shown; the others are counted.
MAX_TERMS = 20


@dataclass(frozen=True, slots=True)
class TermWorth:
    """What one more of a term is worth."""

    name: str
    worth: tuple[float, ...]  # by phase
    shares: tuple[float, ...]  # of the largest worth of any term


@dataclass(frozen=True, slots=True)
class TermTable:
    """The terms of most worth in some phases."""

    phases: tuple[str, ...]
    terms: tuple[TermWorth, ...]
    left_out: int


def term_table(model: Model) -> TermTable | None:
    """The terms by what one more of each is worth, at the beginning and at the end of a game."""
    found = model.weighted_sum
    names = found.features.terms
    if not names:
        return None
    stages = sorted({0, len(model.stages) - 1})
    weights = np.array([found.values(stage)[found.features.term_weights] for stage in stages])
    largest = float(np.abs(weights).max()) or 1.0
    order = np.argsort(-np.abs(weights).max(axis=0), kind="stable")[:MAX_TERMS].tolist()
    terms = tuple(
        TermWorth(
            names[term],
            tuple(weights[:, term].tolist()),
            tuple((weights[:, term] / largest).tolist()),
        )
        for term in order
    )
    phases = tuple(phase_title(model, stage) for stage in stages)
    return TermTable(phases, terms, len(names) - len(terms))
