"""Calibration: how well a model's shallow searches predict its deep ones."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from boardworth import _core
from boardworth.errors import BoardworthError
from boardworth.evaluators import Evaluator
from boardworth.fitting import Model, Prediction, SearchPairs, Selectivity
from boardworth.fitting.selectivity import MIN_SAMPLES
from boardworth.positions import self_play
from boardworth.rules import Position
from boardworth.search.alphabeta import AlphaBeta
from boardworth.search.limit import Limit
from boardworth.search.probcut import FIRST_DEPTH, shallow_depth

# Random moves before the games of which positions are compared, as shares of a whole game.
RANDOM_OPENING = (0.1, 0.5)
POSITIONS_PER_GAME = 4
# Outcomes are compared with searches where the end is this near, in moves.
ENDING = (8, 15)


def calibrate(
    model: Model,
    *,
    positions: int = 1500,
    depth: int = 9,
    seed: int = 0,
    threads: int = 1,
    compared: Callable[[], None] | None = None,
) -> Selectivity:
    """Compares shallow with deep searches on positions of the model's games against itself.

    Args:
        model: whose values are compared.
        positions: how many.
        depth: of the deepest searches.
        seed: of everything random.
        threads: positions searched at a time; they do not change the result.
        compared: called after every position.
    """
    if positions < POSITIONS_PER_GAME or depth < 3:
        raise BoardworthError("calibration needs a few positions and a depth of 3 or more")
    stop = _core.StopSign()
    player = AlphaBeta(Evaluator(model), selectivity=0, features="learning")

    def compare(position: Position) -> list[tuple[bool, int, int, float, float]]:
        found = _comparisons(player, position, depth, stop)
        if compared:
            compared()
        return found

    sample = _positions(player, positions, seed, threads, stop)
    with ThreadPoolExecutor(threads) as pool:
        try:
            results = list(pool.map(compare, sample))
        except BaseException:
            stop.stop()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    progress = model.game.progress(np.stack([np.frombuffer(p.packed, np.uint8) for p in sample]))
    # Before the outcome, depth and progress are one and the same: the latter is left out there.
    rows = [
        (0.0 if row[0] else progress[i] / max(model.game.max_progress, 1), *row)
        for i, found in enumerate(results)
        for row in found
    ]
    horizon, ending = (
        _columns([row for row in rows if row[1] == outcome]) for outcome in (False, True)
    )
    # A chance of winning says how sure a win is, not by how much an outcome may be missed. In some
    # games no end is near enough for any comparison.
    tells_endings = model.target == "score" and len(ending) >= MIN_SAMPLES
    return Selectivity(
        Prediction.fit(horizon), Prediction.fit(ending) if tells_endings else None, depth
    )


def _positions(
    player: AlphaBeta, count: int, seed: int, threads: int, stop: _core.StopSign
) -> list[Position]:
    """Positions of all parts of games, different from each other."""
    game = player.evaluator.game
    limit = Limit(depth=2, stop=stop)
    low, high = RANDOM_OPENING
    records = self_play(
        game,
        lambda position: player.move(position, limit),
        -(-count // POSITIONS_PER_GAME),
        opening=(round(low * game.usual_length), round(high * game.usual_length)),
        seed=seed,
        threads=threads,
        stop=stop,
    )
    draw = random.Random(f"calibrate {seed}")
    chosen: dict[Position, None] = {}
    for record in records:
        replay = game.legal_replay(record.start, record.moves)
        plies = range(record.opening, len(record.moves))
        for ply in draw.sample(plies, min(POSITIONS_PER_GAME, len(plies))):
            chosen[Position(game, replay.positions[ply].tobytes())] = None
    return list(chosen)[:count]


def _comparisons(
    player: AlphaBeta, position: Position, depth: int, stop: _core.StopSign
) -> list[tuple[bool, int, int, float, float]]:
    """(whether deep is the outcome, deep depth, shallow depth, deep value, shallow value)."""
    scale = player.evaluator.model.scale
    bounded, left = position.game.moves_bounded, position.moves_to_go
    values: dict[int, float] = {}
    for d in range(1, (min(depth, left - 1) if bounded else depth) + 1):
        found = player.search(position, Limit(depth=d, stop=stop))
        if found.exact:
            break
        values[d] = found.value / scale
    rows = [
        (False, deep, shallow, values[deep], values[shallow])
        for deep in values
        if deep >= FIRST_DEPTH and (shallow := shallow_depth(deep)) in values
    ]
    if bounded and ENDING[0] <= left <= ENDING[1]:
        outcome = player.search(position, Limit(depth=left, stop=stop)).value / scale
        rows += [
            (True, left, shallow, outcome, values[shallow]) for shallow in values if shallow < left
        ]
    return rows


def _columns(rows: list[tuple[float, bool, int, int, float, float]]) -> SearchPairs:
    table = np.array(rows, float).reshape(len(rows), 6)
    return SearchPairs(table[:, 0], table[:, 2], table[:, 3], table[:, 4], table[:, 5])
