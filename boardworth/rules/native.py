"""The built-in games, whose rules are compiled."""

from __future__ import annotations

import re
from functools import cache, cached_property
from typing import TYPE_CHECKING

from boardworth import _core
from boardworth.errors import FormatError
from boardworth.rules.compiled import CompiledGame
from boardworth.rules.game import Atom, Board, Move, Position

if TYPE_CHECKING:
    from boardworth.rules.game import Game


class NativeGame(CompiledGame):
    """A game whose rules the core knows."""

    def __init__(self, core: _core.Game) -> None:
        board = Board(core.columns, core.rows)
        names = [*board.square_names, *core.loose_names]
        values = map(tuple, core.value_names)
        super().__init__(core, board, list(map(Atom, names, values)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NativeGame) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return native_game, (self.name,)

    @property
    def definition(self) -> str:
        return self.name

    @property
    def usual_length(self) -> int:
        return self.core.usual_length

    @property
    def moves_bounded(self) -> bool:
        return self.core.bounded

    @property
    def loose_atoms(self) -> tuple[int, ...]:
        return tuple(range(self.board.columns * self.board.rows, len(self.atoms)))

    @property
    def view_atoms(self) -> tuple[int, ...]:
        return ()

    @property
    def values_are_relative(self) -> bool:
        return True

    @property
    def symbols(self) -> tuple[str, ...]:
        return tuple(self.core.view_symbols)

    def draw(self, position: Position) -> str:
        facts = self.core.facts(position.packed, 0)
        lines = ["  " + " ".join(self.board.column_names)]
        for row in range(self.board.rows):
            first = row * self.board.columns
            men = (self.core.symbols[fact] for fact in facts[first : first + self.board.columns])
            lines.append(f"{row + 1} " + " ".join(men))
        lines += [
            f"{self._absolute(self.atoms[atom].name)}: {self.atoms[atom].values[facts[atom]]}"
            for atom in self.loose_atoms
            if facts[atom]
        ]
        outcome = self.outcome(position)
        mover = self.players[self.mover(position)]
        lines.append(f"{mover} to move" if outcome is None else f"game over: {mover} {outcome:+d}")
        return "\n".join(lines)

    def _absolute(self, name: str) -> str:
        """A name of the first player's view without its point of view: "sente chicks in hand"."""
        return name.replace("own", self.players[0]).replace("opponent", self.players[1])

    def parse_moves(self, text: str, start: Position | None = None) -> tuple[Move, ...]:
        moves: list[Move] = []
        position = (start or self.start()) if self.core.notation_needs_position else None
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
            moves.append(self.parse_move(found.group(), position))
            if position is not None:  # after an illegal move only squares tell what is meant
                legal = moves[-1] in self.legal_moves(position)
                position = self.play(position, moves[-1]) if legal else None
            at = found.end()
        return tuple(moves)

    @cached_property
    def _move_pattern(self) -> re.Pattern[str]:
        return re.compile(self.core.move_pattern)


@cache
def native_game(name: str) -> Game:
    """The built-in game of that name."""
    return NativeGame(_core.Game(name))
