"""USI lines, one game each: startpos moves 7g7f ..., or sfen and a position; # starts a comment.

Before that may stand how the game ended and the winner: resign B, rep -, draw -.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING

from boardworth.errors import FormatError
from boardworth.files import read_bytes
from boardworth.rules.records.record import GameRecord, RecordFile, checked_record, collect
from boardworth.rules.records.shogi.decoding import decoded, lines_of
from boardworth.rules.records.shogi.endings import BY_USI, ENDINGS, ending_of
from boardworth.rules.records.shogi.usi_moves import DECLARED, move_numbers, usi_texts

if TYPE_CHECKING:
    from boardworth.rules.game import Game
    from boardworth.rules.position import Position

_WINNERS = {"B": 1, "W": -1, "-": 0}
_START, _SFEN, _MOVES = "startpos", "sfen", "moves"


def read_usi(game: Game, path: Path) -> RecordFile:
    """All sound games of a file of USI lines."""
    lines = [line.partition("#")[0].split() for line in lines_of(decoded(read_bytes(path)))]
    games = [(number, words) for number, words in enumerate(lines, 1) if words]
    if not games:
        raise FormatError(f"{path}, line 1: no game such as startpos moves 7g7f")
    return collect(partial(_read, game, words, f"{path}, line {number}") for number, words in games)


def write_usi(records: Iterable[GameRecord], file: IO[bytes]) -> None:
    """Writes games that `read_usi` reads back, without what is said of moves and players."""
    for record in records:
        file.write(f"{_line(record)}\n".encode())


def _read(game: Game, words: list[str], source: str) -> GameRecord:
    score, termination = None, None
    if len(words) > 1 and words[1] in _WINNERS:
        score, termination = _WINNERS[words[1]], words[0]
        words = words[2:]
    try:
        start, words = _start(game, words[words[:1] == ["position"] :])
        if words and words[-1] in BY_USI and words[-1] != DECLARED:
            termination = words.pop()
        moves = _moves(game, words)
    except FormatError as error:
        raise FormatError(f"{source}: {error}") from None
    ending = BY_USI.get(termination or "")
    if score is None and ending is not None and ending.mover_score is not None:
        mover = (start.mover + len(moves)) % 2
        score = ending.mover_score * (1 - 2 * mover)
    tags = {"Termination": ending.name if ending else termination} if termination else {}
    return checked_record(start, moves, source=source, score=score, tags=tags)


def _start(game: Game, words: list[str]) -> tuple[Position, list[str]]:
    """Where a game begins, and the words after that."""
    if words[:1] == [_SFEN]:
        words = words[1:]
    elif words[:1] == [_START]:
        words = words[1:]
        return game.start(), words[words[:1] == [_MOVES] :]
    elif not words or "/" not in words[0]:
        raise FormatError(f"'{' '.join(words)[:40]}' is not a game such as startpos moves 7g7f")
    end = words.index(_MOVES) if _MOVES in words else len(words)
    return game.parse(" ".join(words[:end])), words[end + 1 :]


def _moves(game: Game, words: list[str]) -> list[int]:
    numbers = move_numbers(game)
    try:
        return [numbers[word] for word in words]
    except KeyError as error:
        number = words.index(error.args[0]) + 1
        raise FormatError(
            f"move {number} ('{error.args[0][:20]}') is not a move such as 7g7f or P*5e"
        ) from None


def _line(record: GameRecord) -> str:
    game, texts = record.start.game, usi_texts(record.start.game)
    start = _START if record.start == game.start() else f"{_SFEN} {game.text(record.start)}"
    moves = [texts[move] for move in record.moves]
    line = " ".join([start, *([_MOVES] if moves else []), *moves])
    if record.score is None:
        return line
    winner = next(winner for winner, score in _WINNERS.items() if score == record.score)
    return f"{_ending_word(record)} {winner} {line}"


def _ending_word(record: GameRecord) -> str:
    """How a game has ended: what the record says if that is one word, whichever side has won."""
    said = record.tags.get("Termination", "")
    known = next((ending.usi for ending in ENDINGS if ending.name == said), said)
    if known and not known.isspace() and len(known.split()) == 1 and known not in _WINNERS:
        return known
    ending = ending_of(record)
    assert ending is not None
    return ending.usi
