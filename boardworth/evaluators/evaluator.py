"""A compiled model: values for the side to move, and the terms that make them up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from boardworth.evaluators.compiled import CompiledEvaluator, compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boardworth.features import Configuration
    from boardworth.fitting import Model
    from boardworth.rules import Position


@dataclass(frozen=True, slots=True)
class Term:
    """One weight's part in a value.

    Attributes:
        name: of the pattern and where it lies, or "constant".
        configuration: what holds on the board; None for the constant.
        units: its weight, in the model's integer units.
        seen: how often the configuration occurred in training: at least this often, and less than
            twice as often.
    """

    name: str
    configuration: Configuration | None
    units: int
    seen: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """A value and its terms, largest first. The terms' units add up to the value's exactly."""

    position: Position
    units: int
    scale: int
    stage: int
    terms: tuple[Term, ...]

    @property
    def value(self) -> float:
        """In points of score, or units of log-odds, for the side to move."""
        return self.units / self.scale

    def by_square(self) -> list[float]:
        """The value shared out over the board: every term evenly among its squares, if any."""
        board = self.position.game.board
        shares = [0.0] * (board.columns * board.rows)
        for term in self.terms:
            facts = term.configuration.facts if term.configuration else ()
            squares = [atom for atom, _ in facts if atom < len(shares)]
            for square in squares:
                shares[square] += term.units / self.scale / len(squares)
        return shares


class Evaluator(CompiledEvaluator):
    """A model compiled into table look-ups."""

    model: Model

    def __init__(self, model: Model) -> None:
        self.model = model
        self.core = compiled(
            model.features, model.weights, self._stage_table, model.scale, model.target
        )

    def explain(self, position: Position) -> Explanation:
        """The value of a position and everything it is the sum of."""
        model = self.model
        packed = np.frombuffer(position.packed, np.uint8).reshape(1, -1)
        stage = int(self._stage_table[self.game.progress(packed)[0]])
        weights, support = model.weights[stage], model.support[stage]
        terms = [Term("constant", None, int(weights[-1]), _count(support[-1]))]
        for instance, configuration, weight in model.features.active(position):
            name = model.features.instance_name(instance)
            terms.append(Term(name, configuration, int(weights[weight]), _count(support[weight])))
        terms.sort(key=lambda term: -abs(term.units))
        units = sum(term.units for term in terms)
        return Explanation(position, units, model.scale, stage, tuple(terms))

    @cached_property
    def _stage_table(self) -> NDArray[np.uint8]:
        return self.model.stages.table()


def _count(bit_length: np.uint8) -> int:
    return 1 << (int(bit_length) - 1) if bit_length else 0
