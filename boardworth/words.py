"""Numbers with nouns, and lists, in sentences."""

from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, noun: str, nouns: str = "") -> str:
    """A number of things.

    >>> counted(1, "draw"), counted(1200, "draw"), counted(2, "loss", "losses")
    ('1 draw', '1,200 draws', '2 losses')
    """
    return f"{number:,} {noun if number == 1 else nouns or noun + 's'}"


def listed(parts: Sequence[str]) -> str:
    """Parts with an and before the last.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))
