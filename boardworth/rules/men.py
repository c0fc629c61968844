"""What stands on squares, apart from how it is drawn: whose each man is, and of which kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

CHESS_KINDS = ("king", "queen", "rook", "bishop", "knight", "pawn")
_LETTERS = dict(zip("kqrbnp", CHESS_KINDS, strict=True))
_MIN_KINDS = 4  # with which kings and pawns are no draughts


@dataclass(frozen=True, slots=True)
class Man:
    """What a square can hold."""

    role: int  # whose it is
    kind: str  # whosever it is: the king of white_king; empty if each role has one kind only


def men_of(holders: Mapping[str, int], roles: Sequence[str]) -> dict[str, Man]:
    """By what a square can hold.

    Args:
        holders: by the same, the number of the role whose man it is.
        roles: their names.

    >>> men_of({"wk": 0, "wp": 0, "bk": 1, "bp": 1}, ["white", "black"])["bk"]
    Man(role=1, kind='k')
    >>> men_of({"x": 0, "o": 1}, ["x", "o"])["x"]
    Man(role=0, kind='')
    """
    if len(holders) == len(set(holders.values())):
        return {value: Man(role, "") for value, role in holders.items()}
    men = {value: Man(role, _kind(value, roles[role])) for value, role in holders.items()}
    kinds = {man.kind for man in men.values()}
    if len(kinds) >= _MIN_KINDS and kinds <= set(_LETTERS):
        return {value: Man(man.role, _LETTERS[man.kind]) for value, man in men.items()}
    return men


def are_chessmen(men: Iterable[Man]) -> bool:
    """Whether all are men of chess, and of enough kinds to be no others of the same name."""
    kinds = {man.kind for man in men}
    return len(kinds) >= _MIN_KINDS and kinds <= set(CHESS_KINDS)


def _kind(value: str, role: str) -> str:
    """What a man is, whosever it is: the king of white_king and own king, the k of wk."""
    man, role = value.lower(), role.lower()
    for whose in (role, "own ", "opponent "):
        if man.startswith(whose):
            return man.removeprefix(whose).strip("_- ")
    return man[1:] if man[:1] == role[:1] else man
