"""Colours of pieces, squares and heat, which look alike on light and on dark pages."""

from __future__ import annotations

from collections.abc import Sequence

# Of pieces, by the names of roles.
_NAMED = {
    "black": "#20262b",
    "white": "#fbfaf5",
    "red": "#c93c37",
    "blue": "#2b6cb0",
    "yellow": "#f0c22e",
    "green": "#2f9460",
    "orange": "#e58a2b",
    "purple": "#7b4fa3",
    "magenta": "#c2479a",
    "teal": "#1d8f8f",
}
# Of pieces of other roles and of contents that are nobody's; the eye tells them apart also if it is
# blind to red or green.
_OTHERS = ("#2b6cb0", "#e58a2b", "#1d8f8f", "#a05195", "#6b4f2a", "#c9b22e", "#7a8794")
DARK, LIGHT = "#20262b", "#fbfaf5"
_GOOD, _NEUTRAL, _BAD = (24, 92, 168), (245, 243, 238), (196, 78, 16)

FRAME, ON_FRAME = "#35423e", "#e3ebe6"
LAST, GOAL = "#ffc93c", "#f2f7f4"


def colours_of_roles(roles: Sequence[str]) -> list[str]:
    """Those that the roles are called by, if all are; else some that can be told apart."""
    named = [_NAMED.get(role.lower(), "") for role in roles]
    return named if all(named) else [_OTHERS[n % len(_OTHERS)] for n in range(len(roles))]


def other_colour(number: int, taken: Sequence[str]) -> str:
    """For contents of nobody: one that no role has, as long as there are any."""
    free = [colour for colour in _OTHERS if colour not in taken] or list(_OTHERS)
    return free[number % len(free)]


def contrasting(colour: str) -> str:
    """Dark or light, whichever is read better upon a colour."""
    red, green, blue = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    return DARK if 299 * red + 587 * green + 114 * blue > 140_000 else LIGHT


def heat_colour(share: float) -> str:
    """From -1, orange, by white to 1, blue: colours that no colour blindness confuses."""
    share = max(-1.0, min(1.0, share))
    end = _GOOD if share > 0 else _BAD
    mixed = (round(a + (b - a) * abs(share)) for a, b in zip(_NEUTRAL, end, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)
