"""A model within a budget of time, whatever the rule sheet: a worker learns meanwhile."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardworth.errors import BoardworthError, EngineError, NotFitted
from boardworth.processes import memory_of_machine
from boardworth.recipes.learning import WorkerProcess
from boardworth.recipes.worker_messages import Advanced, Draft, Failed, Job, Line, Task

if TYPE_CHECKING:
    from boardworth.recipes.reporter import Reporter
    from boardworth.recipes.worker_messages import FromWorker

# Of the budget, what a worker does not plan with: it ends a little late, and a model is
# written. At the end of the budget it is ended.
_RESERVE, _RESERVED_SHARE = 0.3, 0.01


@dataclass(frozen=True, slots=True)
class Sheet:
    """A rule sheet that was not read yet.

    Attributes:
        text: the rules.
        source: where they are from, for messages.
        name: of the game.
    """

    text: str
    source: str
    name: str


def model_in_time(
    sheet: Sheet,
    seconds: float,
    *,
    seed: int = 0,
    threads: int = 1,
    memory: int | None = None,
    reporter: Reporter,
) -> Draft:
    """The best model that there is when the seconds are over, or before if it is done.

    It may take all the memory of the machine if nothing else is said, in bytes. Raises
    BoardworthError for rules that cannot be played, and NotFitted if there is nothing yet.
    """
    end = time.monotonic() + seconds
    memory = memory or memory_of_machine()
    planned = end - min(_RESERVE + _RESERVED_SHARE * seconds, seconds / 2)
    job = Job(sheet.text, sheet.source, sheet.name, planned, seed, threads, memory, plays=False)
    process = WorkerProcess(job)
    try:
        best = _Listener(process, reporter).best(end)
    finally:
        process.kill()
    if best is None:
        raise NotFitted(f"{sheet.source}: {seconds:.1f} s are too short to ground the rules")
    return best


class _Listener:
    """Hears what a worker tells, and shows it."""

    def __init__(self, process: WorkerProcess, reporter: Reporter) -> None:
        self._process = process
        self._reporter = reporter
        self._best: Draft | None = None

    def best(self, end: float) -> Draft | None:
        """The last draft before the end of the time, or of the work."""
        task: Task | None = Task("rules", 1)
        while task is not None:
            with self._reporter.task(task.name, task.total) as advance:
                while not isinstance(heard := self._heard(end), Task | None):
                    if isinstance(heard, Advanced):
                        advance(heard.amount)
                task = heard
        return self._best

    def _heard(self, end: float) -> Task | Advanced | Line | Draft | None:
        """What is told next; None when there is no more to hear."""
        try:
            heard: FromWorker | None = self._process.answer(end - time.monotonic())
        except EngineError:
            if self._best is None:
                raise
            return None
        match heard:
            case Failed(reason):
                if self._best is None:
                    raise BoardworthError(reason)
                self._reporter.line(reason)
                return None
            case Draft():
                self._best = heard
            case Line(text):
                self._reporter.line(text)
        return heard if isinstance(heard, Task | Advanced | Line | Draft) else None
