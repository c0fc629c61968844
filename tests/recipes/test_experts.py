"""Builds from experts' moves: what they learn from what, and how they go on when killed."""

import subprocess
from contextlib import suppress
from inspect import signature

import msgspec
import pytest
from conftest import random_game
from reporters import Listener
from waiting import python

import boardworth as bw
from boardworth.cli.app import run
from boardworth.cli.build import build
from boardworth.errors import BoardworthError
from boardworth.recipes import BuildFromMoves, ExpertSettings, learns_from_moves
from boardworth.rules import load_game
from boardworth.rules.records import GameRecord, write_records

QUICK = ExpertSettings(iterations=2, batch=60, games=50, held_out=0.3)
QUICK_WORDS = ["--iterations", "2", "--batch", "60", "--held-out", "0.3"]


def write_games(path, name, count=6, plies=24):
    game = load_game(name)
    found = []
    for number in range(count):
        positions, moves = random_game(game, f"expert {number}", max_plies=plies)
        score = game.final_score(positions[-1])
        resigned = (1, 0, -1)[number % 3]
        found.append(GameRecord(positions[0], tuple(moves), resigned if score is None else score))
    write_records(game, path, found)
    return path


@pytest.fixture(scope="module")
def dobutsu_games(tmp_path_factory):
    return write_games(tmp_path_factory.mktemp("records") / "games.txt", "dobutsu")


def test_moves_are_learned_from_where_searches_go_on_with_captures():
    usual = {name for name in bw._core.game_names() if learns_from_moves(load_game(name))}
    assert usual == {"chess", "shogi"}


def test_a_build_learns_material_first_then_relations(tmp_path, dobutsu_games):
    reporter = Listener()
    game = load_game("dobutsu")
    work = BuildFromMoves(game, tmp_path / "w", [dobutsu_games], settings=QUICK, reporter=reporter)
    model = work.run()
    work.workspace.clear()
    assert not (tmp_path / "w").exists()
    part = model.weighted_sum.features.parts[0]
    assert part.kinds == ("material", "piece-square", "king-piece", "piece-piece")
    assert [one["iteration"] for one in model.metrics["mmto"]["iterations"]] == [0, 1, 2]
    shown = [line for line in reporter.lines if "after" in line]
    assert len(shown) == 2 * 3
    assert "held-out" in shown[0]
    assert model.provenance["data"]["games"] == 6
    assert f"of {model.provenance['data']['games']} games; held out" in model.summary()


def test_the_sum_of_piece_values_is_kept_where_no_results_say_what_they_are_worth(
    tmp_path, dobutsu_games
):
    game = load_game("dobutsu")
    sums = []
    for results in (0.0, 40.0):
        settings = msgspec.structs.replace(QUICK, results=results)
        work = BuildFromMoves(
            game, tmp_path / "w", [dobutsu_games], relations=["material"], settings=settings
        )
        model = work.run(fresh=True)
        pieces = model.weighted_sum.weights[0, :-1].astype(float)
        sums.append(pieces.sum())
    kept = 32 * 500 * len(model.weighted_sum.weights[0, :-1])
    assert sums[0] == pytest.approx(kept, abs=32 * len(pieces))  # whole units are stored
    assert abs(sums[1] - kept) > 1e-3 * kept


@pytest.mark.parametrize(("name", "saved"), [("dobutsu", 1), ("chess", 3)])
def test_any_number_of_threads_and_any_kill_give_the_same_bytes(tmp_path, name, saved):
    """A process is killed after some checkpoints, by a signal that cannot be caught.

    Material has two of them; the third is that of the other relations, which begin with it.
    """
    games = write_games(tmp_path / ("games.pgn" if name == "chess" else "games.txt"), name)
    command = ["build", name, "--records", str(games), "--method", "mmto", *QUICK_WORDS]
    whole = tmp_path / "whole.model"
    assert run([*command, "-o", str(whole), "--threads", "2"]) == 0
    killed = tmp_path / "killed.model"
    folder = tmp_path / "killed.model.build"
    process = python(
        "-c",
        "import sys\nfrom boardworth.fitting.mmto import run as module\n"
        "from boardworth.cli.app import run\nsave = module.save_state\n"
        "def save_and_wait(*state):\n    save(*state)\n    print('saved', flush=True)\n"
        "    sys.stdin.readline()\n"
        "module.save_state = save_and_wait\nrun(sys.argv[1:])",
        *command,
        "-o",
        str(killed),
        "--threads",
        "1",
        stdin=subprocess.PIPE,
    )
    for number in range(1, saved + 1):
        assert process.stdout.readline().strip() == "saved"
        if number < saved:
            print(file=process.stdin, flush=True)
    process.kill()
    process.wait()
    assert [path.name for path in folder.glob("*.npz")] == [f"learning-{(saved - 1) // 2}.npz"]
    assert not killed.exists()
    assert run([*command, "-o", str(killed), "--threads", "1"]) == 0
    assert killed.read_bytes() == whole.read_bytes()
    assert not folder.exists()


def test_the_command_has_the_usual_settings():
    parameters = signature(build).parameters
    usual = msgspec.structs.asdict(ExpertSettings())
    # These depend on the method or on the game.
    own = usual.keys() - {"games", "depth", "stages", "tapered"}
    assert {name: parameters[name].default for name in own} == {name: usual[name] for name in own}


