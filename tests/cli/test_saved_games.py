"""Games at the terminal are not lost: their moves are shown, and can be saved and played on."""

import shlex
import subprocess
from pathlib import Path

import pytest
from waiting import interrupted, python

import boardworth as bw
from boardworth.cli.app import run
from boardworth.cli.arguments import history_of
from boardworth.cli.joint_moves import joint_moves_text
from boardworth.errors import EngineError

# Native, by a rule sheet with turns, for three players, with simultaneous moves.
PLAYED = ["othello", "connect-four", "three-stars", "light-cycles"]


@pytest.fixture(autouse=True)
def terminal(monkeypatch):
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)


def play(monkeypatch, capsys, game, typed, *options, code=0):
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
    assert run(["play", game, "--opponent", "random", *options]) == code
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
def test_a_saved_game_holds_all_moves(monkeypatch, capsys, tmp_path, game, way):
    shown = play(monkeypatch, capsys, game, ["move", "move", *way])
    assert "saved: g.txt" in shown
    comment, moves, *_ = (tmp_path / "g.txt").read_text().splitlines()
    assert comment.startswith(f"# {game}: ")
    assert "you" in comment
    assert len(history_of(bw.load_game(game), None, moves).joint_moves) >= 2


def test_a_saved_game_is_a_record(monkeypatch, capsys, tmp_path, othello):
    play(monkeypatch, capsys, "othello", ["move", "move", "save g.txt", "q"])
    (record,) = bw.read_records(othello, "g.txt").games
    assert len(record.moves) == 4


def elsewhere(game):
    """The position after three joint moves, as text."""
    history = history_of(bw.load_game(game), None, "")
    for _ in range(3):
        position = history.position
        roles = range(len(position.game.roles))
        history = history.play_joint([position.legal_moves(role)[0] for role in roles])
    return position.game.text(history.position)


@pytest.mark.parametrize("game", ["othello", "dobutsu", "connect-four"])
def test_a_saved_record_holds_the_position_where_it_began(monkeypatch, capsys, game):
    start, rules = elsewhere(game), bw.load_game(game)
    play(monkeypatch, capsys, game, ["move", "save g.txt", "q"], "--position", start)
    (record,) = bw.read_records(rules, "g.txt").games
    assert record.start == rules.parse(start)
    assert len(record.moves) >= 2


@pytest.mark.parametrize("game", PLAYED)
def test_what_is_shown_resumes_a_game_from_a_position(monkeypatch, capsys, game):
    start, rules = elsewhere(game), bw.load_game(game)
    shown = play(monkeypatch, capsys, game, ["move", "q"], "--position", start)
    position = shown.splitlines()[-2].removeprefix("position: ")
    before = history_of(rules, position, shown_moves(shown))
    assert before.start == rules.parse(start)
    options = ("--position", position, "--moves", shown_moves(shown))
    again = shown_moves(play(monkeypatch, capsys, game, ["move", "q"], *options))
    assert history_of(rules, position, again).joint_moves[:1] == before.joint_moves[:1]


def test_a_hint_that_fails_does_not_end_the_game(monkeypatch, capsys):
    def fails(*_):
        raise EngineError("out of order")

    monkeypatch.setattr("boardworth.cli.play.Session._step", fails)
    monkeypatch.setattr("boardworth.search.RandomPlayer.choose", fails)
    shown = play(monkeypatch, capsys, "othello", ["hint", "hint", "q"], "--moves", "f5")
    assert shown.count("out of order") == 2
    assert shown_moves(shown) == "f5"


def test_an_opponent_that_fails_does_not_take_the_game_with_it(monkeypatch, capsys):
    def fails(*_):
        raise EngineError("out of order")

    monkeypatch.setattr("boardworth.search.RandomPlayer.choose", fails)
    typed, moves = ["move", "g.txt"], ("--moves", "f5d6")
    shown = play(monkeypatch, capsys, "othello", typed, *moves, code=2)
    assert "the game cannot go on: out of order" in shown
    assert "saved: g.txt" in shown
    (record,) = bw.read_records(bw.load_game("othello"), "g.txt").games
    assert len(record.moves) == 3


def test_saving_replaces_nothing(monkeypatch, capsys, tmp_path):
    (tmp_path / "g.txt").write_text("precious")
    (tmp_path / "othello-1.txt").write_text("precious")
    typed = ["move", "save g.txt", "save nowhere/g.txt", "save", "q"]
    shown = play(monkeypatch, capsys, "othello", typed)
    assert "g.txt exists: choose another name" in shown
    assert "no such folder: nowhere" in shown
    assert "saved: othello-2.txt" in shown
    assert "save the game as" not in shown
    assert {(tmp_path / name).read_text() for name in ("g.txt", "othello-1.txt")} == {"precious"}


@pytest.mark.parametrize("game", PLAYED)
def test_a_move_that_was_typed_ahead_is_no_file(monkeypatch, capsys, tmp_path, game):
    shown = play(monkeypatch, capsys, game, ["move", "move", "q", "move", ""])
    assert "is a move of the game" in shown
    assert not list(tmp_path.iterdir())


def test_what_is_piped_in_is_no_file(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr("sys.stdin.isatty", lambda: False)
    shown = play(monkeypatch, capsys, "othello", ["move", "q", "g.txt"])
    assert "save the game as" not in shown
    assert not list(tmp_path.iterdir())


def test_what_is_piped_in_is_shown_and_ends_the_line_of_its_prompt(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin.isatty", lambda: False)
    shown = play(monkeypatch, capsys, "othello", ["q"], "--moves", "f5d6")
    assert shown.splitlines()[-2:] == ["black> q", "moves: f5d6"]


def test_a_game_that_was_interrupted_shows_its_moves(tmp_path):
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


@pytest.mark.parametrize(
    ("game", "name", "start"), [("chess", "g.pgn", "[Event "), ("shogi", "g.csa", "'CSA")]
)
def test_a_game_is_saved_in_the_format_of_the_ending(monkeypatch, capsys, game, name, start):
    play(monkeypatch, capsys, game, ["move", f"save {name}", "q"])
    assert Path(name).read_text().startswith(start)
    (record,) = bw.read_records(bw.load_game(game), name).games
    assert len(record.moves) == 2
    assert "you" in record.players


def test_a_game_is_not_saved_in_a_format_that_is_not_known(monkeypatch, capsys):
    shown = play(monkeypatch, capsys, "chess", ["move", "save g.epd", "q"])
    assert "g.epd: records end in .pgn" in shown
    assert not Path("g.epd").exists()


def test_what_is_taken_back_is_drawn_as_before(monkeypatch, capsys):
    shown = play(monkeypatch, capsys, "chess", ["move", "undo", "q"], "--unicode")

    assert shown.count("8 \u265c") == 4
