"""A rule sheet played by its rules as they are written: the machine for all other sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boardworth.errors import FormatError, IllegalMove, RulesError, TooMany
from boardworth.rules.gdl.interpret.compiling import KEYWORD_QUESTIONS, Compiler, Symbols
from boardworth.rules.gdl.syntax.terms import RuleSheet, Term

if TYPE_CHECKING:
    from boardworth import _core


@dataclass(frozen=True)
class InterpreterLimits:
    """How much one question about a state may cost."""

    memory: int = 1 << 30  # in bytes, of all that is derived
    # Calls, answers, and ways back to other answers; 2 million or more are a second.
    steps: int = 20_000_000


class InterpretedMachine:
    """A machine that derives what is asked, and only that, from the rules."""

    def __init__(self, sheet: RuleSheet, limits: InterpreterLimits | None = None) -> None:
        limits = limits or InterpreterLimits()
        self.sheet = sheet
        self.roles = sheet.roles
        if not self.roles:
            raise RulesError(f"{sheet.source}: there is no role")
        # How the game begins tells how many facts there are of each kind.
        first = _Compiled(Compiler(sheet), ["init"], limits)
        with self._told():
            truths = first.state_terms(first.core.start())
        self._compiled = _Compiled(Compiler(sheet, truths), KEYWORD_QUESTIONS, limits)
        self._core = self._compiled.core
        with self._told():
            self._start = self._core.start()

    @property
    def propnet_machine(self) -> None:
        return None

    def start(self) -> bytes:
        return self._start

    def terminal(self, state: bytes) -> bool:
        with self._told():
            return self._core.terminal(state)

    def legal_moves(self, state: bytes) -> list[list[int]]:
        with self._told():
            return self._core.legal_moves(state)

    def goals(self, state: bytes) -> list[int | None]:
        with self._told():
            return self._core.goals(state)

    def play(self, state: bytes, joint_move: Sequence[int]) -> bytes:
        with self._told():
            return self._core.play(state, joint_move)

    def fluents(self, state: bytes) -> tuple[Term, ...]:
        with self._told():
            return tuple(self._compiled.state_terms(state))

    def state(self, fluents: Iterable[Term]) -> bytes:
        numbers = set()
        for fluent in fluents:
            number = self._compiled.number(fluent)
            if number is None:
                raise FormatError(f"{self.sheet.source}: {fluent} never holds")
            numbers.add(number)
        return np.array(sorted(numbers), np.int32).tobytes()

    def move(self, role: int, number: int) -> Term:
        with self._told():
            return self._compiled.term(self._core.move(role, number))

    def move_number(self, role: int, move: Term) -> int:
        number = self._compiled.number(move)
        if number is None:
            raise IllegalMove(f"{self.sheet.source}: {self.roles[role]} never has the move {move}")
        with self._told():
            return self._core.move_number(role, number)

    def perft(self, state: bytes, depth: int) -> int:
        with self._told():
            return self._core.perft(state, depth)

    def play_random_games(
        self, games: int, *, seed: int, start: bytes | None = None, max_moves: int = 10_000
    ) -> _core.RandomPlay:
        beginning = self._start if start is None else start
        with self._told():
            return self._core.play_random_games(beginning, games, seed=seed, max_moves=max_moves)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Errors of the core, with the name of the sheet."""
        try:
            yield
        except (FormatError, IllegalMove, TooMany) as error:
            raise type(error)(f"{self.sheet.source}: {error}") from None


class _Compiled:
    """A compiled sheet, and what its numbers stand for."""

    def __init__(
        self, compiler: Compiler, keywords: Iterable[str], limits: InterpreterLimits
    ) -> None:
        self.core = compiler.interpreter(keywords, limits.memory, limits.steps)
        self._symbols: Symbols = compiler.symbols
        self._names = list(self._symbols.functors)
        self._terms = {number: term for term, number in self._symbols.terms.items()}

    def term(self, number: int) -> Term:
        """The term that a number stands for."""
        if number not in self._terms:
            functor, arguments = self.core.term(number)
            name = self._names[functor][0]
            self._terms[number] = Term(name, tuple(map(self.term, arguments)))
        return self._terms[number]

    def number(self, term: Term) -> int | None:
        """The number that stands for a term; None if the sheet lacks one of its words."""
        functor = self._symbols.functors.get(term.signature)
        numbers = [self.number(a) for a in term.arguments if isinstance(a, Term)]
        known = [number for number in numbers if number is not None]
        if functor is None or len(known) < len(term.arguments):
            return None
        return self.core.intern(functor, known)

    def state_terms(self, state: bytes) -> list[Term]:
        """What holds in a state."""
        if len(state) % 4:
            raise FormatError(f"packed state: {len(state)} bytes are no whole number of facts")
        return [self.term(number) for number in np.frombuffer(state, np.int32).tolist()]
