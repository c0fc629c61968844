"""The contract of whatever plays by a rule sheet: states are bytes, moves are numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from boardworth._core import RandomPlay
    from boardworth.rules.gdl.propnet_machine import PropnetMachine
    from boardworth.rules.gdl.syntax.terms import RuleSheet, Term


class StateMachine(Protocol):
    """A rule sheet's game for any number of roles, all of which move at once.

    A state is the bytes that this very machine made of what holds in it; equal states are equal
    bytes. A move is its number among a role's; a joint move lists one for each role.
    """

    @property
    def sheet(self) -> RuleSheet:
        """The rules."""

    @property
    def propnet_machine(self) -> PropnetMachine | None:
        """Itself, if it plays by a propnet."""

    @property
    def roles(self) -> tuple[str, ...]:
        """In the order of joint moves."""

    def start(self) -> bytes:
        """The state in which a game begins."""

    def terminal(self, state: bytes) -> bool:
        """Whether the game is over."""

    def legal_moves(self, state: bytes) -> list[list[int]]:
        """Role by role."""

    def goals(self, state: bytes) -> list[int | None]:
        """Role by role; None for a role that has no goal there, or several."""

    def play(self, state: bytes, joint_move: Sequence[int]) -> bytes:
        """The next state. Raises IllegalMove."""

    def fluents(self, state: bytes) -> tuple[Term, ...]:
        """What holds in a state."""

    def state(self, fluents: Iterable[Term]) -> bytes:
        """The state in which just these hold. Raises FormatError for one that never can."""

    def move(self, role: int, number: int) -> Term:
        """A role's move, as the sheet writes it."""

    def move_number(self, role: int, move: Term) -> int:
        """The number of a role's move. Raises IllegalMove if there never is such a one."""

    def perft(self, state: bytes, depth: int) -> int:
        """How many sequences of `depth` joint moves there are."""

    def play_random_games(
        self, games: int, *, seed: int, start: bytes | None = None, max_moves: int = 10_000
    ) -> RandomPlay:
        """Sums over games of uniformly random moves, from the start or from another state."""
