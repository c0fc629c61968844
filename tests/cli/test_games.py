"""What can be played is listed, checked and explained by name."""

import json

import pytest

from boardworth import _core
from boardworth.cli.app import run
from boardworth.rules import load_game
from boardworth.rules.loading import sheet_names


def test_all_games_are_listed(capsys):
    assert run(["games"]) == 0
    shown = capsys.readouterr().out
    for name in [*_core.game_names(), *sheet_names()]:
        assert f"│ {name} " in shown
    assert "WTHOR, GGF" in shown


def test_what_the_list_says_of_a_game_is_so(capsys):
    assert run(["games", "--json", "-"]) == 0
    games = json.loads(capsys.readouterr().out)["result"]["games"]
    by_name = {game["name"]: game for game in games}
    assert len(by_name) == len(games)
    assert by_name["three-stars"]["roles"] == ["red", "green", "blue"]
    assert by_name["chess"]["kind"] == "built in"
    assert by_name["chess"]["sheet"].endswith("gdl/chess.gdl")
    without_turns = [name for name, game in by_name.items() if game["records"] == ["JSON"]]
    assert without_turns == ["dice-race", "light-cycles", "three-stars"]
    for name in (*without_turns, "connect-four", "peg-solitaire"):
        assert load_game(name).has_turns == (name not in without_turns)
    for name in (name for name, game in by_name.items() if game["model"]):
        assert run(["explain", name, "--terms", "1", "--json", "-", "-q"]) == 0
        assert json.loads(capsys.readouterr().out)["game"] == name


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("connect-four", "50 random games, 50 ended"),
        ("othello", "othello: built in, 2 roles (black, white), a board of 8 by 8"),
        ("chess", "its rule sheet is "),
    ],
)
def test_games_are_checked_by_name(capsys, name, said):
    assert run(["check", name, "--games", "50"]) == 0
    assert said in capsys.readouterr().out


def test_a_file_is_checked_though_a_game_has_its_name(capsys, tmp_path):
    (tmp_path / "othello").write_text("(role a)\n")
    assert run(["check", "./othello", "--lint"]) == 2
    assert "./othello" not in capsys.readouterr().out.split(":")[0].removeprefix("othello")


def test_options_of_sheets_mean_nothing_to_built_in_games(capsys):
    for option in (["--lint"], ["--max-moves", "9"]):
        assert run(["check", "othello", *option]) == 2
        assert f"{option[0]} means nothing to othello, which is built in" in capsys.readouterr().err


def test_help_is_that_of_the_command(capsys):
    for command in (["match"], ["reproduce", "glem"], ["reproduce"], []):
        assert run(["help", *command]) == 0
        by_verb = capsys.readouterr().out
        assert run([*command, "--help"]) == 0
        assert capsys.readouterr().out == by_verb


@pytest.mark.parametrize(
    ("command", "hint"), [(["mach"], "mean match?"), (["reproduce", "x"], "there are buro1995, ")]
)
def test_help_for_no_command_is_a_clear_line(capsys, command, hint):
    assert run(["help", *command]) == 2
    assert hint in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("openings othello --cont 5", "Unknown option: --cont. Did you mean --count? (try: boardw"),
        ("openings othello --cont=5", "Unknown option: --cont. Did you mean --count? (try: boardw"),
        ("openings othello --count", "parameter --count requires an argument"),
        ("openings othello --count 5", "parameter --output requires an argument"),
        ("perft othello --dept 3", "Did you mean --depth? (try: boardworth help perft)"),
        ("reproduce glem --quik", "Did you mean --quick? (try: boardworth help reproduce glem)"),
        ("play othello chess", "too many words: chess (try: boardworth help play)"),
        ("play othello --seconds 0", "a limit of 0.0 seconds: it must be more than 0\n"),
        ("play othello --opponent utc:50", "(did you mean uct:?)"),
        ("check othelo", "no such file: othelo (did you mean othello?)"),
        ("perft conect-four", "unknown game 'conect-four': did you mean connect-four?"),
    ],
)
def test_a_slip_of_the_pen_is_answered_by_what_was_meant(capsys, line, said):
    assert run(line.split()) == 2
    assert said in capsys.readouterr().err
