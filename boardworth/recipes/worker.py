"""Learns one game in a process of its own, and plays it when it is asked.

    python -m boardworth.recipes.worker < messages > messages

Nothing that learning does can keep others waiting: the process that has started it ends it at any
time. It ends itself, with its grounder, when its standard input ends.
"""

from __future__ import annotations

import math
import os
import signal
import sys
import threading
import time
import warnings
from contextlib import contextmanager
from functools import partial
from queue import SimpleQueue
from typing import IO, TYPE_CHECKING

from boardworth.errors import BoardworthError, FaultyRules, NotFitted
from boardworth.evaluators import model_bytes
from boardworth.processes import limit_memory
from boardworth.recipes.alarm import TimeIsUp, at_most
from boardworth.recipes.opponent import Opponent
from boardworth.recipes.worker_messages import (
    Advanced,
    Ask,
    Chosen,
    Draft,
    Failed,
    FromWorker,
    Job,
    Learned,
    Line,
    Task,
    ToWorker,
    read_told,
    write,
)
from boardworth.rules import History
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.ground.grounding import GroundingLimits
from boardworth.rules.gdl.machine_choice import machine_for
from boardworth.rules.gdl.syntax.expressions import read_expressions
from boardworth.rules.gdl.syntax.parser import rules_of
from boardworth.search import Limit, StopSign, model_player
from boardworth.search.background import in_background
from boardworth.search.uct import MEMORY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardworth.fitting import Model
    from boardworth.recipes.reporter import Advance
    from boardworth.search import Player

# Share of the time after which grounding is given up, on the wall.
_GROUNDING = 0.8
# Parts of the memory, one of which the tree of UCT may take.
_TREE = 4


def main() -> None:
    """Serves the process that started this one; threads that still search are not waited for."""
    try:
        _serve()
    finally:
        os._exit(0)


def _serve() -> None:
    # What libraries print must not come between the messages.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    told: SimpleQueue[ToWorker] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, told), daemon=True).start()
    job = told.get()
    assert isinstance(job, Job)
    limit_memory(job.memory)
    worker = Worker(job, answers)
    warnings.showwarning = lambda message, *_place: worker.line(f"warning: {message}")
    if job.plays:  # the player that is in a match tells of faulty rules
        warnings.simplefilter("ignore", FaultyRules)
    try:
        game, model = worker.learn()
        if job.plays:
            tree = min(MEMORY, job.memory // _TREE)
            player = model_player(model, threads=job.threads, memory=tree, game=game)
            worker.tell(Learned(player.name))
            _play(worker, game, player, told)
    except BoardworthError as error:
        worker.tell(Failed(str(error)))
    except MemoryError:
        worker.tell(Failed(f"it takes more than {job.memory >> 20} MiB of memory"))
    except Exception as error:
        worker.tell(Failed(f"this should not happen: {type(error).__name__}: {error}"))


def _listen(pipe: IO[bytes], told: SimpleQueue[ToWorker]) -> None:
    while (message := read_told(pipe)) is not None:
        told.put(message)
    os.killpg(0, signal.SIGKILL)


class Worker:
    """Learns, and tells about it: a reporter.

    Args:
        job: what to learn.
        answers: where to tell.
    """

    def __init__(self, job: Job, answers: IO[bytes]) -> None:
        self._job = job
        self._answers = answers
        self._lock = threading.Lock()

    def tell(self, message: FromWorker) -> None:
        """Sends a message; any thread may."""
        with self._lock:
            write(self._answers, message)

    @contextmanager
    def task(self, name: str, total: float) -> Iterator[Advance]:
        """Tells about its beginning and its progress."""
        self.tell(Task(name, total))
        yield lambda amount: self.tell(Advanced(amount))

    def line(self, text: str) -> None:
        """For the log."""
        self.tell(Line(text))

    def learn(self) -> tuple[RuleGame, Model]:
        """The game and its model; drafts are told on the way, unless the model is for playing."""
        job = self._job
        sheet = rules_of(read_expressions(job.rules, job.source), job.source)
        seconds = _GROUNDING * self._left
        memory = min(GroundingLimits().memory, job.memory)
        limits = GroundingLimits(seconds=max(2, math.ceil(2 * seconds)), memory=memory)
        try:
            with at_most(seconds, f"{job.source}: grounding"):
                game = RuleGame(machine_for(sheet, limits), job.name)
        except TimeIsUp as late:
            raise NotFitted(f"{late}, which is what the time for learning leaves for it") from None
        game.require_propnet("learning")
        model = Opponent(
            game,
            self._left,
            seed=job.seed,
            threads=job.threads,
            reporter=self,
            alarm=at_most,
            draft=self._draft,
        ).build()
        self._draft(model)
        return game, model

    @property
    def _left(self) -> float:
        return max(self._job.end - time.monotonic(), 0.0)

    def _draft(self, model: Model) -> None:
        if not self._job.plays:
            self.tell(Draft(model_bytes(model), model.summary()))


def _play(worker: Worker, game: RuleGame, player: Player, told: SimpleQueue[ToWorker]) -> None:
    """Answers questions for ever; a new one ends the search for the last."""
    sign = StopSign()
    history = History.after(game.start())
    while True:
        ask = told.get()
        sign.stop()
        assert isinstance(ask, Ask)
        sign = StopSign()
        history = _followed(history, ask.moves)
        limit = Limit(seconds=ask.seconds, stop=sign)
        in_background(partial(_answer, worker, player, history, ask, limit))


def _followed(history: History, moves: list[list[str]]) -> History:
    """The game after these moves, most of which may be known."""
    known = [texts for texts, _ in zip(history.joint_move_texts, moves, strict=False)]
    if known != moves[: len(known)] or len(history.joint_moves) > len(moves):
        history = History.after(history.start)
    for texts in moves[len(history.joint_moves) :]:
        position = history.position
        joint = [position.parse_move(text, role) for role, text in enumerate(texts)]
        history = history.play_joint(joint)
    return history


def _answer(worker: Worker, player: Player, history: History, ask: Ask, limit: Limit) -> None:
    position = history.position
    try:
        move = player.choose(position, ask.role, limit, history).move
    except Exception as error:
        reason = f"it cannot choose: {type(error).__name__}: {error}"
        worker.tell(Failed(reason, ask.number))
        return
    worker.tell(Chosen(ask.number, position.move_text(move, ask.role)))


if __name__ == "__main__":
    main()
