"""What games by a rule sheet have brought: points and faults, in sum and game by game."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from boardworth.arena.ggp_seats import KINDS, Kind
from boardworth.arena.rating import Rating, pentanomial, rate

if TYPE_CHECKING:
    from boardworth.arena.protocols.ggp_messages import JointMove


@dataclass(frozen=True, slots=True)
class RecordedFault:
    """A player's fault in a game.

    Attributes:
        step: how many joint moves there were before it.
        role: whom the player played.
        kind: of fault.
        problem: what it has done, in words.
    """

    step: int
    role: int
    kind: Kind
    problem: str


@dataclass(frozen=True, slots=True)
class GgpGame:
    """One game of a match.

    Attributes:
        number: which one, from 0.
        sitting: the number of the player of each role; None for the server.
        moves: of all roles, step by step.
        faults: where moves were drawn for players.
        goals: role by role, 0 to 100; None where the rules tell none.
    """

    number: int
    sitting: tuple[int | None, ...]
    moves: tuple[JointMove, ...]
    faults: tuple[RecordedFault, ...]
    goals: tuple[int | None, ...]

    def goal(self, player: int) -> int:
        """What a player has reached; nothing, where the rules tell none."""
        return self.goals[self.sitting.index(player)] or 0


@dataclass(frozen=True, slots=True)
class GgpResult:
    """The games of a match and what they say about each player."""

    players: tuple[str, ...]
    roles: tuple[str, ...]
    clocks: str
    games: tuple[GgpGame, ...]

    def points(self, player: int) -> float:
        """Its mean goal, 0 to 100."""
        return sum(game.goal(player) for game in self.games) / max(len(self.games), 1)

    def faults(self, player: int) -> dict[Kind, int]:
        """How often it has failed to make a legal move, by the way of it."""
        kinds = [
            fault.kind
            for game in self.games
            for fault in game.faults
            if game.sitting[fault.role] == player
        ]
        return {kind: kinds.count(kind) for kind in KINDS}

    @property
    def rating(self) -> Rating | None:
        """The first player's Elo, if there are two and they have changed roles."""
        if len(self.players) != 2 or len(self.games) < 2:
            return None
        shares = [
            0.5 if game.goal(0) == game.goal(1) else float(game.goal(0) > game.goal(1))
            for game in self.games
        ]
        return rate(pentanomial(map(sum, zip(shares[::2], shares[1::2], strict=False))))

    def summary(self) -> dict[str, Any]:
        """Everything but the games, for JSON; infinite bounds are null."""
        rating = self.rating
        return {
            "players": list(self.players),
            "roles": list(self.roles),
            "clocks": self.clocks,
            "games": len(self.games),
            "points": [self.points(player) for player in range(len(self.players))],
            "errors": [dict(self.faults(player)) for player in range(len(self.players))],
            **(rating.summary() if rating else {}),
        }

    def records(self) -> str:
        """The games, each a line of JSON."""
        return "".join(f"{json.dumps(self._record(game))}\n" for game in self.games)

    def _record(self, game: GgpGame) -> dict[str, Any]:
        names = ["the server" if who is None else self.players[who] for who in game.sitting]
        return {
            "game": game.number + 1,
            "players": dict(zip(self.roles, names, strict=True)),
            "moves": [[str(move) for move in joint_move] for joint_move in game.moves],
            "errors": [
                {
                    "step": fault.step,
                    "role": self.roles[fault.role],
                    "player": names[fault.role],
                    "kind": fault.kind,
                    "problem": fault.problem,
                }
                for fault in game.faults
            ],
            "goals": dict(zip(self.roles, game.goals, strict=True)),
        }
