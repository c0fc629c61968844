"""OBF: problems with known answers, one a line: board, side to move; then moves with their scores.

--OOOOOOXXOXXXXO-XXXOO-OOXXOOXOOOOOXXOOO-OOXXXO--OOOOOOO-OOOXXXX X; A7:+2; A8:-4; G3:-8;
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.errors import FormatError
from boardworth.rules.records.problem import Problem
from boardworth.rules.records.transcript import numbered_lines

if TYPE_CHECKING:
    from boardworth.rules.game import Game
    from boardworth.rules.position import Move, Position

_SCORE = re.compile(r"[+-]?\d+")
# Some programs give every position a pass, with a score that no game has.
_PASSES = ("--", "pa", "ps", "pass")


def read_obf(game: Game, path: Path) -> list[Problem]:
    """All problems of an .obf file."""
    return [
        _read(game, line, f"{path}, line {number}")
        for number, line in numbered_lines(path, comments="#%")
    ]


def obf_line(problem: Problem) -> str:
    """A problem as a line of OBF, the best move first."""
    position = problem.position
    answers = sorted(problem.scores.items(), key=lambda answer: -answer[1])
    texts = (f"{position.move_text(move)}:{score:+d}" for move, score in answers)
    return "".join(f"{text}; " for text in [position.game.text(position), *texts]).rstrip()


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
