"""A recorded game, and what a reader makes of a file of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boardworth.errors import FormatError, IllegalMove

if TYPE_CHECKING:
    from boardworth.rules.position import Move, Position


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game, checked against the rules."""

    start: Position  # where it began
    moves: tuple[Move, ...]  # legal from there on, forced passes included
    # The first player's final score, if the game was finished or the record says so.
    score: int | None = None
    # By ply, the first player's score under perfect play from there, where it is known.
    exact: Mapping[int, int] = field(default_factory=dict)
    opening: int = 0  # how many of the first moves were imposed, not chosen by the players
    source: str = ""  # file and number, for messages


@dataclass(frozen=True, slots=True)
class RecordFile:
    """The sound games of a file, and one line for each that is not."""

    games: tuple[GameRecord, ...]
    problems: tuple[str, ...] = ()


def checked_record(
    start: Position,  # where the game began
    moves: Sequence[Move],  # the record's, forced passes possibly left out
    *,
    source: str,  # file and number, for messages
    score: int | None = None,  # the first player's final score as the record has it
    # Progress of a position and the first player's exact score there.
    exact_from: tuple[int, int] | None = None,
) -> GameRecord:
    """A record whose moves are legal and whose score is that of the board. Raises FormatError."""
    game = start.game
    try:
        replay = game.legal_replay(start, moves)
    except IllegalMove as error:
        raise FormatError(f"{source}: {error}") from None
    on_board = game.final_score(replay.last)
    if on_board is not None and score is not None and on_board != score:
        raise FormatError(f"{source}: the board says {on_board:+d}, the record {score:+d}")
    exact = {}
    if exact_from is not None:
        plies = (game.progress(replay.positions) == exact_from[0]).nonzero()[0]
        exact = {int(ply): exact_from[1] for ply in plies}
    final = on_board if score is None else score
    for value in (final, *exact.values()):
        if value is not None and abs(value) > game.max_score:
            raise FormatError(f"{source}: a score of {value:+d} is impossible")
    return GameRecord(start, replay.moves, final, exact, source=source)


def collect(items: Iterable[Callable[[], GameRecord]]) -> RecordFile:
    """Reads each record; a FormatError skips that record and is kept as a problem."""
    games, problems = [], []
    for read in items:
        try:
            games.append(read())
        except FormatError as error:
            problems.append(str(error))
    return RecordFile(tuple(games), tuple(problems))
