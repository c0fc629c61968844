"""Small sets of numbers about a position, to be combined statistically (Buro 1995, section 4).

The paper's features are of two kinds: tables of patterns, of which all instances are added up, and
measures of mobility.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from boardworth import _core
from boardworth.errors import FormatError, RulesError
from boardworth.features.sections import FEATURES, NUMBERS, inner, outer, tensor_of

if TYPE_CHECKING:
    from boardworth.features.feature import FeatureSet
    from boardworth.features.sections import Section, Tensors
    from boardworth.rules import Game

    Floats = NDArray[np.float64]
    Positions = NDArray[np.uint8]


class NumericFeatures(Protocol):
    """A few numbers read off every position, the mover's view."""

    kind: ClassVar[str]
    # Whether they are moves and potential moves, which searches count by themselves.
    counts_mobility: ClassVar[bool]

    @property
    def tables(self) -> PatternSums | None:
        """Themselves, if they are sums over tables of patterns."""

    @property
    def parts(self) -> tuple[NumericFeatures, ...]:
        """The sets that they are joined of; else themselves."""

    @property
    def game(self) -> Game:
        """Whose positions they are read off."""

    @property
    def names(self) -> tuple[str, ...]:
        """One for each number."""

    def values(self, positions: Positions, threads: int = 1) -> Floats:
        """[positions, names], of packed positions."""

    def to_section(self) -> Section:
        """How a model file holds them; `NUMBERS` reads it back."""


@NUMBERS.register
@dataclass(frozen=True)
class PatternSums:
    """For every pattern one number: the weights of its instances' configurations, added up."""

    features: FeatureSet  # the patterns
    # [stages, weights]; the constant's, the last of a stage, is not used.
    weights: NDArray[np.floating]
    stage_of: NDArray[np.uint8]  # [max_progress + 1], which stage's weights a progress has
    kind: ClassVar[str] = "pattern sums"
    counts_mobility: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if self.features.parts:
            raise FormatError("sums of patterns do not add up what is beside patterns")
        stages, weights = self.weights.shape
        if weights != len(self.features):
            raise FormatError(f"tables of {weights:,} weights for {self.features!r}")
        if len(self.stage_of) != self.game.max_progress + 1 or self.stage_of.max() >= stages:
            raise FormatError(
                f"tables of {stages} stages need the stage of every progress "
                f"from 0 to {self.game.max_progress}"
            )

    @property
    def tables(self) -> PatternSums:
        return self

    @property
    def parts(self) -> tuple[NumericFeatures, ...]:
        return (self,)

    @property
    def game(self) -> Game:
        return self.features.game

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(pattern.name for pattern in self.features.patterns)

    def values(self, positions: Positions, threads: int = 1) -> Floats:
        sums = np.empty((len(positions), len(self.names)))
        # Instances are in the order of their patterns.
        firsts = np.searchsorted(self.features.pattern_of_instance, np.arange(len(self.names)))
        stages = self.stage_of[self.game.progress(positions)]
        for stage in np.unique(stages):
            inside = stages == stage
            used = self.features.weights_used(positions[inside], threads)
            worth = np.append(self.weights[stage].astype(np.float64), 0)  # of no configuration
            sums[inside] = np.add.reduceat(worth[used], firsts, axis=1)
        return sums

    def to_section(self) -> Section:
        features, tensors = FEATURES.write(self.features)
        own = {"weights": self.weights, "stage_of": self.stage_of}
        return {"features": features}, {**own, **outer("features", tensors)}

    @classmethod
    def from_section(cls, game: Game, content: dict[str, Any], tensors: Tensors) -> PatternSums:
        return cls(
            FEATURES.read(game, content["features"], inner("features", tensors)),
            tensor_of(tensors, "weights", "float32 float64", (None, None)),
            tensor_of(tensors, "stage_of", "uint8", (game.max_progress + 1,)),
        )


