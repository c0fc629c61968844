"""How a game stands, in numbers that people count: pieces on the board, or points so far.

Which of the two means something is found out by random games. Pieces count where more of them
always pay more in the end, as in Othello. Points so far are what a rule sheet's goals say before
the end, if that is not always the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from boardworth.errors import MissingCapability

if TYPE_CHECKING:
    from boardworth.rules.game import Game
    from boardworth.rules.position import Position

_SEED, _GAMES = 1, 10
_MAX_MOVES = 600  # of all random games together


@dataclass(frozen=True)
class Standing:
    """What counts in a game.

    Attributes:
        holders: by what a square can hold, the role whose piece it is; empty if that is not known.
        pieces_count: whether more pieces always pay more.
        points_count: whether there are points before the end that tell something.
    """

    holders: Mapping[str, int]
    pieces_count: bool
    points_count: bool

    def words(self, position: Position) -> str:
        """Role by role; empty if nothing counts."""
        roles = position.game.roles
        if self.pieces_count:
            counts: tuple[int, ...] | None = _pieces(position, self.holders)
        else:
            counts = position.game.points_so_far(position) if self.points_count else None
        if counts is None:
            return ""
        return ", ".join(f"{role} {count}" for role, count in zip(roles, counts, strict=True))


def standing(game: Game) -> Standing:
    """What counts in it."""
    try:
        holders = holders_of(game)
    except MissingCapability:
        return Standing({}, pieces_count=False, points_count=False)
    points: set[tuple[int, ...] | None] = set()
    ends = []
    for position in _random_positions(game):
        if position.over:
            ends.append(position)
        else:
            points.add(game.points_so_far(position))
    pairs = [(_pieces(end, holders), end.payoffs or ()) for end in ends] if holders else []
    return Standing(
        holders,
        pieces_count=any(len(set(payoffs)) > 1 for _, payoffs in pairs)
        and all(_agree(counts, payoffs) for counts, payoffs in pairs),
        points_count=None not in points and len(points) > 1,
    )


def holders_of(game: Game) -> dict[str, int]:
    """By what a square can hold, the role whose piece it is; empty if that is not known.

    Raises MissingCapability if it is not known what squares there are.
    """
    board = game.board
    squares = game.atoms[: board.columns * board.rows]
    values = max((atom.values for atom in squares), key=len, default=())
    shown = zip(values, game.symbols, strict=True)
    pieces = [value for value, symbol in shown if symbol.strip("- ")]
    if found := _by_names(pieces, game.roles):
        return found
    try:
        owners = zip(values, game.owners, strict=True)
    except MissingCapability:
        return {}
    return {value: 0 if owner > 0 else 1 for value, owner in owners if owner}


def _by_names(pieces: Sequence[str], roles: Sequence[str]) -> dict[str, int]:
    """Those that are called like a role or begin like one, if every role has as many."""
    found = {}
    for piece in pieces:
        own = [
            role
            for role, name in enumerate(roles)
            if name.lower().startswith(piece.lower()) or piece.lower().startswith(name.lower())
        ] or [role for role, name in enumerate(roles) if name[0].lower() == piece[0].lower()]
        if len(own) != 1:
            return {}
        found[piece] = own[0]
    counts = {list(found.values()).count(role) for role in range(len(roles))}
    return found if len(roles) > 1 and len(counts) == 1 else {}


def _random_positions(game: Game) -> Iterator[Position]:
    """Those of some random games, the last ones included."""
    draw = random.Random(_SEED)
    roles = range(len(game.roles))
    moves = 0
    for _ in range(_GAMES):
        position = game.start()
        yield position
        while not position.over and moves < _MAX_MOVES:
            position = position.play_joint([draw.choice(position.legal_moves(r)) for r in roles])
            moves += 1
            yield position


def _pieces(position: Position, holders: Mapping[str, int]) -> tuple[int, ...]:
    """How many pieces each role has on the board."""
    squares = position.game.picture(position).squares
    whose = [holders.get(square.value) for square in squares if square is not None]
    return tuple(map(whose.count, range(len(position.game.roles))))


def _agree(counts: Sequence[int], payoffs: Sequence[int]) -> bool:
    """Whether for any two roles, the one with more pieces gets more."""
    return all(
        (counts[a] > counts[b]) - (counts[a] < counts[b])
        == (payoffs[a] > payoffs[b]) - (payoffs[a] < payoffs[b])
        for a, b in combinations(range(len(counts)), 2)
    )
