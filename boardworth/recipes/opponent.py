"""An opponent for a rule sheet's game within a given time: an evaluation, and a method.

For one player, or two who take turns, patterns are learned by self-play; where configurations or
patterns of logic features beside them leave a smaller error, the better of these evaluations is
tried as well. For all others there are the
functions of expressions that the paper finds. Quick matches tell which method plays best, or that
none is better than UCT, which needs no evaluation. Where there is no time for any of that, UCT
plays.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from boardworth.errors import MissingCapability, NotFitted, RulesError
from boardworth.fitting import Model
from boardworth.fitting.role_functions import RoleFunctions
from boardworth.fitting.weighted_expressions import RoleFunction
from boardworth.recipes.alarm import TimeIsUp, no_alarm
from boardworth.recipes.choice import Candidate, Choice, choose_player
from boardworth.recipes.gdl import PaperSettings, functions_from_rules
from boardworth.recipes.reporter import Reporter, Silent
from boardworth.recipes.timed import TimedBuild, error_of
from boardworth.rules import NATURE
from boardworth.search import model_player

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardworth.fitting import PlayerName
    from boardworth.recipes.alarm import Alarm
    from boardworth.rules.gdl.game import RuleGame

# Share of the time that is left for the quick matches.
MATCHES = 0.25
# Share of the time for learning that is left for configurations and logic patterns, that of the
# latter in it, and the least that is of any use.
CONJUNCTIONS, LOGIC, MIN_SECONDS = 0.2, 0.5, 2.5
# Shares of the time after which it is given up to find out about the rules, and to find functions.
STRUCTURE = 0.5
FUNCTIONS = 0.6
# What nothing is known about is worth, in points.
UNKNOWN = 50.0

_LOGIC, _CONFIGURATIONS = "logic patterns", "configurations"
_BY_MODEL: tuple[PlayerName, ...] = ("alpha-beta", "guided-uct", "lightly-guided-uct")
_BY_FUNCTIONS: tuple[PlayerName, ...] = ("guided-uct", "lightly-guided-uct", "mtdf")

_NOTHING_LEARNED = (RulesError, MissingCapability, NotFitted, TimeIsUp)


class Opponent:
    """One construction, within a number of seconds from now on.

    Args:
        game: by a rule sheet, for any number of roles.
        seconds: how long it may take.
        seed: of everything random.
        threads: how many to use.
        reporter: is told about progress.
        now: the clock of the seconds.
        alarm: ends what takes longer than it may, as far as that can be done.
        draft: given what would be the result if there were no more time.
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
        alarm: Alarm = no_alarm,
        draft: Callable[[Model], None] = lambda _: None,
    ) -> None:
        self.game = game
        self.seed = seed
        self.threads = threads
        self.reporter = reporter or Silent()
        self._now = now
        self._alarm = alarm
        self._draft = draft
        self._end = now() + seconds

    def build(self) -> Model:
        """The evaluation, with the method that plays best with it."""
        self._draft(self._plain())
        try:
            return self._by_patterns(self.game)
        except _NOTHING_LEARNED as why:
            self.reporter.line(f"no patterns: {why}")
        try:
            return self._by_functions()
        except _NOTHING_LEARNED as why:
            self.reporter.line(f"no functions: {why}")
        return self._plain()

    def _plain(self) -> Model:
        """For UCT alone: nothing is known about any state."""
        functions = tuple(RoleFunction(role, UNKNOWN, ()) for role in self.game.roles)
        return Model(RoleFunctions(self.game, functions)).with_playing(player="uct")

    def _by_patterns(self, game: RuleGame) -> Model:
        if NATURE in game.roles:
            raise RulesError("chance takes part, which patterns would take for an opponent")
        with self._alarm(STRUCTURE * self._left, "to find out about the rules"):
            _look_into(game)
        matched = len(game.roles) == 2
        learning = self._left * (1 - MATCHES if matched else 1)
        reserved = CONJUNCTIONS * learning if matched else 0.0
        build = TimedBuild(
            game,
            learning,
            reserved=reserved if reserved >= MIN_SECONDS else 0.0,
            seed=self.seed,
            threads=self.threads,
            reporter=self.reporter,
            now=self._now,
            alarm=self._alarm,
        )
        model = build.run()
        if not matched:
            return model.with_playing(player="alpha-beta")
        self._draft(model.with_playing(player="uct"))
        candidates = [Candidate(method, model_player(model, method=method)) for method in _BY_MODEL]
        models = {"": model}
        extended = {_LOGIC: build.with_logic(LOGIC), _CONFIGURATIONS: build.with_configurations()}
        better = {what: found for what, found in extended.items() if found is not None}
        if better:
            best = min(better, key=lambda what: error_of(better[what]))
            models[best] = better[best]
            player = model_player(better[best], method="alpha-beta")
            candidates.append(Candidate("alpha-beta", player, best))
        choice = choose_player(
            game,
            candidates,
            self._left,
            seed=self.seed,
            threads=self.threads,
            reporter=self.reporter,
            now=self._now,
        )
        features = choice.candidate.features if choice.candidate else ""
        return self._told(models[features], choice)

    def _by_functions(self) -> Model:
        with self._alarm(FUNCTIONS * self._left, "to find functions"):
            functions = functions_from_rules(
                self.game,
                PaperSettings(domains="fluents", scaled=True, seed=self.seed),
                threads=self.threads,
                reporter=self.reporter,
            )
            _ = self.game.usual_length
        self._draft(functions.with_playing(player="uct"))
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


def _look_into(game: RuleGame) -> None:
    """Finds out what patterns and quick matches need; the game remembers it."""
    _ = game.core, game.usual_length
