"""A game of shogi as it is read, line by line, until it is a record."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.errors import FormatError
from boardworth.rules.records.record import GameRecord, Note, checked_record
from boardworth.rules.records.shogi.board import RecordBoard
from boardworth.rules.records.shogi.endings import (
    CHECKMATE,
    DECLARATION,
    FOUL_OF_MOVER,
    FOUL_OF_OTHER,
    RESIGNATION,
    Ending,
)
from boardworth.rules.records.shogi.usi_moves import DECLARED, move_numbers

if TYPE_CHECKING:
    from boardworth.rules.game import Game
    from boardworth.rules.position import Position


class Draft:
    """What has been read of a game so far. Methods raise FormatError with file and line."""

    def __init__(self, game: Game, path: Path, first_line: int) -> None:
        self.game = game
        self.path = path
        self.line = first_line  # the one that is being read
        self.source = f"{path}, line {first_line}"
        self.tags: dict[str, str] = {}
        self.ending: Ending | None = None
        self.score: int | None = None  # sente's, if the record says so
        self.usi: list[str] = []
        self.notes: dict[int, Note] = {}
        self._numbers = move_numbers(game)
        self._start: Position | None = None
        self._board: RecordBoard | None = None
        self._lines: list[int] = []  # of the moves
        self._written: list[str] = []  # the moves as they stand there

    def wrong(self, why: str) -> FormatError:
        """What to raise about the line that is being read."""
        return FormatError(f"{self.path}, line {self.line}: {why}")

    def begin(self, start: Position) -> None:
        """Sets where the game begins."""
        self._start = start
        self._board = RecordBoard.of(start)

    @property
    def begun(self) -> bool:
        """Whether it is known where the game begins."""
        return self._start is not None

    @property
    def start(self) -> Position:
        """Where the game begins: if nothing is said about it, where an even game does."""
        if self._start is None:
            self.begin(self.game.start())
        assert self._start is not None
        return self._start

    @property
    def board(self) -> RecordBoard:
        """After the moves so far."""
        _ = self.start
        assert self._board is not None
        return self._board

    def position(self) -> Position:
        """The same by the rules. Raises FormatError if a move has been illegal."""
        moves = [self._numbers[text] for text in self.usi]
        replay = self.game.replay(self.start, moves)
        if replay.used < len(moves):
            raise self._illegal(replay.used)
        return replay.last

    def play(self, usi: str, written: str) -> None:
        """Adds a move."""
        if self.ending is not None:
            raise self.wrong(f"a move ({written}) after the end of the game")
        if usi not in self._numbers:
            raise self.wrong(f"'{written}' is not a move")
        self.board.play(usi)
        self.usi.append(usi)
        self._lines.append(self.line)
        self._written.append(written)

    def end(self, ending: Ending, winner: int | None = None) -> None:
        """Ends the game; whose turn it is tells the winner, if the record does not."""
        mover_score = ending.mover_score
        self.ending = ending
        if winner is not None:
            self.score = 1 - 2 * winner
        elif mover_score is not None:
            self.score = mover_score * (1 - 2 * self.board.mover)

    def note(
        self, *, seconds: float | None = None, value: float | None = None, comment: str = ""
    ) -> None:
        """Adds to what is said of the last move."""
        ply = len(self.usi)
        note = self.notes.get(ply, Note())
        if seconds is not None:
            note = replace(note, seconds=seconds)
        if value is not None:
            note = replace(note, value=value)
        if comment:
            note = replace(note, comment=f"{note.comment}\n{comment}".lstrip("\n"))
        if note != Note():
            self.notes[ply] = note

    def record(self) -> GameRecord:
        """The whole game, checked by the rules."""
        numbers = self._numbers
        moves = [numbers[text] for text in self.usi]
        replay = self.game.replay(self.start, moves)
        if replay.used == len(moves) - 1 and self.ending in (FOUL_OF_MOVER, FOUL_OF_OTHER):
            moves.pop()
            self._take_back_foul()
        elif replay.used < len(moves):
            raise self._illegal(replay.used)
        ending = self.ending
        if ending is DECLARATION and numbers[DECLARED] in replay.last.legal_moves():
            moves.append(numbers[DECLARED])
        if ending is RESIGNATION and replay.last.over:
            ending = CHECKMATE
        tags = self.tags if ending is None else {**self.tags, "Termination": ending.name}
        return checked_record(
            self.start, moves, source=self.source, score=self.score, tags=tags, notes=self.notes
        )

    def _take_back_foul(self) -> None:
        """Leaves out the last move, which is illegal and has lost the game."""
        note = self.notes.pop(len(self.usi), Note())
        self.usi.pop()
        self.note(comment=note.comment)
        self.score = 1 - 2 * self.board.mover

    def _illegal(self, number: int) -> FormatError:
        self.line = self._lines[number]
        return self.wrong(f"move {number + 1} ({self._written[number]}) is illegal")