@NUMBERS.register
@dataclass(frozen=True)
class Mobility:
    """Moves, and empty squares next to the other side's men: the mover's less the opponent's.

    The opponent's moves are those it would have if it were its turn. A pass is none.
    """

    game: Game
    kind: ClassVar[str] = "mobility"
    counts_mobility: ClassVar[bool] = True
    tables: ClassVar[None] = None
    names: ClassVar[tuple[str, ...]] = ("mobility", "potential mobility")

    def __post_init__(self) -> None:
        if {len(atom.values) for atom in self.game.atoms} != {3}:
            raise RulesError(
                f"{self.game.name}: potential mobility needs squares that are empty or one side's"
            )
        start = self.game.start()
        turned = self.game.parse(self._turned_text(start.packed, start.mover))
        if turned.mover == start.mover:
            raise RulesError(
                f"{self.game.name}: its texts do not tell what the opponent could move"
            )

    @property
    def parts(self) -> tuple[NumericFeatures, ...]:
        return (self,)

    def values(self, positions: Positions, threads: int = 1) -> Floats:
        own, opponent = self.moves(positions)
        own_reach, opponent_reach = self.potential_moves(positions, threads)
        return np.stack([own - opponent, own_reach - opponent_reach], axis=1).astype(np.float64)

    def to_section(self) -> Section:
        return {}, {}  # it is the same in all models of a game

    @classmethod
    def from_section(cls, game: Game, _content: dict[str, Any], _tensors: Tensors) -> Mobility:
        return cls(game)

    def moves(self, positions: Positions) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """How many moves the mover has, and the opponent."""
        core = self.game.core
        packed = [position.tobytes() for position in positions]
        movers = self.game.movers(positions).tolist()
        turned = [
            core.parse(self._turned_text(position, mover))
            for position, mover in zip(packed, movers, strict=True)
        ]
        return self._counts(packed), self._counts(turned)

    def potential_moves(
        self, positions: Positions, threads: int = 1
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """How many empty squares are next to the opponent's men, and next to the mover's."""
        squares = len(self._neighbours)
        values = len(self.game.atoms[0].values)
        # A pattern of one square spells its contents.
        contents = self._squares.rows(
            positions, np.arange(values, dtype=np.uint16), np.zeros(squares, np.uint32), threads
        )
        empty = contents == 1
        mover, opponent = (
            np.count_nonzero(empty & ((contents == whose) @ self._neighbours > 0), axis=1)
            for whose in (0, 2)
        )
        return mover, opponent

    def _turned_text(self, packed: bytes, mover: int) -> str:
        """The same men, the other player to move: a text ends with the mover's symbol."""
        other = self.game.core.symbols[0 if mover == 0 else -1]
        return self.game.core.text(packed)[:-1] + other

    def _counts(self, packed: list[bytes]) -> NDArray[np.int64]:
        core = self.game.core
        counts = np.empty(len(packed), np.int64)
        for row, position in enumerate(packed):
            moves = core.legal_moves(position)
            counts[row] = len(moves)
            # A move that changes nothing on the board is a pass; it is never one of several.
            if len(moves) == 1:
                after = core.play(position, moves[0])
                counts[row] = int(core.facts(after, 0) != core.facts(position, 0))
        return counts

    @cached_property
    def _squares(self) -> _core.Patterns:
        return _core.Patterns(self.game.core, [(a,) for a in range(len(self._neighbours))])

    @cached_property
    def _neighbours(self) -> NDArray[np.float32]:
        """[squares, squares], 1 for squares that touch each other, be it at a corner."""
        board = self.game.board
        rows, columns = np.divmod(np.arange(board.rows * board.columns), board.columns)
        down = np.abs(rows[:, None] - rows)
        across = np.abs(columns[:, None] - columns)
        return np.asarray(np.maximum(down, across) == 1, np.float32)


@NUMBERS.register
@dataclass(frozen=True)
class JoinedFeatures:
    """Several sets side by side."""

    parts: tuple[NumericFeatures, ...]
    kind: ClassVar[str] = "joined"
    counts_mobility: ClassVar[bool] = False
    tables: ClassVar[None] = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", tuple(p for joined in self.parts for p in joined.parts))
        games = {part.game.name for part in self.parts}
        if len(games) != 1:
            raise RulesError(f"features of one game expected, found {', '.join(sorted(games))}")

    @property
    def game(self) -> Game:
        return self.parts[0].game

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for part in self.parts for name in part.names)

    def values(self, positions: Positions, threads: int = 1) -> Floats:
        return np.concatenate([part.values(positions, threads) for part in self.parts], axis=1)

    def to_section(self) -> Section:
        sections = [NUMBERS.write(part) for part in self.parts]
        tensors = {
            name: tensor
            for number, (_, own) in enumerate(sections)
            for name, tensor in outer(str(number), own).items()
        }
        return {"parts": [content for content, _ in sections]}, tensors

    @classmethod
    def from_section(cls, game: Game, content: dict[str, Any], tensors: Tensors) -> JoinedFeatures:
        parts = enumerate(content["parts"])
        return cls(tuple(NUMBERS.read(game, p, inner(str(n), tensors)) for n, p in parts))
