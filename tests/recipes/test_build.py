"""Builds: repeatable to the byte, and none the worse for being killed."""

import signal
import subprocess
import sys
import time

import pytest

import boardworth as bw
from boardworth.errors import BoardworthError
from boardworth.recipes.workspace import Workspace
from boardworth.rules.records.transcript import transcript

COMMAND = [
    sys.executable, "-m", "boardworth", "build", "othello",
    "--games", "5000", "--generations", "1", "--depth", "1", "--exact", "4", "--stages", "2",
]  # fmt: skip


def test_the_same_seed_gives_the_same_bytes_with_1_and_2_threads(tmp_path, othello, small_build):
    for threads in (1, 2):
        model = bw.Build(
            othello, tmp_path / f"work{threads}", settings=small_build, threads=threads
        ).run()
        bw.save_model(model, tmp_path / f"{threads}.model")
    assert (tmp_path / "1.model").read_bytes() == (tmp_path / "2.model").read_bytes()


def test_another_seed_gives_another_model(tmp_path, othello):
    weights = []
    for seed in (1, 2):
        settings = bw.Settings(games=20, generations=1, depth=1, stages=1, exact=2, seed=seed)
        weights.append(bw.Build(othello, tmp_path / f"{seed}", settings=settings).run().weights)
    assert weights[0].tobytes() != weights[1].tobytes()


@pytest.mark.timeout(240)
def test_a_build_killed_again_and_again_ends_with_the_same_bytes(tmp_path):
    whole, killed = tmp_path / "whole.model", tmp_path / "killed.model"
    subprocess.run([*COMMAND, "-o", whole], check=True, capture_output=True)
    kills = 0
    for delay in (0.3, 0.5, 0.6, 0.7, 0.8):
        process = subprocess.Popen(
            [*COMMAND, "-o", killed], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(delay)
        if process.poll() is None:
            kills += 1
            process.send_signal(signal.SIGKILL)
        process.wait()
    assert kills >= 3
    last = subprocess.run([*COMMAND, "-o", killed], check=True, capture_output=True, text=True)
    assert "going on with the work" in last.stderr
    assert killed.read_bytes() == whole.read_bytes()
    leftovers = {path.name for path in tmp_path.iterdir()} - {"whole.model", "killed.model"}
    assert not leftovers


def test_an_interrupted_build_says_so_and_goes_on_later(tmp_path):
    output = tmp_path / "o.model"
    process = subprocess.Popen(
        [*COMMAND, "-o", output], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    _, messages = process.communicate(timeout=20)
    assert process.returncode == 130
    assert messages.rstrip().endswith("boardworth: interrupted")
    assert "Traceback" not in messages
    assert (tmp_path / "o.model.build").exists()


def test_work_of_other_settings_is_not_reused(tmp_path):
    first = Workspace(tmp_path / "work", b"one")
    (first.folder / "step.parquet").write_bytes(b"x")
    assert Workspace(tmp_path / "work", b"one").resumed
    assert (first.folder / "step.parquet").exists()
    assert not Workspace(tmp_path / "work", b"two").resumed
    assert not (first.folder / "step.parquet").exists()


def records_file(path, othello, games=40):
    player = bw.AlphaBeta(bw.Evaluator(bw.baseline(othello, "squares")))
    played = bw.self_play(
        othello,
        lambda position: player.choose(position, bw.Limit(depth=1)),
        games,
        opening=(4, 30),
        seed=1,
    )
    path.write_text("\n".join(map(transcript, played)) + "\nf5f5\n")
    return path


def test_records_give_a_model_and_damaged_ones_are_named(tmp_path, othello):
    path = records_file(tmp_path / "games.txt", othello)
    lines = []

    class Listener(bw.recipes.Silent):
        def line(self, text):
            lines.append(text)

    settings = bw.Settings(stages=2, exact=6)
    build = bw.Build(
        othello, tmp_path / "work", settings=settings, records=[path], reporter=Listener()
    )
    model = build.run()
    assert model.provenance["data"]["games"] == 40
    assert model.provenance["records"][0][0] == "games.txt"
    assert model.metrics["held_out"]["all"]["rows"] > 0
    assert len(lines) == 1
    assert "line 41: move 2 (f5) is illegal" in lines[0]


@pytest.mark.parametrize("target", ["score", "win"])
def test_tic_tac_toe_teaches_itself_to_play_perfectly(tmp_path, target):
    game = bw.load_game("tic_tac_toe")
    settings = bw.Settings(games=400, generations=2, depth=2, exact=9, stages=9, target=target)
    model = bw.Build(game, tmp_path / "work", settings=settings).run()
    learned = bw.AlphaBeta(bw.Evaluator(model), "learned")
    openings = bw.random_openings(game, 9, 1, seed=0)
    perfect = bw.AlphaBeta(bw.Evaluator(bw.baseline(game, "discs")), "perfect")
    drawn = bw.Match(learned, perfect, openings, bw.Limit(depth=9)).run(game, 18)
    assert drawn.wins_draws_losses == (0, 18, 0)
    easy = bw.Match(learned, bw.RandomPlayer(3), openings, bw.Limit(depth=2)).run(game, 18)
    assert easy.rating.share >= 0.8


@pytest.mark.parametrize(
    "wrong", [{"games": 5}, {"generations": 0}, {"depth": 0}, {"stages": 0}, {"held_out": 1.0}]
)
def test_senseless_settings_are_refused(wrong):
    with pytest.raises(BoardworthError, match=next(iter(wrong))):
        bw.Settings(**wrong)
