"""The built-in games, whose rules are compiled."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING

import numpy as np

from boardworth import _core
from boardworth.errors import FormatError, IllegalMove
from boardworth.rules.compiled import CompiledGame
from boardworth.rules.ending import ending_text
from boardworth.rules.picture import BoardPicture, InHand, Picture, Square, text_width
from boardworth.rules.position import Atom, Board, Move, Position

if TYPE_CHECKING:
    from boardworth.rules.game import Game, Simulator
    from boardworth.rules.gdl.syntax.terms import Term

# The move of a native game's role that is not to move.
WAIT: Move = -1


class NativeGame(CompiledGame):
    """A game whose rules the core knows, for two roles that take turns."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._core = _core.Game(name)
        self.roles = tuple(self._core.players)
        plain = Board(self._core.columns, self._core.rows)
        names = (
            tuple(self._core.column_names or plain.column_names),
            tuple(self._core.row_names or plain.row_names),
        )
        self._board = Board(plain.columns, plain.rows, names)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NativeGame) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return native_game, (self.name,)

    @cached_property
    def max_score(self) -> int:
        return self.core.max_score

    @cached_property
    def max_progress(self) -> int:
        return self.core.max_progress

    @property
    def core(self) -> _core.Game:
        return self._core

    @property
    def definition(self) -> str:
        return self.name

    @cached_property
    def atoms(self) -> tuple[Atom, ...]:
        names = [*self.board.square_names, *self.core.loose_names]
        return tuple(map(Atom, names, map(tuple, self.core.value_names)))

    @cached_property
    def state_facts(self) -> Mapping[Term, tuple[int, int]]:
        """(cell a1 own): the names of an atom and of a value, blanks written as underscores."""
        from boardworth.rules.gdl.syntax.terms import Term

        return {
            Term("cell", tuple(Term(name.replace(" ", "_")) for name in (atom.name, value))): (
                number,
                value_number,
            )
            for number, atom in enumerate(self.atoms)
            for value_number, value in enumerate(atom.values)
        }

    @cached_property
    def loose_atoms(self) -> tuple[int, ...]:
        return tuple(range(self.board.columns * self.board.rows, len(self.atoms)))

    @cached_property
    def payoff_range(self) -> tuple[int, int]:
        return -self.max_score, self.max_score

    @property
    def board(self) -> Board:
        return self._board

    def seen_squares(self, role: int) -> tuple[int, ...]:
        return self._across if role else super().seen_squares(role)

    @cached_property
    def _across(self) -> tuple[int, ...]:
        """For the second role: turned as both see the same pieces at the start."""
        squares = np.arange(self.board.columns * self.board.rows)
        board = squares.reshape(self.board.rows, -1)
        if self.core.mirrored:
            return tuple(squares.tolist())
        first, second = (np.array(self.core.facts(self.core.start(), role)) for role in (0, 1))
        pieces = len(self.atoms[0].values) - 1 - first
        turned = (side.ravel() for side in (board[::-1], board[::-1, ::-1], board[:, ::-1]))
        found = next(own for own in turned if (second[squares] == pieces[own]).all())
        return tuple(found.tolist())

    @cached_property
    def usual_length(self) -> int:
        return self.core.usual_length

    @cached_property
    def moves_bounded(self) -> bool:
        return self.core.bounded

    @cached_property
    def max_repetitions(self) -> int | None:
        return self.core.max_repetitions

    def recurring(self, position: Position) -> bytes:
        return position.packed[: self.core.recurring_size]

    def repetition_payoffs(self, positions: Sequence[Position]) -> tuple[int, ...]:
        packed = np.frombuffer(b"".join(position.packed for position in positions), np.uint8)
        score = self.core.repetition_score(packed.reshape(len(positions), -1))
        return (score, -score) if self.mover(positions[-1]) == 0 else (-score, score)

    @cached_property
    def values_are_relative(self) -> bool:
        return True

    @cached_property
    def owners(self) -> tuple[int, ...]:
        middle = (len(self.atoms[0].values) - 1) // 2
        return (-1,) * middle + (0,) + (1,) * middle

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        return tuple(self.core.view_symbols)

    def start(self) -> Position:
        return Position(self, self.core.start())

    def over(self, position: Position) -> bool:
        return self.core.over(position.packed)

    def payoffs(self, position: Position) -> tuple[int, ...] | None:
        score = self.final_score(position)
        return None if score is None else (score, -score)

    def legal_moves(self, position: Position, role: int) -> list[Move]:
        if role == self.mover(position):
            return self.movers_moves(position)
        return [] if self.over(position) else [WAIT]

    def play(self, position: Position, joint_move: Sequence[Move]) -> Position:
        mover = self.mover(position)
        waiting = [move for role, move in enumerate(joint_move) if role != mover]
        if len(joint_move) != len(self.roles) or any(move != WAIT for move in waiting):
            raise IllegalMove(
                f"{self.name}: {list(joint_move)} is not a move of {self.roles[mover]} alone"
            )
        return self.play_move(position, joint_move[mover])

    def points(self, payoffs: Sequence[int]) -> tuple[float, ...]:
        """A win, a draw, a loss, by whatever score."""
        return tuple(0.5 + 0.5 * ((payoff > 0) - (payoff < 0)) for payoff in payoffs)

    def simulator(self, what: str) -> Simulator:  # noqa: ARG002
        return self.core

    def text(self, position: Position) -> str:
        return self.core.text(position.packed)

    def parse(self, text: str) -> Position:
        return Position(self, self.core.parse(text))

    def move_text(self, position: Position, role: int, move: Move) -> str:  # noqa: ARG002
        return "wait" if move == WAIT else self.core.move_text(position.packed, move)

    def parse_move(self, position: Position, role: int, text: str) -> Move:
        if role != self.mover(position):
            if text != "wait":
                raise FormatError(f"{self.name}: {self.roles[role]} is not to move: '{text}'")
            return WAIT
        return self.core.parse_move(position.packed, text)

    def picture(self, position: Position, *, unicode: bool = False) -> Picture:
        facts = self.core.facts(position.packed, 0)
        board = BoardPicture(
            tuple(self.board.column_names),
            tuple(self.board.row_names),
            tuple(
                self.square(atom, fact, unicode=unicode)
                for atom, fact in enumerate(facts[: self.board.columns * self.board.rows])
            ),
            max(map(text_width, self._signs(unicode))),
            atoms=tuple(range(self.board.columns * self.board.rows)),
        )
        beside = (
            self._counted(atom, facts[atom])
            for atom in self.loose_atoms
            if facts[atom] and self._counts(atom)
        )
        payoffs = self.payoffs(position)
        if payoffs is None:
            said = f"{self.roles[self.mover(position)]} to move"
        else:
            said = ending_text(self.roles, payoffs, self.payoff_range)
        return Picture((board,), tuple(beside), said, tuple(self._in_hand(facts, unicode)))

    def square(self, atom: int, value: int, *, unicode: bool = False) -> Square:
        names = self.atoms[atom].values
        return Square(self._signs(unicode)[value], names[value], empty=value == len(names) // 2)

    def _signs(self, unicode: bool) -> Sequence[str]:
        """Of what a square can hold."""
        return (self.core.unicode_symbols if unicode else None) or self.core.symbols

    def _in_hand(self, facts: Sequence[int], unicode: bool) -> Iterator[InHand]:
        """The pieces behind atoms such as "own chicks in hand"."""
        names = self.atoms[0].values
        for atom in self.loose_atoms:
            name = self.atoms[atom].name
            piece = name.removesuffix("s in hand")
            if piece != name and facts[atom]:
                value = names.index(piece)
                role = int(value < len(names) // 2)
                square = self.square(0, value, unicode=unicode)
                yield InHand(square, role, facts[atom], self._counted(atom, facts[atom]))

    def _counted(self, atom: int, fact: int) -> str:
        return f"{self._absolute(self.atoms[atom].name)}: {self.atoms[atom].values[fact]}"

    def _counts(self, atom: int) -> bool:
        """Whether it is a number, as of pieces in hand; rights to castle are not drawn."""
        return all(value.isdecimal() for value in self.atoms[atom].values)

    def _absolute(self, name: str) -> str:
        """A name of the first player's view without its point of view: "sente chicks in hand"."""
        return name.replace("own", self.roles[0]).replace("opponent", self.roles[1])

    def move_texts(self, start: Position, moves: Sequence[Move]) -> list[str]:
        """Also of records that go on where a draw could have been claimed."""
        replay = self.legal_replay(start, moves)
        before = zip(replay.positions, replay.moves, strict=False)
        return [self.core.move_text(packed.tobytes(), move) for packed, move in before]

    def line_text(self, start: Position, moves: Sequence[Move]) -> str:
        return ("" if self.core.move_pattern else " ").join(self.move_texts(start, moves))

    def parse_line(self, start: Position, text: str) -> tuple[Move, ...]:
        moves: list[Move] = []
        if not self.core.move_pattern:
            for word in text.split():
                moves.append(start.parse_move(word))
                replay = self.replay(start, moves[-1:])
                start = replay.last if replay.used else start.play(moves[-1])
            return tuple(moves)
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
            moves.append(self.core.parse_move(start.packed, found.group()))
            at = found.end()
        return tuple(moves)

    @cached_property
    def _move_pattern(self) -> re.Pattern[str]:
        return re.compile(self.core.move_pattern)


@cache
def native_game(name: str) -> Game:
    """The built-in game of that name."""
    return NativeGame(name)
