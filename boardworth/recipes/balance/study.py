"""Whether a game is any good: it is played by itself, in several ways, and looked at."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING

from boardworth.arena import Match
from boardworth.recipes.balance.conclusions import conclusions, hints
from boardworth.recipes.balance.figures import PlayFigures, play_figures
from boardworth.recipes.balance.judges import JUDGE, judge_of
from boardworth.recipes.balance.noted_game import noted, players_of_game
from boardworth.recipes.reporter import Reporter, Silent

if TYPE_CHECKING:
    from boardworth.recipes.balance.kinds_of_play import KindOfPlay
    from boardworth.recipes.balance.noted_game import NotedGame
    from boardworth.rules import Game


@dataclass(frozen=True, slots=True)
class Matter:
    """Something that the evaluation finds worth having, or costly."""

    when: str  # the part of the game, or the role that it is worth it to
    worth: float  # to the side that is about to move, or to the role
    unit: str  # of the worth
    what: str  # in the game's own words


@dataclass(frozen=True, slots=True)
class Balance:
    """All that is found out about a game, as it stands in JSON."""

    balance: str  # the game's name
    roles: tuple[str, ...]  # nature's is left out
    seed: int
    plays: tuple[PlayFigures, ...]  # in the order in which they were played
    conclusions: tuple[str, ...]  # a sentence or more for each kind of play
    hints: tuple[str, ...]  # what the figures suggest to look at
    matters: tuple[Matter, ...] = ()  # what the evaluation says, if there is one
    boardworth: str = ""  # the version that has measured


class BalanceStudy:
    """Plays a game and keeps what it shows; broken off, it has what was played so far.

    The same seed gives the same figures with any number of threads.

    Args:
        game: what is played, by as many roles as it has.
        seed: of everything random.
        threads: games played at a time.
        reporter: shows progress.
    """

    def __init__(
        self,
        game: Game,
        *,
        seed: int = 0,
        threads: int = 1,
        reporter: Reporter | None = None,
    ) -> None:
        self.game = game
        self.seed = seed
        self.threads = threads
        self.reporter = reporter or Silent()
        self._games: dict[tuple[str, str, int], list[NotedGame]] = {}
        self._judge = judge_of(game, seed)

    @property
    def played(self) -> int:
        """How many games are finished."""
        return sum(map(len, self._games.values()))

    def play(self, kind: KindOfPlay, games: int) -> None:
        """Plays these games, or fewer if they would repeat themselves."""
        kept = self._games.setdefault((kind.name, str(kind), kind.imposed), [])
        match = Match(
            [kind.player] * len(players_of_game(self.game)),
            kind.openings,
            kind.limit,
            seed=self.seed,
            rotates=False,
        )
        possible = match.max_rounds(games)
        if possible < games:
            self.reporter.line(f"{kind}: {possible} games, as others would be the same")
        rounds = match.rounds(self.game, games, threads=self.threads)
        with self.reporter.task(str(kind), possible) as advance, closing(rounds):
            for (played,) in rounds:
                one = noted(played, None if kind.name == "random" else self._judge)
                kept += [one] if one is not None else []
                advance(1)

    def found(self) -> Balance:
        """What the games say that are finished."""
        plays = tuple(
            play_figures(self.game, play, games, JUDGE)
            for play, games in self._games.items()
            if games
        )
        roles = tuple(self.game.roles[role] for role in players_of_game(self.game))
        return Balance(
            self.game.name,
            roles,
            self.seed,
            plays,
            conclusions(plays),
            hints(plays),
            boardworth=version("boardworth"),
        )
