"""Workers that learn inside this process, where what is slow can be made quick."""

import io
from itertools import count

from boardworth.recipes import Opponent
from boardworth.recipes.alarm import no_alarm
from boardworth.recipes.worker import Worker
from boardworth.recipes.worker_messages import read_answer


class HereAndNow:
    """Has learned when it is made; then it tells what it has told."""

    def __init__(self, job):
        pipe = io.BytesIO()
        Worker(job, pipe).learn()
        pipe.seek(0)
        self._told = pipe

    def answer(self, _seconds):
        return read_answer(self._told)

    def kill(self):
        pass


def opponent(game, _seconds, **options):
    """Its time goes on whenever it looks at the clock, however busy the machine is."""
    return Opponent(game, 1000, now=count(step=20).__next__, **options)


def learn_here(monkeypatch):
    """Builds within a budget learn in this process, without alarms and from few positions."""
    monkeypatch.setattr("boardworth.recipes.budget.WorkerProcess", HereAndNow)
    monkeypatch.setattr("boardworth.recipes.worker.at_most", no_alarm)
    monkeypatch.setattr("boardworth.recipes.worker.Opponent", opponent)
    monkeypatch.setattr("boardworth.recipes.timed.FIRST_POSITIONS", 3000)
    monkeypatch.setattr("boardworth.recipes.timed.POSITIONS", 3000)
    monkeypatch.setattr("boardworth.recipes.choice.MOVE_SECONDS", (0.005, 0.005))
