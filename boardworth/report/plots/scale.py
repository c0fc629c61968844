"""Numbers on an axis: where they lie, which of them are written, and how."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

# Steps between numbers that are written, of each power of ten.
_STEPS = (1, 2, 2.5, 5, 10)
_THOUSAND, _MILLION = 1_000, 1_000_000


@dataclass(frozen=True, slots=True)
class Scale:
    """A range of numbers laid along a range of pixels; the latter may run backwards."""

    low: float
    high: float
    first: float  # the pixel of `low`
    last: float  # the pixel of `high`

    def at(self, value: float) -> float:
        """The pixel of a number.

        >>> Scale(0, 10, 100, 0).at(2.5)
        75.0
        """
        return self.first + (value - self.low) / (self.high - self.low) * (self.last - self.first)


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers, about as many as asked for, the outermost of which enclose a range.

    >>> ticks(0, 0.9)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    """
    if high <= low:
        low, high = low - (abs(low) or 1) / 2, high + (abs(high) or 1) / 2
    power = 10.0 ** math.floor(math.log10((high - low) / about))
    step = next(s * power for s in _STEPS if s * power * about >= (high - low) * (1 - 1e-9))
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(number * step, 12) for number in range(first, last + 1)]


def whole_ticks(low: int, high: int, about: int = 6) -> list[int]:
    """The same of whole numbers within a range."""
    step = max(1, math.ceil((high - low) / about))
    step = next(s for s in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, step) if s >= step)
    return list(range(-(-low // step) * step, high + 1, step))


def number_text(value: float) -> str:
    """A number as it is written at an axis.

    >>> [number_text(value) for value in (0.25, -3.0, 1200, 2_500_000)]
    ['0.25', '-3', '1,200', '2.5M']
    """
    if abs(value) >= _MILLION:
        return f"{value / _MILLION:g}M"
    if abs(value) >= 10 * _THOUSAND:
        return f"{value / _THOUSAND:g}k"
    return f"{value:,.0f}" if abs(value) >= _THOUSAND else f"{value:g}"


def pixels(values: Iterable[float]) -> str:
    """Coordinates of a path or a polyline."""
    return " ".join(f"{value:.1f}".removesuffix(".0") for value in values)
