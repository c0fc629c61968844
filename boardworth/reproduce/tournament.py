"""Matches of a paper played again, with times in the paper's ratios; finished pairs are kept."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from statistics import median
from typing import TYPE_CHECKING

from boardworth.arena import Match
from boardworth.errors import EngineError
from boardworth.evaluators import shipped_model
from boardworth.reproduce.kept_pairs import KeptPair, KeptPairs, Score
from boardworth.reproduce.verdicts import Claim, Range, Verdict
from boardworth.search import AlphaBeta, Decision, Limit, Player, StopSign, solver
from boardworth.search.limit import Solving

if TYPE_CHECKING:
    from boardworth.arena import PlayedGame
    from boardworth.recipes import Reporter
    from boardworth.recipes.reporter import Advance
    from boardworth.recipes.workspace import Workspace
    from boardworth.reproduce.even_openings import EvenOpenings
    from boardworth.rules import Game, History, Move, Position

FULL_WIDTH = "full width"  # how players search that prune nothing
SPEED_DEPTH = 8
SPEED_ROUNDS = 7
SPEED_POSITIONS = 10


@dataclass(frozen=True)
class Pairing:
    """Two players, the minutes that each has for a game, and what the paper says came out."""

    first: str  # what the paper calls it
    second: str  # its opponent
    minutes: tuple[int, int]  # of either player for a game
    paper: tuple[int, int, int]  # wins, draws and losses of the first player
    claim: str  # what the paper concludes, in words
    range: Range  # and as a range of the score, in per cent

    @property
    def paper_percent(self) -> float:
        """The first player's part of the points in the paper, to a tenth, halves rounded up."""
        wins, draws, losses = self.paper
        return math.floor(1000 * (wins + draws / 2) / (wins + draws + losses) + 0.5) / 10

    def verdict(self, score: Score, source: str) -> Verdict:
        """What games of ours say about the paper's conclusion."""
        claim = Claim(source, f"{self}: {self.claim}", f"{self.paper_percent:.1f} %", self.range)
        return claim.by_games(score.pairs)

    def __str__(self) -> str:
        return f"{self.first} - {self.second}, {self.minutes[0]}-{self.minutes[1]} minutes"


def at_even_time(pairings: Sequence[Pairing]) -> list[Pairing]:
    """Those in which both players have the same time."""
    return [pairing for pairing in pairings if pairing.minutes[0] == pairing.minutes[1]]


def counts(pairings: Sequence[Pairing], games: int, even_games: int) -> dict[Pairing, int]:
    """How many games of each, if those at even time have a number of their own."""
    even = at_even_time(pairings)
    return {pairing: even_games if pairing in even else games for pairing in pairings}


@dataclass(frozen=True)
class Speed:
    """Nodes in the same time as a share of another player's: the median of rounds, and all."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.share:.2f} [{self.low:.2f}, {self.high:.2f}]"


@dataclass(frozen=True)
class PairingContest:
    """All that a pair of games depends on, but for its number and the hour."""

    models: str  # a checksum of the settings that made them
    search: str  # how the players search
    pairing: str
    limits: tuple[str, str]  # of a move of either player
    solved: int  # moves before the end from which games are solved
    openings: str  # how they were chosen


@dataclass(frozen=True)
class Tournament:
    """Players, and what they have to play with."""

    players: Mapping[str, Player]  # by the names that pairings use
    # Where a limit is in nodes, these stand for time, and a slower player has fewer.
    speeds: Mapping[str, Speed]
    openings: Sequence[Sequence[Move]]  # lines of moves, each played twice with the colours swapped
    # What a player has that had `minutes` a game in the paper; others have as many times as much as
    # they had there.
    limit: Limit
    minutes: float  # of a game
    solved: int  # games are solved from this many moves before their end
    models: str  # a checksum of the settings that made the players
    search: str  # how the players search, in words
    chosen: str  # how the openings were chosen, in words

    def scores(
        self,
        game: Game,
        games: Mapping[Pairing, int],
        kept: KeptPairs[PairingContest],
        reporter: Reporter,
        threads: int,
    ) -> dict[Pairing, Score]:
        """What the games of every pairing say; those that are not kept yet are played."""
        with kept.opened():
            self._play(game, games, kept, reporter, threads)
            return {
                pairing: Score(
                    tuple(
                        pair.points for pair in kept.of(self.contest(pairing))[: (count + 1) // 2]
                    )
                )
                for pairing, count in games.items()
            }

    def _play(
        self,
        game: Game,
        games: Mapping[Pairing, int],
        kept: KeptPairs[PairingContest],
        reporter: Reporter,
        threads: int,
    ) -> None:
        """Number by number, so that an interruption leaves some games of every pairing."""
        left = [
            (pairing, number)
            for pairing, number in _numbered(games)
            if kept.find(self.contest(pairing), number) is None
        ]
        if not left:
            return
        finisher = solver(shipped_model(game))
        matches = {pairing: self.match(pairing, finisher) for pairing in games}
        stop = StopSign()

        def play(pairing: Pairing, number: int, advance: Advance) -> None:
            played = [matches[pairing].play_one(game, 2 * number + seat, stop) for seat in range(2)]
            if not stop.stopped:
                kept.keep(_kept(self.contest(pairing), number, played))
                advance(1)

        title = f"pairs of games ({self.search})"
        with reporter.task(title, len(left)) as advance, ThreadPoolExecutor(threads) as pool:
            running = [pool.submit(play, *one, advance) for one in left]
            try:
                for one in running:
                    one.result()
            finally:
                stop.stop()
                pool.shutdown(cancel_futures=True)

    def match(self, pairing: Pairing, finisher: AlphaBeta) -> Match:
        """The players of a pairing; near the end of a game both play what a solver finds."""
        first, second = (
            SolvedEndings(self.players[name], finisher, self.solved)
            for name in (pairing.first, pairing.second)
        )
        return Match((first, second), self.openings, self.limit, limits=self.limits(pairing))

    def contest(self, pairing: Pairing) -> PairingContest:
        """What its pairs are kept under."""
        first, second = map(str, self.limits(pairing))
        return PairingContest(
            self.models, self.search, str(pairing), (first, second), self.solved, self.chosen
        )

    def limits(self, pairing: Pairing) -> tuple[Limit, Limit]:
        """What the two players of a pairing have."""
        first, second = (
            self.limit.times(
                minutes / self.minutes * (self.speeds[name].share if self.limit.nodes else 1)
            )
            for name, minutes in zip((pairing.first, pairing.second), pairing.minutes, strict=True)
        )
        return first, second


class SolvedEndings(Player):
    """A player that plays what a solver finds near the end, for win, draw or loss.

    Solutions do not depend on the evaluation that orders the solver's moves.

    Args:
        player: plays before.
        finisher: searches to the end.
        moves: how many moves before the end that begins.
    """

    def __init__(self, player: Player, finisher: AlphaBeta, moves: int) -> None:
        self.name = player.name
        self._player = player
        self._finisher = finisher
        self._moves = moves

    def choose(
        self, position: Position, role: int, limit: Limit, history: History | None = None
    ) -> Decision:
        """The player's choice, or a move that keeps the outcome."""
        if position.ends_within(self._moves):
            solving = Limit(depth=1, solving=Solving(wld=self._moves))
            return self._finisher.choose(position, role, solving, history)
        return self._player.choose(position, role, limit, history)


