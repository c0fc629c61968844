"""Builds: repeatable to the byte, and none the worse for being killed."""

import subprocess
import sys

import msgspec
import pytest
from waiting import interrupted, python, until, until_at_work

import boardworth as bw
from boardworth.errors import BoardworthError
from boardworth.positions import no_positions
from boardworth.recipes.workspace import Workspace
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
    assert messages.rstrip().endswith("boardworth: interrupted")
    assert (tmp_path / "o.model.build").exists()


class Listener(bw.recipes.Silent):
    """Keeps what a reporter is told."""

    def __init__(self):
        self.lines = []

    def line(self, text):
        self.lines.append(text)


def a_step(workspace, game, calls):
    def make():
        calls.append(1)
        return bw.label(game, bw.self_play(game, lambda p: p.legal_moves()[0], 2, opening=(3, 9)))

    return workspace.dataset("step", make)


@pytest.mark.parametrize("reason", [KeyboardInterrupt, BoardworthError, OSError])
def test_a_build_that_has_finished_nothing_leaves_nothing(tmp_path, reason):
    workspace = Workspace(tmp_path / "w", b"one", Listener())
    with pytest.raises(reason), workspace.opened():
        raise reason
    assert not list(tmp_path.iterdir())


def test_a_dataset_without_positions_is_not_worth_keeping(tmp_path, othello):
    workspace = Workspace(tmp_path / "w", b"one", Listener())
    with pytest.raises(AssertionError), workspace.opened():
        assert workspace.dataset("records-0000", lambda: no_positions(othello)) is None
    assert not list(tmp_path.iterdir())


def test_a_build_that_was_killed_with_nothing_finished_is_no_hindrance(tmp_path, othello):
    folder, calls = tmp_path / "w", []
    folder.mkdir()
    (folder / "work.json").write_text('{"description": "other", "steps": {}}')
    with (workspace := Workspace(folder, b"one", Listener())).opened():
        a_step(workspace, othello, calls)
    with (workspace := Workspace(folder, b"one", Listener())).opened():
        a_step(workspace, othello, calls)
    assert calls == [1]


def test_what_others_have_put_into_the_folder_stays(tmp_path, othello):
    folder = tmp_path / "w"
    with (workspace := Workspace(folder, b"one", Listener())).opened():
        a_step(workspace, othello, [])
        (folder / "thesis.txt").write_text("precious")
    with (workspace := Workspace(folder, b"two", Listener())).opened(fresh=True):
        a_step(workspace, othello, [])
    workspace.clear()
    assert [path.name for path in folder.iterdir()] == ["thesis.txt"]


def test_a_build_killed_before_it_wrote_anything_goes_on(tmp_path, othello):
    folder, calls = tmp_path / "w", []
    folder.mkdir()
    (folder / "work.lock").touch()
    (folder / ".work.json.abc.tmp").touch()
    with (workspace := Workspace(folder, b"one", Listener())).opened():
        a_step(workspace, othello, calls)
    assert calls == [1]


def test_a_finished_step_is_not_done_again(tmp_path, othello):
    calls, reporter = [], Listener()
    for _ in range(3):
        with (workspace := Workspace(tmp_path / "w", b"one", reporter)).opened():
            a_step(workspace, othello, calls)
    assert len(calls) == 1
    assert reporter.lines == [f"going on with the work in {tmp_path / 'w'}"] * 2


@pytest.mark.parametrize("damage", ["flip", "cut", "remove"])
def test_a_damaged_step_is_done_again(tmp_path, othello, damage):
    calls, reporter = [], Listener()
    with (workspace := Workspace(tmp_path / "w", b"one", reporter)).opened():
        first = a_step(workspace, othello, calls)
    path = tmp_path / "w" / "step.parquet"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content if damage == "flip" else content[:100])
    if damage == "remove":
        path.unlink()
    with (workspace := Workspace(tmp_path / "w", b"one", reporter)).opened():
        again = a_step(workspace, othello, calls)
    assert len(calls) == 2
    assert "step.parquet is damaged: that step is done again" in reporter.lines[-1]
    assert again.positions.tobytes() == first.positions.tobytes()


def test_work_of_other_settings_is_neither_used_nor_lost(tmp_path, othello):
    calls = []
    with (workspace := Workspace(tmp_path / "w", b"one", Listener())).opened():
        a_step(workspace, othello, calls)
    other = Workspace(tmp_path / "w", b"two", Listener())
    with pytest.raises(BoardworthError, match=r"other settings: .* --fresh"), other.opened():
        pass
    assert (tmp_path / "w" / "step.parquet").exists()
    with other.opened(fresh=True):
        a_step(other, othello, calls)
    assert len(calls) == 2


def test_a_folder_that_is_not_ours_is_left_alone(tmp_path):
    folder = tmp_path / "o.model.build"
    folder.mkdir()
    (folder / "thesis.txt").write_text("precious")
    for fresh in (False, True):
        workspace = Workspace(folder, b"one", Listener())
        with pytest.raises(BoardworthError, match="in the way"), workspace.opened(fresh=fresh):
            pass
    assert (folder / "thesis.txt").read_text() == "precious"


def test_two_builds_do_not_share_a_folder(tmp_path):
    first, second = (Workspace(tmp_path / "w", b"one", Listener()) for _ in range(2))
    refused = pytest.raises(BoardworthError, match="another run is at work")
    with first.opened(), refused, second.opened():
        pass
    with second.opened():
        pass


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
