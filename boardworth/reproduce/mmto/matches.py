"""Matches of learned evaluations from varied openings; finished pairs are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardworth.arena import Match, random_openings
from boardworth.evaluators import Evaluator, baseline
from boardworth.reproduce.kept_pairs import KeptPair, KeptPairs, Score
from boardworth.search import AlphaBeta, Limit

if TYPE_CHECKING:
    from boardworth.arena import PlayedGame
    from boardworth.fitting import Model
    from boardworth.recipes import Reporter
    from boardworth.reproduce.mmto.findings import Scale
    from boardworth.rules import Game, Move
    from boardworth.rules.records import Problem

PLIES = 8  # random ones, after which a shallow search finds no side ahead by much
_EVEN = 150  # hundredths of a pawn


@dataclass(frozen=True)
class Contest:
    """All that a pair of games depends on, but for its number."""

    models: str  # a checksum of the settings that made them
    name: str
    limits: tuple[str, str]
    openings: str


@dataclass(frozen=True)
class Matches:
    """Plays pairs of games."""

    kept: KeptPairs[Contest]
    scale: Scale
    models: str  # a checksum of the settings that made them
    reporter: Reporter
    threads: int

    def by_nodes(self, name: str, first: Model, second: Model) -> Score:
        """Both have as many nodes for a move."""
        limit = Limit(nodes=self.scale.nodes)
        return self._score(name, (first, second), (limit, limit))

    def by_depths(self, name: str, first: Model, depth: int, second: Model, other: int) -> Score:
        """Searches to depths."""
        return self._score(name, (first, second), (Limit(depth=depth), Limit(depth=other)))

    def _score(self, name: str, models: Sequence[Model], limits: tuple[Limit, Limit]) -> Score:
        game = models[0].game
        pairs = self.scale.match_games // 2
        openings = even_openings(game, pairs, self.scale.seed)
        words = f"{game.name}, {PLIES} random plies, seed {self.scale.seed}"
        contest = Contest(self.models, name, (str(limits[0]), str(limits[1])), words)
        players = [
            AlphaBeta(Evaluator(model), side) for model, side in zip(models, "ab", strict=True)
        ]
        missing = [n for n in range(pairs) if self.kept.find(contest, n) is None]
        with self.reporter.task(f"games: {name}", max(len(missing), 1)) as advance:
            numbers = iter(missing)

            def played(games: Sequence[PlayedGame]) -> None:
                self.kept.keep(_kept(contest, next(numbers), game, games))
                advance(1)

            if missing:
                match = Match(players, [openings[n] for n in missing], limits[0], limits=limits)
                match.run(game, 2 * len(missing), threads=self.threads, played=played)
        return Score(tuple(pair.points for pair in self.kept.of(contest)[:pairs]))


def _kept(
    contest: Contest, number: int, game: Game, games: Sequence[PlayedGame]
) -> KeptPair[Contest]:
    first, second = sorted(games, key=lambda one: one.seats.index(0))
    return KeptPair(
        contest,
        number,
        (first.points_of(0), second.points_of(0)),
        (_moves(game, first), _moves(game, second)),
    )


def _moves(game: Game, played: PlayedGame) -> str:
    return game.line_text(game.start(), played.history.moves)


def even_openings(game: Game, count: int, seed: int) -> list[tuple[Move, ...]]:
    """Random lines after which neither side is ahead by much."""
    judge = AlphaBeta(Evaluator(baseline(game, "piece-square")))
    chosen: list[tuple[Move, ...]] = []
    while len(chosen) < count:
        for line in random_openings(game, count, PLIES, seed):
            reached = game.legal_replay(game.start(), line).last
            if not reached.over and abs(judge.search(reached, Limit(nodes=1000)).value) < _EVEN:
                chosen.append(line)
        seed += 1
    return chosen[:count]


def solved(model: Model, problems: Sequence[Problem], nodes: int, reporter: Reporter) -> list[bool]:
    """Which problems a search of some nodes solves."""
    player = AlphaBeta(Evaluator(model))
    found = []
    with reporter.task("chess problems", len(problems)) as advance:
        for problem in problems:
            best = player.search(problem.position, Limit(nodes=nodes)).pv[0]
            found.append(bool(problem.solved_by(best)))
            advance(1)
    return found
