"""An opponent for a rule sheet's game within a given time: an evaluation, and who plays with it.

For one player, or two who take turns, patterns are learned by self-play. For all others there are
the functions of expressions that the paper finds. Quick matches tell who plays best, or that nobody
plays better than UCT, which needs no evaluation.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from boardworth.errors import MissingCapability, NotFitted, RulesError
from boardworth.recipes.choice import Candidate, Choice, choose_player
from boardworth.recipes.gdl import PaperSettings, functions_from_rules
from boardworth.recipes.reporter import Reporter, Silent
from boardworth.recipes.timed import TimedBuild
from boardworth.rules import NATURE
from boardworth.search import model_player

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardworth.fitting import Model, PlayerName
    from boardworth.rules.gdl.game import RuleGame

# Share of the time that is left for the quick matches.
MATCHES = 0.25

_BY_MODEL: tuple[PlayerName, ...] = ("alpha-beta", "guided-uct", "lightly-guided-uct")
_BY_FUNCTIONS: tuple[PlayerName, ...] = ("guided-uct", "lightly-guided-uct", "mtdf")


class Opponent:
    """One construction, within about so many seconds from now on.

    Args:
        game: by a rule sheet, for any number of roles.
        seconds: how long it may take.
        seed: of everything random.
        threads: how many to use.
        reporter: is told about progress.
        now: the clock of the seconds.
    """

    def __init__(
        self,
        game: RuleGame,
        seconds: float,
        *,
        seed: int = 0,
        threads: int = 1,
        reporter: Reporter | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game = game
        self.seed = seed
        self.threads = threads
        self.reporter = reporter or Silent()
        self._now = now
        self._end = now() + seconds

    def build(self) -> Model:
        """The evaluation, with the advice who is to play with it."""
        try:
            return self._by_patterns(self.game)
        except (RulesError, MissingCapability, NotFitted) as why:
            self.reporter.line(f"no patterns: {why}")
            return self._by_functions()

    def _by_patterns(self, game: RuleGame) -> Model:
        matched = len(game.roles) == 2
        learning = self._left * (1 - MATCHES if matched else 1)
        model = TimedBuild(
            game,
            learning,
            seed=self.seed,
            threads=self.threads,
            reporter=self.reporter,
            now=self._now,
        ).run()
        if not matched:
            return model.with_playing(player="alpha-beta")
        candidates = [Candidate(method, model_player(model, method=method)) for method in _BY_MODEL]
        choice = choose_player(
            game,
            candidates,
            self._left,
            seed=self.seed,
            threads=self.threads,
            reporter=self.reporter,
            now=self._now,
        )
        return self._told(model, choice)

    def _by_functions(self) -> Model:
        functions = functions_from_rules(
            self.game,
            PaperSettings(domains="fluents", scaled=True, seed=self.seed),
            threads=self.threads,
            reporter=self.reporter,
        )
        candidates = [
            Candidate(method, model_player(functions, method=method, game=self.game))
            for method in _BY_FUNCTIONS
            if method != "mtdf" or NATURE not in self.game.roles
        ]
        choice = choose_player(
            self.game, candidates, self._left, reporter=self.reporter, now=self._now
        )
        return self._told(functions, choice)

    def _told(self, model: Model, choice: Choice) -> Model:
        self.reporter.line(str(choice))
        metrics = {**model.metrics, "choice": choice.summary()}
        return replace(model.with_playing(player=choice.method), metrics=metrics)

    @property
    def _left(self) -> float:
        return max(self._end - self._now(), 0.0)
