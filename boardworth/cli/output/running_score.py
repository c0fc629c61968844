"""The score of a match while its games are played."""

from __future__ import annotations

from operator import add
from typing import TYPE_CHECKING, cast

from boardworth.arena.rating import pentanomial, rate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardworth.arena import PlayedGame
    from boardworth.arena.rating import Pentanomial, Sprt


class RunningScore:
    """The score of a match so far, in words.

    Args:
        names: of the players.
        games: how many there will be at most.
        sprt: the sequential test of two players.
    """

    def __init__(self, names: Sequence[str], games: int, sprt: Sprt) -> None:
        self._names = names
        self._games = games
        self._sprt = sprt
        self._played = 0
        self._payoffs = [0] * len(names)
        self._points = {1.0: 0, 0.5: 0, 0.0: 0}  # games of the first of two players
        self._pairs: Pentanomial = (0, 0, 0, 0, 0)

    def add(self, games: Sequence[PlayedGame]) -> None:
        """A round is over."""
        self._played += len(games)
        for player in range(len(self._names)):
            self._payoffs[player] += sum(game.payoff(player) for game in games)
        if len(self._names) == 2:
            points = [game.points for game in games]
            for each in points:
                self._points[each] += 1
            one = pentanomial([sum(points)])
            self._pairs = cast("Pentanomial", tuple(map(add, self._pairs, one)))

    def __str__(self) -> str:
        count = f"{self._played:,} of {self._games:,} games"
        if len(self._names) != 2:
            means = (
                f"{name} {payoff / self._played:.1f}"
                for name, payoff in zip(self._names, self._payoffs, strict=True)
            )
            return f"{count}, {', '.join(means)}"
        low, high = self._sprt.bounds
        return (
            f"{count}, {'-'.join(map(str, self._points.values()))}, {rate(self._pairs)}, "
            f"LLR {self._sprt.log_likelihood_ratio(self._pairs):+.2f} of {low:+.2f} to {high:+.2f}"
        )