def test_patience_ends_a_step_and_keeps_what_agreed_best(tmp_path):
    games = write_games(tmp_path / "games.txt", "dobutsu", count=40)
    command = ["build", "dobutsu", "--records", str(games), "--method", "mmto"]
    command += ["--iterations", "40", "--batch", "60", "--held-out", "0.3", "--patience", "2"]
    assert run([*command, "-o", str(tmp_path / "d.model")]) == 0
    model = bw.load_model(tmp_path / "d.model")
    shares = [
        figures["held_out"]["agreement_by_lot"] for figures in model.metrics["mmto"]["iterations"]
    ]
    assert len(shares) - 3 == shares.index(max(shares)) < 38
    assert model.metrics["held_out"]["moves"]["agreement_by_lot"] == max(shares)


@pytest.mark.parametrize(
    ("games", "problem"),
    [
        ("", "no games with moves in games.txt"),
        ("Lc3 Ga2 Cxb2\n", "1 game is too few to hold a share of 0.1 out: give more"),
        (
            "Lc3 Ga2\nLa3 Ga2\n",
            "2 games are too few to hold a share of 0.1 out: give more games or",
        ),
    ],
)
def test_too_few_games_are_told_with_the_remedy(tmp_path, capsys, monkeypatch, games, problem):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.txt").write_text(games)
    assert run(["build", "dobutsu", "--records", "games.txt", "--method", "mmto"]) == 2
    assert problem in capsys.readouterr().err


def test_few_positions_are_a_warning(tmp_path, capsys, dobutsu_games):
    command = ["build", "dobutsu", "--records", str(dobutsu_games), "--method", "mmto", "--quiet"]
    assert run([*command, *QUICK_WORDS, "-o", str(tmp_path / "d.model")]) == 0
    assert "warning: 63 positions are few for 3,659 weights" in capsys.readouterr().err


@pytest.mark.parametrize("name", ExpertSettings.__struct_fields__)
def test_work_is_not_resumed_with_another_setting(tmp_path, dobutsu_games, name):
    game, folder = load_game("dobutsu"), tmp_path / "w"
    others = {"tapered": True, "held_out": 0.2, "l1": 1.0}
    other = msgspec.structs.replace(QUICK, **{name: others.get(name, getattr(QUICK, name) + 1)})
    work = BuildFromMoves(game, folder, [dobutsu_games], settings=QUICK)
    with work.workspace.opened():
        work.workspace.kept("learning-0.npz").touch()
    with pytest.raises(BoardworthError, match="other settings"):
        BuildFromMoves(game, folder, [dobutsu_games], settings=other).run()


def test_a_build_that_was_stopped_before_its_first_checkpoint_leaves_nothing(
    tmp_path, dobutsu_games
):
    work = BuildFromMoves(load_game("dobutsu"), tmp_path / "w", [dobutsu_games], settings=QUICK)
    with suppress(KeyboardInterrupt), work.workspace.opened():
        work.workspace.kept("learning-0.npz")
        raise KeyboardInterrupt
    assert not (tmp_path / "w").exists()


def test_othellos_patterns_can_learn_from_moves(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_games(tmp_path / "games.txt", "othello", plies=60)
    command = ["build", "othello", "--records", "games.txt", "--method", "mmto", "--phases", "2"]
    assert run([*command, *QUICK_WORDS, "--patterns", "shipped", "-o", "o.model"]) == 0
    assert "of experts' moves" in capsys.readouterr().out
    assert bw.load_model("o.model").weighted_sum.weights.shape[0] == 2


@pytest.mark.parametrize("name", ["chess", "shogi"])
def test_chess_and_shogi_learn_from_moves_if_nothing_else_is_said(
    tmp_path, capsys, monkeypatch, name
):
    monkeypatch.chdir(tmp_path)
    path = "games.pgn" if name == "chess" else "games.csa"
    write_games(tmp_path / path, name)
    assert run(["build", name, "--records", path, *QUICK_WORDS]) == 0
    shown = capsys.readouterr()
    assert "learning material, piece-square, king-piece, piece-piece" in shown.err
    model = bw.load_model(f"{name}.model")
    assert model.target == "win"
    assert run(["build", name, "--records", path, "--searched", "9"]) == 2
    assert "--searched means nothing to the method 'mmto'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["othello", "--method", "mmto"], "give their --records"),
        (
            ["othello", "--method", "mmto", "--records", "g.txt", "--relations", "material"],
            "--relations",
        ),
        (["dobutsu", "--method", "mmto", "--records", "g.txt", "--terms", "moves"], "--terms"),
        (["dobutsu", "--method", "mmto", "--records", "g.txt", "--iterations", "0"], "iterations"),
        (["othello", "--iterations", "3"], "--iterations means nothing to the method 'patterns'"),
        (["othello", "--patience", "3"], "--patience means nothing to the method 'patterns'"),
        (
            ["dobutsu", "--method", "mmto", "--records", "g.txt", "--patience", "-1"],
            "patience = -1: it must be from 0",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(tmp_path, capsys, monkeypatch, words, problem):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.txt").write_text("")
    assert run(["build", *words]) == 2
    assert problem in capsys.readouterr().err


def test_iterations_are_counted_in_words(tmp_path):
    listener = Listener()
    path = write_games(tmp_path / "games.pgn", "chess")
    build = BuildFromMoves(load_game("chess"), tmp_path / "work", [path], reporter=listener)
    for iteration in (1, 2):
        build._show(iteration, None, {"train": {"agreement_by_lot": 0.25}})
    assert listener.lines == [
        "  after 1 iteration: agreement train 25.0 %",
        "  after 2 iterations: agreement train 25.0 %",
    ]
