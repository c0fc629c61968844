"""How a game has ended, in words."""

from __future__ import annotations

from collections.abc import Sequence

_WON = 1  # what winners get where games are only won, lost or drawn


def ending_text(roles: Sequence[str], payoffs: Sequence[int], ends: tuple[int, int]) -> str:
    """Who wins, if one of two gets what the other does not; else what everybody gets.

    Args:
        roles: their names.
        payoffs: what each gets.
        ends: the smallest and the largest payoff of the game.

    >>> ending_text(["sente", "gote"], [-1, 1], (-1, 1))
    'game over: gote wins'
    >>> ending_text(["black", "white"], [12, -12], (-64, 64))
    'game over: black wins by 12'
    >>> ending_text(["x", "o"], [50, 50], (0, 100)), ending_text(["x", "o"], [75, 25], (0, 100))
    ('game over: a draw', 'game over: x wins by 75 to 25')
    >>> ending_text(["player"], [100], (0, 100))
    'game over: player 100'
    """
    low, high = ends
    if len(roles) != 2 or sum(payoffs) != low + high:
        points = zip(roles, payoffs, strict=True)
        return "game over: " + ", ".join(f"{role} {own}" for role, own in points)
    best, least = max(payoffs), min(payoffs)
    if best == least:
        return "game over: a draw"
    margin = ""
    if low < 0 and high > _WON:
        margin = f" by {best}"
    elif low >= 0 and best < high:
        margin = f" by {best} to {least}"
    return f"game over: {roles[list(payoffs).index(best)]} wins{margin}"
