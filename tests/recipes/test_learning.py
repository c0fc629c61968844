"""Learning in a process of its own: it is ended at any time, and what it knows is not lost."""

import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest
from playable_sheets import SHEETS
from waiting import PATIENCE, python, until

from boardworth.errors import BoardworthError, EngineError, NotFitted
from boardworth.evaluators import load_model
from boardworth.recipes import Learner
from boardworth.recipes.alarm import TimeIsUp, at_most
from boardworth.recipes.budget import Sheet, model_in_time
from boardworth.recipes.learning import MEMORY, LearnedPlayer, WorkerProcess
from boardworth.recipes.reporter import Silent
from boardworth.recipes.worker_messages import Chosen, Draft, Failed, Job, Learned, Line, Task
from boardworth.rules import History, load_game
from boardworth.rules.gdl import parse_rule_sheet
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.machine_choice import machine_for
from boardworth.search import Decision, Limit, Player, StopSign
from boardworth.search.background import in_background

LONG = 3600
# Random games never end, so that there is nothing to learn: it is known at once who is to play.
ENDLESS = """
(role a) (role b) (role c) (init (at 0)) (other 0 1) (other 1 0)
(<= (legal ?p (wait ?n)) (role ?p) (other ?n ?m))
(<= (next (at ?n)) (true (at ?m)) (other ?m ?n))
(<= terminal (true (at 2))) (<= (goal ?p 0) (role ?p))
"""
NOUGHTS = SHEETS["tic-tac-toe"]


class Worst(Player):
    """Makes the first move that there is."""

    name = "worst"

    def choose(self, position, role, limit, history=None):
        return Decision(position.legal_moves(role)[0])


@pytest.fixture
def processes(monkeypatch):
    """Workers that were started."""
    started = []

    class Noted(WorkerProcess):
        def __init__(self, job):
            super().__init__(job)
            started.append(self._process)

    monkeypatch.setattr("boardworth.recipes.learning.WorkerProcess", Noted)
    monkeypatch.setattr("boardworth.recipes.budget.WorkerProcess", Noted)
    return started


def alive(pid):
    """Whether a process is there, and more than a name."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def chosen(player, position, role, history):
    """A move; on a busy machine it may be asked for more than once."""
    moves = []

    def answered():
        with suppress(EngineError):
            moves.append(player.choose(position, role, Limit(seconds=0.3), history).move)
        return moves

    until(answered, "there is no answer")
    return moves[0]


def told_until_learned(process):
    """Lines on the way."""
    lines = []
    while not isinstance(answer := process.answer(PATIENCE), Learned):
        lines += [answer.text] if isinstance(answer, Line) else []
    return lines


def test_who_has_learned_plays_legal_moves_until_it_is_closed():
    job = Job(ENDLESS, "it", "it", time.monotonic() + LONG, 0, 1, MEMORY, plays=True)
    process = WorkerProcess(job)
    lines = told_until_learned(process)
    player = LearnedPlayer(process)
    game = load_game(ENDLESS)
    history = History.after(game.start())
    for role in (0, 1, 2):
        position = history.position
        assert chosen(player, position, role, history) in position.legal_moves(role)
        history = history.play_joint([position.legal_moves(r)[0] for r in range(3)])
    assert any("no functions" in line for line in lines)
    player.close()
    with pytest.raises(EngineError, match="learning has ended: by SIGKILL"):
        player.choose(game.start(), 0, Limit(seconds=PATIENCE))


def test_where_evaluations_are_of_no_use_the_usual_player_plays(processes):
    usual = Worst()
    assert Learner(print, usual)(parse_rule_sheet(ENDLESS), LONG, StopSign()) is usual
    assert not alive(processes[0].pid)


def test_a_stop_sign_ends_learning_at_any_time(processes):
    heard, stop = [], StopSign()
    learned = in_background(lambda: Learner(heard.append, Worst())(NOUGHTS, LONG, stop))
    until(lambda: processes, "nothing is started")
    stop.stop()
    with pytest.raises(BoardworthError, match="stopped"):
        learned.result(PATIENCE)
    assert not alive(processes[0].pid)


def test_learning_that_takes_too_long_is_ended(processes):
    with pytest.raises(NotFitted, match="it takes too long"):
        Learner(print, Worst())(NOUGHTS, 0.01, StopSign())
    assert not alive(processes[0].pid)


def test_what_cannot_be_played_is_not_learned():
    with pytest.raises(NotFitted, match="the game has no moves"):
        Learner(print, Worst())(parse_rule_sheet("(role a)"), LONG, StopSign())


def test_a_worker_dies_with_its_parent():
    script = f"""
import sys, time
from boardworth.recipes.learning import *
end = time.monotonic() + {LONG}
process = WorkerProcess(Job({ENDLESS!r}, "it", "it", end, 0, 1, {MEMORY}, plays=True))
while not isinstance(process.answer({PATIENCE}), Learned): pass
print(process._process.pid, flush=True)
while True: time.sleep(1)
"""
    parent = python("-c", script)
    pid = int(parent.stdout.readline())
    assert alive(pid)
    parent.kill()
    until(lambda: not alive(pid), "it goes on")


def test_memory_is_limited():
    process = WorkerProcess(
        Job(ENDLESS, "it", "it", time.monotonic() + LONG, 0, 1, 1 << 20, plays=True)
    )
    try:
        with suppress(EngineError):  # it may be too short of memory to say so
            while not isinstance(answer := process.answer(PATIENCE), Failed):
                assert not isinstance(answer, Learned | None)
    finally:
        process.kill()


class Told:
    """A worker that has told these things, and goes on in silence."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.killed = False

    def answer(self, seconds):
        if not self.answers:
            return None
        if isinstance(self.answers[0], Exception):
            raise self.answers[0]
        return self.answers.pop(0)

    def kill(self):
        self.killed = True

    def send(self, message):
        self.asked = message


