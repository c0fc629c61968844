"""Analysis: what the moves of a position are worth, and what the moves of a game have cost.

All values of a position come from searches of one depth: the position's own, d plies deep, and
those of the positions after its moves, d - 1 plies deep. So they can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from boardworth.errors import BoardworthError
from boardworth.evaluators import final_units, worth
from boardworth.rules import Move, Position
from boardworth.search.limit import MAX_DEPTH, Limit

if TYPE_CHECKING:
    from boardworth._core import SearchResult
    from boardworth.fitting import Model
    from boardworth.search.alphabeta import AlphaBeta

# One ply to make a move, one to answer it.
MIN_DEPTH = 2


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a move is worth."""

    pv: tuple[Move, ...]  # the principal variation: the move and what is expected to follow
    units: int  # its value for the side that makes it, in the evaluator's integer units
    depth: int  # plies of the search, the move itself included
    exact: bool  # whether the value is the outcome under perfect play

    @property
    def move(self) -> Move:
        """The move itself."""
        return self.pv[0]


@dataclass(frozen=True, slots=True)
class MoveAnalysis:
    """A move that was played, beside the best one."""

    position: Position  # before the move
    played: MoveValue  # the move and its value
    # The best move and its value, which is the position's; `played`, if none is better.
    best: MoveValue
    cost: float  # what the move gave away, never less than 0: points, or per cent to win

    @property
    def exact(self) -> bool:
        """Whether the cost is that of perfect play."""
        return self.played.exact and self.best.exact


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """What the moves of one player have cost."""

    name: str
    moves: int
    total_cost: float
    mistakes: int

    @property
    def average_cost(self) -> float:
        """Per move."""
        return self.total_cost / max(self.moves, 1)


def analyze_position(
    player: AlphaBeta,
    position: Position,
    limit: Limit,
    *,
    variations: int | None = None,
    exact: int = 0,
) -> list[MoveValue]:
    """The best moves of a position, best first; of equal ones, the search's choice comes first.

    Args:
        player: searches the position.
        position: must not be over.
        limit: of the search of the position; its depth then sets that of all moves.
        variations: how many moves, each with its principal variation; else all.
        exact: with at most this many moves to go, search to the end instead.
    """
    limit = _limit_at(position, _checked(limit), exact)
    found = _search(player, position, limit)
    values = [
        _best(found) if move == found.pv[0] else _value(player, position, move, found, limit)
        for move in position.legal_moves()
    ]
    values.sort(key=lambda value: (-value.units, value.move != found.pv[0]))
    return values[:variations]


def analyze_game(
    player: AlphaBeta, start: Position, moves: Sequence[Move], limit: Limit, *, exact: int = 0
) -> Iterator[MoveAnalysis]:
    """Every move of a game, analyzed when it is asked for. Moves must be legal, passes included.

    The limit holds for the search of each position; the move played is then searched as deep. With
    at most `exact` moves to go, searches go to the end instead. A game that was played on after its
    end, as records of chess may be after fifty moves, is analyzed up to there.
    """
    replay = start.game.legal_replay(start, moves)
    positions = [Position(start.game, packed.tobytes()) for packed in replay.positions]
    unfinished = takewhile(lambda position: not position.over, positions)
    limit = _checked(limit)
    return (
        _analyze(player, position, move, _limit_at(position, limit, exact))
        for position, move in zip(unfinished, replay.moves, strict=False)
    )


def summarize(
    model: Model, moves: Sequence[MoveAnalysis], threshold: float
) -> tuple[PlayerSummary, ...]:
    """What each player's moves have cost; a mistake is a move that cost the threshold or more."""
    summaries = []
    for number, name in enumerate(model.game.roles):
        costs = [one.cost for one in moves if one.position.mover == number]
        mistakes = sum(cost >= threshold for cost in costs)
        summaries.append(PlayerSummary(name, len(costs), sum(costs), mistakes))
    return tuple(summaries)


def first_player_curve(model: Model, moves: Sequence[MoveAnalysis]) -> list[float]:
    """What the position before every move was worth to the first player."""
    return [worth(model, one.best.units) * (1 if one.position.mover == 0 else -1) for one in moves]


def exact_from(moves: Sequence[MoveAnalysis]) -> int | None:
    """The number of the move, from 1, from which on all costs are exact."""
    first = len(moves)
    while first > 0 and moves[first - 1].exact:
        first -= 1
    return first + 1 if first < len(moves) else None


def _checked(limit: Limit) -> Limit:
    if limit.depth is not None and limit.depth < MIN_DEPTH:
        raise BoardworthError(f"an analysis of {limit}: it takes a depth of {MIN_DEPTH} or more")
    return limit


def _limit_at(position: Position, limit: Limit, exact: int) -> Limit:
    """The limit, or none but the end of the game if that is near."""
    return Limit(MAX_DEPTH, stop=limit.stop) if position.ends_within(exact) else limit


def _analyze(player: AlphaBeta, position: Position, move: Move, limit: Limit) -> MoveAnalysis:
    found = _search(player, position, limit)
    best = played = _best(found)
    if move != best.move:
        played = _value(player, position, move, found, limit)
    if played.units >= best.units:
        best = played
    model = player.evaluator.model
    cost = worth(model, best.units) - worth(model, played.units)
    return MoveAnalysis(position, played, best, cost)


def _search(player: AlphaBeta, position: Position, limit: Limit) -> SearchResult:
    """The deepest search that was finished within the limit, of at least two plies."""
    found = player.search(position, limit)
    if found.exact or found.depth == limit.depth:
        return found
    # An unfinished iteration leaves its move but not its value: the last finished one has both.
    return player.search(position, Limit(max(found.depth, MIN_DEPTH), stop=limit.stop))


def _best(found: SearchResult) -> MoveValue:
    return MoveValue(tuple(found.pv), found.value, found.depth, found.exact)


def _value(
    player: AlphaBeta, position: Position, move: Move, found: SearchResult, limit: Limit
) -> MoveValue:
    """A move's value, to the depth at which the position was searched."""
    after = position.play(move)
    outcome = position.game.outcome(after)
    if outcome is not None:
        return MoveValue((move,), -final_units(player.evaluator.model, outcome), 1, exact=True)
    # Beside an exact value there may be longer lines, with passes, after other moves: there is
    # room for them, and a search ends as soon as it is exact.
    depth = max(2 * found.depth, limit.depth or 0) if found.exact else found.depth - 1
    reply = player.search(after, Limit(depth, stop=limit.stop))
    return MoveValue((move, *reply.pv), -reply.value, reply.depth + 1, reply.exact)
