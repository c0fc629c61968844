"""A value and the terms it is the sum of, whatever kind of model it is from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boardworth.data_frames import data_frame
from boardworth.errors import MissingCapability

if TYPE_CHECKING:
    import pandas as pd

    from boardworth.rules.position import Position


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a value."""

    # Of what adds it: a pattern and where it lies, a number, an expression, "constant". It is the
    # same in every position, so squares are named as the mover sees them.
    name: str
    # What holds in the position, in words, with squares as they are drawn; empty for what always
    # does.
    holds: str
    contribution: float  # what it adds, in the value's measure
    # How often this was met in training: at least so often, and less than twice as often. None
    # where nothing was counted.
    count: int | None = None
    # The facts it speaks of, by number; the squares of a board come first.
    atoms: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """A value and its terms, the largest first. The terms add up to the value."""

    value: float  # in the measure of the model
    terms: tuple[Term, ...]  # its parts
    stage: int = 0  # whose weights these are
    # What is explained, to which role its value is, and in which unit; an evaluator knows it.
    position: Position | None = field(default=None, compare=False)
    role: int | None = field(default=None, compare=False)
    unit: str = field(default="", compare=False)

    @staticmethod
    def of(value: float, terms: Iterable[Term], stage: int = 0) -> Explanation:
        """With the terms in order."""
        ranked = sorted(terms, key=lambda term: -abs(term.contribution))
        return Explanation(value, tuple(ranked), stage)

    def __str__(self) -> str:
        terms = (f"{t.contribution:+8.2f}  {t.name}: {t.holds or 'always'}" for t in self.terms)
        note = [self.naming] if self.naming else []
        return "\n".join([f"{self.value:+8.2f}  is the sum of", *terms, *note])

    def to_pandas(self) -> pd.DataFrame:
        """A row for each term, in their order."""
        columns = ("name", "holds", "contribution", "count")
        return data_frame({name: [getattr(term, name) for term in self.terms] for name in columns})

    @property
    def naming(self) -> str:
        """How terms name squares, where the mover does not see the board as it is drawn."""
        if self.position is None or not any(term.atoms for term in self.terms):
            return ""
        game, mover = self.position.game, self.position.mover
        if game.seen_squares(mover) == game.seen_squares(0):
            return ""
        return f"Names of terms are as {game.roles[mover]} sees the board; what holds is as drawn."

    def by_square(self) -> dict[int, float]:
        """The value shared out over the board: every term evenly among its squares, if any.

        Squares are known by their atoms, as the first role sees the board. Raises
        MissingCapability if it is not known what is explained.
        """
        if self.position is None:
            raise MissingCapability("an explanation without its position has no squares")
        seen = self.position.game.seen_squares(self.position.mover)
        shares = dict.fromkeys(range(len(seen)), 0.0)
        for term in self.terms:
            squares = [seen[atom] for atom in term.atoms if atom < len(seen)]
            for square in squares:
                shares[square] += term.contribution / len(squares)
        return shares

    def _repr_html_(self) -> str:
        """The board in the colours of what its squares add, beside the largest terms."""
        from boardworth.fitting.shown import explanation_html

        return explanation_html(self)
