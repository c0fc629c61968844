"""Builds: repeatable to the byte, and none the worse for being killed."""

import shlex
import subprocess
import sys

import msgspec
import pytest
from reporters import Listener
from waiting import interrupted, python, until, until_at_work

import boardworth as bw
from boardworth.errors import BoardworthError
from boardworth.rules.records.transcript import transcript

COMMAND = [
    "build", "othello", "--generations", "1", "--exact", "4", "--stages", "2", "--calibration", "0"
]  # fmt: skip


def test_the_same_seed_gives_the_same_bytes_with_1_and_2_threads(tmp_path, othello, small_build):
    for threads in (1, 2):
        model = bw.Build(
            othello, tmp_path / f"work{threads}", settings=small_build, threads=threads
        ).run()
        bw.save_model(model, tmp_path / f"{threads}.model")
    assert (tmp_path / "1.model").read_bytes() == (tmp_path / "2.model").read_bytes()


def test_a_build_calibrates_its_model(tmp_path, othello, small_build):
    settings = msgspec.structs.replace(small_build, calibration=150)
    models = [
        bw.Build(othello, tmp_path / f"work{threads}", settings=settings, threads=threads).run()
        for threads in (1, 2)
    ]
    assert models[0].selectivity is not None
    assert models[0].selectivity == models[1].selectivity


def test_a_build_learns_again_from_searches(tmp_path, othello, small_build):
    settings = msgspec.structs.replace(small_build, searched=600, label_depth=2, solved=6)
    models = []
    for threads in (1, 2):
        work = bw.Build(othello, tmp_path / f"{threads}", settings=settings, threads=threads)
        models.append(work.run())
        bw.save_model(models[-1], tmp_path / f"{threads}.model")
    assert (tmp_path / "1.model").read_bytes() == (tmp_path / "2.model").read_bytes()
    plain = bw.Build(othello, tmp_path / "plain", settings=small_build).run()
    assert models[0].weighted_sum.weights.tobytes() != plain.weighted_sum.weights.tobytes()
    positions = [model.provenance["data"]["positions"] for model in (models[0], plain)]
    # Half as many starts as positions, each with one position from inside a search, then their
    # successors, beside what is left of the games. Some positions are the same.
    assert positions[1] < positions[0] <= positions[1] + 2 * (600 + 61)
    assert len(models[0].metrics["generations"]) == 1 + len(plain.metrics["generations"])


def test_searches_label_the_positions_of_records_too(tmp_path, othello, small_build):
    records = tmp_path / "games.txt"
    games = bw.self_play(othello, lambda p: p.legal_moves()[0], 60, opening=(30, 50), seed=1)
    records.write_text("\n".join(map(transcript, games)))
    settings = msgspec.structs.replace(small_build, searched=300, label_depth=1)
    reporter = Listener()
    work = bw.Build(
        othello, tmp_path / "work", settings=settings, records=[records], reporter=reporter
    )
    assert work.run().provenance["data"]["positions"] > 300
    assert reporter.lines[-1].startswith("the right to move is worth")


def test_a_model_can_be_improved(tmp_path, othello, othello_model, small_build):
    settings = msgspec.structs.replace(small_build, searched=300, label_depth=1)
    work = bw.Build(othello, tmp_path / "work", settings=settings, improved=othello_model)
    better = work.run()
    assert better.weighted_sum.weights.tobytes() != othello_model.weighted_sum.weights.tobytes()
    assert len(better.metrics["generations"]) == 1 + len(othello_model.metrics["generations"])
    assert better.provenance["improved"]["from"] == othello_model.provenance


@pytest.mark.parametrize(
    ("name", "changed", "message"),
    [
        ("tic_tac_toe", {"searched": 300}, "one of othello, not of tic_tac_toe"),
        ("othello", {"searched": 300, "target": "win"}, "estimates the score, not the win"),
        ("othello", {"searched": 0}, "say how many positions"),
    ],
)
def test_a_model_that_cannot_be_improved_is_refused(
    tmp_path, othello_model, name, changed, message
):
    with pytest.raises(BoardworthError, match=message):
        bw.Build(
            bw.load_game(name),
            tmp_path,
            settings=bw.Settings(**changed),
            improved=othello_model,
        )


def test_another_seed_gives_another_model(tmp_path, othello):
    weights = []
    for seed in (1, 2):
        settings = bw.Settings(
            games=20, generations=1, depth=1, stages=1, exact=2, seed=seed, calibration=0
        )
        weights.append(
            bw.Build(othello, tmp_path / f"{seed}", settings=settings).run().weighted_sum.weights
        )
    assert weights[0].tobytes() != weights[1].tobytes()


# Builds again and again, in processes of their own that are killed when they are about to put
# their first or second file in place, or have just done so, until one comes to its end.
KILLED = """
import itertools, os, pathlib, signal
from boardworth.cli import main
import boardworth.cli.app, boardworth.recipes

def killed_at(number, moment):
    replace, files = pathlib.Path.replace, []

    def dying(path, target):
        files.append(path)
        if len(files) == number and moment == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        replace(path, target)
        if len(files) == number:
            os.kill(os.getpid(), signal.SIGKILL)

    pathlib.Path.replace = dying
    main()

for kills, at in enumerate(itertools.cycle(itertools.product((1, 2), ("before", "after")))):
    child = os.fork()
    if not child:
        killed_at(*at)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code != -signal.SIGKILL:
        print(kills, code)
        break
"""


