"""Games at the terminal: what is drawn and when, and that nothing else is written."""

import os
import pty
import re
import subprocess
import sys

import pytest
from waiting import until

from boardworth.cli.app import run
from boardworth.cli.terminal.session import _said
from boardworth.search import Decision

CLEAN = [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"LC_ALL": "C"}]


def play(monkeypatch, capsys, typed, *arguments):
    lines = iter(typed)
    monkeypatch.setattr("builtins.input", lambda _prompt: next(lines))
    assert run(["play", *arguments]) == 0
    return capsys.readouterr().out


def at_a_terminal(arguments, typed, **environment):
    """What is written on a terminal while this is typed."""
    ours, theirs = pty.openpty()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
    usual = {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
    process = subprocess.Popen(
        [sys.executable, "-m", "boardworth", "play", *arguments.split()],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**kept, **usual, **environment},
    )
    os.close(theirs)
    shown = bytearray()

    def is_asked():
        shown.extend(os.read(ours, 1 << 16))
        return bytes(shown).endswith(b"> ")

    for line in typed:
        until(is_asked, "nothing is asked")
        os.write(ours, f"{line}\n".encode())
    try:
        while part := os.read(ours, 1 << 16):
            shown.extend(part)
    except OSError:  # the terminal was left
        pass
    assert process.wait() == 0
    return shown.decode(errors="replace")


def test_a_terminal_has_colours_and_discs():
    shown = at_a_terminal("othello --opponent random", ["q"])
    assert "\x1b[" in shown
    assert "●" in shown
    assert "•" in shown
    assert "black to move (black 2, white 2)" in shown


@pytest.mark.parametrize("environment", CLEAN, ids=lambda environment: next(iter(environment)))
def test_a_terminal_without_colours_gets_text_alone(environment):
    shown = at_a_terminal("othello --opponent random", ["moves", "q"], **environment)
    assert "\x1b" not in shown
    assert "3 - - - * - - - -" in shown
    assert "d3 c4 f5 e6" in shown


def test_a_line_can_be_completed_and_called_back():
    shown = at_a_terminal("othello --opponent random", ["und\t", "\x1b[A", "q"], NO_COLOR="1")
    assert shown.count("nothing to take back") == 2


def test_the_last_move_and_legal_moves_are_marked(monkeypatch, capsys):
    shown = play(monkeypatch, capsys, ["q"], "connect-four", "--moves", "4 4")
    assert "2 - - -[y]- - -" in shown
    assert "3 - - - * - - -" in shown
    assert "1 * * * r * * *" in shown


def test_a_move_is_marked_where_it_left_and_where_it_came_to(monkeypatch, capsys):
    shown = play(monkeypatch, capsys, ["q"], "chess", "--moves", "e4")
    assert "4 - - - -[P]- - -" in shown
    assert "2 P P P P[-]P P P" in shown


def test_no_square_is_marked_where_all_empty_ones_can_be_moved_to(monkeypatch, capsys):
    assert "*" not in play(monkeypatch, capsys, ["q"], "tic_tac_toe")


def test_a_board_is_drawn_only_after_moves(monkeypatch, capsys):
    typed = ["help", "moves", "hint", "nonsense", "5", "q"]
    shown = play(monkeypatch, capsys, typed, "connect-four", "--opponent", "random")
    assert shown.count("1 2 3 4 5 6 7\n6") == 3  # at the start, and after two moves


@pytest.mark.parametrize(
    ("position", "said"), [("OX", "you have to pass"), ("XO", "random has to pass")]
)
def test_a_pass_is_said_in_words_and_draws_no_board(monkeypatch, capsys, position, said):
    """The role to move has no move; the other has one, which ends the game."""
    mover = "X" if position == "OX" else "O"
    options = ["--opponent", "random", "--side", "black"]
    start = f"{position}{'-' * 62} {mover}"
    shown = play(monkeypatch, capsys, [], "othello", "--position", start, *options)
    assert said in shown
    assert shown.count("a b c d e f g h") == 2


PASSED = (
    "d3c3b3e3f3c5f6g2b5c6f4a5h1f5d6e7d7e6d8c4c7b7a8b6a4f8g4b4e8a3a7g5g8c2h4g3a2h3c1d1d2e1f1f7a6h6e2"
    "b8g7c8h5g6h2h7h8g1b2f2"
)
BLACK_PASSES = "--X-OOO-X-XXXXXXXOOXOXXOXOXOOOXOXOOOOXOOXOOOOOOOOOOOOOOXOOOOOOO- X"


def test_after_a_pass_it_is_said_whose_turn_it_is(monkeypatch, capsys):
    options = ["--side", "white", "--opponent", "random"]
    shown = play(monkeypatch, capsys, ["q"], "othello", "--moves", PASSED, *options)
    assert shown.count("a b c d e f g h") == 1  # both empty squares can be moved to: no marks
    score = "(black 33, white 29)"
    assert f"black to move {score}\nrandom has to pass\nwhite to move {score}\n" in shown


def test_after_a_pass_the_board_shows_where_to_move(monkeypatch, capsys):
    """Black has no move, white can move to all empty squares but one."""
    options = ["--side", "white", "--opponent", "random"]
    shown = play(monkeypatch, capsys, ["q"], "othello", "--position", BLACK_PASSES, *options)
    before, _, after = shown.partition("random has to pass\n")
    assert "1 - - X - O O O -" in before
    assert "1 * * X * O O O *" in after
    assert "white to move (" in after


