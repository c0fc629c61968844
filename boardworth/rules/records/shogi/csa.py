"""CSA: the standard of computer shogi, one statement a line, +7776FU; versions up to V3.0."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.errors import FormatError
from boardworth.files import read_bytes
from boardworth.rules.records.record import GameRecord, RecordFile, collect
from boardworth.rules.records.shogi.csa_start import START_LINE, CsaStart
from boardworth.rules.records.shogi.decoding import decoded, lines_of
from boardworth.rules.records.shogi.draft import Draft
from boardworth.rules.records.shogi.endings import BY_CSA, FOUL_OF_MOVER, FOUL_OF_OTHER
from boardworth.rules.records.shogi.headers import CSA_TAGS, CSA_TIMES, add_header
from boardworth.rules.records.shogi.pieces import CSA_KINDS, piece_of, usi_drop, usi_move

if TYPE_CHECKING:
    from boardworth.rules.game import Game

    Lines = list[tuple[int, str]]  # with their numbers

_MOVE = re.compile(r"([+-])(00|[1-9][1-9])([1-9][1-9])([A-Z]{2})")
_TIME = re.compile(r"T\s*(\d+(?:\.\d*)?)")
_FOUL = re.compile(r"([+-])ILLEGAL_ACTION")
# What programs say of a position: sente's advantage in hundredths of a pawn, and a line of play.
_VALUE = re.compile(r"\*\*\s*([+-]?\d+)(?:\s+(\S.*))?")
# Floodgate's rating of a player.
_RATING = re.compile(r"(black|white)_rate:.*:(\d+)(?:\.\d*)?")
_SIDES = "+-"


def read_csa(game: Game, path: Path) -> RecordFile:
    """All sound games of a .csa file."""
    games = list(_games(decoded(read_bytes(path))))
    if not games:
        raise FormatError(f"{path}, line 1: no game in CSA's format")
    return collect(_readers(game, path, games))


def _games(text: str) -> Iterator[Lines]:
    """The lines of each game that say something."""
    lines: Lines = []
    for number, line in [*enumerate(lines_of(text), 1), (0, "/")]:
        if line.strip() == "/":
            if any(not content.startswith(("'", "V")) for _, content in lines):
                yield lines
            lines = []
        elif line.strip():
            lines.append((number, line.strip()))


def _readers(game: Game, path: Path, games: list[Lines]) -> Iterator[Callable[[], GameRecord]]:
    for lines in games:
        yield partial(_Reader(game, path, lines[0][0]).read, lines)


class _Reader:
    """Reads one game."""

    def __init__(self, game: Game, path: Path, first_line: int) -> None:
        self._draft = Draft(game, path, first_line)
        self._start = CsaStart()
        self._plays = {"+": self._move, "-": self._move, "%": self._end, "T": self._time}

    def read(self, lines: Lines) -> GameRecord:
        for number, line in lines:
            self._draft.line = number
            for statement in _statements(line):
                self._read(statement)
        self._begin(None)
        return self._draft.record()

    def _read(self, text: str) -> None:
        draft = self._draft
        first = text[0]
        if first == "'":
            self._comment(text[1:])
        elif first == "V":
            return
        elif text.startswith(("N+", "N-")):
            if name := text[2:].strip():
                draft.tags["Sente" if text[1] == "+" else "Gote"] = name
        elif first == "$":
            name, _, value = text[1:].partition(":")
            add_header(draft.tags, name, value, CSA_TAGS, CSA_TIMES)
        elif START_LINE.match(text):
            if draft.begun:
                raise draft.wrong(f"'{text}' after the start position")
            self._start.add(text, draft)
        elif text in ("+", "-"):
            if draft.begun:
                raise draft.wrong("whose turn it is has been said before")
            self._begin(_SIDES.index(text))
        elif first in self._plays:
            self._plays[first](text)
        else:
            raise draft.wrong(f"'{text[:40]}' is no statement of CSA")

    def _begin(self, mover: int | None) -> None:
        """Ends the lines about the start position."""
        if not self._draft.begun:
            self._draft.begin(self._start.position(self._draft, mover))

    def _move(self, text: str) -> None:
        draft = self._draft
        found = _MOVE.fullmatch(text)
        kind = CSA_KINDS.get(found[4]) if found else None
        if found is None or kind is None:
            raise draft.wrong(f"'{text[:40]}' is not a move such as +7776FU or -0055KA")
        side = _SIDES.index(found[1])
        self._begin(side)
        board, to = draft.board, int(found[3])
        if side != board.mover:
            raise draft.wrong(f"{text}: it is not {found[1]}'s turn")
        if found[2] == "00":
            draft.play(usi_drop(kind, to), text)
            return
        origin = int(found[2])
        piece = board.pieces.get(origin)
        promotes = piece is not None and piece != piece_of(kind, side)
        if piece is None or (promotes and "+" + piece != piece_of(kind, side)):
            raise draft.wrong(f"{text}: there is no piece on {origin} that is {found[4]} then")
        draft.play(usi_move(origin, to, promotes=promotes), text)

    def _end(self, text: str) -> None:
        draft, word = self._draft, text[1:].strip()
        self._begin(None)
        if draft.ending is not None:
            raise draft.wrong(f"%{word} after the end of the game")
        if foul := _FOUL.fullmatch(word):
            loser = _SIDES.index(foul[1])
            draft.end(FOUL_OF_MOVER if loser == draft.board.mover else FOUL_OF_OTHER)
        elif word in BY_CSA and BY_CSA[word] is not FOUL_OF_OTHER:
            draft.end(BY_CSA[word])
        else:
            raise draft.wrong(f"%{word[:40]} is no end of a game")

    def _time(self, text: str) -> None:
        draft = self._draft
        found = _TIME.fullmatch(text)
        if found is None:
            raise draft.wrong(f"'{text[:40]}' is no time such as T12 or T12.345")
        if draft.usi and draft.ending is None:
            draft.note(seconds=float(found[1]))

    def _comment(self, text: str) -> None:
        draft = self._draft
        if draft.line == 1 and text.startswith("CSA encoding="):
            return
        if rating := _RATING.fullmatch(text.strip()):
            draft.tags["SenteElo" if rating[1] == "black" else "GoteElo"] = rating[2]
        elif value := _VALUE.fullmatch(text.strip()):
            draft.note(value=int(value[1]) / 100, comment=f"pv {value[2]}" if value[2] else "")
        else:
            draft.note(comment=text.removeprefix("*").strip())


def _statements(line: str) -> Iterator[str]:
    """The statements of a line; commas separate those of moves, and part of no words."""
    rest = line
    while rest:
        if rest.startswith(("'", "N", "$")):
            yield rest
            return
        statement, _, rest = rest.partition(",")
        if statement:
            yield statement