@dataclass(frozen=True)
class Held:
    """What tournaments have shown."""

    speeds: Mapping[str, Speed]
    scores: Mapping[str, Mapping[Pairing, Score]]  # by how players search


@dataclass(frozen=True)
class Conditions:
    """What the games of all pairings have in common."""

    even: EvenOpenings
    # What a player has that had `minutes` a game in the paper.
    limit: Limit
    minutes: float
    solved: int  # games are solved from this many moves before their end
    # Players that compute the same as another: what they seem to differ in speed is chance.
    alike: Mapping[str, str] = field(default_factory=dict)

    def hold(
        self,
        players: Mapping[str, Mapping[str, AlphaBeta]],
        games: Mapping[str, Mapping[Pairing, int]],
        workspace: Workspace,
        reporter: Reporter,
        threads: int,
    ) -> Held:
        """Finds openings, measures speeds and plays, as far as that is not kept yet.

        Args:
            players: by how they search, and by name; speeds are those of the first way, beside its
                first player's.
            games: how many of each pairing, by how players search; not all of them need to play.
            workspace: where finished work is kept.
            reporter: is told about progress.
            threads: how many to use.
        """
        game = self.even.player.evaluator.game
        pairs = max((count + 1) // 2 for own in games.values() for count in own.values())
        openings = self.even.find(pairs, workspace, reporter, threads)
        starts = [game.legal_replay(game.start(), o).last for o in openings[:SPEED_POSITIONS]]
        measure = partial(speeds, next(iter(players.values())), starts)
        raw = workspace.values("speeds", measure, dict[str, Speed])
        measured = {name: raw[self.alike.get(name, name)] for name in raw}
        kept = KeptPairs(workspace.folder, reporter, PairingContest)
        scores = {}
        for search, own in games.items():
            tournament = Tournament(
                players[search],
                measured,
                openings,
                self.limit,
                self.minutes,
                self.solved,
                workspace.description,
                search,
                str(self.even),
            )
            scores[search] = tournament.scores(game, own, kept, reporter, threads)
        return Held(measured, scores)


def speeds(players: Mapping[str, AlphaBeta], positions: Sequence[Position]) -> dict[str, Speed]:
    """Of all players, beside the first one's: they search the same positions in turn."""
    rounds = [
        {name: _nodes_a_second(player, positions) for name, player in players.items()}
        for _ in range(SPEED_ROUNDS)
    ]
    first = next(iter(players))
    shares = {name: [own[name] / own[first] for own in rounds] for name in players}
    return {
        name: Speed(round(median(own), 2), round(min(own), 3), round(max(own), 3))
        for name, own in shares.items()
    }


def _nodes_a_second(player: AlphaBeta, positions: Sequence[Position]) -> float:
    """Of CPU time."""
    limit = Limit(depth=SPEED_DEPTH)
    start = time.thread_time()
    nodes = sum(player.search(position, limit).nodes for position in positions)
    return nodes / (time.thread_time() - start)


def _numbered(games: Mapping[Pairing, int]) -> Iterator[tuple[Pairing, int]]:
    pairs = {pairing: (count + 1) // 2 for pairing, count in games.items()}
    for number in range(max(pairs.values(), default=0)):
        for pairing, count in pairs.items():
            if number < count:
                yield pairing, number


def _kept(
    contest: PairingContest, number: int, played: Sequence[PlayedGame]
) -> KeptPair[PairingContest]:
    for one in played:
        if one.forfeited is not None:
            raise EngineError(one.problem)
    first, second = (
        one.record.start.game.line_text(one.record.start, one.record.moves) for one in played
    )
    return KeptPair(contest, number, (played[0].points, played[1].points), (first, second))
