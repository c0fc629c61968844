"""Progress: which step of how many, what share of it, how long it took and may take yet."""

import io

import pytest
from rich.console import Console

import boardworth as bw
from boardworth.arena.rating import Sprt
from boardworth.cli.console import ProgressBars, task_bar
from boardworth.cli.output.progress import LINE_SECONDS, Task, tell_now_and_then
from boardworth.cli.output.running_score import RunningScore
from boardworth.recipes import Settings, Silent
from boardworth.recipes.build_steps import build_steps
from boardworth.recipes.reporter import Steps


class Clock:
    """Time as the test has it."""

    seconds = 1000.0

    def __call__(self):
        return self.seconds

    def wait(self, task, amount, seconds):
        self.seconds += seconds
        task(amount)


def test_a_task_tells_its_share_and_the_time_left():
    clock = Clock()
    task = Task("self-play", 400, clock)
    assert str(task) == "0:00 so far"
    for _ in range(100):
        clock.wait(task, 1, 1.5)
    assert str(task) == "25%, 2:30 so far, about 7:30 left"
    task.remark("2-0-0")
    for _ in range(300):
        clock.wait(task, 1, 15)
    assert str(task) == "100%, 1:17:30 so far, about 0:00 left, 2-0-0"


def test_what_was_finished_before_does_not_shorten_the_estimate():
    clock = Clock()
    task = Task("self-play", 1000, clock)
    task(900)
    for _ in range(30):
        clock.wait(task, 1, 10)
    assert 650 <= task.seconds_left <= 750


def test_an_estimate_follows_the_speed():
    clock = Clock()
    task = Task("self-play", 300, clock)
    for _ in range(100):
        clock.wait(task, 1, 1)
    for _ in range(100):
        clock.wait(task, 1, 3)
    assert 280 <= task.seconds_left <= 310


def test_a_long_task_remembers_few_moments():
    clock = Clock()
    task = Task("self-play", 10**6, clock)
    for _ in range(10**4):
        clock.wait(task, 1, 1)
    assert len(task._moments) < 200
    assert task.seconds_left == pytest.approx(10**6 - 10**4, rel=0.01)


def test_a_line_is_told_every_30_seconds_until_the_task_is_over():
    clock, told = Clock(), []
    task = Task("step 2 of 6: self-play", 8, clock)

    def wait(seconds):
        clock.wait(task, 1, seconds)
        return clock() >= 1000 + 4 * LINE_SECONDS

    tell_now_and_then(task, wait, told.append)
    assert told == [
        "step 2 of 6: self-play: 12%, 0:30 so far, about 3:30 left",
        "step 2 of 6: self-play: 25%, 1:00 so far, about 3:00 left",
        "step 2 of 6: self-play: 38%, 1:30 so far, about 2:30 left",
    ]


def test_short_tasks_leave_one_line_each_where_there_is_no_terminal(capsys):
    bars = ProgressBars()
    with bars.task("outside", 1), bars.task("inside", 2) as advance:
        advance(2)
    assert [line.partition(":")[0] for line in capsys.readouterr().err.splitlines()] == [
        "inside",
        "outside",
    ]


def test_on_a_terminal_a_task_is_a_bar(monkeypatch, capsys):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    with ProgressBars().task("[red]step", 4) as task:
        task(2)
        task.remark("10-0-0")
    shown = capsys.readouterr().err
    assert "[red]step" in shown
    assert "50%, 0:00 so far" in shown
    assert "10-0-0" in shown


class Names(Silent):
    """Keeps the names of tasks."""

    def __init__(self):
        self.names = []

    def task(self, name, total):
        self.names.append(name)
        return super().task(name, total)


def test_steps_that_were_finished_before_are_passed_over():
    names = Names()
    steps = Steps(names, ["games", "fit", "calibration", "labels", "fit", "calibration"])
    for task in ("fit, configurations", "fit", "labels", "fit", "calibration"):
        steps.task(task, 1)
    assert [name.partition(":")[0] for name in names.names] == [
        "step 2 of 6", "step 2 of 6", "step 4 of 6", "step 5 of 6", "step 6 of 6"
    ]  # fmt: skip


@pytest.mark.parametrize("searched", [0, 60])
@pytest.mark.parametrize("records", [False, True])
def test_a_build_comes_to_its_last_step_one_by_one(tmp_path, records, searched):
    game = bw.load_game("tic_tac_toe")
    (tmp_path / "games.txt").write_text("b2a1c3b3b1c1a3a2c2 0\nb2b1a1c3a3c1c2 1\n" * 20)
    names = Names()
    settings = Settings(
        games=40, generations=1, stages=1, calibration=60, searched=searched, solved=2,
        label_depth=1, held_out=0.3,
    )  # fmt: skip
    files = [tmp_path / "games.txt"] if records else []
    bw.Build(game, tmp_path / "work", settings=settings, records=files, reporter=names).run()
    wanted = build_steps(settings, records=records, improved=False)
    assert list(dict.fromkeys(names.names)) == [
        f"step {number} of {len(wanted)}: {name}" for number, name in enumerate(wanted, 1)
    ]


def test_the_running_score_of_a_match_is_that_of_its_result(othello):
    openings = bw.random_openings(othello, 6, plies=8, seed=1)
    players = [bw.RandomPlayer(1), bw.RandomPlayer(2)]
    match = bw.Match(players, openings, bw.Limit(depth=1))
    score = RunningScore(["one", "other"], 12, Sprt())
    rounds = []
    result = match.run(othello, 12, played=lambda games: (score.add(games), rounds.append(games)))
    wins, draws, losses = result.wins_draws_losses
    ratio = result.sprt.log_likelihood_ratio(result.pairs)
    won = f"{wins}-{draws}-{losses}, {result.rating}"
    assert str(score) == f"12 of 12 games, {won}, LLR {ratio:+.2f} of -2.94 to +2.94"
    assert len(rounds) == 6


def test_the_running_score_of_more_players_is_their_mean_payoff():
    game = bw.load_game("three-stars")
    match = bw.Match([bw.RandomPlayer(seed) for seed in range(3)], [()], bw.Limit(depth=1))
    score = RunningScore(["a", "b", "c"], 3, Sprt())
    result = match.run(game, 3, played=score.add)
    means = ", ".join(f"{name} {result.mean_payoff(n):.1f}" for n, name in enumerate("abc"))
    assert str(score) == f"3 of 3 games, {means}"


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_what_a_task_says_is_whole_and_leaves_room_for_ctrl_c(width):
    """A terminal adds ^C to the last line; if that began a new one, the bar could not go away."""
    remark = "58 of 200 games, 31-9-18, Elo +79 [+1, +161], LLR +0.71 of -2.94 to +2.94"
    shown = bar_of("step 1 of 7: generation 0: self-play", remark, width)
    assert "━" in shown[0] or width == 40
    assert remark in " ".join(line.strip() for line in shown)
    assert max(len(line) for line in shown) <= width - 2
    assert (len(shown) == 1) == (width == 200)


def bar_of(name, remark, width):
    """The lines of a task's bar."""
    task = Task(name, 100, iter([0.0, *[30.0] * 9]).__next__)
    task(29)
    task.remark(remark)
    drawn = io.StringIO()
    console = Console(file=drawn, width=width)
    for line in console.render_lines(task_bar(task, width), pad=False):
        drawn.write("".join(segment.text for segment in line) + "\n")
    return drawn.getvalue().splitlines()
