"""GGP: a rule sheet made ready to play, within limits, by two state machines and a learner."""

from __future__ import annotations

import time
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardworth.arena.protocols.ggp_learning import Learning
from boardworth.rules.gdl.check.playable import without_faults
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.ground.grounding import GroundingLimits
from boardworth.rules.gdl.interpreted_machine import InterpretedMachine, InterpreterLimits
from boardworth.rules.gdl.machine_choice import machine_for
from boardworth.rules.stopping import stopped_by
from boardworth.search import StopSign
from boardworth.search.background import in_background

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardworth.arena.protocols.ggp_learning import Learn
    from boardworth.rules.gdl.state_machine import StateMachine
    from boardworth.rules.gdl.syntax.terms import RuleSheet

# Grounding that takes longer than the start clock is given up, once it has had these seconds.
_MIN_GROUNDING = 10
# What the game of a rule sheet is called that came without a name.
_GAME = "game"
# Parts of the memory: of the grounder, of a table of the interpreter, and for a ground rule.
_GROUNDER, _INTERPRETER = 4, 8
_BYTES_OF_A_RULE = 256


@dataclass(frozen=True, slots=True)
class PreparedGames:
    """The game of a sheet, by two state machines.

    Attributes:
        best: takes its time to get ready.
        quick: is there almost at once, but slow at playing.
    """

    best: Future[RuleGame]
    quick: Future[RuleGame]

    @property
    def failed(self) -> bool:
        """Whether nothing can play the sheet."""
        return self.best.done() and self.best.exception() is not None

    def wait(self, deadline: float) -> RuleGame | None:
        """The best one, if it is ready in time. Raises RulesError if there is none."""
        try:
            return self.best.result(max(deadline - time.monotonic(), 0))
        except TimeoutError:
            return None

    def ready(self, deadline: float) -> RuleGame | None:
        """The best one if it is ready, else the other, else whatever is first."""
        if not self.best.done() and _sound(self.quick):
            return self.quick.result()
        wait([self.best, self.quick], max(deadline - time.monotonic(), 0), FIRST_COMPLETED)
        if self.best.done() or not _sound(self.quick):
            return self.wait(deadline)
        return self.quick.result()


class Preparation:
    """All that is done for the matches of one sheet; it can be ended at any time.

    Args:
        rules: the sheet.
        seconds: of CPU time that grounding may take.
        memory: in bytes, of which the grounder may take a part.
        learn: makes a better player, if there is anyone who can.
        log: told in a line what has gone wrong with that.
    """

    def __init__(
        self,
        rules: RuleSheet,
        seconds: float,
        memory: int,
        learn: Learn | None,
        log: Callable[[str], None],
    ) -> None:
        self.rules = rules
        self.learning = Learning(rules, learn, log) if learn else None
        self._sign = StopSign()
        part = memory // _GROUNDER
        usual = GroundingLimits()
        limits = GroundingLimits(
            seconds=max(_MIN_GROUNDING, int(seconds)),
            memory=part,
            split_rules=min(usual.split_rules, part // _BYTES_OF_A_RULE),
        )
        interpreting = InterpreterLimits(memory=memory // _INTERPRETER)
        self.games = PreparedGames(
            self._made(lambda: machine_for(rules, limits, interpreting)),  # warns of faulty rules
            self._made(lambda: InterpretedMachine(without_faults(rules)[0], interpreting)),
        )

    @property
    def ended(self) -> bool:
        """Whether it is needed no more."""
        return self._sign.stopped

    def end_unfinished(self) -> None:
        """Ends what is under way; what is ready stays for the next match."""
        if not self.games.best.done():
            self._sign.stop()
        if self.learning:
            self.learning.end_unfinished()

    def end(self) -> None:
        """Ends all of it."""
        self._sign.stop()
        if self.learning:
            self.learning.end()

    def _made(self, make: Callable[[], StateMachine]) -> Future[RuleGame]:
        with stopped_by(self._sign):
            return in_background(lambda: RuleGame(make(), _GAME))


def _sound(game: Future[RuleGame]) -> bool:
    return game.done() and game.exception() is None
