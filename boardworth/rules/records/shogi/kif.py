"""KIF and KI2: records as Japanese programs and people write them.

Both have headers such as 先手：, comments (*) and words for the end. KIF numbers its moves, one a
line with times; KI2 writes them as newspapers do. Variations come after the game and are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.errors import FormatError
from boardworth.files import read_bytes
from boardworth.rules.records.record import GameRecord, RecordFile, collect
from boardworth.rules.records.shogi.decoding import decoded, lines_of
from boardworth.rules.records.shogi.draft import Draft
from boardworth.rules.records.shogi.endings import (
    BY_KIF,
    DECLARATION,
    FOUL_OF_MOVER,
    FOUL_OF_OTHER,
    RESIGNATION,
    TIME_FORFEIT,
    Ending,
)
from boardworth.rules.records.shogi.headers import KIF_TAGS, KIF_TIMES, add_header
from boardworth.rules.records.shogi.kif_moves import MARKS, MOVE, SIDE_MARKS, play_written
from boardworth.rules.records.shogi.kif_start import HAND, PLAYER_NAMES, TURN, KifStart

if TYPE_CHECKING:
    from boardworth.rules.game import Game

    Lines = list[tuple[int, str]]  # with their numbers

_PLAYERS = "|".join(PLAYER_NAMES)
_HANDICAP = "手合割"
_KNOWN = "|".join([_HANDICAP, _PLAYERS, f"(?:{_PLAYERS}){HAND}", *KIF_TAGS, *KIF_TIMES])
_HEADER = re.compile(rf"((?:{_KNOWN})(?=:)|[^*&|#+{''.join(SIDE_MARKS)}][^：]{{0,40}}(?=：)).(.*)")
_NUMBERED = re.compile(r"([0-9]{1,6})[\s　.]+(\S.*)")
_WORD = re.compile(r"[^\s　(]+")
_TIME = re.compile(r"[\s　]*\(\s*((?:\d+:){0,2}\d+(?:\.\d*)?)\s*/")
_TURN = re.compile(rf"({_PLAYERS}){TURN}")
_VARIATION = re.compile(r"変化[：:]")
_RESULT = re.compile(r"まで")
_AFTER_HEADERS = re.compile(r"まで|手数-")
_WINNER = re.compile(rf"({_PLAYERS})の?(?:(反則負け)|.*勝)")
# What programs write for people: numbers and borders of diagrams, titles of columns.
_IDLE = re.compile(r"#|手数[-=＝]|[９9][\s　]*[８8][\s　]*[７7]|\+-")
_VALUE = re.compile(r"\*?評価値[\s=:：]*([+-]?\d+)")


def read_kif(game: Game, path: Path) -> RecordFile:
    """All sound games of a file in KIF or in KI2."""
    data = read_bytes(path)
    if is_rule_sheet(data):
        raise FormatError(f"{path}, line 1: this is a rule sheet, not a record of shogi")
    games = list(_games(decoded(data)))
    if not games:
        raise FormatError(f"{path}, line 1: no game in KIF or KI2")
    return collect(_readers(game, path, games))


def is_rule_sheet(data: bytes) -> bool:
    """Whether a file, which may end in .kif, is a rule sheet: an expression comes first."""
    return re.match(rb"\s*(?:;[^\n]*\s*)*\(", data) is not None


def is_kif(data: bytes) -> bool:
    """Whether a file, which may end in .kif as rule sheets do, is a record in KIF or KI2."""
    words = (_HANDICAP, "手数", *PLAYER_NAMES, *MARKS)
    return not is_rule_sheet(data) and any(word in decoded(data) for word in words)


def _games(text: str) -> Iterator[Lines]:
    """The lines of each game that say something, without variations."""
    lines: Lines = []
    moved = varied = False
    for number, whole in enumerate(lines_of(text), 1):
        line = whole.strip(" 　\t\0\ufeff")
        moves = line[:1] in SIDE_MARKS or _NUMBERED.match(line) or _AFTER_HEADERS.match(line)
        if _VARIATION.match(line):
            varied = True
        elif moved and not moves and _HEADER.match(line):
            yield lines
            lines, moved, varied = [], False, False
        if line and not varied:
            moved = moved or bool(moves)
            lines.append((number, line))
    if any(not _IDLE.match(line) for _, line in lines):
        yield lines


def _readers(game: Game, path: Path, games: list[Lines]) -> Iterator[Callable[[], GameRecord]]:
    for lines in games:
        yield partial(_Reader(game, path, lines[0][0]).read, lines)


class _Reader:
    """Reads one game."""

    def __init__(self, game: Game, path: Path, first_line: int) -> None:
        self._draft = Draft(game, path, first_line)
        self._start = KifStart()
        self._next_number: int | None = None

    def read(self, lines: Lines) -> GameRecord:
        for number, line in lines:
            self._draft.line = number
            self._read(line)
        self._begin(None)
        return self._draft.record()

    def _read(self, line: str) -> None:
        draft = self._draft
        if line[0] in "*&":
            self._comment(line)
        elif numbered := _NUMBERED.fullmatch(line):
            self._numbered(int(numbered[1]), numbered[2])
        elif line[0] in SIDE_MARKS:
            self._moves(line)
        elif _RESULT.match(line):
            self._result(line)
        elif _IDLE.match(line):
            return
        elif draft.begun:
            raise draft.wrong(f"'{line[:40]}' is neither a move nor a comment")
        elif line[0] == "|" and line.count("|") == 2:
            self._start.add_row(line, draft)
        elif turn := _TURN.fullmatch(line):
            self._start.set_mover(PLAYER_NAMES[turn[1]])
        elif header := _HEADER.fullmatch(line):
            self._header(header[1].strip(" 　"), header[2].strip(" 　"))
        else:
            raise draft.wrong(f"'{line[:40]}' is nothing that KIF or KI2 has")

    def _begin(self, mover: int | None) -> None:
        """Ends the lines before the first move."""
        if not self._draft.begun:
            self._draft.begin(self._start.position(self._draft, mover))

    def _header(self, name: str, value: str) -> None:
        draft = self._draft
        if name == _HANDICAP:
            self._start.set_handicap(value, draft)
        elif name.removesuffix(HAND) in PLAYER_NAMES:
            side = PLAYER_NAMES[name.removesuffix(HAND)]
            if name.endswith(HAND):
                self._start.set_hand(side, value, draft)
            elif value:
                draft.tags[("Sente", "Gote")[side]] = value
        else:
            add_header(draft.tags, name, value, KIF_TAGS, KIF_TIMES)

    def _numbered(self, number: int, text: str) -> None:
        """A line of KIF: a move or the word for an end, with times."""
        draft = self._draft
        if number != (self._next_number or number):
            raise draft.wrong(f"move {number}, where {self._next_number} is expected")
        self._next_number = number + 1
        if found := MOVE.match(text):
            self._begin(SIDE_MARKS.get(found[1]))
            play_written(draft, found)
        elif (found := _WORD.match(text)) and found[0] in BY_KIF:
            self._begin(None)
            draft.end(BY_KIF[found[0]])
        else:
            raise draft.wrong(f"'{text[:40]}' is not a move such as ７六歩(77)")
        rest = text[found.end() :]
        if time := _TIME.match(rest):
            if draft.ending is None:
                draft.note(seconds=_seconds(time[1]))
        elif rest.strip(" 　+"):
            raise draft.wrong(f"'{rest.strip()[:40]}' is no time such as ( 0:16/00:00:16)")

    def _moves(self, line: str) -> None:
        """A line of KI2."""
        draft, at = self._draft, 0
        while at < len(line):
            found = MOVE.match(line, at)
            self._begin(SIDE_MARKS[line[0]])
            if found is not None:
                play_written(draft, found)
                at = found.end()
            elif (word := line[at + 1 :].strip(" 　")) in BY_KIF:
                draft.end(BY_KIF[word])
                return
            else:
                raise draft.wrong(f"'{line[at : at + 20]}' is not a move such as ▲７六歩")
            while at < len(line) and line[at].isspace():
                at += 1

    def _result(self, line: str) -> None:
        """A line such as まで１２手で先手の勝ち; it is all that KI2 says about the end."""
        draft = self._draft
        self._begin(None)
        text = "".join(line.split())
        if found := _WINNER.search(text):
            winner = PLAYER_NAMES[found[1]] ^ bool(found[2])
            if draft.ending is None:
                draft.end(_way_to_win(text, winner == draft.board.mover), winner)
            elif draft.score is None:
                draft.score = 1 - 2 * winner
        elif draft.ending is None:
            word = next((word for word in BY_KIF if text.endswith(word)), None)
            if word is None:
                raise draft.wrong(f"'{text[:40]}' is no result")
            draft.end(BY_KIF[word])

    def _comment(self, line: str) -> None:
        text = line if line[0] == "&" else line[1:].strip()
        if value := _VALUE.fullmatch(text):
            self._draft.note(value=int(value[1]) / 100)
        else:
            self._draft.note(comment=text)


def _way_to_win(text: str, mover_wins: bool) -> Ending:
    """How a game has been won, by the words of its result."""
    if "反則" in text:
        return FOUL_OF_OTHER if mover_wins else FOUL_OF_MOVER
    if "入玉" in text or "宣言" in text:
        return DECLARATION
    return TIME_FORFEIT if "切れ" in text else RESIGNATION


def _seconds(text: str) -> float:
    """A time such as 1:02:03."""
    seconds = 0.0
    for part in text.split(":"):
        seconds = 60 * seconds + float(part)
    return seconds
