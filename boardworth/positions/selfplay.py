"""Games that players play against themselves from varied openings."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeAlias

from boardworth.rules.records import GameRecord

if TYPE_CHECKING:
    from boardworth.rules import Game, Move, Position

# What self-play knows of a player; it must bear being asked by several threads.
Choose: TypeAlias = Callable[["Position"], "Move"]


def self_play(
    game: Game,
    choose: Choose,
    games: int,
    *,
    opening: tuple[int, int] = (0, 0),
    seed: int = 0,
    threads: int = 1,
    played: Callable[[], None] | None = None,
) -> list[GameRecord]:
    """Games whose first moves are random and all others chosen.

    Args:
        game: what is played.
        choose: the player of both sides.
        games: how many.
        opening: the least and the greatest number of random moves.
        seed: every game depends on it and on the game's number alone, never on the threads.
        threads: games played at a time.
        played: called after every game.
    """

    def play(number: int) -> GameRecord:
        record = _play(game, choose, opening, random.Random(f"{seed} {number}"))
        if played:
            played()
        return record

    with ThreadPoolExecutor(threads) as pool:
        futures = [pool.submit(play, number) for number in range(games)]
        try:
            return [future.result() for future in futures]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _play(game: Game, choose: Choose, opening: tuple[int, int], draw: random.Random) -> GameRecord:
    position, moves = random_opening(game, draw.randint(*opening), draw)
    imposed = len(moves)
    while (outcome := game.outcome(position)) is None:
        moves.append(choose(position))
        position = game.play(position, moves[-1])
    score = outcome if position.mover == 0 else -outcome
    return GameRecord(game.start(), tuple(moves), score, opening=imposed)


def random_opening(game: Game, plies: int, draw: random.Random) -> tuple[Position, list[Move]]:
    """A position that random moves lead to, and those moves.

    If the game ends on the way, another opening is tried, one move shorter.
    """
    position = game.start()
    moves: list[Move] = []
    while len(moves) < plies:
        moves.append(draw.choice(game.legal_moves(position)))
        position = game.play(position, moves[-1])
        if game.outcome(position) is not None:
            return random_opening(game, plies - 1, draw)
    return position, moves
