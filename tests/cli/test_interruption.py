"""After Ctrl-C it is said what is kept, and which command goes on."""

import pytest

import boardworth as bw
from boardworth.cli.app import run
from boardworth.cli.output.interruption import Remains


def interrupt(monkeypatch, place):
    def stop(*_arguments, **_named):
        raise KeyboardInterrupt

    monkeypatch.setattr(place, stop)


BUILD = [
    "build", "tic_tac_toe", "--games", "40", "--generations", "1", "--phases", "1",
    "--calibration", "0", "-o",
]  # fmt: skip


@pytest.mark.parametrize("fresh", ["--fresh", "--fresh=true"])
def test_the_command_that_is_named_goes_on(capsys, monkeypatch, fresh):
    words = [*BUILD, "a b.model"]
    with monkeypatch.context() as patch:
        interrupt(patch, "boardworth.recipes.auto.Build._fit")
        assert run([*words, fresh]) == 130
    *_, kept, command = capsys.readouterr().err.splitlines()
    assert "what is finished is kept in a b.model.build, and this goes on with it:" in kept
    assert command.strip() == f"boardworth {' '.join(words[:-1])} 'a b.model'"
    assert run(words) == 0
    assert "going on with the work in a b.model.build" in capsys.readouterr().err


def test_a_build_of_which_nothing_is_finished_keeps_nothing(capsys, monkeypatch, tmp_path):
    interrupt(monkeypatch, "boardworth.recipes.auto.Build._play_games")
    assert run([*BUILD, "o.model"]) == 130
    assert capsys.readouterr().err.splitlines()[-1] == "boardworth: interrupted; nothing is kept"
    assert not list(tmp_path.iterdir())


def test_a_file_that_was_there_before_is_not_taken_for_a_result(tmp_path):
    (tmp_path / "old").touch()
    remains = Remains()
    assert remains.words([]) == ""
    remains.begin([tmp_path / "old", tmp_path / "new"])
    assert remains.words([]) == "nothing is kept"
    (tmp_path / "new").touch()
    assert remains.words([]).startswith(f"what there is so far is in {tmp_path / 'new'};")


@pytest.mark.parametrize("records", [False, True])
def test_the_result_of_a_match_so_far_is_above(capsys, monkeypatch, records):
    from boardworth.cli.output.running_score import RunningScore

    add = RunningScore.add

    def stop(self, games):
        add(self, games)
        raise KeyboardInterrupt

    monkeypatch.setattr(RunningScore, "add", stop)
    options = ["--records", "r.txt"] if records else []
    assert run(["match", "random", "random", "--game", "othello", "--games", "8", *options]) == 130
    shown = capsys.readouterr()
    assert "random 1 against random 2" in shown.out
    place = "above and in r.txt" if records else "above"
    assert shown.err.splitlines()[-1] == (
        f"boardworth: interrupted; the result so far is {place}; a match cannot be resumed"
    )


def test_of_a_match_without_a_game_nothing_is_kept(capsys, monkeypatch):
    interrupt(monkeypatch, "boardworth.arena.match.Match._play_round")
    assert run(["match", "random", "random", "--game", "othello", "--games", "2"]) == 130
    assert capsys.readouterr().err.splitlines()[-1] == "boardworth: interrupted; nothing is kept"


def test_counts_of_move_sequences_so_far_are_above(capsys, monkeypatch):
    perft = type(bw.load_game("othello")).perft

    def stop(self, position, depth):
        if depth > 2:
            raise KeyboardInterrupt
        return perft(self, position, depth)

    monkeypatch.setattr(type(bw.load_game("othello")), "perft", stop)
    assert run(["perft", "othello"]) == 130
    assert "the result so far is above" in capsys.readouterr().err


def test_a_build_within_a_time_says_why_it_keeps_nothing(capsys, monkeypatch):
    interrupt(monkeypatch, "boardworth.recipes.budget.model_in_time")
    assert run(["build", "tic-tac-toe", "--budget", "60s", "-o", "o.model"]) == 130
    assert "nothing is kept: with --budget a model is written in the end" in (
        capsys.readouterr().err
    )


def test_an_interrupted_experiment_names_its_command(capsys, monkeypatch):
    line = "reproduce buro1995 --quick --training-games 200 --solved 6 --opening-depth 2 --nodes 10"
    interrupt(monkeypatch, "boardworth.reproduce.buro1995.win_rates")
    assert run(line.split()) == 130
    *_, kept, command = capsys.readouterr().err.splitlines()
    assert "is kept in buro1995-quick.work, and this goes on" in kept
    assert command.strip() == f"boardworth {line}"
