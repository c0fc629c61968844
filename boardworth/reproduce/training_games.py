"""Games to learn from as in Buro 1995: from all openings of a length, by players that err.

What is finished is kept, batch by batch, with the outcomes of endings by early searches.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from boardworth.evaluators import Evaluator, baseline, shipped_model
from boardworth.rules.records import GameRecord
from boardworth.search import AlphaBeta, Limit, StopSign, solve, solver

if TYPE_CHECKING:
    from boardworth.recipes import Reporter
    from boardworth.recipes.workspace import Workspace
    from boardworth.rules import Game, Move, Position

# Games of a step.
BATCH = 1000
# Either player of a game searches to one of these depths, and plays this share of moves at random:
# without errors there would be no positions to learn from what a corner is worth.
DEPTHS = (1, 2, 3)
ERRORS = 0.05


@dataclass(frozen=True)
class FinishedGame:
    """A game, and what perfect play would have made of its end."""

    moves: tuple[int, ...]  # from the start of the game
    score: int  # the first player's
    # By ply, what perfect play brings the first player: 1 a win, 0 a draw, -1 a loss.
    exact: dict[int, int]


def all_openings(game: Game, plies: int) -> list[tuple[Move, ...]]:
    """One line to each position after that number of plies; symmetric positions are one."""
    reached: dict[bytes, tuple[Position, tuple[Move, ...]]] = {b"": (game.start(), ())}
    for _ in range(plies):
        further: dict[bytes, tuple[Position, tuple[Move, ...]]] = {}
        for position, moves in reached.values():
            for move in position.legal_moves():
                after = position.play(move)
                packed = np.frombuffer(after.packed, np.uint8).reshape(1, -1)
                further.setdefault(game.canonical(packed).tobytes(), (after, (*moves, move)))
        reached = further
    return [moves for position, moves in reached.values() if not position.over]


def training_games(
    game: Game,
    count: int,
    plies: int,
    solved: int,
    *,
    seed: int,
    workspace: Workspace,
    reporter: Reporter,
    threads: int,
) -> list[GameRecord]:
    """`count` games; every opening comes equally often, but for one.

    Args:
        game: what is played.
        count: games.
        plies: of the openings, of which all are played.
        solved: moves before the end from which outcomes are searched.
        seed: of everything random.
        workspace: keeps finished batches.
        reporter: is told about progress.
        threads: how many to use; they do not change the games.
    """
    openings = workspace.values(
        "openings", partial(all_openings, game, plies), list[tuple[int, ...]]
    )
    random.Random(f"openings {seed}").shuffle(openings)
    player = _Erring(game, seed)
    games: list[FinishedGame] = []
    with reporter.task("training games", count) as advance:
        for first in range(0, count, BATCH):
            numbers = range(first, min(first + BATCH, count))
            make = partial(_batch, game, player, openings, numbers, solved, threads)
            before = len(games)
            games += workspace.values(f"games-{first:07d}", make, list[FinishedGame])
            advance(len(games) - before)
    return [
        GameRecord(game.start(), one.moves, one.score, exact=one.exact, opening=plies)
        for one in games
    ]


class _Erring:
    """A weak player with a view of its own in every game."""

    def __init__(self, game: Game, seed: int) -> None:
        self._player = AlphaBeta(Evaluator(baseline(game, "squares")))
        self._seed = seed

    def of_game(self, number: int) -> Callable[[Position], Move]:
        """The player of both sides of one game."""
        draw = random.Random(f"erring {self._seed} {number}")
        limits = [Limit(depth=draw.choice(DEPTHS)) for _ in range(2)]

        def choose(position: Position) -> Move:
            if draw.random() < ERRORS:
                return draw.choice(position.legal_moves())
            return self._player.move(position, limits[position.mover])

        return choose


def _batch(
    game: Game,
    player: _Erring,
    openings: Sequence[Sequence[Move]],
    numbers: range,
    solved: int,
    threads: int,
) -> list[FinishedGame]:
    """Games of these numbers, with the outcomes of their endings."""
    stop = StopSign()
    finisher = solver(shipped_model(game))

    def play(number: int) -> FinishedGame:
        moves = list(openings[number % len(openings)])
        position = game.legal_replay(game.start(), moves).last
        choose = player.of_game(number)
        exact = {}
        while (score := game.final_score(position)) is None and not stop.stopped:
            if position.ends_within(solved):
                outcome = solve(finisher, position, wld=True).score
                exact[len(moves)] = outcome if position.mover == 0 else -outcome
            moves.append(choose(position))
            position = game.play_move(position, moves[-1])
        return FinishedGame(tuple(moves), score or 0, exact)

    with ThreadPoolExecutor(threads) as pool:
        try:
            return list(pool.map(play, numbers))
        finally:
            stop.stop()
            pool.shutdown(cancel_futures=True)