def test_moves_are_listed_and_played_short(monkeypatch, capsys):
    typed = ["moves", "help", "1 9", "4", "q"]
    shown = play(monkeypatch, capsys, typed, "connect-four", "--opponent", "random")
    assert "1 2 3 4 5 6 7" in shown.splitlines()
    assert "a move such as 4 for (drop 4)" in shown
    assert "has no move '1 9'" in shown
    assert "moves: (drop 4)(drop " in shown


@pytest.mark.parametrize(
    ("arguments", "legend"),
    [
        ("hex", "Squares are written column first: 2 1 is column 2, row 1."),
        ("english-draughts", "Squares are written column first: 3 1 is column 3, row 1."),
        ("connect-four", ""),
        ("hasami-shogi", ""),
        (
            "shogi --unicode",
            "Pieces in moves: 香 L, 桂 N, 銀 S, 金 G, 玉 K, 飛 R, 角 B, 歩 P. With",
        ),
        ("shogi --no-unicode", ""),
        ("chess --no-unicode", ""),
    ],
)
def test_help_says_how_squares_and_pieces_are_written(monkeypatch, capsys, arguments, legend):
    typed = ["help", "q"]
    shown = play(monkeypatch, capsys, typed, *arguments.split(), "--opponent", "random")
    told = shown.partition("leaves it\n")[2]
    assert legend in told
    assert bool(legend) == ("Squares" in told or "Pieces" in told)


def test_a_model_explains_and_without_one_nothing_offers_to(monkeypatch, capsys):
    shown = play(monkeypatch, capsys, ["help", "explain", "q"], "breakthrough", "--nodes", "9")
    assert "  hint       what the opponent would play in your place\n  board " in shown
    assert "there is no model that could explain it" in shown
    assert "  explain    " in play(monkeypatch, capsys, ["help", "q"], "chess")


@pytest.mark.parametrize(("game", "explains"), [("breakthrough", False), ("chess", True)])
def test_tab_offers_what_can_be_typed(game, explains):
    shown = at_a_terminal(f"{game} --no-unicode", ["expl\t", "res\t"], NO_COLOR="1")
    assert ("> explain" in shown) == explains
    assert "> resign" in shown
    assert "you resign, and " in shown


def test_a_puzzle_has_no_opponent(monkeypatch, capsys):
    shown = play(monkeypatch, capsys, ["help", "resign"], "peg-solitaire", "--nodes", "9")
    assert "UCT gives the hints; boardworth build peg-solitaire makes a model" in shown
    assert "  hint       what uct would play\n" in shown
    assert "opponent" not in shown
    assert "resign  " not in shown


@pytest.mark.parametrize(
    ("game", "example"),
    [("chess", "e3"), ("shogi", "P-6f"), ("othello", "e6"), ("connect-four", "4 for (drop 4)")],
)
def test_what_is_no_move_is_answered_by_a_usual_one(monkeypatch, capsys, game, example):
    shown = play(monkeypatch, capsys, ["Z", "q"], game, "--opponent", "random")
    assert f"type a move such as {example}, or help" in shown


def test_a_game_that_is_resigned_is_saved_as_lost(tmp_path):
    file = tmp_path / "lost.pgn"
    shown = at_a_terminal("chess --opponent random --moves e4", ["resign", str(file)])
    assert "you resign, and random wins" in shown
    assert "1. e4 1-0" in file.read_text()


def test_the_model_of_a_game_is_not_called_like_the_game(monkeypatch, capsys):
    shown = play(monkeypatch, capsys, ["f5", "q"], "othello", "--level", "1")
    assert "othello: you are black, the model is white." in shown
    assert "the model plays " in shown
    shown = play(monkeypatch, capsys, ["q"], "othello", "--opponent", "baseline:discs")
    assert "you are black, baseline:discs is white." in shown


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (Decision(0, words="50 of 100 points", exact=True), "proven: 50 of 100 points for itself"),
        (Decision(0, words="+3 points", depth=4), "+3 points for itself, at depth 4"),
        (Decision(0, words="9 of 100 points", nodes=1200), "after 1,200 simulations"),
    ],
)
def test_a_value_says_how_sure_it_is(found, said):
    assert said in _said(found)


def test_letters_that_pieces_are_known_by_remain_letters():
    shown = at_a_terminal("tic_tac_toe --opponent random", ["a1", "q", ""])
    assert "\x1b[" in shown
    assert " x " in shown
    assert "●" not in shown


def test_lines_break_between_words():
    shown = at_a_terminal("othello", ["explain", "q"], NO_COLOR="1", COLUMNS="40")
    lines = shown.splitlines()
    assert "  white. Type a move, or help." in lines
    terms = lines[next(n for n, line in enumerate(lines) if "largest terms" in line) + 1 : -1]
    assert max(map(len, terms)) <= 40
    assert any(line.startswith(" " * 10) for line in terms)


def test_a_game_that_is_interrupted_is_told_on_a_line_of_its_own(monkeypatch, capsys):
    def interrupted(_prompt):
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    assert run(["play", "othello", "--opponent", "random", "--moves", "f5"]) == 130
    assert "white> \nmoves: f5\n" in capsys.readouterr().out


def test_a_hint_is_one_move_and_what_may_follow(monkeypatch, capsys):
    typed = ["hint", "q"]
    shown = play(monkeypatch, capsys, typed, "othello", "--opponent", "othello", "--depth", "3")
    hint = next(line for line in shown.splitlines() if ", then " in line)
    assert re.fullmatch(r"[a-h][1-8], then [a-h][1-8] [a-h][1-8] \(.* points for you\)", hint)


def test_moves_of_all_roles_at_once_may_be_short(monkeypatch, capsys):
    shown = play(monkeypatch, capsys, ["north", "q"], "light-cycles", "--opponent", "random")
    assert "moves: (drive north) (drive " in shown
