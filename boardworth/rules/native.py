"""The built-in games, whose rules are compiled."""

from __future__ import annotations

import re
from functools import cache, cached_property
from typing import TYPE_CHECKING

from boardworth import _core
from boardworth.errors import FormatError, IllegalMove, RulesError
from boardworth.rules.game import Atom, Board, Move, Position, Replay

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from boardworth.rules.game import Game


class NativeGame:
    """A game of the C++ core behind the `Game` contract."""

    def __init__(self, core: _core.Game) -> None:
        self.core = core
        self.name = core.name
        self.players = tuple(core.players)
        self.board = Board(core.columns, core.rows)
        self.max_score = core.max_score
        self.max_progress = core.max_progress
        self.packed_size = core.packed_size

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NativeGame) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return load_game, (self.name,)

    @cached_property
    def atoms(self) -> tuple[Atom, ...]:
        values = tuple(self.core.value_names)
        return tuple(Atom(name, values) for name in self.board.square_names)

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

    def final_score(self, position: Position) -> int | None:
        outcome = self.outcome(position)
        return outcome if outcome is None or self.mover(position) == 0 else -outcome

    def facts(self, position: Position) -> tuple[int, ...]:
        facts = self.core.facts(position.packed)
        if self.mover(position) == 0:
            return tuple(facts)
        return tuple(
            len(atom.values) - 1 - fact for atom, fact in zip(self.atoms, facts, strict=True)
        )

    def replay(self, start: Position, moves: Sequence[Move]) -> Replay:
        positions, played, used = self.core.replay(start.packed, moves)
        return Replay(self, positions, tuple(played), used)

    def legal_replay(self, start: Position, moves: Sequence[Move]) -> Replay:
        replay = self.replay(start, moves)
        if replay.used < len(moves):
            move = self.move_text(moves[replay.used])
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

    def draw(self, position: Position) -> str:
        facts = self.core.facts(position.packed)
        lines = ["  " + " ".join(self.board.column_names)]
        for row in range(self.board.rows):
            first = row * self.board.columns
            men = (self.core.symbols[fact] for fact in facts[first : first + self.board.columns])
            lines.append(f"{row + 1} " + " ".join(men))
        outcome = self.outcome(position)
        mover = self.players[self.mover(position)]
        lines.append(f"{mover} to move" if outcome is None else f"game over: {mover} {outcome:+d}")
        return "\n".join(lines)

    def move_text(self, move: Move) -> str:
        return self.core.move_text(move)

    def parse_move(self, text: str) -> Move:
        return self.core.parse_move(text)

    def parse_moves(self, text: str) -> tuple[Move, ...]:
        moves = []
        at = 0
        while at < len(text):
            if text[at].isspace():
                at += 1
                continue
            found = self._move_pattern.match(text, at)
            if found is None:
                raise FormatError(
                    f"{self.name} moves: '{text[at : at + 10]}' at column {at + 1} is not a move"
                )
            moves.append(self.parse_move(found.group()))
            at = found.end()
        return tuple(moves)

    def perft(self, position: Position, depth: int) -> int:
        return self.core.perft(position.packed, depth)

    @cached_property
    def _move_pattern(self) -> re.Pattern[str]:
        return re.compile(self.core.move_pattern)


@cache
def load_game(name: str) -> Game:
    """The built-in game of that name.

    >>> print(load_game("othello").start().play("f5"))
      a b c d e f g h
    1 - - - - - - - -
    2 - - - - - - - -
    3 - - - - - - - -
    4 - - - O X - - -
    5 - - - X X X - -
    6 - - - - - - - -
    7 - - - - - - - -
    8 - - - - - - - -
    white to move
    """
    if name not in _core.game_names():
        known = ", ".join(_core.game_names())
        raise RulesError(f"unknown game '{name}': the built-in games are {known}")
    return NativeGame(_core.Game(name))
