"""Terms: numbers that a game tells about a position, each of them times a weight.

An evaluation is a sum of w_i [c_i active] over conjunctions c_i and of w_j f_j(p) over terms f_j.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

import numpy as np
from numpy.typing import NDArray

from boardworth import _core
from boardworth.errors import FormatError, MissingCapability
from boardworth.features.sections import PARTS

if TYPE_CHECKING:
    from boardworth.rules import Game, Position

ALL = "all"


@dataclass(frozen=True, slots=True)
class TermCount:
    """What a term counts in a position.

    >>> str(TermCount("moves", 8, 3))
    '+5 (8 moves against 3)'
    """

    counted: str  # by both sides; empty where it is one number
    own: int  # the mover's
    opponent: int
    facts: ClassVar[tuple[tuple[int, int], ...]] = ()  # it speaks of no single ones

    @property
    def factor(self) -> int:
        """What its weight is multiplied by."""
        return self.own - self.opponent

    def drawn(self, role: int) -> TermCount:  # noqa: ARG002
        """The same: it speaks of no squares."""
        return self

    def __str__(self) -> str:
        if not self.counted:
            return str(self.own)
        return f"{self.factor:+d} ({self.own} {self.counted} against {self.opponent})"


@PARTS.register
class Terms:
    """Some of a game's terms, one weight each.

    Args:
        game: whose.
        names: of terms that the game has, in any order. Every game has 'moves', the number of the
            mover's legal moves.
    """

    kind = "terms"

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self.game = game
        self.names = tuple(names)
        known = known_terms(game)
        missing = [name for name in names if name not in known]
        if missing:
            raise MissingCapability(
                f"{game.name} has no term '{missing[0]}'; it has {', '.join(known)}"
            )
        if not names or len(set(names)) != len(names):
            raise FormatError(f"terms are at least one, each of them once: {', '.join(names)}")
        self.places = [known.index(name) for name in names]
        self._counted = [game.core.terms[place][1] for place in self.places]

    @staticmethod
    def named(game: Game, words: Sequence[str]) -> Terms:
        """Terms as a command line has them: a hyphen may stand for a space, 'all' for all."""
        if ALL in words:
            return Terms(game, known_terms(game))
        return Terms(game, list(dict.fromkeys(word.replace("-", " ") for word in words)))

    def __len__(self) -> int:
        """The number of weights."""
        return len(self.names)

    def __repr__(self) -> str:
        return f"<terms {', '.join(self.names)}>"

    @property
    def definition(self) -> dict[str, Any]:
        return {"terms": list(self.names)}

    def name(self, weight: int) -> str:
        return self.names[weight]

    def rows(
        self,
        positions: NDArray[np.uint8],
        first: int = 0,  # noqa: ARG002
        threads: int = 1,  # noqa: ARG002
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
        return np.zeros(len(positions) + 1, np.uint64), np.empty(0, np.uint32)

    def values(self, positions: NDArray[np.uint8], threads: int = 1) -> NDArray[np.int16]:
        counts = self._counts(positions, threads)
        return np.asarray(counts[:, :, 0] - counts[:, :, 1])

    def active(self, position: Position) -> list[tuple[TermCount, int]]:
        counts = self._counts(np.frombuffer(position.packed, np.uint8)[None])[0].tolist()
        return [
            (TermCount(counted, own, opponent), weight)
            for weight, (counted, (own, opponent)) in enumerate(
                zip(self._counted, counts, strict=True)
            )
        ]

    def describe(self, weight: int) -> NoReturn:
        raise MissingCapability(f"{self.names[weight]} is a number, not a configuration")

    def core_part(
        self, weights: NDArray[np.integer[Any]], stage_of: NDArray[np.uint8]
    ) -> _core.EvaluatorPart:
        own = np.ascontiguousarray(weights, np.int32)
        return _core.EvaluatorPart.terms(self.places, own, stage_of.tolist())

    def to_section(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        return self.definition, {}

    @staticmethod
    def from_section(
        game: Game, about: Mapping[str, Any], _tensors: Mapping[str, NDArray[Any]]
    ) -> Terms:
        names = about.get("terms")
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise FormatError("terms are kept as a list of their names")
        try:
            return Terms(game, names)
        except MissingCapability as error:
            raise FormatError(str(error)) from None

    def _counts(self, positions: NDArray[np.uint8], threads: int = 1) -> NDArray[np.int16]:
        """[positions, terms, sides], the mover first."""
        return self.game.core.term_counts(np.ascontiguousarray(positions), self.places, threads)


def known_terms(game: Game) -> list[str]:
    """The terms that a game has.

    >>> from boardworth.rules import load_game
    >>> known_terms(load_game("tic_tac_toe"))
    ['moves']
    """
    return [name for name, _ in game.core.terms]
