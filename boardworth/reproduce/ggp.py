"""Walędzik & Mańdziuk 2014: Guided UCT and MTD(f) by functions from rules, against plain UCT.

Functions are made anew for each pair of games. A pair has one opening, its roles swapped.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from boardworth.arena import Match, PlayedGame, random_openings
from boardworth.arena.rating import expected_share
from boardworth.errors import NotFitted
from boardworth.recipes import Reporter, functions_from_rules
from boardworth.reproduce.ggp_contests import FUNCTIONS, Contest, Equal, Functions, UctPlay
from boardworth.reproduce.ggp_paper import EXPERIMENTS
from boardworth.reproduce.kept_pairs import KeptPair, KeptPairs, Score
from boardworth.search import StopSign

if TYPE_CHECKING:
    from boardworth import _core
    from boardworth.recipes.reporter import Advance
    from boardworth.rules import Move
    from boardworth.rules.gdl.game import RuleGame


@dataclass(frozen=True)
class Scale:
    """How much is done."""

    figures: Sequence[str] = ("4", "5", "7", "table")  # of the paper
    functions: Sequence[Functions] = ("paper",)  # as in the paper, or ours
    simulations: Sequence[int] = (50, 200)  # of a move; in the paper, seconds
    # What players have equally much of: the moves of plain UCT in that number of simulations, or
    # the simulations themselves.
    equal: Equal = "moves"
    seconds: Sequence[float] = ()  # of a move
    games: int = 100  # of every contest, rounded up to pairs
    # Of UCT and Guided UCT in figures 6 and 8, and of all by the clock in figure 4 and the table.
    threads: int = 1
    opening: int = 0  # how many random moves games begin with
    play: UctPlay = field(default_factory=UctPlay)
    seed: int = 0  # of everything random

    @property
    def pairs(self) -> int:
        """Of every contest."""
        return (self.games + 1) // 2


# In minutes; within two hours on two processors; as large as the paper's, which takes days.
QUICK = Scale(simulations=(50,), games=20)
USUAL = Scale()
FULL = Scale(figures=tuple(EXPERIMENTS), simulations=(50, 200, 1_000, 5_000), games=200, threads=8)


@dataclass(frozen=True)
class Standing:
    """What the games of a contest say, from the first player's side."""

    contest: Contest
    pairs: tuple[KeptPair[Contest], ...]

    @cached_property
    def score(self) -> Score:
        """Of its pairs."""
        return Score(tuple(pair.points for pair in self.pairs))

    @property
    def percent(self) -> tuple[float, float, float]:
        """The paper's score, -100 (all lost) to 100, and its 95 % interval."""
        rating = self.score.rating
        bounds = (expected_share(rating.low), expected_share(rating.high))
        score, low, high = (200 * share - 100 for share in (rating.share, *bounds))
        return score, low, high

    def summary(self) -> dict[str, Any]:
        """For JSON."""
        score, low, high = self.percent
        wins, draws, losses = self.score.wins_draws_losses
        experiment = EXPERIMENTS[self.contest.figure]
        return {
            **asdict(self.contest),
            "players": [experiment.first, experiment.second],
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "percent": score,
            "percent_interval_95": [low, high],
            **self.score.rating.summary(),
        }