def test_a_build_killed_again_and_again_ends_with_the_same_bytes(tmp_path):
    """At every file that it writes: a second one, the label, makes the first one count."""
    whole, killed = tmp_path / "whole.model", tmp_path / "killed.model"
    build = [*COMMAND, "--games", "100", "--depth", "1", "-o"]
    subprocess.run([sys.executable, "-m", "boardworth", *build, whole], check=True)
    output, messages = python("-c", KILLED, *build, killed).communicate()
    kills, code = map(int, output.splitlines()[-1].split())
    assert kills > 8
    assert code == 0, messages
    assert "going on with the work" in messages
    assert killed.read_bytes() == whole.read_bytes()
    left = {path.name for path in tmp_path.iterdir() if path.suffix != ".tmp"}
    assert left == {"whole.model", "killed.model"}


def interrupted_build(tmp_path, games, depth, after):
    """What a build says after Ctrl-C at work that never ends, which follows a file of some name."""
    options = ["--games", games, "--depth", depth, "-o", tmp_path / "o.model"]
    process = python("-m", "boardworth", *COMMAND, *options)
    steps = tmp_path / "o.model.build"
    until(lambda: list(steps.glob(after)), f"there is no {after}")
    until_at_work(process)
    _, messages = interrupted(process)
    assert process.returncode == 130
    assert "Traceback" not in messages
    return messages


def test_an_interrupted_build_says_so_and_goes_on_later(tmp_path):
    messages = interrupted_build(tmp_path, 10**7, 1, "games-0-0001000.parquet")
    work, output = tmp_path / "o.model.build", tmp_path / "o.model"
    kept, again = messages.splitlines()[-2:]
    assert kept == (
        f"boardworth: interrupted; what is finished is kept in {work}, and this goes on with it:"
    )
    options = ["--games", str(10**7), "--depth", "1", "-o", str(output)]
    assert again.strip() == shlex.join(["boardworth", *COMMAND, *options])
    assert work.exists()


def test_ctrl_c_ends_self_play_whose_moves_are_slow(tmp_path):
    interrupted_build(tmp_path, 100, 60, "*.model")


def test_drawn_games_alone_can_be_learned_from(tmp_path):
    game = bw.load_game("tic_tac_toe")
    path = tmp_path / "draws.txt"
    path.write_text("b2a1c3b3b1c1a3a2c2 0\n" * 30)
    settings = bw.Settings(stages=2, exact=0, held_out=0.5)
    build = bw.Build(game, tmp_path / "work", settings=settings, records=[path])
    assert not build.run().weighted_sum.weights.any()


def records_file(path, othello, games=40):
    player = bw.AlphaBeta(bw.Evaluator(bw.baseline(othello, "squares")))
    played = bw.self_play(
        othello,
        lambda position: player.move(position, bw.Limit(depth=1)),
        games,
        opening=(4, 30),
        seed=1,
    )
    path.write_text("\n".join(map(transcript, played)) + "\nf5f5\n")
    return path


def test_records_give_a_model_and_damaged_ones_are_named(tmp_path, othello):
    path = records_file(tmp_path / "games.txt", othello)
    reporter = Listener()
    empty = tmp_path / "empty.txt"
    empty.write_text("")
    settings = bw.Settings(stages=2, exact=6, calibration=0)
    build = bw.Build(
        othello, tmp_path / "work", settings=settings, records=[path, empty], reporter=reporter
    )
    model = build.run()
    assert model.provenance["data"]["games"] == 40
    assert model.provenance["records"][0][0] == "games.txt"
    assert model.metrics["held_out"]["all"]["rows"] > 0
    assert len(reporter.lines) == 2
    assert "line 41: move 2 (f5) is illegal" in reporter.lines[0]
    assert "empty.txt: no game with a result" in reporter.lines[1]


@pytest.mark.parametrize(("target", "smooth"), [("score", 0), ("win", 0), ("score", 20)])
def test_tic_tac_toe_teaches_itself_to_play_perfectly(tmp_path, target, smooth):
    game = bw.load_game("tic_tac_toe")
    settings = bw.Settings(
        games=400, generations=2, depth=2, exact=9, stages=9, target=target, smooth=smooth
    )
    model = bw.Build(game, tmp_path / "work", settings=settings).run()
    learned = bw.AlphaBeta(bw.Evaluator(model), "learned")
    openings = bw.random_openings(game, 9, 1, seed=0)
    perfect = bw.AlphaBeta(bw.Evaluator(bw.baseline(game, "discs")), "perfect")
    drawn = bw.Match((learned, perfect), openings, bw.Limit(depth=9)).run(game, 18)
    assert drawn.wins_draws_losses == (0, 18, 0)
    easy = bw.Match((learned, bw.RandomPlayer(3)), openings, bw.Limit(depth=2)).run(game, 18)
    assert easy.rating.share >= 0.8


@pytest.mark.parametrize(
    "wrong",
    [
        {"games": 5},
        {"generations": 0},
        {"depth": 0},
        {"stages": 0},
        {"stages": 1000},
        {"smooth": -1},
        {"held_out": 1.0},
        {"exact": -3},
        {"exact": 60},
        {"seed": -1},
    ],
)
def test_senseless_settings_are_refused(wrong):
    with pytest.raises(BoardworthError, match=next(iter(wrong))):
        bw.Settings(**wrong)
