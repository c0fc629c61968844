"""The contract of a game: all that later stages know about one.

A game is an immutable object, a position is a value. The required members come first: with these
alone a game can be played by players that need no more. What else a game can do is a *capability*;
a game that lacks one raises `MissingCapability`, which says why.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import IllegalMove, MissingCapability
from boardworth.rules.picture import Picture, Square
from boardworth.rules.position import Atom, Board, Fact, Move, Position, Replay

if TYPE_CHECKING:
    from boardworth import _core
    from boardworth.rules.gdl.fluent_facts import FluentFacts
    from boardworth.rules.gdl.propnet_machine import PropnetMachine
    from boardworth.rules.gdl.syntax.terms import RuleSheet, Term

# What simulates games in the core.
Simulator: TypeAlias = "_core.Propnet | _core.Game"
# The role that nature plays, in rule sheets that have it.
NATURE = "random"
# What asks for turns, if it is not said what.
PATTERNS = "a model of patterns"
# A game of random moves that is longer counts as endless.
MAX_RANDOM_MOVES = 10_000


class Game(ABC):
    """The rules of a game as one immutable object."""

    # Required: with these a game can be played.

    name: str  # what `load_game` knows it by
    roles: tuple[str, ...]  # one or more, in the order of joint moves
    # Whether packed positions and moves' numbers mean the same in every process; else pickles of
    # positions have them in notation.
    numbers_are_shared: bool = True

    @property
    @abstractmethod
    def definition(self) -> str:
        """What `load_game` makes the same game of: a name, or the text of a rule sheet."""

    @property
    @abstractmethod
    def atoms(self) -> tuple[Atom, ...]:
        """Every fact variable of a position."""

    @property
    @abstractmethod
    def payoff_range(self) -> tuple[int, int]:
        """The smallest and the largest payoff."""

    @abstractmethod
    def start(self) -> Position:
        """The position in which a game begins."""

    @abstractmethod
    def payoffs(self, position: Position) -> tuple[int, ...] | None:
        """What each role gets, or None while the game goes on."""

    @abstractmethod
    def legal_moves(self, position: Position, role: int) -> list[Move]:
        """All moves the rules allow a role: one if it only waits, none if the game is over."""

    @abstractmethod
    def play(self, position: Position, joint_move: Sequence[Move]) -> Position:
        """The position after one move of each role. Raises IllegalMove."""

    @abstractmethod
    def move_text(self, position: Position, role: int, move: Move) -> str:
        """A legal move of a role in the game's notation."""

    @abstractmethod
    def parse_move(self, position: Position, role: int, text: str) -> Move:
        """Reads a move of a role. Raises FormatError."""

    @abstractmethod
    def text(self, position: Position) -> str:
        """The position on one line, as `parse` reads it."""

    @abstractmethod
    def parse(self, text: str) -> Position:
        """Reads a position. Raises FormatError."""

    # Derived; a game may know a better way.

    def over(self, position: Position) -> bool:
        """Whether the game has ended."""
        return self.payoffs(position) is not None

    def picture(self, position: Position, *, unicode: bool = False) -> Picture:  # noqa: ARG002
        """What is to be seen, in ASCII or with the Unicode characters that a game has."""
        return Picture((), (self.text(position),))

    def draw(self, position: Position, *, unicode: bool = False) -> str:
        """The same as text."""
        return str(self.picture(position, unicode=unicode))

    def points_so_far(self, position: Position) -> tuple[int, ...] | None:  # noqa: ARG002
        """What each role would get if the game ended here; None if the rules do not say."""
        return None

    def points(self, payoffs: Sequence[int]) -> tuple[float, ...]:
        """Payoffs as shares of what can be had, 0 to 1."""
        low, high = self.payoff_range
        return tuple((payoff - low) / (high - low) for payoff in payoffs)

    def random_points(self, games: int, *, seed: int, start: Position) -> list[float]:
        """The points of each role in games of uniformly random moves, added up.

        A game without an end brings nothing.
        """
        draw = random.Random(seed)
        sums = [0.0] * len(self.roles)
        for _ in range(games):
            position = start
            for _ in range(MAX_RANDOM_MOVES):
                if (payoffs := self.payoffs(position)) is not None:
                    sums = [a + b for a, b in zip(sums, self.points(payoffs), strict=True)]
                    break
                joint = [draw.choice(position.legal_moves(r)) for r in range(len(self.roles))]
                position = position.play_joint(joint)
        return sums

    def perft(self, position: Position, depth: int) -> int:
        """How many sequences of `depth` joint moves there are."""
        if depth == 0 or self.over(position):
            return int(depth == 0)
        joint_moves = product(*(self.legal_moves(position, r) for r in range(len(self.roles))))
        return sum(self.perft(self.play(position, joint), depth - 1) for joint in joint_moves)

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def __deepcopy__(self, _memo: object) -> Game:
        return self

    # Capability: turns. One role moves at a time; with two roles, a score is the difference of
    # their payoffs. Alpha-beta, exact solving and pattern models ask for it.

    def turn_based(self, what: str = PATTERNS) -> Game:
        """The game itself, if it has turns. Raises MissingCapability with what needs them."""
        self._lacks(f"turns, which {what} needs")

    @property
    def has_turns(self) -> bool:
        """Whether it has turns."""
        try:
            self.turn_based()
        except MissingCapability:
            return False
        return True

    def mover(self, position: Position) -> int:  # noqa: ARG002
        """The number of the role to move."""
        self._lacks("turns")

    def move_texts(self, start: Position, moves: Sequence[Move]) -> list[str]:
        """Moves that follow each other, each in the game's notation."""
        texts = []
        for move in moves:
            texts.append(start.move_text(move))
            start = self.play_move(start, move)
        return texts

    def movers_moves(self, position: Position) -> list[Move]:
        """All moves the rules allow the role to move; none exactly when the game is over."""
        return self.legal_moves(position, self.mover(position))

    def play_move(self, position: Position, move: Move) -> Position:  # noqa: ARG002
        """The position after a move of the role to move. Raises IllegalMove."""
        self._lacks("turns")

    def outcome(self, position: Position) -> int | None:  # noqa: ARG002
        """The mover's final score: its payoff, less the other role's if there are points of both.

        None while the game goes on.
        """
        self._lacks("turns")

    def final_score(self, position: Position) -> int | None:
        """The first role's final score, or None while the game goes on."""
        outcome = self.outcome(position)
        return outcome if outcome is None or self.mover(position) == 0 else -outcome

    @property
    def max_score(self) -> int:
        """The largest score of a finished game."""
        self._lacks("turns")

    # Capability: a state machine in the core, which simulates games. It numbers moves by role.

    def simulator(self, what: str) -> Simulator:
        """What simulates the game. Raises MissingCapability with what it is needed for."""
        self._lacks(f"state machine in the core, which {what} needs")

    def require_propnet(self, what: str) -> PropnetMachine:
        """The propnet of a rule sheet. Raises MissingCapability with what it is needed for."""
        self._lacks(f"propnet, which {what} needs")

    def number(self, role: int, role_move: int) -> Move:  # noqa: ARG002
        """The game's number of a machine's move of a role."""
        return role_move

    def role_move(self, role: int, move: Move) -> int:  # noqa: ARG002
        """The machine's number of a role's move. Raises IllegalMove if the role never has it."""
        return move

    @property
    def rule_sheet(self) -> RuleSheet | None:
        """The rule sheet that the game is made of, if it is."""
        return None

    # Capability: facts as terms, which logic features speak of.

    @property
    def state_facts(self) -> Mapping[Term, tuple[int, int]]:
        """All that can be true of a position, and the atom and the value that mean it."""
        self._lacks("facts for rules to speak of")

    @property
    def settled_facts(self) -> Mapping[Term, bool]:
        """Those that are the same in every position as its mover sees it, such as the turn."""
        return {}

    @property
    def fluent_facts(self) -> FluentFacts:
        """What each fluent of a position's text tells, where roles take turns."""
        self._lacks("fluents")

    # Capability: certainty. Nothing is left to chance, which would play the role NATURE.

    def require_certainty(self, what: str) -> None:
        """Raises MissingCapability with what takes chance for a player, if it takes part."""
        if NATURE in self.roles:
            raise MissingCapability(
                f"{self.name}: chance takes part; {what} would take it for an opponent"
            )

    # Capability: length. About how many moves a game takes, and whether something bounds them.

    @property
    def usual_length(self) -> int:
        """About how many moves a game takes."""
        self._lacks("a known length")

    @property
    def moves_bounded(self) -> bool:
        """Whether a game ends after as many moves as progress is missing, at most."""
        return False

    def ended_by_count(self, before: Position, last: Position) -> bool:  # noqa: ARG002
        """Whether a game is over in `last` only because its rule sheet counts moves.

        Raises MissingCapability where that cannot be found out.
        """
        return False

    # Capability: repetition. The end of a game may depend on its history: legal moves never do.

    @property
    def max_repetitions(self) -> int | None:
        """How often a position must occur for the game to end there; None if that never ends it."""
        return None

    def recurring(self, position: Position) -> bytes:
        """What is equal wherever the rules take a position for the same: all but clocks."""
        return position.packed

    def repetition_payoffs(self, positions: Sequence[Position]) -> tuple[int, ...]:  # noqa: ARG002
        """What each role gets where repetition has ended a game of these positions."""
        self._lacks("end by repetition")

    # Capability: a board.

    @property
    def board(self) -> Board:
        """The shape that the squares form."""
        self._lacks("a board")

    def seen_squares(self, role: int) -> tuple[int, ...]:  # noqa: ARG002
        """Where the squares lie that a role at turn takes for the first, the second and so on."""
        return tuple(range(self.board.columns * self.board.rows))

    def drawn_facts(self, facts: Iterable[Fact], role: int) -> tuple[Fact, ...]:
        """Atoms and values that a role at turn sees, as those of the board as it is drawn."""
        seen = self.seen_squares(role)
        return tuple((seen[atom] if atom < len(seen) else atom, value) for atom, value in facts)

    @property
    def symbols(self) -> tuple[str, ...]:
        """How the values of a square are drawn, the mover's view."""
        self._lacks("a board")

    def square(self, atom: int, value: int, *, unicode: bool = False) -> Square:  # noqa: ARG002
        """A square that holds a value, as the first role sees it at turn."""
        symbol = self.symbols[value]
        return Square(symbol, self.atoms[atom].values[value], empty=not symbol.strip("- "))

    # Capability: compiled. The core plays it: batches of packed positions, for features and fits.

    @property
    def core(self) -> _core.Game:
        """The compiled rules, for the loops of later stages."""
        self._lacks("compiled rules with turns")

    @property
    def packed_size(self) -> int:
        """Bytes of a packed position."""
        return self.core.packed_size

    @property
    def max_progress(self) -> int:
        """The progress of a game played to the last move."""
        return self.core.max_progress

    @property
    def loose_atoms(self) -> tuple[int, ...]:
        """Those beside the board that tell something about a position."""
        return ()

    @property
    def view_atoms(self) -> tuple[int, ...]:
        """Those that every pattern needs: whose turn it is, where players do not see alike."""
        return ()

    @property
    def values_are_relative(self) -> bool:
        """Whether a square's values say whose it is: the opponent's, empty, the mover's own."""
        return False

    @property
    def owners(self) -> tuple[int, ...]:
        """Whose each value of a square is: 1 the mover's, -1 the opponent's, 0 neither's."""
        self._lacks("pieces on a board")

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Where each symmetry takes each atom; the first is the identity."""
        return tuple(tuple(images) for images in self.core.symmetries())

    def facts(self, position: Position) -> tuple[int, ...]:
        """The value of every atom, mover's view."""
        return tuple(self.core.facts(position.packed, self.mover(position)))

    def replay(self, start: Position, moves: Sequence[Move]) -> Replay:
        """Plays a record as far as it is legal, putting forced passes back."""
        positions, played, used = self.core.replay(start.packed, moves)
        return Replay(self, positions, tuple(played), used)

    def legal_replay(self, start: Position, moves: Sequence[Move]) -> Replay:
        """The same; raises IllegalMove with the number of the first move that is not legal."""
        replay = self.replay(start, moves)
        if replay.used < len(moves):
            move = replay.last.move_text(moves[replay.used])
            raise IllegalMove(f"move {replay.used + 1} ({move}) is illegal")
        return replay

    def line_text(self, start: Position, moves: Sequence[Move]) -> str:
        """A line of moves in notation, as `parse_line` reads it."""
        return " ".join(self.move_texts(start, moves))

    def parse_line(self, start: Position, text: str) -> tuple[Move, ...]:
        """Reads a line of moves such as "f5 d6 c3", legal or not. Raises FormatError."""
        moves = []
        for word in text.split():
            moves.append(start.parse_move(word))
            start = start.play(moves[-1])
        return tuple(moves)

    def canonical(self, positions: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """For packed positions, one representative of all that are worth the same."""
        return self.core.canonical(positions)

    def canonical_keys(self, positions: NDArray[np.uint8]) -> NDArray[np.uint64]:
        """A hash of each packed position's canonical form."""
        return self.core.canonical_keys(positions)

    def movers(self, positions: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The role to move in each packed position."""
        return self.core.movers(positions)

    def progress(self, positions: NDArray[np.uint8]) -> NDArray[np.int16]:
        """How far the game has come, from 0 to max_progress."""
        return self.core.progress(positions)

    def _lacks(self, capability: str) -> NoReturn:
        raise MissingCapability(f"{self.name} has no {capability}")
