"""Learning in a process of its own, for those who cannot wait for it: GGP players, and budgets."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from boardworth.errors import BoardworthError, EngineError, NotFitted
from boardworth.recipes.worker_messages import (
    Ask,
    Chosen,
    Failed,
    Job,
    Learned,
    Line,
    read_answer,
    write,
)
from boardworth.rules.gdl.syntax.printer import print_rule_sheet
from boardworth.search.player import Decision, Player

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardworth.recipes.worker_messages import FromWorker, ToWorker
    from boardworth.rules import History, Position
    from boardworth.rules.gdl.syntax.terms import RuleSheet
    from boardworth.search import Limit, StopSign

# How often a stop sign is looked for, in seconds.
_LOOK = 0.02
# A worker that takes this many times its time is ended.
_PATIENCE = 1.2
# Of the time for a move, what is left for the way of the answer.
_RESERVE, _RESERVED_SHARE = 0.03, 0.05
_GAME = "game"
_WORKER = "boardworth.recipes.worker"
# What learning may take by default, in bytes.
MEMORY = 2 << 30


class WorkerProcess:
    """A process that learns one game; it ends with us, or by `kill`."""

    def __init__(self, job: Job) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", _WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._answers: SimpleQueue[FromWorker | None] = SimpleQueue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        self.send(job)

    def send(self, message: ToWorker) -> None:
        """Tells it something; if it has ended, that shows by its answers."""
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            write(self._process.stdin, message)

    def answer(self, seconds: float) -> FromWorker | None:
        """The next thing it tells; None if it is silent for so long. Raises EngineError."""
        try:
            answer = self._answers.get(timeout=max(seconds, 0))
        except Empty:
            return None
        if answer is None:
            self._answers.put(None)
            raise EngineError(f"learning has ended: {_ending(self._process)}")
        return answer

    def kill(self) -> None:
        """Ends it, and all that it has started; returns when that is done."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._listener.join()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                pipe.close()  # type: ignore[union-attr]

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with suppress(OSError, ValueError):
            while (answer := read_answer(self._process.stdout)) is not None:
                self._answers.put(answer)
        self._answers.put(None)


class Learner:
    """Learns to play games by their rules.

    Args:
        log: told in lines what was found, and which method plays.
        usual: plays where no evaluation is of any use.
        seconds: how long that player has for a move at most.
        seed: of everything random.
        threads: how many to use.
        memory: most bytes of the process that learns, and as many for its grounder.
    """

    def __init__(
        self,
        log: Callable[[str], None],
        usual: Player,
        *,
        seconds: float | None = None,
        seed: int = 0,
        threads: int = 1,
        memory: int = MEMORY,
    ) -> None:
        self.log = log
        self.usual = usual
        self.seconds = seconds
        self.seed = seed
        self.threads = threads
        self.memory = memory

    def __call__(self, rules: RuleSheet, seconds: float, stop: StopSign) -> Player:
        """A player of a game, after about these seconds.

        Raises BoardworthError if nothing was learned, or soon after the sign is up.
        """
        start = time.monotonic()
        latest = start + _PATIENCE * seconds
        job = Job(
            print_rule_sheet(rules),
            rules.source,
            _GAME,
            start + seconds,
            self.seed,
            self.threads,
            self.memory,
            plays=True,
        )
        process = WorkerProcess(job)
        try:
            while not stop.stopped:
                if time.monotonic() > latest:
                    raise NotFitted("it takes too long")
                match process.answer(_LOOK):
                    case Line(line):
                        self.log(line)
                    case Failed(reason):
                        raise NotFitted(reason)
                    case Learned("uct"):
                        process.kill()
                        return self.usual
                    case Learned():
                        return LearnedPlayer(process, self.seconds)
            raise BoardworthError("stopped")
        except BaseException:
            process.kill()
            raise


class LearnedPlayer(Player):
    """Asks a worker for moves; it belongs to this player from now on.

    Args:
        process: that has learned.
        seconds: how long for a move at most.
    """

    name = "learned"
    varies = True

    def __init__(self, process: WorkerProcess, seconds: float | None = None) -> None:
        self._process = process
        self._seconds = seconds
        self._lock = threading.Lock()
        self._asked = 0

    def choose(
        self, position: Position, role: int, limit: Limit, history: History | None = None
    ) -> Decision:
        """The worker's move. Raises EngineError if it has ended or does not answer in time."""
        times = (self._seconds, limit.move_seconds(position.game))
        seconds = min(value for value in times if value is not None)
        end = time.monotonic() + seconds
        moves = [] if history is None else history.joint_move_texts
        with self._lock:
            self._asked = number = self._asked + 1
            reserved = min(_RESERVE + _RESERVED_SHARE * seconds, seconds / 2)
            self._process.send(Ask(number, moves, role, seconds - reserved))
            while time.monotonic() < end and not (limit.stop and limit.stop.stopped):
                match self._process.answer(min(_LOOK, end - time.monotonic())):
                    case Chosen(answered, move) if answered == number:
                        return Decision(position.parse_move(move, role))
                    case Failed(reason, question) if question in {0, number}:
                        raise EngineError(reason)
        raise EngineError("the learned player has not answered in time")

    def close(self) -> None:
        """Ends the worker."""
        self._process.kill()


def _ending(process: subprocess.Popen[bytes]) -> str:
    """How a process has ended, in words."""
    code = process.wait()
    return f"by {signal.Signals(-code).name}" if code < 0 else f"with code {code}"
