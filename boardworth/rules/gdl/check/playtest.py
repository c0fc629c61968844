"""Random games by a rule sheet: what an author cannot see in the rules, with an example of it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from boardworth.rules.gdl.state_machine import StateMachine
    from boardworth.rules.gdl.syntax.problems import Severity
    from boardworth.rules.gdl.syntax.terms import Term

JointMove: TypeAlias = tuple["Term", ...]

# Games in which every position is looked at; the others are only counted.
_LOOKED_AT = 100
_MAX_AT_ONCE = 256


@dataclass(frozen=True, slots=True)
class Example:
    """The moves that lead to a state, role by role, and what holds there."""

    moves: tuple[JointMove, ...]
    state: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with the games: an error breaks the language's promises, a warning does not."""

    severity: Severity
    message: str
    example: Example | None = None


@dataclass(frozen=True)
class Playtest:
    """What became of random games."""

    roles: tuple[str, ...]  # in the order of joint moves
    games: int  # that were played
    ended: int  # of them
    looked_at: int  # games of which every position was looked at; the next three are about them
    longest: int  # moves of the longest one
    mean_choices: float  # legal moves of a role that has more than one
    max_choices: int  # legal moves of a role
    mean_moves: float  # of all games
    # Role by role, of all games that ended with a goal for it; None if none did.
    mean_goals: tuple[float | None, ...]
    findings: tuple[Finding, ...]  # errors first; the shortest example that was met


def playtest(
    machine: StateMachine,
    games: int = 1000,
    *,
    seed: int = 0,
    max_moves: int = 1000,
    seconds: float = 30.0,
    advance: Callable[[float], None] | None = None,
) -> Playtest:
    """Plays random games; those longer than `max_moves` are given up.

    The first hundred are played step by step, so that whatever is wrong has an example; the rest
    as fast as the machine can. Only if it takes more than `seconds` are there fewer games.
    """
    deadline = time.monotonic() + seconds
    advance = advance or (lambda _games: None)
    steps = _Steps(machine, random.Random(seed), max_moves)
    look_until = time.monotonic() + seconds / 2
    while steps.games < min(games, _LOOKED_AT) and time.monotonic() < look_until:
        steps.play_game(look_until)
        advance(1)
    counts = _Counts(len(machine.roles))
    counts.play(machine, games - steps.games, seed, max_moves, deadline, advance)
    # Rare faults are worth some more games, until there is an example.
    while counts.unexplained(steps) and steps.games < games and time.monotonic() < deadline:
        steps.play_game(deadline)
    return _summary(machine, steps, counts, max_moves)


@dataclass
class _Fault:
    """One kind of fault of one role: how often, and the shortest way there."""

    times: int = 0
    moves: tuple[tuple[int, ...], ...] = ()
    state: bytes = b""

    def add(self, moves: Sequence[tuple[int, ...]], state: bytes) -> None:
        if self.times == 0 or len(moves) < len(self.moves):
            self.moves, self.state = tuple(moves), state
        self.times += 1


class _Steps:
    """Games played position by position."""

    def __init__(self, machine: StateMachine, draw: random.Random, max_moves: int) -> None:
        self.state_machine = machine
        self.draw = draw
        self.max_moves = max_moves
        self.games = self.ended = self.moves = self.longest = 0
        self.choices = self.choosers = self.max_choices = 0
        self.goals: list[list[int]] = [[] for _ in machine.roles]
        self.without_end = _Fault()
        self.stuck = [_Fault() for _ in machine.roles]
        self.without_goal = [_Fault() for _ in machine.roles]
        self.beyond = [_Fault() for _ in machine.roles]

    def play_game(self, deadline: float) -> None:
        """One game; it is not counted if there is no time to end it."""
        state = self.state_machine.start()
        played: list[tuple[int, ...]] = []
        while not self.state_machine.terminal(state):
            if len(played) == self.max_moves:
                self.without_end.add(played, state)
                break
            legal = self.state_machine.legal_moves(state)
            self._count(legal)
            without = [role for role, moves in enumerate(legal) if not moves]
            for role in without:
                self.stuck[role].add(played, state)
            if without:
                break
            joint = tuple(self.draw.choice(moves) for moves in legal)
            state = self.state_machine.play(state, joint)
            played.append(joint)
            if time.monotonic() > deadline:
                return
        else:
            self.ended += 1
            self._end(played, state)
        self.games += 1
        self.moves += len(played)
        self.longest = max(self.longest, len(played))

    def _count(self, legal: Sequence[Sequence[int]]) -> None:
        for moves in legal:
            self.max_choices = max(self.max_choices, len(moves))
            if len(moves) > 1:
                self.choices += len(moves)
                self.choosers += 1

    def _end(self, played: Sequence[tuple[int, ...]], state: bytes) -> None:
        for role, goal in enumerate(self.state_machine.goals(state)):
            if goal is None:
                self.without_goal[role].add(played, state)
                continue
            self.goals[role].append(goal)
            if not 0 <= goal <= 100:
                self.beyond[role].add(played, state)

    def example(self, fault: _Fault) -> Example | None:
        """The way to a fault in the sheet's words; None if it was not met."""
        if fault.times == 0:
            return None
        moves = tuple(
            tuple(self.state_machine.move(role, number) for role, number in enumerate(joint))
            for joint in fault.moves
        )
        return Example(moves, self.state_machine.fluents(fault.state))


