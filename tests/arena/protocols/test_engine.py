"""`boardworth engine`, as another program sees it: a process with pipes."""

import shlex
import subprocess
import sys

import pytest
from conftest import random_game
from waiting import PATIENCE, until_at_work

import boardworth as bw
from boardworth.arena.protocols import GtpPlayer, NBoardPlayer
from boardworth.arena.protocols.engine_process import EngineProcess
from boardworth.cli.app import run
from boardworth.errors import EngineError
from boardworth.search import level

EMPTY = "---------------------------O*------*O--------------------------- *"
# One must pass: white in the first, black in the second.
WHITE_PASSES = "*O" + "-" * 62 + " O"
BLACK_PASSES = "O*" + "-" * 62 + " *"


@pytest.fixture(autouse=True)
def time_to_come_and_go(monkeypatch):
    """Whoever starts, or has said its last word, needs some time to be there, or gone."""
    for name in ("engine_process._LAST_WORDS", "nboard.START_PATIENCE", "gtp.START_PATIENCE"):
        monkeypatch.setattr(f"boardworth.arena.protocols.{name}", PATIENCE)


def command(model_file, protocol, *options):
    words = ["-m", "boardworth", "engine", str(model_file), "--protocol", protocol, *options]
    return shlex.join([sys.executable, *words])


@pytest.fixture(scope="module")
def start(othello_model_file):
    """Starts engines that must leave by themselves in the end."""
    processes = []

    def start(protocol, *options):
        processes.append(EngineProcess(command(othello_model_file, protocol, *options), protocol))
        return processes[-1]

    yield start
    for process in processes:
        process.close()


@pytest.fixture(scope="module")
def nboard(start):
    process = start("nboard")
    process.send("nboard 2")
    return process


@pytest.fixture(scope="module")
def gtp(start):
    return start("gtp", "--depth", "2")


def line_with(beginning):
    return lambda line: line if line.startswith(beginning) else None


def said_until(process, last):
    """All lines up to one that begins so."""
    lines = []

    def wanted(line):
        lines.append(line)
        return line.startswith(last) or None

    process.expect(wanted, PATIENCE)
    return lines


def set_game(process, board, moves=""):
    process.send(f"set game (;GM[Othello]PC[test]RE[?]TY[8]BO[8 {board}]{moves};)")


def ask(process, text):
    """GTP's answer, without the empty line that ends it."""
    process.send(text)
    lines = []
    process.expect(lambda line: lines.append(line) if line else True, PATIENCE)
    return "\n".join(lines)


def test_nboard_names_the_engine(start):
    process = start("nboard")
    process.send("nboard 2")
    assert process.expect(line_with("set myname"), PATIENCE) == "set myname othello"
    process.send("quit")
    with pytest.raises(EngineError, match="ended with exit code 0; last sent: 'quit'"):
        process.expect(line_with("never"), PATIENCE)


@pytest.mark.parametrize(
    ("board", "moves", "answer"),
    [
        (WHITE_PASSES, "", "=== PA/"),
        (BLACK_PASSES, "", "=== PA/"),
        (WHITE_PASSES, "W[PA]", "=== C1/"),
        (WHITE_PASSES, "W[pass]", "=== C1/"),
        (WHITE_PASSES, "W[--]", "=== C1/"),
    ],
)
def test_nboard_passes_are_moves(nboard, board, moves, answer):
    nboard.send("set depth 3")
    set_game(nboard, board, moves)
    nboard.send("go")
    assert nboard.expect(line_with("==="), PATIENCE).startswith(answer)


@pytest.mark.parametrize("word", ["PA", "pa", "pass", "--", "PA//0.01"])
def test_nboard_passes_are_sent_in_many_ways(nboard, word):
    set_game(nboard, WHITE_PASSES)
    nboard.send(f"move {word}")
    nboard.send("go")
    assert nboard.expect(line_with("==="), PATIENCE).startswith("=== C1/")


def test_nboard_moves_are_what_the_player_would_choose(nboard, othello, othello_model):
    player = bw.AlphaBeta(bw.Evaluator(othello_model))
    position = othello.start().play("f5").play("d6")
    found = player.search(position, bw.Limit(depth=3))
    nboard.send("set depth 3")
    set_game(nboard, EMPTY, "B[F5/1.5/0.2]")
    nboard.send("move D6/0.50/1.2")
    nboard.send("go")
    lines = said_until(nboard, "===")
    points = found.value / othello_model.scale
    move = othello.start().move_text(found.pv[0]).upper()
    assert lines[-1].startswith(f"=== {move}/{points:.2f}/")
    pv = othello.line_text(position, found.pv).upper()
    assert f"search {pv} {points:.2f} 0 3" in lines


def test_nboard_hints_are_ordered_and_as_many_as_asked_for(nboard):
    nboard.send("set depth 2")
    set_game(nboard, EMPTY, "B[F5]")
    nboard.send("hint 2")
    nboard.send("hint 1")
    nboard.send("learn")
    hints = [line.split() for line in said_until(nboard, "learned") if line.startswith("search")]
    assert len(hints) == 3
    assert float(hints[0][2]) >= float(hints[1][2])


