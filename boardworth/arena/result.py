"""The games of a match, and what they say about the players."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from boardworth.arena.by_role import RoleTally, tallies_by_role
from boardworth.arena.names import told_apart
from boardworth.arena.rating import Pentanomial, Rating, Sprt, Verdict, pentanomial, rate
from boardworth.arena.referee import FAULT_KINDS, Fault, FaultKind
from boardworth.data_frames import data_frame
from boardworth.files import written_atomically
from boardworth.rules.records import GameRecord, write_records
from boardworth.rules.records.formats import holds_lines
from boardworth.rules.records.record import player_tag
from boardworth.rules.records.transcript import transcript
from boardworth.rules.records.writing import writer

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

    from boardworth.rules import Game, History

# What records of a match say of the event, and of forfeits by the words of PGN.
EVENT = "Boardworth match"
_TERMINATIONS = {
    "time": "time forfeit",
    "illegal move": "rules infraction",
    "engine failure": "abandoned",
    "resignation": "normal",
}


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game of a match."""

    history: History  # its moves and positions
    payoffs: tuple[int, ...] | None  # of each role; None if it was broken off
    seats: tuple[int | None, ...]  # the number of the player of each role; None for nature
    number: int  # of the game in its match, from 0
    round: int  # games of a round share their opening, and every player has every role once
    opening: int = 0  # how many of the first moves were imposed
    faults: tuple[Fault, ...] = ()  # of the players
    forfeited: int | None = None  # the role whose player has lost by its fault, if one has

    def _repr_svg_(self) -> str:
        """The last board, with the last move marked, for notebooks."""
        return self.history._repr_svg_()

    def payoff(self, player: int) -> int:
        """What a player got."""
        if self.payoffs is None:
            low, high = self.history.game.payoff_range
            return (low + high) // 2
        return self.payoffs[self.seats.index(player)]

    def points_of(self, player: int) -> float:
        """A player's share of what could be had, 0 to 1."""
        return self.history.game.points([self.payoff(player)])[0]

    @property
    def points(self) -> float:
        """The points of the first of two players: 1, 0.5 or 0."""
        difference = self.payoff(0) - self.payoff(1)
        return 0.5 if difference == 0 else float(difference > 0)

    @property
    def loser(self) -> int | None:
        """Which of two players has lost, 0 or 1, if one has."""
        return None if self.points == 0.5 else int(self.points)

    @property
    def ending(self) -> FaultKind | None:
        """How it was forfeited, if it was."""
        return self.faults[-1].kind if self.forfeited is not None else None

    @property
    def problem(self) -> str:
        """What the player that has forfeited the game has done, in words."""
        return self.faults[-1].problem if self.forfeited is not None else ""

    @property
    def record(self) -> GameRecord:
        """The game as a record, if it has turns."""
        score = self.payoffs[0] if self.payoffs is not None else None
        if (
            score is not None
            and len(self.payoffs or ()) == 2
            and self.history.game.payoff_range[0] >= 0
        ):
            assert self.payoffs is not None
            score = self.payoffs[0] - self.payoffs[1]
        history = self.history
        return GameRecord(history.start, history.moves, score, opening=self.opening)


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The games of a match and what they say; ratings are the first player's, of two."""

    players: tuple[str, ...]  # their own names; see `names`
    roles: tuple[str, ...]  # of the game
    limit: str  # of a move, in words
    games: tuple[PlayedGame, ...]  # in their order
    sprt: Sprt  # the sequential test
    # Whether records of the games are lines of moves; else each is described in JSON.
    as_lines: bool = True
    limits: tuple[str, ...] = ()  # of each player in words; empty for those without one

    @property
    def names(self) -> tuple[str, ...]:
        """Of the players; those that share a name are told apart."""
        return told_apart(self.players, self.limits)

    def _repr_html_(self) -> str:
        """Wins, draws and losses, Elo with its interval, and the same by role, for notebooks."""
        from boardworth.arena.shown import match_html

        return match_html(self)

    def to_pandas(self) -> pd.DataFrame:
        """A row for each game: who played which role and what it brought them, and the moves.

        The ending says how a game was forfeited, if it was.
        """
        games = self.games
        columns: dict[str, list[Any]] = {
            "game": [one.number + 1 for one in games],
            "round": [one.round + 1 for one in games],
        }
        for number, role in enumerate(self.roles):
            columns[role] = [self._seated(one)[number] for one in games]
            payoffs = [one.payoffs and one.payoffs[number] for one in games]
            columns[f"{role} payoff"] = payoffs
        columns |= {
            "ending": [one.ending for one in games],
            "opening": [one.opening for one in games],
            "plies": [len(one.history.joint_moves) for one in games],
            "start": [one.history.game.text(one.history.start) for one in games],
            "moves": [_moves_text(one.history) for one in games],
        }
        return data_frame(columns)

    @property
    def wins_draws_losses(self) -> tuple[int, int, int]:
        """Of the first of two players."""
        points = [game.points for game in self.games]
        return points.count(1), points.count(0.5), points.count(0)

    @property
    def pairs(self) -> Pentanomial:
        """How many pairs brought the first of two players 0, 1/2, 1, 3/2 and 2 points."""
        points: dict[int, list[float]] = {}
        for game in self.games:
            points.setdefault(game.round, []).append(game.points)
        return pentanomial(sum(pair) for pair in points.values() if len(pair) == 2)

    @property
    def forfeits(self) -> dict[FaultKind, tuple[int, ...]]:
        """How many games each player has lost by its fault, by kind."""
        lost = [
            (game.ending, game.seats[game.forfeited])
            for game in self.games
            if game.forfeited is not None
        ]
        numbers = range(len(self.players))
        counts = {kind: tuple(lost.count((kind, n)) for n in numbers) for kind in FAULT_KINDS}
        return {kind: count for kind, count in counts.items() if any(count)}

    def reason(self, kind: FaultKind, player: int) -> str:
        """What a player did the first time that it lost a game by this kind of fault, in words."""
        problems = (
            game.problem
            for game in self.games
            if game.ending == kind and game.seats[game.forfeited or 0] == player
        )
        return next(problems, "").removeprefix(f"{self.players[player]}: ")

    def mean_payoff(self, player: int) -> float:
        """What a player got on average, in the game's points."""
        return sum(game.payoff(player) for game in self.games) / max(len(self.games), 1)

    def faults(self, player: int) -> dict[FaultKind, int]:
        """How often a player was at fault, by kind."""
        kinds = [
            fault.kind
            for game in self.games
            for fault in game.faults
            if game.seats[fault.role] == player
        ]
        return {kind: kinds.count(kind) for kind in FAULT_KINDS}

    @property
    def by_role(self) -> tuple[RoleTally, ...]:
        """How games ended for every role, by player and in all."""
        return tallies_by_role(self.games, len(self.players))

    @property
    def paired(self) -> bool:
        """Whether two players have played at least one pair of games."""
        return len(self.players) == 2 and sum(self.pairs) > 0

    @property
    def rating(self) -> Rating:
        """Elo of the first of two players with its interval."""
        return rate(self.pairs)

    @property
    def verdict(self) -> Verdict:
        """What the sequential test says about the first of two players."""
        return self.sprt.verdict(self.pairs)

    def __repr__(self) -> str:
        return f"<match {self}>"

    def __str__(self) -> str:
        if not self.paired:
            means = (f"{n} {self.mean_payoff(i):.1f}" for i, n in enumerate(self.names))
            return f"{', '.join(means)}: {len(self.games)} games, {self.limit}"
        wins, draws, losses = self.wins_draws_losses
        return (
            f"{' - '.join(self.names)}: {wins}-{draws}-{losses} "
            f"({100 * self.rating.share:.1f} %), {self.rating}, {self.limit}, "
            f"SPRT {self.sprt.elo0:g}/{self.sprt.elo1:g}: {self.verdict}"
        )

    def summary(self) -> dict[str, Any]:
        """Everything but the games, for JSON; infinite bounds are null."""
        numbers = range(len(self.players))
        general = {
            "players": list(self.names),
            "roles": list(self.roles),
            "limit": self.limit,
            "games": len(self.games),
            "payoffs": [self.mean_payoff(player) for player in numbers],
            "faults": [dict(self.faults(player)) for player in numbers],
            "by_role": [tally.summary() for tally in self.by_role],
        }
        return {**general, **self._paired_summary()} if self.paired else general

    def _paired_summary(self) -> dict[str, Any]:
        wins, draws, losses = self.wins_draws_losses
        return {
            "wins": wins,
            "draws": draws,
            "losses": losses,
            **self.rating.summary(),
            "pairs": list(self.pairs),
            "forfeits": {kind: list(count) for kind, count in self.forfeits.items()},
            "reasons": {
                kind: [self.reason(kind, player) for player in range(len(self.players))]
                for kind in self.forfeits
            },
            "sprt": {
                "elo0": self.sprt.elo0,
                "elo1": self.sprt.elo1,
                "log_likelihood_ratio": self.sprt.log_likelihood_ratio(self.pairs),
                "verdict": self.verdict,
            },
        }

    def records(self) -> str:
        """The games: lines of moves, or a line of JSON each."""
        if self.as_lines:
            return "\n".join(line for game in self.games for line in self._lines(game)) + "\n"
        return "".join(f"{json.dumps(self._described(game))}\n" for game in self.games)

    def write_games(self, game: Game, path: Path) -> list[str]:
        """Writes the games in the format of a file's ending, or as `records` has them.

        Returns why games were left out that the format cannot hold.
        """
        left_out: list[str] = []
        if not holds_lines(path):
            write_records(game, path, self.game_records(), left_out)
            return left_out
        with written_atomically(path) as file:
            file.write(self.records().encode())
        return left_out

    def game_records(self) -> list[GameRecord]:
        """The games with the names of their players and how they ended, for any format."""
        return [
            replace(game.record, tags=self._tags(game), source=f"game {game.number + 1}")
            for game in self.games
        ]

    def _tags(self, game: PlayedGame) -> dict[str, str]:
        names = zip(map(player_tag, self.roles), self._seated(game), strict=True)
        ending = _TERMINATIONS.get(game.ending or "", "normal")
        return {
            "Event": EVENT,
            "Round": f"{game.round + 1}.{game.number % len(self.players) + 1}",
            **dict(names),
            "Result": game.record.result,
            "Termination": "unterminated" if game.payoffs is None else ending,
        }

    def _lines(self, game: PlayedGame) -> list[str]:
        """A comment with the players and a forfeit; and the moves."""
        sides = self._seated(game)
        comment = f"# pair {game.round + 1}: {sides[0]} - {sides[1]}"
        if game.forfeited is not None:
            comment += f"; lost by {sides[game.forfeited]}: {game.ending}: {game.problem}"
        return [" ".join(comment.split()), transcript(game.record)]

    def _described(self, game: PlayedGame) -> dict[str, Any]:
        names = self._seated(game)
        steps = zip(game.history.positions, game.history.joint_moves, strict=False)
        return {
            "game": game.number + 1,
            "players": dict(zip(self.roles, names, strict=True)),
            "moves": [
                [position.move_text(move, role) for role, move in enumerate(joint)]
                for position, joint in steps
            ],
            "faults": [
                {
                    "step": fault.step,
                    "role": self.roles[fault.role],
                    "player": names[fault.role],
                    "kind": fault.kind,
                    "problem": fault.problem,
                }
                for fault in game.faults
            ],
            "payoffs": dict(zip(self.roles, game.payoffs or (), strict=False)),
        }

    def _seated(self, game: PlayedGame) -> list[str]:
        names = self.names
        return ["nature" if n is None else names[n] for n in game.seats]


def check_game_file(game: Game, path: Path) -> None:
    """Raises FormatError if games of a match cannot be written in the format of a file's ending."""
    if not holds_lines(path):
        writer(game, path)


def _moves_text(history: History) -> str:
    """The moves in notation; where all roles move at once, those of a step joined by a bar."""
    if history.game.has_turns:
        return history.game.line_text(history.start, history.moves)
    return ", ".join(" | ".join(texts) for texts in history.joint_move_texts)
