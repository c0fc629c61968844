"""A game so far: where it began, what was played, and the positions that this led through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from boardworth.rules.game import Game
    from boardworth.rules.position import Move, Position

    JointMove = tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class History:
    """What a referee keeps of a game: engines are told its moves, repetition is seen in it."""

    positions: tuple[Position, ...]  # from the start to the last one
    joint_moves: tuple[JointMove, ...] = ()  # one move of each role, step by step

    @classmethod
    def after(cls, start: Position, moves: Sequence[Move] = ()) -> History:
        """The game of these moves of the roles to move. Raises IllegalMove."""
        history = cls((start,))
        for move in moves:
            history = history.play(move)
        return history

    @property
    def game(self) -> Game:
        """What is played."""
        return self.positions[0].game

    @property
    def start(self) -> Position:
        """Where it began."""
        return self.positions[0]

    @property
    def position(self) -> Position:
        """Where it has come to."""
        return self.positions[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the roles to move, in a game that has turns."""
        before = zip(self.positions, self.joint_moves, strict=False)
        return tuple(joint_move[position.mover] for position, joint_move in before)

    @property
    def joint_move_texts(self) -> list[list[str]]:
        """All joint moves, in the game's notation."""
        return [
            [position.move_text(move, role) for role, move in enumerate(joint_move)]
            for position, joint_move in zip(self.positions, self.joint_moves, strict=False)
        ]

    @property
    def repetitions(self) -> int:
        """How often the last position has occurred, this time included."""
        recurring = self.game.recurring
        last = recurring(self.position)
        return sum(recurring(earlier) == last for earlier in self.positions)

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        """What each role gets, also where repetition ends the game; None while it goes on."""
        limit = self.game.max_repetitions
        if limit is not None and self.repetitions >= limit:
            return self.game.repetition_payoffs(self.positions)
        return self.position.payoffs

    def play(self, move: Move) -> History:
        """The game with one more move of the role to move. Raises IllegalMove."""
        position = self.position
        joint = [
            move if role == position.mover else legal[0]
            for role in range(len(self.game.roles))
            if (legal := [move] if role == position.mover else position.legal_moves(role))
        ]
        return self._with(tuple(joint), position.play(move))

    def play_joint(self, joint_move: Sequence[Move]) -> History:
        """The game with one more move of each role. Raises IllegalMove."""
        return self._with(tuple(joint_move), self.position.play_joint(joint_move))

    def _repr_svg_(self) -> str:
        """The last board, with the last move marked, for notebooks."""
        from boardworth.rules.svg import board_svg

        previous = self.positions[-2] if self.joint_moves else None
        return board_svg(self.position, previous=previous)

    def __reduce__(self) -> tuple[Any, ...]:
        if self.game.numbers_are_shared:
            return History, (self.positions, self.joint_moves)
        return _read, (self.positions, self.joint_move_texts)

    def __deepcopy__(self, _memo: object) -> History:
        return self

    def _with(self, joint_move: JointMove, after: Position) -> History:
        return History((*self.positions, after), (*self.joint_moves, joint_move))


def _read(positions: tuple[Position, ...], joint_move_texts: list[list[str]]) -> History:
    """A game of these positions, with its moves in notation."""
    joint_moves = (
        tuple(position.parse_move(text, role) for role, text in enumerate(texts))
        for position, texts in zip(positions, joint_move_texts, strict=False)
    )
    return History(positions, tuple(joint_moves))
