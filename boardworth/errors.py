"""The ways in which input can be wrong. Messages say what was given, what was expected, where."""

import math
import re
from collections.abc import Iterable
from numbers import Integral, Real
from types import UnionType

# Problems of a kind that are listed one by one; more are counted.
_FLOOD = 5


class BoardworthError(Exception):
    """Anything a user can mend. The command line prints it in one line and exits with 2."""


class RulesError(BoardworthError):
    """There is no such game, or its rules make no sense."""


class FaultyRules(UserWarning):
    """A rule sheet some of whose rules break the language; it is played without them."""


class MissingCapability(BoardworthError):
    """A game, model or player that cannot do what is asked of it. The message says why."""


class IllegalMove(BoardworthError):
    """A move that the rules do not allow in its position."""


class FormatError(BoardworthError):
    """Text or bytes that do not describe what they should: positions, records, pictures, models."""


class NotFitted(BoardworthError):
    """A fit that cannot be made, or a model that lacks what is asked of it."""


class TooMany(BoardworthError):
    """More results than there was to be room for."""


class EngineError(BoardworthError):
    """An external engine that cannot be started, has ended, does not answer or makes no sense."""


class Resignation(EngineError):
    """An external player that gives up the game. It is no mistake, and the player plays others."""


class OutOfTime(EngineError):
    """An external player that has not answered in time."""


def check_kind(value: object, kind: type | UnionType | tuple[type, ...], wanted: str) -> None:
    """Raises BoardworthError with what was wanted, unless a value is of that kind."""
    if not isinstance(value, kind):
        raise BoardworthError(f"{wanted}, not {value!r:.80}")


def check_number(
    what: str, value: object, least: float, most: float = math.inf, *, whole: bool = False
) -> None:
    """Raises BoardworthError unless a value is a finite number within these bounds."""
    number = isinstance(value, Integral if whole else Real)
    if not number or not least <= value <= most or value == math.inf:  # type: ignore[operator]
        kind = "" if number else f"a {'whole ' * whole}number, "
        bounds = f"at least {least:g}" if most == math.inf else f"from {least:g} to {most:g}"
        raise BoardworthError(f"{what} = {value!r:.80}: it must be {kind}{bounds}")


def in_few_lines(problems: Iterable[str]) -> list[str]:
    """Problems as lines; many of a kind, which differ in places and numbers only, are one line.

    >>> in_few_lines(f"a.txt, line {number}: f{number} is illegal" for number in range(1, 9))
    ['a.txt, line 1: f1 is illegal (and 7 more problems of this kind)']
    """
    kinds: dict[str, list[str]] = {}
    for problem in problems:
        kinds.setdefault(re.sub(r"\w*\d\w*", "#", problem), []).append(problem)
    lines = []
    for alike in kinds.values():
        more = f"{alike[0]} (and {len(alike) - 1:,} more problems of this kind)"
        lines += alike if len(alike) <= _FLOOD else [more]
    return lines
