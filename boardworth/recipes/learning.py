"""What a player of general games does with its start clock: it makes itself an opponent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING

from boardworth.errors import BoardworthError
from boardworth.recipes.opponent import Opponent
from boardworth.search import Player, StopSign, model_player

if TYPE_CHECKING:
    from boardworth.recipes.reporter import Advance
    from boardworth.rules.gdl.game import RuleGame


@dataclass(frozen=True)
class Learner:
    """Learns to play games by their rules."""

    log: Callable[[str], None]  # told in lines what was found, and which method is to play
    _: KW_ONLY
    seconds: float | None = None  # how long that player has for a move at most
    seed: int = 0  # of everything random
    threads: int = 1  # how many to use

    def __call__(self, game: RuleGame, seconds: float, stop: StopSign) -> Player:
        """A player of a game, after about these seconds. May raise if stopped."""
        reporter = _UntilStopped(self.log, stop)
        opponent = Opponent(game, seconds, seed=self.seed, threads=self.threads, reporter=reporter)
        model = opponent.build()
        return model_player(model, threads=self.threads, seconds=self.seconds, game=game)


@dataclass(frozen=True)
class _UntilStopped:
    """Passes lines on, and ends the work at its next step once there is a stop sign."""

    log: Callable[[str], None]
    stop: StopSign

    @contextmanager
    def task(self, name: str, total: float) -> Iterator[Advance]:  # noqa: ARG002
        """A task whose every step looks for the sign."""
        self._look()
        yield lambda _: self._look()

    def line(self, text: str) -> None:
        """For the log."""
        self.log(text)

    def _look(self) -> None:
        if self.stop.stopped:
            raise BoardworthError("stopped")
