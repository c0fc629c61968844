"""What all compiled games share: the contract of a game, carried out by the core."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING

from boardworth.errors import IllegalMove
from boardworth.rules.game import Atom, Board, Move, Position, Replay

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from boardworth import _core


class CompiledGame(ABC):
    """A game of the C++ core behind the `Game` contract; what is said of it in words is left open.

    Args:
        core: the compiled rules.
        board: the shape that the squares form.
        atoms: every fact variable, the squares first.
    """

    def __init__(self, core: _core.Game, board: Board, atoms: Sequence[Atom]) -> None:
        self.core = core
        self.name = core.name
        self.players = tuple(core.players)
        self.board = board
        self.atoms = tuple(atoms)
        self.max_score = core.max_score
        self.max_progress = core.max_progress
        self.packed_size = core.packed_size

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    @property
    @abstractmethod
    def definition(self) -> str: ...

    @property
    @abstractmethod
    def usual_length(self) -> int: ...

    @property
    @abstractmethod
    def moves_bounded(self) -> bool: ...

    @property
    @abstractmethod
    def loose_atoms(self) -> tuple[int, ...]: ...

    @property
    @abstractmethod
    def view_atoms(self) -> tuple[int, ...]: ...

    @property
    @abstractmethod
    def values_are_relative(self) -> bool: ...

    @property
    @abstractmethod
    def symbols(self) -> tuple[str, ...]: ...

    @abstractmethod
    def draw(self, position: Position) -> str: ...

    @abstractmethod
    def parse_moves(self, text: str, start: Position | None = None) -> tuple[Move, ...]: ...

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(images) for images in self.core.symmetries())

    def start(self) -> Position:
        return Position(self, self.core.start())

    def mover(self, position: Position) -> int:
        return self.core.mover(position.packed)

    def legal_moves(self, position: Position) -> list[Move]:
        return self.core.legal_moves(position.packed)

    def play(self, position: Position, move: Move) -> Position:
        return Position(self, self.core.play(position.packed, move))

    def outcome(self, position: Position) -> int | None:
        return self.core.score(position.packed) if self.core.over(position.packed) else None

    @property
    def max_repetitions(self) -> int | None:
        return self.core.max_repetitions

    def repetition_payoffs(self, position: Position) -> tuple[int, ...]:
        score = self.core.repetition_score(position.packed)
        first = score if self.mover(position) == 0 else -score
        return (first, -first)[: len(self.players)]

    def final_score(self, position: Position) -> int | None:
        outcome = self.outcome(position)
        return outcome if outcome is None or self.mover(position) == 0 else -outcome

    def facts(self, position: Position) -> tuple[int, ...]:
        return tuple(self.core.facts(position.packed, self.mover(position)))

    def replay(self, start: Position, moves: Sequence[Move]) -> Replay:
        positions, played, used = self.core.replay(start.packed, moves)
        return Replay(self, positions, tuple(played), used)

    def legal_replay(self, start: Position, moves: Sequence[Move]) -> Replay:
        replay = self.replay(start, moves)
        if replay.used < len(moves):
            move = self.move_text(moves[replay.used], replay.last)
            raise IllegalMove(f"move {replay.used + 1} ({move}) is illegal")
        return replay

    def canonical(self, positions: NDArray[np.uint8]) -> NDArray[np.uint8]:
        return self.core.canonical(positions)

    def canonical_keys(self, positions: NDArray[np.uint8]) -> NDArray[np.uint64]:
        return self.core.canonical_keys(positions)

    def movers(self, positions: NDArray[np.uint8]) -> NDArray[np.uint8]:
        return self.core.movers(positions)

    def progress(self, positions: NDArray[np.uint8]) -> NDArray[np.int16]:
        return self.core.progress(positions)

    def text(self, position: Position) -> str:
        return self.core.text(position.packed)

    def parse(self, text: str) -> Position:
        return Position(self, self.core.parse(text))

    def move_text(self, move: Move, position: Position | None = None) -> str:
        return self.core.move_text(position.packed if position else None, move)

    def parse_move(self, text: str, position: Position | None = None) -> Move:
        return self.core.parse_move(position.packed if position else None, text)

    def perft(self, position: Position, depth: int) -> int:
        return self.core.perft(position.packed, depth)
