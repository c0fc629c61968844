"""Folders of finished steps: what is ours goes on or is forgotten, what is others' stays."""

from contextlib import suppress

import pytest
from reporters import Listener

import boardworth as bw
from boardworth.errors import BoardworthError
from boardworth.positions import no_positions
from boardworth.recipes import workspace as workspace_module
from boardworth.recipes.workspace import Workspace


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


OTHERS = ("thesis.txt", "mine.model", "mine.parquet", "mine.json", "mine.tmp", ".step.mine.tmp")


@pytest.mark.parametrize("way", ["fresh", "cleared", "interrupted"])
def test_what_others_have_put_into_the_folder_stays(tmp_path, othello, way):
    folder = tmp_path / "w"
    with (workspace := Workspace(folder, b"one", Listener())).opened():
        a_step(workspace, othello, [])
    for name in OTHERS:
        (folder / name).write_text("precious")
    if way != "cleared":
        workspace = Workspace(folder, b"two", Listener())
        with suppress(KeyboardInterrupt), workspace.opened(fresh=True):
            assert not (folder / "step.parquet").exists()
            if way == "interrupted":
                raise KeyboardInterrupt
            a_step(workspace, othello, [])
    if way != "interrupted":
        workspace.clear()
    assert {path.name for path in folder.iterdir()} == set(OTHERS)
    assert {path.read_text() for path in folder.iterdir()} == {"precious"}


def test_a_file_of_others_with_the_name_of_a_step_is_not_replaced(tmp_path, othello):
    folder, calls = tmp_path / "w", []
    with (workspace := Workspace(folder, b"one", Listener())).opened():
        workspace.values("first", lambda: 1, int)
        (folder / "step.parquet").write_text("precious")
        with pytest.raises(BoardworthError, match=r"step\.parquet is in the way"):
            a_step(workspace, othello, calls)
    workspace.clear()
    assert [path.name for path in folder.iterdir()] == ["step.parquet"]
    assert not calls


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize(
    "label", ["", "[]", "{", '{"steps": {}}', '{"description": "", "steps": {"../mine": ""}}']
)
def test_a_label_that_does_not_tell_what_is_ours_is_believed_nothing(tmp_path, label, fresh):
    folder = tmp_path / "w"
    folder.mkdir()
    for path in (folder / "step.parquet", tmp_path / "mine"):
        path.write_text("precious")
    (folder / "work.json").write_text(label)
    workspace = Workspace(folder, b"one", Listener())
    with pytest.raises(BoardworthError, match="is damaged"), workspace.opened(fresh=fresh):
        pass
    for path in (folder / "step.parquet", tmp_path / "mine"):
        assert path.read_text() == "precious"


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_step_that_was_killed_at_its_file_is_forgotten_with_the_others(
    tmp_path, monkeypatch, moment
):
    folder = tmp_path / "w"
    write = workspace_module._write_json

    def killed(found, path):
        if moment == "after":
            write(found, path)
        (folder / ".second.json.abcd_123.tmp").touch()  # a kill leaves it
        raise KeyboardInterrupt

    with (workspace := Workspace(folder, b"one", Listener())).opened():
        workspace.values("first", lambda: 1, int)
        monkeypatch.setattr(workspace_module, "_write_json", killed)
        with suppress(KeyboardInterrupt):
            workspace.values("second", lambda: 2, int)
    (folder / "mine.json").write_text("precious")
    with Workspace(folder, b"two", Listener()).opened(fresh=True):
        assert {path.name for path in folder.iterdir()} == {"work.json", "work.lock", "mine.json"}


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
