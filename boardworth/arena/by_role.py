"""What games brought their roles, whoever played them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from boardworth.rules import NATURE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardworth.arena.result import PlayedGame
    from boardworth.rules import Game

Outcome: TypeAlias = Literal["win", "draw", "loss"]


def outcome(game: Game, payoffs: Sequence[int], role: int) -> Outcome:
    """How a finished game ended for a role: a win has no equal, a draw shares the most.

    Who plays alone wins by the largest payoff that the game has.
    """
    others = [
        payoff
        for other, payoff in enumerate(payoffs)
        if other != role and game.roles[other] != NATURE
    ]
    if not others:
        return "win" if payoffs[role] == game.payoff_range[1] else "loss"
    lead = payoffs[role] - max(others)
    return "draw" if lead == 0 else "win" if lead > 0 else "loss"


@dataclass(frozen=True, slots=True)
class Tally:
    """How finished games ended for one side."""

    wins: int
    draws: int
    losses: int
    mean_payoff: float | None  # in the game's points; None of no games

    @staticmethod
    def of(game: Game, role: int, finished: Iterable[Sequence[int]]) -> Tally:
        """For a role, from the payoffs of each game."""
        payoffs = list(finished)
        found = [outcome(game, one, role) for one in payoffs]
        mean = sum(one[role] for one in payoffs) / len(payoffs) if payoffs else None
        return Tally(found.count("win"), found.count("draw"), found.count("loss"), mean)

    @property
    def games(self) -> int:
        """How many."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float | None:
        """Wins and half of the draws, as a share of the games; None of no games."""
        return (self.wins + self.draws / 2) / self.games if self.games else None

    def __str__(self) -> str:
        return f"{self.wins}-{self.draws}-{self.losses}"


@dataclass(frozen=True, slots=True)
class RoleTally:
    """What a role brought in a match: to each player, and to all of them."""

    role: str
    players: tuple[Tally, ...]  # in their order
    all: Tally

    def summary(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "role": self.role,
            "players": [asdict(own) for own in self.players],
            "all": asdict(self.all),
        }


def tallies_by_role(games: Sequence[PlayedGame], players: int) -> tuple[RoleTally, ...]:
    """Role by role; games that were broken off do not count, nor does nature."""
    if not games:
        return ()
    game = games[0].history.game
    tallies = []
    for role, name in enumerate(game.roles):
        seated = [(one.seats[role], one.payoffs) for one in games if one.payoffs is not None]
        of_players = [
            Tally.of(game, role, [payoffs for seat, payoffs in seated if seat == player])
            for player in range(players)
        ]
        if name != NATURE:
            everyone = Tally.of(game, role, [payoffs for _, payoffs in seated])
            tallies.append(RoleTally(name, tuple(of_players), everyone))
    return tuple(tallies)
