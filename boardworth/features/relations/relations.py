"""Relations as features: what an evaluation of kings and pieces sums over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from boardworth import _core
from boardworth.errors import FormatError, MissingCapability
from boardworth.features.pattern import Configuration
from boardworth.features.relations.conditions import Conditions, facts_text, plural
from boardworth.features.relations.shape import PAPERS_KINDS, relation_shape
from boardworth.features.sections import PARTS
from boardworth.features.terms import TermCount
from boardworth.pickling import ByArguments

if TYPE_CHECKING:
    from boardworth.rules import Game, Position


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation that holds in a position, as the mover sees it."""

    game: Game
    facts: tuple[tuple[int, int], ...]
    factor: int  # -1 where it is the opponent's

    def __str__(self) -> str:
        return facts_text(self.game, self.facts) + " (the opponent's)" * (self.factor < 0)

    def drawn(self, role: int) -> Relation:
        """The same, of the board as it is drawn when a role is to move."""
        return replace(self, facts=self.game.drawn_facts(self.facts, role))


@dataclass(frozen=True, slots=True)
class _View:
    """What one player sees: the squares of kings (-1: none), and the conditions that hold."""

    own_king: int
    opponent_king: int
    conditions: list[int]


@PARTS.register
class Relations(ByArguments):
    """Kings and pieces (Hoki and Kaneko 2014, section 5).

    A position's value for its mover is a sum over the mover's view less the same sum over the
    opponent's view: of each own condition, alone and with each other condition; of the own king
    with each condition, with the opponent's king and each own condition, and with each pair of
    conditions. Pieces are counted once: own ones less the opponent's.

    Args:
        game: one whose kings and pieces are known (`conditions.KNOWN`).
        kinds: some of `features.relations.KINDS`, in this order; without them, the paper's.
    """

    kind = "relations"

    def __init__(self, game: Game, kinds: Sequence[str] = PAPERS_KINDS) -> None:
        self.game = game
        self.kinds = tuple(kinds)
        self.conditions = Conditions(game)
        self.shape = relation_shape(self.conditions, self.kinds)
        self.names = tuple(map(self.name, range(self.shape.count("material"))))

    def __len__(self) -> int:
        """The number of weights."""
        return self.shape.weights

    def __repr__(self) -> str:
        return f"<relations {', '.join(self.kinds)} with {len(self):,} weights>"

    @property
    def definition(self) -> dict[str, Any]:
        return {"relations": list(self.kinds)}

    @property
    def pieces(self) -> dict[str, int]:
        """The weights of pieces by their names; none if material is not among the kinds."""
        return dict(zip(self.conditions.pieces, range(self.shape.count("material")), strict=False))

    def name(self, weight: int) -> str:
        kind, piece, own_king, opponent_king, first, second = self.shape.members(weight)
        if kind == "material":
            return self.conditions.piece_name(piece)
        return facts_text(self.game, self._facts("own", own_king, opponent_king, [first, second]))

    def rows(
        self, positions: NDArray[np.uint8], first: int = 0, threads: int = 1
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
        return self.shape.rows(self.game.core, np.ascontiguousarray(positions), first, threads)

    def values(self, positions: NDArray[np.uint8], threads: int = 1) -> NDArray[np.int16]:
        if not self.names:
            return np.empty((len(positions), 0), np.int16)
        return self.shape.piece_differences(
            self.game.core, np.ascontiguousarray(positions), threads
        )

    def active(self, position: Position) -> list[tuple[Relation | TermCount, int]]:
        facts = self.conditions.by_fact[self.conditions.rows_of(self.game.facts(position))]
        found: list[tuple[Relation | TermCount, int]] = list(self._pieces(facts))
        view = _View(
            int(facts[:, 1].max()),
            int(facts[:, 2].max()),
            [int(condition) for condition in facts[:, 0] if condition >= 0],
        )
        for seen, owner, sign in ((view, "own", 1), (self._swapped(view), "opponent", -1)):
            found += [
                (self._relation(owner, sign, king, other, conditions), weight)
                for weight, king, other, conditions in self._of_view(seen)
            ]
        return found

    def describe(self, weight: int) -> Configuration:
        kind, piece, own_king, opponent_king, first, second = self.shape.members(weight)
        if kind == "material":
            name = self.conditions.piece_name(piece)
            raise MissingCapability(f"{name} are counted: a number, not a configuration")
        return Configuration(
            self.game, self._facts("own", own_king, opponent_king, [first, second])
        )

    def core_part(
        self, weights: NDArray[np.integer[Any]], stage_of: NDArray[np.uint8]
    ) -> _core.EvaluatorPart:
        own = np.ascontiguousarray(weights, np.int16)
        try:
            return _core.EvaluatorPart.relations(self.shape, own, stage_of.tolist())
        except ValueError:
            if not {"piece-piece", "king-piece-piece"} <= set(self.kinds):
                raise
            raise FormatError(
                "weights of piece-piece and king-piece-piece are too large: those of two pieces "
                "must add up to a number of 16 bits"
            ) from None

    def to_section(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        return self.definition, {}

    @staticmethod
    def from_section(
        game: Game, about: Mapping[str, Any], _tensors: Mapping[str, NDArray[Any]]
    ) -> Relations:
        kinds = about.get("relations")
        if not isinstance(kinds, list) or not all(isinstance(kind, str) for kind in kinds):
            raise FormatError("relations are kept as a list of their kinds")
        try:
            return Relations(game, kinds)
        except MissingCapability as error:
            raise FormatError(str(error)) from None

    def _pieces(self, facts: NDArray[np.int16]) -> Iterator[tuple[TermCount, int]]:
        for piece, weight in self.pieces.items():
            counts = facts[facts[:, 3] == weight, 4]
            own, other = int(counts[counts > 0].sum()), -int(counts[counts < 0].sum())
            yield TermCount(plural(piece), own, other), weight

    def _of_view(self, seen: _View) -> Iterator[tuple[int, int, int, list[int]]]:
        """Weight, own king, opponent's king (-1: takes no part) and conditions of each relation."""
        if seen.own_king >= 0:
            for place, condition in enumerate(seen.conditions):
                yield from self._alone(seen, condition)
                for other in seen.conditions[:place]:
                    yield from self._pairs(seen, other, condition)

    def _alone(self, seen: _View, c: int) -> Iterator[tuple[int, int, int, list[int]]]:
        """Relations of one condition."""
        king, other, shape = seen.own_king, seen.opponent_king, self.shape
        own = c < len(self.conditions) // 2
        if "piece-square" in self.kinds and own:
            yield shape.piece_square(c), -1, -1, [c]
        if "king-piece" in self.kinds and (weight := shape.king_piece(king, c)) >= 0:
            yield weight, king, -1, [c]
        if "king-king-piece" in self.kinds and own and other >= 0:
            yield shape.king_king_piece(king, other, c), king, other, [c]

    def _pairs(
        self, seen: _View, first: int, second: int
    ) -> Iterator[tuple[int, int, int, list[int]]]:
        """Relations of two conditions."""
        king, shape = seen.own_king, self.shape
        if "piece-piece" in self.kinds and (weight := shape.piece_piece(first, second)) >= 0:
            yield weight, -1, -1, [first, second]
        if "king-piece-piece" in self.kinds:
            yield shape.king_piece_piece(king, first, second), king, -1, [first, second]

    def _swapped(self, seen: _View) -> _View:
        return _View(
            self._across[seen.opponent_king],
            self._across[seen.own_king],
            [self._swapped_condition(c) for c in seen.conditions],
        )

    @cached_property
    def _across(self) -> list[int]:
        """By square: as the other player sees it; no king, -1, stays none."""
        return [*self.conditions.across.tolist(), -1]

    def _swapped_condition(self, condition: int) -> int:
        return (condition + len(self.conditions) // 2) % len(self.conditions)

    def _relation(
        self, owner: str, sign: int, own_king: int, opponent_king: int, conditions: list[int]
    ) -> Relation:
        """As the mover sees it, whoever it belongs to."""
        if owner == "opponent":
            own_king, opponent_king = self._across[own_king], self._across[opponent_king]
            conditions = [self._swapped_condition(c) for c in conditions]
        facts = self._facts(owner, own_king, opponent_king, conditions)
        return Relation(self.game, facts, sign)

    def _facts(
        self, owner: str, own_king: int, opponent_king: int, conditions: Sequence[int]
    ) -> tuple[tuple[int, int], ...]:
        """The king that a relation belongs to, the other king if it takes part, and pieces."""
        kings = [(own_king, owner), (opponent_king, _OTHER[owner])]
        return tuple(
            [self.conditions.king_fact(king, whose) for king, whose in kings if king >= 0]
            + [self.conditions.fact(c) for c in conditions if c >= 0]
        )


_OTHER = {"own": "opponent", "opponent": "own"}