class Tournament:
    """All contests of a scale, in some games by rule sheets.

    Pairs are played number by number, so that a tournament that is interrupted tells something
    about every contest.
    """

    def __init__(self, games: Sequence[RuleGame], scale: Scale, kept: KeptPairs[Contest]) -> None:
        self._games = games
        self._scale = scale
        self._kept = kept
        self._openings = {
            game.name: random_openings(game, scale.pairs, scale.opening, scale.seed)
            for game in games
        }

    def run(self, reporter: Reporter, jobs: int = 1) -> None:
        """Plays what is not kept yet, `jobs` pairs at a time."""
        stop = StopSign()
        rounds = list(self._rounds())
        total = sum(len(one.contests) for one in rounds)
        with reporter.task("pairs of games", total) as advance, ThreadPoolExecutor(jobs) as pool:
            running = [pool.submit(self._play, one, stop, reporter, advance) for one in rounds]
            try:
                for one in running:
                    one.result()
            finally:
                stop.stop()
                pool.shutdown(cancel_futures=True)

    def standings(self) -> list[Standing]:
        """Of all contests that have a finished pair, by figure."""
        found = []
        for figure in EXPERIMENTS:
            for game in self._games:
                for functions in self._scale.functions:
                    for contest in self._contests(game, functions):
                        pairs = self._kept.of(contest)[: self._scale.pairs]
                        if contest.figure == figure and pairs:
                            found.append(Standing(contest, pairs))
        return found

    def _contests(self, game: RuleGame, functions: Functions) -> Iterator[Contest]:
        """All that are played with the same functions."""
        scale = self._scale
        rules = hashlib.sha256(game.definition.encode()).hexdigest()[:16]
        limits = [
            *((None, simulations) for simulations in scale.simulations),
            *((seconds, None) for seconds in scale.seconds),
        ]
        for figure in scale.figures:
            for seconds, simulations in limits:
                yield Contest(
                    figure,
                    game.name,
                    rules,
                    functions,
                    seconds,
                    simulations,
                    EXPERIMENTS[figure].threads(scale.threads, by_the_clock=simulations is None),
                    scale.opening,
                    scale.seed,
                    scale.play,
                    game.usual_length if simulations and scale.equal == "moves" else None,
                )

    def _rounds(self) -> Iterator[Round]:
        for number in range(self._scale.pairs):
            for game in self._games:
                for functions in self._scale.functions:
                    contests = [
                        contest
                        for contest in self._contests(game, functions)
                        if self._kept.find(contest, number) is None
                    ]
                    if contests:
                        yield Round(game, functions, number, contests)

    def _play(self, one: Round, stop: StopSign, reporter: Reporter, advance: Advance) -> None:
        if stop.stopped:
            return
        try:
            function = one.function(self._scale.seed)
        except NotFitted as error:
            reporter.line(f"{one.game.name}: no functions, not played: {error}")
            advance(len(one.contests))
            return
        openings = self._openings[one.game.name]
        opening = openings[one.number % len(openings)]
        for contest in one.contests:
            first, second = (
                _play_game(one, contest, function, opening, first_moves, stop)
                for first_moves in (True, False)
            )
            if stop.stopped:
                return
            points = (first.points, second.points)
            moves = (_moves_text(first), _moves_text(second))
            self._kept.keep(KeptPair(contest, one.number, points, moves))
            advance(1)


@dataclass(frozen=True)
class Round:
    """Pairs of games that are played with the same functions."""

    game: RuleGame
    functions: Functions
    number: int
    contests: Sequence[Contest]

    def seed(self, seed: int) -> int:
        """Of this round, from that of the tournament."""
        return random.Random(f"round {seed} {self.number}").getrandbits(32)

    def function(self, seed: int) -> _core.FluentSum:
        """Made from scratch. Raises NotFitted."""
        settings = replace(FUNCTIONS[self.functions], seed=self.seed(seed))
        return functions_from_rules(self.game, settings).evaluation.fluent_sum()


def _play_game(
    one: Round,
    contest: Contest,
    function: _core.FluentSum,
    opening: Sequence[Move],
    first_moves: bool,
    stop: StopSign,
) -> PlayedGame:
    """One game of a pair, by players that know nothing of the other one."""
    experiment = EXPERIMENTS[contest.figure]
    first, second = (
        contest.player(kind, one.game, function, one.seed(contest.seed))
        for kind in (experiment.first, experiment.second)
    )
    limits = contest.limits
    match = Match((first, second), [opening], limits[0], limits=limits)
    return match.play_one(one.game, 0 if first_moves else 1, stop)


def _moves_text(played: PlayedGame) -> str:
    game = played.record.start.game
    return " ".join(game.move_texts(game.start(), played.record.moves))
