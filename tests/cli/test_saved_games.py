"""Games at the terminal are not lost: their moves are shown, and can be saved and played on."""

import shlex
import subprocess

import pytest
from waiting import interrupted, python

import boardworth as bw
from boardworth.cli.app import run
from boardworth.cli.arguments import history_of
from boardworth.cli.joint_moves import joint_moves_text

# Native, by a rule sheet with turns, for three players, with simultaneous moves.
PLAYED = ["othello", "connect-four", "three-stars", "light-cycles"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def play(monkeypatch, capsys, game, typed, *options):
    """What is shown of a game in which the user types lines; `move` stands for a legal move."""
    lines = iter(typed)
    legal = []

    def answer(prompt):
        try:
            line = next(lines)
        except StopIteration:
            raise EOFError from None
        return legal[-1] if line == "move" else line

    def first_legal(session, moves, ask=bw.cli.play.Session._ask):
        legal.append(session.position.move_text(moves[0], session.you))
        return ask(session, moves)

    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr("boardworth.cli.play.Session._ask", first_legal)
    assert run(["play", game, "--opponent", "random", *options]) == 0
    return capsys.readouterr().out


def shown_moves(shown):
    """What follows `moves:` in the last line."""
    last = shown.splitlines()[-1]
    assert last.startswith("moves: ")
    return last.removeprefix("moves: ")


@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.parametrize(
    "end", [["q"], [], ["quit", ""], ["q", "q"]], ids=["q", "end of input", "no file", "q twice"]
)
def test_a_game_that_is_left_shows_moves_to_go_on_with(monkeypatch, capsys, game, end):
    moves = shown_moves(play(monkeypatch, capsys, game, ["move", "move", *end]))
    rules = bw.load_game(game)
    before = history_of(rules, None, moves)
    assert len(before.joint_moves) >= 2
    again = shown_moves(play(monkeypatch, capsys, game, ["move", "q"], "--moves", moves))
    assert again.startswith(moves)
    assert len(history_of(rules, None, again).joint_moves) > len(before.joint_moves)


@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.parametrize("way", [["save g.txt", "q"], ["q", "g.txt"]], ids=["command", "offer"])
def test_a_saved_game_holds_all_moves(monkeypatch, capsys, folder, game, way):
    shown = play(monkeypatch, capsys, game, ["move", "move", *way])
    assert "saved: g.txt" in shown
    comment, moves, *_ = (folder / "g.txt").read_text().splitlines()
    assert comment.startswith(f"# {game}: ")
    assert "you" in comment
    assert len(history_of(bw.load_game(game), None, moves).joint_moves) >= 2


def test_a_saved_game_is_a_record(monkeypatch, capsys, folder, othello):
    play(monkeypatch, capsys, "othello", ["move", "move", "save g.txt", "q"])
    (record,) = bw.read_records(othello, "g.txt").games
    assert len(record.moves) == 4


def test_saving_replaces_nothing(monkeypatch, capsys, folder):
    (folder / "g.txt").write_text("precious")
    (folder / "othello-1.txt").write_text("precious")
    typed = ["move", "save g.txt", "save nowhere/g.txt", "save", "q"]
    shown = play(monkeypatch, capsys, "othello", typed)
    assert "g.txt exists: choose another name" in shown
    assert "no such folder: nowhere" in shown
    assert "saved: othello-2.txt" in shown
    assert "save the game as" not in shown
    assert {(folder / name).read_text() for name in ("g.txt", "othello-1.txt")} == {"precious"}


def test_a_game_that_was_interrupted_shows_its_moves(folder):
    options = ["--opponent", "random", "--moves", "f5d6"]
    process = python("-m", "boardworth", "play", "othello", *options, stdin=subprocess.PIPE)
    shown = ""
    while not shown.endswith("black> "):
        shown += process.stdout.read(1)
    output, messages = interrupted(process)
    assert process.returncode == 130
    assert "moves: f5d6" in output
    assert messages.strip() == "boardworth: interrupted"


@pytest.mark.parametrize("game", ["three-stars", "light-cycles"])
def test_joint_moves_are_read_as_they_are_written(game):
    history = history_of(bw.load_game(game), None, "")
    while history.payoffs is None:
        position = history.position
        joint = [position.legal_moves(role)[-1] for role in range(len(position.game.roles))]
        history = history.play_joint(joint)
    text = joint_moves_text(history)
    assert shlex.split(text)
    assert history_of(history.game, None, text) == history
