"""Games that players play against themselves from varied openings."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

from boardworth._core import StopSign
from boardworth.errors import check_number
from boardworth.rules import Game, History, Move, Position, too_long
from boardworth.rules.records import GameRecord

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
    stop: StopSign | None = None,
    played: Callable[[], None] | None = None,
) -> list[GameRecord]:
    """Games whose first moves are random and all others chosen; those that never end are left out.

    Args:
        game: what is played.
        choose: the player of both sides.
        games: how many.
        opening: the least and the greatest number of random moves.
        seed: every game depends on it and on the game's number alone, never on the threads.
        threads: games played at a time.
        stop: told when an exception ends the work, so that a search in progress can end too.
        played: called after every game.
    """
    stop = stop or StopSign()

    def play(number: int) -> GameRecord | None:
        record = _play(game, choose, opening, random.Random(f"{seed} {number}"), stop)
        if played:
            played()
        return record

    with ThreadPoolExecutor(threads) as pool:
        futures = [pool.submit(play, number) for number in range(games)]
        try:
            finished = [future.result() for future in futures]
        except BaseException:
            stop.stop()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    return [record for record in finished if record is not None]


def _play(
    game: Game, choose: Choose, opening: tuple[int, int], draw: random.Random, stop: StopSign
) -> GameRecord | None:
    """A game, or None if it was stopped, or seems to have no end."""
    position, moves = random_opening(game, draw.randint(*opening), draw)
    imposed = len(moves)
    positions = [position]
    repeats = game.max_repetitions is not None
    while (score := game.final_score(position)) is None:
        if repeats and (payoffs := History(tuple(positions)).payoffs):
            score = payoffs[0]
            break
        if stop.stopped or too_long(game, len(moves)):
            return None
        moves.append(choose(position))
        position = game.play_move(position, moves[-1])
        positions.append(position)
    return GameRecord(game.start(), tuple(moves), score, opening=imposed)


def random_opening(game: Game, plies: int, draw: random.Random) -> tuple[Position, list[Move]]:
    """A position that random moves lead to, and those moves.

    If the game ends on the way, another opening is tried, one move shorter.
    """
    check_number("plies", plies, 0, whole=True)
    for length in range(min(plies, game.usual_length), -1, -1):
        position = game.start()
        moves: list[Move] = []
        while len(moves) < length and (legal := game.movers_moves(position)):
            moves.append(draw.choice(legal))
            position = game.play_move(position, moves[-1])
        if game.outcome(position) is None:
            break
    return position, moves
