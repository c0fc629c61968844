"""GGP: a rule sheet made ready to play, within limits, by two state machines and a learner."""

from __future__ import annotations

import gc
import time
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
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
    from collections.abc import Callable, Iterator, Mapping

    from boardworth.arena.protocols.ggp_learning import Learn
    from boardworth.arena.protocols.ggp_rules import RulesText
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

    The rules are read here, in the background: a long sheet costs time of its own clock only.

    Args:
        rules: the sheet.
        seconds: of CPU time that grounding may take.
        memory: in bytes, of which the grounder may take a part.
        learn: makes a better player, if there is anyone who can.
        log: told in a line what has gone wrong with that.
        before: the reading of other rules, which comes first: one sheet is read at a time.
    """

    def __init__(
        self,
        rules: RulesText,
        seconds: float,
        memory: int,
        learn: Learn | None,
        log: Callable[[str], None],
        before: Future[RuleSheet] | None = None,
    ) -> None:
        self.rules = rules
        self.spelling: Mapping[str, str] = {}  # of words of the rules, once they are read
        self._sign = StopSign()
        with stopped_by(self._sign):
            self.reading = reading = in_background(lambda: self._read(before))
        self.learning = Learning(reading, learn, log) if learn else None
        part = memory // _GROUNDER
        usual = GroundingLimits()
        limits = GroundingLimits(
            seconds=max(_MIN_GROUNDING, int(seconds)),
            memory=part,
            split_rules=min(usual.split_rules, part // _BYTES_OF_A_RULE),
        )
        interpreting = InterpreterLimits(memory=memory // _INTERPRETER)
        self.games = PreparedGames(
            # The first warns of faulty rules.
            self._made(lambda: machine_for(reading.result(), limits, interpreting)),
            self._made(
                lambda: InterpretedMachine(without_faults(reading.result())[0], interpreting)
            ),
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

    def _read(self, before: Future[RuleSheet] | None) -> RuleSheet:
        if before:
            wait([before])
        with _uncollected():
            sheet = self.rules.read()
        self.spelling = self.rules.spelling()
        return sheet

    def _made(self, make: Callable[[], StateMachine]) -> Future[RuleGame]:
        with stopped_by(self._sign):
            return in_background(lambda: RuleGame(make(), _GAME))


@contextmanager
def _uncollected() -> Iterator[None]:
    """The garbage collector looks at nothing that is made inside, neither now nor later.

    A long sheet has a million values, none of which ever refers to itself. A full collection among
    them stops all threads, and clocks go on, for up to half a second on a busy machine.
    """
    gc.unfreeze()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _sound(game: Future[RuleGame]) -> bool:
    return game.done() and game.exception() is None