def test_nboard_values_every_position_of_a_game(nboard):
    nboard.send("set depth 1")
    set_game(nboard, EMPTY, "B[F5]W[D6]")
    nboard.send("analyze")
    nboard.send("learn")
    values = [line.split() for line in said_until(nboard, "learned") if line[:8] == "analysis"]
    assert [words[1] for words in values] == ["2", "1", "0"]


def test_nboard_ignores_what_it_does_not_know(nboard):
    for line in (
        "frobnicate",
        "",
        "set contempt 5",
        "set time 3",
        "\x00\x01",
        "move-like",
        "é" * 9,
    ):
        nboard.send(line)
    nboard.send("ping 77")
    assert said_until(nboard, "pong") == ["pong 77"]


def test_nboard_says_what_it_cannot_do_and_guesses_nothing(nboard):
    for line in ("set game rubbish", "go", "move F5", "hint 1"):
        nboard.send(line)
    set_game(nboard, EMPTY, "B[A1]")
    nboard.send("ping 78")
    lines = said_until(nboard, "pong")
    assert len(lines) == 6
    assert all(line.startswith("status ") for line in lines[:-1])
    assert "there is no game" in lines[1]
    set_game(nboard, EMPTY)
    nboard.send("set depth x")
    assert "'x' is not a number" in nboard.expect(line_with("status"), PATIENCE)


def test_nboard_has_no_move_in_a_finished_game(nboard):
    set_game(nboard, "*" * 64 + " O")
    nboard.send("go")
    assert nboard.expect(line_with("status"), PATIENCE) == "status The game is over"


def until_it_searches(process):
    until_at_work(process._process, 0.1)


def test_a_ping_ends_a_search(nboard):
    """Also one that was asked for after others, and not begun yet. None would end by itself."""
    nboard.send("set depth 60")
    set_game(nboard, EMPTY, "B[F5]")
    nboard.send("go")
    until_it_searches(nboard)
    for line in ("move D6", "go", "hint 3", "ping 99"):
        nboard.send(line)
    lines = said_until(nboard, "pong")
    assert len([line for line in lines if line.startswith("===")]) == 2
    nboard.send("set depth 1")
    nboard.send("go")
    nboard.send("learn")
    assert any(line.startswith("===") for line in said_until(nboard, "learned"))


def test_a_clock_in_the_game_ends_a_search(nboard):
    nboard.send("set depth 60")
    properties = "PC[test]RE[?]TI[0:02]TY[8]"
    nboard.send(f"set game (;GM[Othello]{properties}BO[8 {EMPTY}]B[F5//0.5]W[D6//1.5];)")
    nboard.send("go")
    nboard.expect(line_with("==="), PATIENCE)


@pytest.mark.parametrize(
    ("protocol", "lines"),
    [
        ("nboard", ["nboard 2", "set depth 60", "go", "quit"]),
        ("nboard", ["nboard 2", "set depth 60", "go", None]),
        ("gtp", ["time_settings 0 1000000 1", "genmove black", "quit"]),
        ("gtp", ["time_settings 0 1000000 1", "genmove black", None]),
    ],
)
def test_the_end_ends_a_search(start, protocol, lines):
    """None stands for the end of the input."""
    process = start(protocol)
    for line in lines[:-1]:
        process.send(line)
    process.expect(lambda line: line[:1] in ("s", "=") or None, PATIENCE)
    until_it_searches(process)
    if lines[-1] is None:
        process._input.close()
    else:
        process.send(lines[-1])
    with pytest.raises(EngineError, match="ended with exit code 0") as caught:
        process.expect(line_with("never"), PATIENCE)
    assert "standard error" not in str(caught.value)


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("protocol_version", "= 2"),
        ("12 protocol_version", "=12 2"),
        ("name", "= Boardworth othello"),
        ("known_command genmove", "= true"),
        ("known_command fly", "= false"),
        ("known_command", "= false"),
        ("3 fly", "?3 unknown command"),
        ("set_game Othello", "="),
        ("set_game Go", "? unsupported game"),
        ("boardsize 8", "="),
        ("boardsize 19", "? unacceptable size"),
        ("komi 6.5", "="),
        ("clear_board # a comment", "="),
        ("\tclear_board\x07 ", "="),
        ("undo", "? cannot undo"),
        ("final_score", "? the game is not over"),
        ("play black a1", "? othello: illegal move a1"),
        ("play black z9", "?"),
        ("play black", "? syntax error"),
        ("play red f5", "? syntax error"),
        ("genmove", "? syntax error"),
        ("genmove white", "? it is black's turn"),
        ("play white f5", "? it is black's turn"),
        ("play black pass", "? othello: illegal move --"),
        ("time_settings 60 0 0", "="),
        ("time_left b 1.5 0", "="),
        ("time_left b", "? syntax error"),
        ("time_settings a b c", "? syntax error"),
    ],
)
def test_gtp_answers(gtp, command, answer):
    assert ask(gtp, "clear_board") == "="
    assert ask(gtp, command).startswith(answer)


