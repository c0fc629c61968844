"""Moves in Japanese: ７六歩(77) as in KIF; ▲５八金右 as in KI2, which tells pieces apart by words.

Where several pieces of a kind reach a square, it is said how one moves: up (上), sideways (寄) or
back (引). If others move so too, it is said where it comes from: the left (左), the right (右) or
straight from below (直); both if needed. These are the rules of the Japan Shogi Association.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from boardworth.rules.records.shogi.pieces import (
    GOTE,
    KANJI_KINDS,
    MOVE_KANJI,
    SENTE,
    piece_of,
    usi_drop,
    usi_move,
    usi_squares,
)
from boardworth.rules.records.shogi.usi_moves import move_numbers

if TYPE_CHECKING:
    from boardworth.rules.records.shogi.board import RecordBoard
    from boardworth.rules.records.shogi.draft import Draft

_FILES, _RANKS = "１２３４５６７８９", "一二三四五六七八九"
_DIGITS = str.maketrans(_FILES + _RANKS, "123456789" * 2)
_UP, _SIDEWAYS, _BACK = "上寄引"
_OLD_WORDS = str.maketrans("行入", _UP * 2)
_LEFT, _RIGHT, _STRAIGHT = "左右直"
_PROMOTES, _STAYS, _DROPS = "成", "不成", "打"
_SAME = "同"
_PAIRED = ("+B", "+R")  # there are two of each: one is to the left of the other
SIDE_MARKS = dict.fromkeys("▲▼☗", SENTE) | dict.fromkeys("△▽☖", GOTE)
MARKS = "▲△"

MOVE = re.compile(
    rf"([{''.join(SIDE_MARKS)}]?)"
    rf"(?:([1-9{_FILES}])([1-9{_RANKS}])[\s　]*{_SAME}?|{_SAME})[\s　]*"
    rf"({'|'.join(sorted(KANJI_KINDS, key=len, reverse=True))})"
    rf"([{_LEFT}{_RIGHT}{_STRAIGHT}]?)([{_UP}{_SIDEWAYS}{_BACK}行入]?)"
    rf"({_PROMOTES}|{_STAYS}|{_DROPS}|)(?:[\s　]*\(([0-9])([0-9])\))?"
)


def play_written(draft: Draft, found: re.Match[str]) -> None:
    """Adds the move that MOVE has found to a draft. Raises FormatError."""
    board, text = draft.board, found[0]
    mark, file, rank, name, side, motion, last, from_file, from_rank = found.groups()
    if mark and SIDE_MARKS[mark] != board.mover:
        raise draft.wrong(f"{text}: it is not {mark}'s turn")
    to = int((file + rank).translate(_DIGITS)) if file else board.last_to
    if to is None:
        raise draft.wrong(f"{text}: {_SAME} means the square of the move before, and there is none")
    kind, promotes = KANJI_KINDS[name], last == _PROMOTES
    origin = int(from_file + from_rank) if from_file else None
    if origin is None and last != _DROPS:
        origin = _said_origin(draft, text, kind, to, side, motion.translate(_OLD_WORDS))
    if not origin:  # some programs write a drop as (00)
        draft.play(usi_drop(kind, to), text)
    elif board.pieces.get(origin) != piece_of(kind, board.mover):
        raise draft.wrong(f"{text}: there is no {name} of the mover's on {origin}")
    else:
        draft.play(usi_move(origin, to, promotes=promotes), text)


def _said_origin(draft: Draft, text: str, kind: str, to: int, side: str, motion: str) -> int | None:
    """Where the piece comes from that words mean; None if it is dropped. Raises FormatError."""
    board = draft.board
    every = board.origins(kind, to)
    # Programs differ in whether they reckon with pinned pieces.
    if len(every) > 1 or (every and board.hands[board.mover].get(kind, 0) > 0):
        every = _unpinned(draft, every, to)
    found = [one for one in every if not motion or _motion(board, one, to) == motion]
    if side == _STRAIGHT:
        found = [one for one in found if one // 10 == to // 10]
    elif side and found:
        outermost = (max if (side == _LEFT) == (board.mover == SENTE) else min)(found, key=_file)
        found = [one for one in found if _file(one) == _file(outermost)]
    if len(found) > 1:
        # What could have been said in other words is not meant.
        found = [one for one in found if _telling(board, kind, one, to) == side + motion] or [
            one
            for one in found
            if sum(_motion(board, one, to) == _motion(board, other, to) for other in every) > 1
        ]
    if len(found) > 1:
        raise draft.wrong(f"{text} may mean the piece on {' or '.join(map(str, found))}")
    if not found and (side or motion):
        raise draft.wrong(f"{text}: there is no such piece")
    return found[0] if found else None


def _unpinned(draft: Draft, origins: list[int], to: int) -> list[int]:
    """Those of the pieces that may move there."""
    legal, numbers = set(draft.position().legal_moves()), move_numbers(draft.game)
    return [
        origin
        for origin in origins
        if any(numbers[usi_move(origin, to, promotes=how)] in legal for how in (False, True))
    ]


def kif_move(board: RecordBoard, usi: str) -> str:
    """A move as KIF writes it: ７六歩(77), 同　銀(31), ５五角打."""
    origin, to = usi_squares(usi)
    square = _square_text(board, to, "　")
    if origin is None:
        return f"{square}{MOVE_KANJI[usi[0]]}{_DROPS}"
    name = MOVE_KANJI[board.pieces[origin].upper()]
    return f"{square}{name}{_PROMOTES * usi.endswith('+')}({origin})"


def ki2_move(board: RecordBoard, usi: str) -> str:
    """A move as KI2 writes it: ▲７六歩, △５八金右, ▲同　銀."""
    origin, to = usi_squares(usi)
    kind = usi[0] if origin is None else board.pieces[origin].upper()
    if origin is None:
        words = _DROPS if board.origins(kind, to) else ""
    else:
        words = _telling(board, kind, origin, to)
        if usi.endswith("+"):
            words += _PROMOTES
        elif kind in "PLNSBR" and any(_in_camp(square, board.mover) for square in (origin, to)):
            words += _STAYS
    name = MOVE_KANJI[kind]
    gap = "　" if len(name + words) == 1 else ""
    return f"{MARKS[board.mover]}{_square_text(board, to, gap)}{name}{words}"


def _telling(board: RecordBoard, kind: str, origin: int, to: int) -> str:
    """The words that tell a piece from others of its kind that reach a square."""
    others = [other for other in board.origins(kind, to) if other != origin]
    motion = _motion(board, origin, to)
    if not others:
        return ""
    if all(_motion(board, other, to) != motion for other in others):
        return motion
    side = _side(board, kind, origin, to, others)
    if all(_side(board, kind, other, to, [origin]) != side for other in others):
        return side
    return side + motion


def _motion(board: RecordBoard, origin: int, to: int) -> str:
    """How a piece moves, seen by its side."""
    ahead = (origin % 10 - to % 10) * (1 - 2 * board.mover)
    return _SIDEWAYS if ahead == 0 else _UP if ahead > 0 else _BACK


def _side(board: RecordBoard, kind: str, origin: int, to: int, others: list[int]) -> str:
    """Where a piece comes from, seen by its side: from beside the square or the other piece."""
    beside = _file(others[0] if kind in _PAIRED else to)
    left = (_file(origin) - beside) * (1 - 2 * board.mover)
    if left == 0:
        return _STRAIGHT
    return _LEFT if left > 0 else _RIGHT


def _square_text(board: RecordBoard, to: int, gap: str) -> str:
    if to == board.last_to:
        return _SAME + gap
    return _FILES[to // 10 - 1] + _RANKS[to % 10 - 1]


def _file(square: int) -> int:
    return square // 10


def _in_camp(square: int, side: int) -> bool:
    """Whether pieces of a side promote there."""
    rank = square % 10
    return rank <= 3 if side == SENTE else rank >= 7
