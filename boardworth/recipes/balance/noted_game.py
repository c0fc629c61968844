"""What is kept of one game that was played to see how good the game is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from statistics import fmean
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import numpy as np

from boardworth.errors import MissingCapability
from boardworth.rules import NATURE

if TYPE_CHECKING:
    from boardworth.arena import PlayedGame
    from boardworth.rules import Game, History, Position

# What each role may expect in a position, from 0 to 1.
Judge: TypeAlias = Callable[["Position"], "Sequence[float]"]
Ending: TypeAlias = Literal["rules", "count of moves", "repetition", "no end", "forfeit"]
ENDINGS: tuple[Ending, ...] = get_args(Ending)
# In which parts of a game it is asked who leads, and by how much of all points.
TENTHS = range(1, 10)
LEAD = 0.05


@dataclass(frozen=True, slots=True)
class FirstMove:
    """The first choice that a role had alone."""

    role: int
    text: str  # the move in notation
    like: bytes  # the same for moves that a symmetry takes into each other


@dataclass(frozen=True, slots=True)
class NotedGame:
    """One finished game."""

    payoffs: tuple[int, ...]  # of each role
    ending: Ending
    line: int  # the same for the same moves
    choices: tuple[int, ...]  # before every move, how many joint moves the players had
    first_mover: int | None  # the role that chose first; None if several chose at once
    first_move: FirstMove | None  # None if it was imposed, too
    leaders: tuple[int | None, ...]  # after each tenth of the game; empty if nobody was asked


def players_of_game(game: Game) -> tuple[int, ...]:
    """The roles that are not nature's."""
    return tuple(role for role, name in enumerate(game.roles) if name != NATURE)


def noted(played: PlayedGame, judge: Judge | None) -> NotedGame | None:
    """What is kept of a game; None of one that was broken off."""
    if played.payoffs is None:
        return None
    history = played.history
    steps = len(history.joint_moves)
    step, first_mover = _first_choice(history)
    alone = first_mover is not None and not played.opening
    return NotedGame(
        played.payoffs,
        _ending(played),
        hash(history.joint_moves),
        tuple(_choices(position) for position in history.positions[:steps]),
        first_mover,
        _first_move(history, step, first_mover) if alone and first_mover is not None else None,
        _leaders(history, judge) if judge and steps else (),
    )


def _leaders(history: History, judge: Judge) -> tuple[int | None, ...]:
    """After each tenth of the game the role that leads, if one does.

    Who is to move often seems to be better off: so what counts is the mean of as many positions as
    there are players, the last of them there.
    """
    players, steps = players_of_game(history.game), len(history.joint_moves)
    expected = cache(lambda place: judge(history.positions[place]))
    leaders: list[int | None] = []
    for tenth in TENTHS:
        last = tenth * steps // 10
        places = range(max(0, last + 1 - len(players)), last + 1)
        points = {role: fmean(expected(place)[role] for place in places) for role in players}
        first, second = sorted(players, key=lambda role: -points[role])[:2]
        leaders.append(first if points[first] >= points[second] + LEAD else None)
    return tuple(leaders)


def _ending(played: PlayedGame) -> Ending:
    history = played.history
    if played.forfeited is not None:
        return "forfeit"
    if history.position.payoffs is None:
        return "no end" if history.payoffs is None else "repetition"
    if len(history.positions) == 1:
        return "rules"
    try:
        counted = history.game.ended_by_count(*history.positions[-2:])
    except MissingCapability:
        return "rules"
    return "count of moves" if counted else "rules"


def _choices(position: Position) -> int:
    return prod(len(position.legal_moves(role)) for role in players_of_game(position.game))


def _first_choice(history: History) -> tuple[int, int | None]:
    """The first step with a choice, and the role that had it alone."""
    game = history.game
    if game.has_turns:
        return 0, game.mover(history.start)
    for step, position in enumerate(history.positions[:-1]):
        choosing = [r for r in players_of_game(game) if len(position.legal_moves(r)) > 1]
        if choosing:
            return step, choosing[0] if len(choosing) == 1 else None
    return 0, None


def _first_move(history: History, step: int, role: int) -> FirstMove | None:
    if not history.joint_moves:
        return None
    before, after = history.positions[step : step + 2]
    text = before.move_text(history.joint_moves[step][role], role)
    # Where nature moves as well, what follows a move is not its own doing.
    like = text.encode() if NATURE in history.game.roles else _canonical(after)
    return FirstMove(role, text, like)


def _canonical(position: Position) -> bytes:
    """A position, or what all its images under symmetries have in common."""
    packed = np.frombuffer(position.packed, np.uint8).reshape(1, -1)
    try:
        return position.game.canonical(packed).tobytes()
    except MissingCapability:
        return position.packed
