"""OBF: problems with known answers, one a line: board, side to move; then moves with their scores.

--OOOOOOXXOXXXXO-XXXOO-OOXXOOXOOOOOXXOOO-OOXXXO--OOOOOOO-OOOXXXX X; A7:+2; A8:-4; G3:-8;
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.errors import FormatError
from boardworth.rules.records.transcript import numbered_lines

if TYPE_CHECKING:
    from boardworth.files import FilePath
    from boardworth.rules.game import Game
    from boardworth.rules.position import Move, Position

_SCORE = re.compile(r"[+-]?\d+")
# Some programs give every position a pass, with a score that no game has.
_PASSES = ("--", "pa", "ps", "pass")


@dataclass(frozen=True, slots=True)
class Problem:
    """A position and what is known of its moves."""

    position: Position  # to be solved
    # The mover's score after each move under perfect play; of some moves, or of none.
    scores: Mapping[Move, int]
    source: str  # file and line, for messages

    @property
    def score(self) -> int | None:
        """What the position is worth to the mover, if the file says so."""
        return max(self.scores.values(), default=None)


def read_problems(game: Game, file_path: FilePath) -> list[Problem]:
    """All problems of an .obf file, in order. Raises FormatError with the line that is wrong."""
    path = Path(file_path)
    problems = [
        _read(game, line, f"{path}, line {number}")
        for number, line in numbered_lines(path, comments="#%")
    ]
    if not problems:
        raise FormatError(f"{path}: no problem")
    return problems


def _read(game: Game, line: str, source: str) -> Problem:
    board, *answers = line.split(";")
    scores: dict[Move, int] = {}
    try:
        position = game.parse(board.strip())
        legal = position.legal_moves()
        for answer in filter(None, map(str.strip, answers)):
            text, score = _answer(answer)
            move = _legal_move(position, legal, text)
            if move is None:
                continue
            if move in scores:
                raise FormatError(f"move {text} has two scores")
            if abs(score) > game.max_score:
                raise FormatError(f"move {text}: a score of {score:+d} is impossible")
            scores[move] = score
    except FormatError as error:
        raise FormatError(f"{source}: {error}") from None
    return Problem(position, scores, source)


def _answer(text: str) -> tuple[str, int]:
    """A move and its score; what is all in capitals becomes small letters."""
    move, _, score = text.partition(":")
    if not _SCORE.fullmatch(score.strip()):
        raise FormatError(f"expected MOVE:SCORE, found '{text}'")
    move = move.strip()
    return move.lower() if move.isupper() else move, int(score)


def _legal_move(position: Position, legal: Sequence[Move], text: str) -> Move | None:
    """The move, or None if it is a pass that cannot be made."""
    if text in _PASSES and not any(position.move_text(move) in _PASSES for move in legal):
        return None
    move = position.parse_move(text)
    if move not in legal:
        raise FormatError(f"move {text} is illegal")
    return move
