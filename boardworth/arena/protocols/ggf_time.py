"""Clocks in GGF: TI[15:00/0:05] is fifteen minutes and five seconds a move; TB and TW differ."""

from __future__ import annotations

from collections.abc import Sequence

from boardworth.errors import FormatError
from boardworth.search import Clock

_OWN_TIME = ("TB", "TW")
_COLOURS = ("B", "W")
# Many programs read whole seconds; below this, a fraction matters more than they do.
_WHOLE_FROM = 10


def seconds_text(seconds: float) -> str:
    """Seconds as most programs can read them: whole, unless there are few.

    >>> seconds_text(75.25), seconds_text(0.25)
    ('75', '0.25')
    """
    return str(int(seconds)) if seconds >= _WHOLE_FROM else f"{seconds:.3f}".rstrip("0").rstrip(".")


def clock_text(clock: Clock) -> str:
    """The value of TI.

    >>> clock_text(Clock(75, 2))
    '1:15/0:02'
    """
    parts = [clock.seconds, clock.increment] if clock.increment else [clock.seconds]
    return "/".join(map(_time_text, parts))


def _time_text(seconds: float) -> str:
    minutes = int(seconds // 60)
    rest = seconds_text(seconds - 60 * minutes) if seconds < 60 else str(int(seconds) % 60)
    whole, dot, fraction = rest.partition(".")
    return f"{minutes}:{whole:0>2}{dot}{fraction}"


def clocks_left(properties: Sequence[tuple[str, str]]) -> list[Clock | None]:
    """Black's and white's clocks after the times of their moves. Raises FormatError."""
    values = dict(reversed(properties))
    clocks = []
    for colour, own in zip(_COLOURS, _OWN_TIME, strict=True):
        clock = _clock(values.get(own, values.get("TI", "")))
        for name, value in properties:
            if name == colour and clock is not None:
                clock = after_move(clock, value)
        clocks.append(clock)
    return clocks


def after_move(clock: Clock, move: str) -> Clock:
    """The clock after a move with its evaluation and time, f5/1.5/0.02. Raises FormatError."""
    _, _, spent = move.partition("/")
    _, _, seconds = spent.partition("/")
    left = clock.seconds - _number(seconds or "0") + clock.increment
    return Clock(max(left, 0.0), clock.increment)


def _clock(text: str) -> Clock | None:
    """None where there is no limit: no time, or none at all."""
    seconds, _, rest = text.partition("/")
    increment = rest.partition("/")[0]
    clock = Clock(_time(seconds), _time(increment))
    return clock if clock.seconds or clock.increment else None


def _time(text: str) -> float:
    """Seconds of [[hours:]minutes:]seconds; what follows a comma are moves and other conditions."""
    total = 0.0
    for part in text.partition(",")[0].split(":"):
        total = 60 * total + _number(part.strip() or "0")
    return total


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise FormatError(f"'{text}' is not a time") from None
    if not 0 <= value < 1e9:
        raise FormatError(f"'{text}' is not a time")
    return value