def test_a_failure_to_answer_belongs_to_its_question():
    """Questions that were given up want no answer; a worker's own end concerns all."""
    game = RuleGame(machine_for(NOUGHTS), "it")
    position = game.start()
    move = position.move_text(position.legal_moves(0)[0], 0)
    player = LearnedPlayer(Told(Failed("old", 7), Chosen(7, move), Chosen(1, move)))
    assert player.choose(position, 0, Limit(seconds=PATIENCE)).move == position.legal_moves(0)[0]
    for question in (0, 1):
        with pytest.raises(EngineError, match="no idea"):
            LearnedPlayer(Told(Failed("no idea", question))).choose(
                position, 0, Limit(seconds=PATIENCE)
            )


def test_warnings_of_faulty_rules_reach_the_user_of_a_budget():
    class Heard(Silent):
        def line(self, text):
            lines.append(text)

    lines = []
    faulty = ENDLESS + " (<= (goal a ?n) (role a))"
    model_in_time(Sheet(faulty, "it.gdl", "it"), LONG, reporter=Heard())
    assert any(line.startswith("warning: ") for line in lines), lines


def test_grounding_that_takes_all_the_time_says_so():
    late = time.monotonic() - 1
    process = WorkerProcess(Job(ENDLESS, "it.gdl", "it", late, 0, 1, MEMORY, plays=True))
    try:
        while not isinstance(answer := process.answer(PATIENCE), Failed):
            assert isinstance(answer, Task | Line)
    finally:
        process.kill()
    assert "it.gdl: grounding takes more than 0.0 s, which is what the time" in answer.reason


def drafted(monkeypatch, *answers):
    told = Told(*answers)
    monkeypatch.setattr("boardworth.recipes.budget.WorkerProcess", lambda _: told)
    try:
        return model_in_time(Sheet("", "it.gdl", "it"), LONG, reporter=Silent())
    finally:
        assert told.killed


def test_the_last_draft_counts_when_the_time_is_over(monkeypatch):
    first, second = Draft(b"1", "one"), Draft(b"2", "two")
    task = Task("learning", 9)
    assert drafted(monkeypatch, first, task, Line("x"), second, task) == second
    assert drafted(monkeypatch, first, task, Failed("oh")) == first
    assert drafted(monkeypatch, first, EngineError("gone")) == first
    with pytest.raises(NotFitted, match="too short to ground the rules"):
        drafted(monkeypatch, task)
    with pytest.raises(BoardworthError, match="no such rule"):
        drafted(monkeypatch, Failed("no such rule"))


def test_a_budget_ends_early_where_there_is_nothing_to_learn(tmp_path, processes):
    sheet = Sheet(ENDLESS, "it.gdl", "it")
    best = model_in_time(sheet, LONG, reporter=Silent())
    path = tmp_path / "it.model"
    path.write_bytes(best.model)
    assert load_model(path).player == "uct"
    assert best.summary
    assert not alive(processes[0].pid)


def count_for_ever():
    with at_most(0.01, "counting"):
        while True:
            pass


def test_an_alarm_ends_work_in_python_and_in_the_core():
    with pytest.raises(TimeIsUp, match=r"counting takes more than 0\.0 s"):
        count_for_ever()
    game = RuleGame(machine_for(NOUGHTS), "it")
    with pytest.raises(TimeIsUp), at_most(0.01, "games"):
        game.state_machine.play_random_games(10**12, seed=0)


class Destroyed:
    """Loses an alarm that rings while it is destroyed."""

    def __del__(self):
        count_for_ever_without_alarm()


def count_for_ever_without_alarm():
    while True:
        pass


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_alarm_that_is_lost_rings_again():
    def work():
        Destroyed()
        count_for_ever_without_alarm()

    with pytest.raises(TimeIsUp), at_most(0.01, "it"):
        work()


def test_errors_that_libraries_make_of_an_alarm_are_alarms():
    def work():
        try:
            while True:
                pass
        except TimeIsUp:
            raise RuntimeError("error in a callback") from None

    with pytest.raises(TimeIsUp), at_most(0.01, "it"):
        work()
    with pytest.raises(RuntimeError), at_most(LONG, "it"):
        raise RuntimeError


def test_work_that_is_done_is_not_disturbed():
    before = signal.getsignal(signal.SIGALRM)
    with at_most(LONG, "it"):
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) is before


def test_a_lower_limit_of_memory_stays():
    script = """
import resource
from boardworth.processes import limit_memory
resource.setrlimit(resource.RLIMIT_AS, (5 << 30, 5 << 30))
limit_memory(64 << 30)
print(resource.getrlimit(resource.RLIMIT_AS)[0] >> 30)
"""
    process = python("-c", script)
    assert process.communicate(timeout=PATIENCE) == ("5\n", "")