def test_gtp_skips_comments_and_empty_lines(gtp):
    gtp.send("# nothing")
    gtp.send("")
    assert ask(gtp, "5 protocol_version") == "=5 2"


def test_gtp_plays_takes_back_and_shows(gtp, othello, othello_model):
    player = bw.AlphaBeta(bw.Evaluator(othello_model))
    position = othello.start().play("f5")
    expected = othello.start().move_text(player.move(position, bw.Limit(depth=2))).upper()
    ask(gtp, "time_settings 0 1 0")
    ask(gtp, "clear_board")
    assert ask(gtp, "play B F5") == "="
    assert ask(gtp, "reg_genmove w") == f"= {expected}"
    assert ask(gtp, "genmove w") == f"= {expected}"
    assert str(position.play(expected.lower())) in ask(gtp, "showboard")
    assert ask(gtp, "undo") == "="
    assert str(position) in ask(gtp, "showboard")


def line_to_a_pass(othello):
    """The moves of a random game up to a forced pass, and to its end."""
    for seed in range(100):
        positions, moves = random_game(othello, seed)
        texts = [othello.start().move_text(move) for move in moves]
        if "--" in texts:
            return positions, texts
    raise AssertionError


def test_gtp_passes_may_be_sent_or_left_out(gtp, othello):
    positions, texts = line_to_a_pass(othello)
    place = texts.index("--")
    colours = [("black", "white")[position.mover] for position in positions]
    ask(gtp, "clear_board")
    for colour, text in list(zip(colours, texts, strict=False))[:place]:
        assert ask(gtp, f"play {colour} {text}") == "="
    assert ask(gtp, f"reg_genmove {colours[place]}") == "= pass"
    assert ask(gtp, f"reg_genmove {colours[place + 1]}")[:2] == "= "
    assert ask(gtp, f"play {colours[place]} pass") == "="
    assert ask(gtp, "undo") == "="
    rest = [text for text in zip(colours[place:], texts[place:], strict=False) if text[1] != "--"]
    for colour, text in rest:
        assert ask(gtp, f"play {colour} {text}") == "="
    score = othello.final_score(positions[-1])
    assert ask(gtp, "final_score") == f"= {'B' if score > 0 else 'W'}+{abs(score)}"
    assert ask(gtp, "genmove black") == "= pass"
    assert ask(gtp, "play white pass") == "="


@pytest.mark.parametrize(
    ("protocol", "player", "options"),
    [
        ("nboard", NBoardPlayer, ["--depth", "2"]),
        ("gtp", GtpPlayer, ["--depth", "2"]),
        # NBoard's set depth is a level.
        ("nboard", NBoardPlayer, []),
        ("gtp", GtpPlayer, ["--level", "2"]),
    ],
)
def test_an_engine_plays_the_same_games_as_the_player(
    othello, othello_model, othello_model_file, protocol, player, options
):
    inside = bw.AlphaBeta(bw.Evaluator(othello_model), "model")
    outside = player(command(othello_model_file, protocol, *options), "model")
    opponent = bw.AlphaBeta(bw.Evaluator(bw.baseline(othello, "squares")), "squares")
    openings = bw.random_openings(othello, 5, 6, seed=4)
    limit = bw.Limit(depth=2) if "--depth" in options else level(othello, 2)
    games = [
        bw.Match((one, opponent), openings, limit).run(othello, 10).games
        for one in (inside, outside)
    ]
    outside.close()
    assert games[0] == games[1]
    assert any(othello.start().parse_move("--") in game.record.moves for game in games[0])


@pytest.mark.parametrize("protocol", ["nboard", "gtp"])
def test_an_engine_that_ponders_answers_and_leaves(start, protocol):
    process = start(protocol, "--ponder", "--seconds", "0.05", "--threads", "2", "--memory", "4")
    for _ in range(3):
        process.send("go" if protocol == "nboard" else "genmove b")
        answer = process.expect(line_with("===" if protocol == "nboard" else "= "), PATIENCE)
        until_it_searches(process)
        process.send("undo" if protocol == "gtp" else f"set game (;GM[Othello]BO[8 {EMPTY}];)")
        assert answer.split()[1].upper()[:2] in {"D3", "C4", "F5", "E6"}
    process.send("quit")
    with pytest.raises(EngineError, match="exit code 0"):
        process.expect(lambda _line: None, PATIENCE)


@pytest.mark.parametrize(
    ("name", "ask", "answer"),
    [("chess", "uci", "uciok"), ("shogi", "usi", "usiok"), ("othello", "nboard 2", "set myname")],
)
def test_a_model_speaks_the_protocol_of_its_game(name, ask, answer):
    command = [sys.executable, "-m", "boardworth", "engine", name]
    done = subprocess.run(
        command,
        input=f"{ask}\nquit\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert any(line.startswith(answer) for line in done.stdout.splitlines())


def test_what_does_not_tell_its_game_needs_a_protocol(capsys):
    for words, problem in (
        ([], "give a model, or --protocol ggp"),
        (["baseline:material"], "give the --protocol"),
    ):
        assert run(["engine", *words]) == 2
        assert problem in capsys.readouterr().err
