"""Matches in the terminal: the score while games are played, and the table in the end."""

from __future__ import annotations

from operator import add
from typing import TYPE_CHECKING, cast

from boardworth.arena.rating import pentanomial, rate
from boardworth.cli.console import show_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardworth.arena import MatchResult, PlayedGame
    from boardworth.arena.rating import Pentanomial, Sprt
    from boardworth.rules import Game


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


def show_pairs(result: MatchResult) -> None:
    """Wins, draws and losses of the first of two players, and what they say of its strength."""
    wins, draws, losses = result.wins_draws_losses
    sprt = result.sprt
    row = (
        str(len(result.games)),
        f"{wins}-{draws}-{losses}",
        f"{100 * result.rating.share:.1f} %",
        str(result.rating).removeprefix("Elo "),
        " ".join(map(str, result.pairs)),
        f"{result.verdict} ({sprt.elo0:g}/{sprt.elo1:g}, "
        f"LLR {sprt.log_likelihood_ratio(result.pairs):+.2f})",
    )
    show_table(
        f"{result.players[0]} against {result.players[1]}, {_per_move(result)}",
        ("games", "W-D-L", "score", "Elo, 95 %", "pairs 0 ½ 1 1½ 2", "SPRT"),
        [[row]],
        note=_forfeits(result),
    )


def show_payoffs(result: MatchResult, rules: Game) -> None:
    """What every player got, and how often it was at fault."""
    rows = []
    for number, name in enumerate(result.players):
        faults = result.faults(number)
        counts = (str(faults[kind]) for kind in ("time", "illegal move", "engine failure"))
        rows.append((name, str(len(result.games)), f"{result.mean_payoff(number):.1f}", *counts))
    low, high = rules.payoff_range
    show_table(
        f"{rules.name} ({', '.join(result.roles)}), {_per_move(result)}",
        (
            "player",
            ">games",
            f">points, {low} to {high}",
            ">out of time",
            ">illegal moves",
            ">failures",
        ),
        [rows],
        note=f"{result.rating} of {result.players[0]}, 95 %" if result.paired else "",
    )


def _per_move(result: MatchResult) -> str:
    return result.limit if result.limit.endswith("a game") else f"{result.limit} per move"


def _forfeits(result: MatchResult) -> str:
    """How many games each player has lost otherwise than on the board, and why the first one."""
    return "; ".join(
        f"{count} lost by {result.players[number]}: {ending} ({result.reason(ending, number)})"
        for ending, counts in result.forfeits.items()
        for number, count in enumerate(counts)
        if count
    )
