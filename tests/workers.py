"""Workers: those that learn inside this process, and what processes of their own can do."""

import io
from itertools import count

from conftest import random_game

from boardworth.recipes import Opponent
from boardworth.recipes.alarm import no_alarm
from boardworth.recipes.worker import Worker
from boardworth.recipes.worker_messages import read_answer
from boardworth.rules.records import GameRecord


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


# What other processes are asked to do: they find it by its name.


def look_at(history):
    """The same again, where it has come to, and its moves."""
    return history, history.game.text(history.position), history.joint_move_texts


def values_of(evaluator, positions):
    return evaluator.values(positions)


def a_record(game, seed):
    """A game played at random."""
    positions, moves = random_game(game, seed)
    return GameRecord(positions[0], tuple(moves), game.final_score(positions[-1]))