@dataclass
class _Counts:
    """Games played as fast as the machine can, of which only sums are known."""

    roles: int
    games: int = 0
    ended: int = 0
    moves: int = 0
    goal_sums: list[int] = field(default_factory=list)
    without_goal: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.goal_sums, self.without_goal = [0] * self.roles, [0] * self.roles

    def play(
        self,
        machine: StateMachine,
        games: int,
        seed: int,
        max_moves: int,
        deadline: float,
        advance: Callable[[float], None],
    ) -> None:
        """Ever more games at once, so that no time limit is exceeded by much."""
        at_once = 1
        while self.games < games:
            at_once = min(at_once, games - self.games)
            start = time.monotonic()
            played = machine.play_random_games(at_once, seed=seed + self.games, max_moves=max_moves)
            self.games += at_once
            self.ended += played.games
            self.moves += played.moves
            for role in range(self.roles):
                self.goal_sums[role] += played.goal_sums[role]
                self.without_goal[role] += played.without_goal[role]
            advance(at_once)
            each = (time.monotonic() - start) / at_once
            fitting = int((deadline - time.monotonic()) / max(each, 1e-9))
            if fitting < 1:
                break
            at_once = min(2 * at_once, _MAX_AT_ONCE, fitting)

    def unexplained(self, steps: _Steps) -> bool:
        """Whether something went wrong that was never seen step by step."""
        stuck_or_long = [*steps.stuck, steps.without_end]
        return (self.ended < self.games and not any(fault.times for fault in stuck_or_long)) or any(
            count and not fault.times
            for count, fault in zip(self.without_goal, steps.without_goal, strict=True)
        )


def _summary(machine: StateMachine, steps: _Steps, counts: _Counts, max_moves: int) -> Playtest:
    games, ended = steps.games + counts.games, steps.ended + counts.ended
    means: list[float | None] = []
    for role, goals in enumerate(steps.goals):
        with_goal = len(goals) + counts.ended - counts.without_goal[role]
        total = sum(goals) + counts.goal_sums[role]
        means.append(total / with_goal if with_goal else None)
    found = [*_broken(steps, counts), *_odd(steps, counts, means, max_moves)]
    return Playtest(
        roles=machine.roles,
        games=games,
        ended=ended,
        looked_at=steps.games,
        longest=steps.longest,
        mean_choices=steps.choices / steps.choosers if steps.choosers else 1.0,
        max_choices=steps.max_choices,
        mean_moves=(steps.moves + counts.moves) / games if games else 0.0,
        mean_goals=tuple(means),
        findings=tuple(found),
    )


def _broken(steps: _Steps, counts: _Counts) -> Iterator[Finding]:
    """What the language promises of every game, and is not so here."""
    looked_at = f"{steps.games:,} games"
    for role, name in enumerate(steps.state_machine.roles):
        stuck, nothing, beyond = (
            kind[role] for kind in (steps.stuck, steps.without_goal, steps.beyond)
        )
        if stuck.times:
            message = f"{name} has no legal move, and the game is not over"
            yield Finding("error", _times(message, stuck.times, looked_at), steps.example(stuck))
        times = nothing.times + counts.without_goal[role]
        if times:
            message = f"{name} has no goal at the end, or several"
            all_games = f"{steps.games + counts.games:,} games"
            yield Finding("error", _times(message, times, all_games), steps.example(nothing))
        if beyond.times:
            message = f"{name} has a goal that is not between 0 and 100"
            yield Finding("error", _times(message, beyond.times, looked_at), steps.example(beyond))


def _times(message: str, times: int, games: str) -> str:
    return f"{message} ({times:,} of {games})"


def _odd(
    steps: _Steps, counts: _Counts, means: Sequence[float | None], max_moves: int
) -> Iterator[Finding]:
    """What may be meant, but most likely is not."""
    games = steps.games + counts.games
    unfinished = games - steps.ended - counts.ended
    stuck = any(fault.times for fault in steps.stuck)
    if steps.games == 0:
        yield Finding("warning", "there was no time to play a game to its end")
    elif unfinished and (steps.without_end.times or not stuck):
        yield Finding(
            "warning",
            f"{unfinished:,} of {games:,} games did not end within {max_moves:,} moves"
            + (", or a role had no move" if stuck else ""),
        )
    ended = steps.ended + counts.ended
    if ended < 2 or len(means) < 2:
        return
    for name, mean in zip(steps.state_machine.roles, means, strict=True):
        if mean == 0 and any(means):
            yield Finding("warning", f"{name} never has a goal above 0 ({ended:,} games)")
    same = all({mean} == set(goals) for mean, goals in zip(means, steps.goals, strict=True))
    if same and all(means):
        yield Finding("warning", f"every game ends with the same goals ({ended:,} games)")
