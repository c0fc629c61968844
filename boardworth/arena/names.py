"""What players and their limits are called where several are shown together."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def told_apart(names: Sequence[str], limits: Sequence[str] = ()) -> tuple[str, ...]:
    """Names of which no two are the same: with their limits if these differ, else with numbers.

    >>> told_apart(["othello", "othello"], ["level 8", "level 7"])
    ('othello (level 8)', 'othello (level 7)')
    >>> told_apart(["random", "uct", "random"])
    ('random 1', 'uct', 'random 2')
    """
    limits = limits or [""] * len(names)
    told = []
    for number, name in enumerate(names):
        same = [other for other, its_name in enumerate(names) if its_name == name]
        if len(same) == 1:
            told.append(name)
        elif len({limits[other] for other in same}) == len(same) and all(limits):
            told.append(f"{name} ({limits[number]})")
        else:
            told.append(f"{name} {same.index(number) + 1}")
    return tuple(told)


def limits_text(names: Sequence[str], limits: Sequence[str]) -> str:
    """Limits in words: of two players in their order, of more by name where they differ.

    >>> limits_text(["a", "b"], ["level 2", "5 nodes"])
    'level 2 against 5 nodes'
    >>> limits_text(["a", "b", "c"], ["5 nodes", "9 nodes", ""])
    'a: 5 nodes, b: 9 nodes'
    """
    given = list(dict.fromkeys(limit for limit in limits if limit))
    if len(given) <= 1:
        return given[0] if given else "no limit"
    if len(names) == 2:
        return " against ".join(given)
    pairs = zip(names, limits, strict=True)
    return ", ".join(f"{name}: {limit}" for name, limit in pairs if limit)
