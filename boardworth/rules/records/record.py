"""A recorded game, and what a reader makes of a file of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boardworth.errors import FormatError, IllegalMove
from boardworth.rules.history import History

if TYPE_CHECKING:
    from boardworth.rules.position import Move, Position


_RATING = re.compile(r"[1-9][0-9]{0,4}")
_YEAR = re.compile(r"[0-9]{4}")


@dataclass(frozen=True, slots=True)
class Note:
    """What a record says of a move, and of the position after it."""

    seconds: float | None = None  # that the player took for the move
    clock: float | None = None  # seconds that the player had left after it
    # What the position is worth to the first player: in pawns, in discs, as the format counts.
    value: float | None = None
    mate: int | None = None  # moves to a forced mate, negative if the second player gives it
    comment: str = ""  # what else is said, in words
    nags: tuple[int, ...] = ()  # numeric annotation glyphs of PGN: 1 is !, 2 is ?, 3 is !!


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
    # What else the record says of the game, by the names that PGN has for it: Event, Site, Date
    # (2026.11.16, unknown parts as ??), Round, TimeControl, Result and Termination (how it ended,
    # in the record's words); the players by their roles: White and WhiteElo, Sente and SenteElo.
    tags: Mapping[str, str] = field(default_factory=dict)
    # By ply: what is said after that many moves; 0 is before the first.
    notes: Mapping[int, Note] = field(default_factory=dict)

    @property
    def named(self) -> str:
        """What messages call it."""
        return self.source or "a game"

    def _repr_svg_(self) -> str:
        """The last board, with the last move marked, for notebooks."""
        return History.after(self.start, self.moves)._repr_svg_()

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, role by role; empty where they are not known."""
        names = (self.tags.get(player_tag(role), "") for role in self.start.game.roles)
        return tuple("" if name == "?" else name for name in names)

    @property
    def ratings(self) -> tuple[int | None, ...]:
        """The ratings of the players, role by role."""
        texts = (self.tags.get(rating_tag(role), "") for role in self.start.game.roles)
        return tuple(int(text) if _RATING.fullmatch(text) else None for text in texts)

    @property
    def year(self) -> int | None:
        """When it was played."""
        year = self.tags.get("Date", "")[:4]
        return int(year) if _YEAR.fullmatch(year) else None

    @property
    def result(self) -> str:
        """1-0 if the first player has won, 0-1, 1/2-1/2, or * if that is not known."""
        if self.score is None:
            return "*"
        return "1/2-1/2" if self.score == 0 else "1-0" if self.score > 0 else "0-1"


def player_tag(role: str) -> str:
    """The tag of a player's name, by its role."""
    return role.capitalize()


def rating_tag(role: str) -> str:
    """The tag of a player's rating, by its role."""
    return f"{player_tag(role)}Elo"


@dataclass(frozen=True, slots=True)
class RecordFile:
    """The sound games of a file, and one line for each that is not."""

    games: Sequence[GameRecord]
    problems: tuple[str, ...] = ()
    size: int = 0  # bytes of the file that were read for it, where it is a part of one


def checked_record(
    start: Position,  # where the game began
    moves: Sequence[Move],  # the record's, forced passes possibly left out
    *,
    source: str,  # file and number, for messages
    score: int | None = None,  # the first player's final score as the record has it
    # Progress of a position and the first player's exact score there.
    exact_from: tuple[int, int] | None = None,
    tags: Mapping[str, str] | None = None,  # what else the record says of the game
    notes: Mapping[int, Note] | None = None,  # by ply of the record, forced passes not counted
) -> GameRecord:
    """A record whose moves are legal and whose score is that of the board. Raises FormatError."""
    game = start.game
    try:
        replay = game.legal_replay(start, moves)
    except IllegalMove as error:
        raise FormatError(f"{source}: {error}") from None
    on_board = game.final_score(replay.last)
    # Where games are drawn by repetition, draws are claimed: without a claim the game goes on.
    unclaimed = on_board == 0 and game.max_repetitions is not None
    if on_board is not None and score is not None and on_board != score and not unclaimed:
        raise FormatError(f"{source}: the board says {on_board:+d}, the record {score:+d}")
    exact = {}
    if exact_from is not None:
        plies = (game.progress(replay.positions) == exact_from[0]).nonzero()[0]
        exact = {int(ply): exact_from[1] for ply in plies}
    final = on_board if score is None else score
    for value in (final, *exact.values()):
        if value is not None and abs(value) > game.max_score:
            raise FormatError(f"{source}: a score of {value:+d} is impossible")
    shifted = _with_passes(notes or {}, moves, replay.moves)
    return GameRecord(
        start, replay.moves, final, exact, source=source, tags=tags or {}, notes=shifted
    )


def _with_passes(
    notes: Mapping[int, Note], written: Sequence[Move], played: Sequence[Move]
) -> Mapping[int, Note]:
    """Notes by the ply of the game as it was played: records may leave out forced passes."""
    if not notes or len(written) == len(played):
        return notes
    plies, at = [0], 0
    for move in written:
        while played[at] != move:
            at += 1
        at += 1
        plies.append(at)
    return {plies[ply]: note for ply, note in notes.items()}


def collect(items: Iterable[Callable[[], GameRecord]]) -> RecordFile:
    """Reads each record; a FormatError skips that record and is kept as a problem."""
    games, problems = [], []
    for read in items:
        try:
            games.append(read())
        except FormatError as error:
            problems.append(str(error))
    return RecordFile(tuple(games), tuple(problems))
