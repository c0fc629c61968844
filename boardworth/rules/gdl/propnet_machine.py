"""A rule sheet played by a propnet: the machine for all sheets that can be grounded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from boardworth.errors import FormatError, IllegalMove
from boardworth.rules.gdl.ground.propnet import propnet

if TYPE_CHECKING:
    from boardworth import _core
    from boardworth.rules.gdl.ground.grounding import GroundGame
    from boardworth.rules.gdl.syntax.terms import RuleSheet, Term


class PropnetMachine:
    """A machine over a ground game."""

    def __init__(self, sheet: RuleSheet, ground_game: GroundGame) -> None:
        self.sheet = sheet
        self.ground_game = ground_game
        self.propnet = propnet(ground_game)
        self.roles = ground_game.roles

    @property
    def propnet_machine(self) -> PropnetMachine:
        return self

    def start(self) -> bytes:
        return self.propnet.start()

    def terminal(self, state: bytes) -> bool:
        return self.propnet.terminal(state)

    def legal_moves(self, state: bytes) -> list[list[int]]:
        return self.propnet.legal_moves(state)

    def goals(self, state: bytes) -> list[int | None]:
        return self.propnet.goals(state)

    def play(self, state: bytes, joint_move: Sequence[int]) -> bytes:
        return self.propnet.play(state, joint_move)

    def fluents(self, state: bytes) -> tuple[Term, ...]:
        names = self.ground_game.fluents
        return tuple(name for i, name in enumerate(names) if state[i // 8] >> i % 8 & 1)

    def state(self, fluents: Iterable[Term]) -> bytes:
        packed = bytearray(len(self.start()))
        for fluent in fluents:
            if fluent not in self._fluent_numbers:
                raise FormatError(f"{self.sheet.source}: {fluent} never holds")
            number = self._fluent_numbers[fluent]
            packed[number // 8] |= 1 << number % 8
        return bytes(packed)

    def move(self, role: int, number: int) -> Term:
        return self.ground_game.moves[role][number]

    def move_number(self, role: int, move: Term) -> int:
        if move not in self._move_numbers[role]:
            raise IllegalMove(f"{self.sheet.source}: {self.roles[role]} never has the move {move}")
        return self._move_numbers[role][move]

    def perft(self, state: bytes, depth: int) -> int:
        return self.propnet.perft(state, depth)

    def play_random_games(
        self, games: int, *, seed: int, start: bytes | None = None, max_moves: int = 10_000
    ) -> _core.RandomPlay:
        return self.propnet.follow_random_games(games, seed=seed, start=start, max_moves=max_moves)

    @cached_property
    def _fluent_numbers(self) -> dict[Term, int]:
        return {fluent: number for number, fluent in enumerate(self.ground_game.fluents)}

    @cached_property
    def _move_numbers(self) -> list[dict[Term, int]]:
        return [
            {move: number for number, move in enumerate(moves)} for moves in self.ground_game.moves
        ]
