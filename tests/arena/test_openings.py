"""Openings that begin elsewhere than the game does: Chess960, handicaps, positions of a file."""

import sys

import chess.pgn
import pytest
from engine_scripts import assert_all_have_ended, engine_command, heard

import boardworth as bw
from boardworth.arena.protocols import GtpPlayer, UciPlayer
from boardworth.cli.app import run
from boardworth.errors import EngineError, FormatError
from boardworth.rules import History
from boardworth.rules.chess960 import is_chess960
from boardworth.rules.records import read_records

CHESS = bw.load_game("chess")
SHOGI = bw.load_game("shogi")
DEPTH = bw.Limit(depth=1)
# A king that castles to the right stays where it is, and so does the rook beside it.
CHESS960 = "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w KQkq - 0 1"
ENDING = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"


def texts(openings):
    """Where each begins, and its moves."""
    return [(o.game.text(o.start), o.game.line_text(o.start, o.moves)) for o in openings]


def test_lines_of_a_text_are_moves_or_positions(tmp_path):
    path = tmp_path / "openings.txt"
    path.write_text(f"e4 e5  # moves\n{ENDING}\nposition: {CHESS960}\nO-O a6\nposition: {ENDING}\n")
    start = CHESS.text(CHESS.start())
    expected = [(start, "e4 e5"), (ENDING, ""), (CHESS960, "O-O a6"), (ENDING, "")]
    assert texts(bw.read_openings(CHESS, path)) == expected
    assert texts(bw.read_openings(CHESS, path, 1))[2:] == [(CHESS960, "O-O")]
    path.write_text("e4\nposition: 8/8\ne4\n")
    with pytest.raises(FormatError, match=r"line 3: chess position: '8/8' is not FEN"):
        bw.read_openings(CHESS, path)
    path.write_text("e4 e4\n")
    with pytest.raises(FormatError, match=r"line 1: .*e4"):
        bw.read_openings(CHESS, path)


def test_problems_and_records_are_openings_wherever_they_begin(tmp_path):
    epd = tmp_path / "starts.epd"
    epd.write_text(f'{" ".join(CHESS960.split()[:4])} id "start 1";\n')
    assert texts(bw.read_openings(CHESS, epd)) == [(CHESS960, "")]
    pgn = tmp_path / "starts.pgn"
    pgn.write_text(f'[FEN "{CHESS960}"]\n[SetUp "1"]\n\n1. O-O-O *\n')
    assert texts(bw.read_openings(CHESS, pgn)) == [(CHESS960, "O-O-O")]
    over = tmp_path / "over.epd"
    over.write_text("7k/5KQ1/8/8/8/8/8/8 b - -\n")
    with pytest.raises(FormatError, match=r"over.epd, line 1: the game is over"):
        bw.read_openings(CHESS, over)


def test_handicaps_have_names(tmp_path):
    path = tmp_path / "handicaps.txt"
    path.write_text("handicap 2-piece\nposition: handicap bishop\n3c3d\n")
    two, bishop = bw.read_openings(SHOGI, path)
    assert two.start == SHOGI.parse("handicap 2-piece")
    assert len(bishop.moves) == 1


@pytest.mark.parametrize(
    ("fen", "wanted"),
    [
        (chess.STARTING_FEN, False),
        (CHESS960, True),
        (CHESS960.replace("KQkq", "-"), False),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 7", False),
        ("1r2k2r/8/8/8/8/8/8/R3K2R w KQk - 3 7", False),
        ("1r2k2r/8/8/8/8/8/8/R3K2R w KQq - 3 7", True),
        ("r3k2r/8/8/8/8/8/8/RR2K2R w B - 0 1", True),
    ],
)
def test_chess960_is_known_by_its_castling(fen, wanted):
    assert is_chess960(CHESS.parse(fen)) is wanted


def test_an_engine_is_told_of_chess960_and_castles(tmp_path):
    engine = UciPlayer(engine_command(tmp_path, "uci", "castles"), "it")
    start = CHESS.parse(CHESS960)
    castled = History.after(start, [start.parse_move("O-O")])
    answer = engine.choose(castled.position, 1, DEPTH, castled).move
    assert castled.position.move_text(answer) == "O-O-O"
    engine.choose(CHESS.start(), 0, DEPTH)
    engine.close()
    lines = heard(tmp_path)
    assert f"position fen {CHESS960} moves f1g1" in lines
    options = [line for line in lines if line.startswith(("setoption", "ucinewgame"))]
    told = "setoption name UCI_Chess960 value"
    assert options == [f"{told} true", "ucinewgame", f"{told} false", "ucinewgame"]
    assert_all_have_ended(tmp_path)


@pytest.mark.parametrize(
    ("protocol", "make", "game", "start", "message"),
    [
        ("uci", UciPlayer, CHESS, CHESS960, "it has no option UCI_Chess960, and cannot castle"),
        (
            "gtp",
            GtpPlayer,
            bw.load_game("othello"),
            f"{'-' * 26}XX{'-' * 6}OX{'-' * 28} O",
            "GTP has no words",
        ),
    ],
)
def test_an_engine_that_cannot_begin_there_is_an_error_before_the_first_game(
    tmp_path, protocol, make, game, start, message
):
    engine = make(engine_command(tmp_path, protocol, "plays"), "it")
    openings = [History.after(game.start()), History.after(game.parse(start))]
    played = []
    with pytest.raises(EngineError, match=message):
        bw.Match((engine, bw.RandomPlayer()), openings, DEPTH).run(game, 4, played=played.append)
    engine.close()
    assert not played
    assert_all_have_ended(tmp_path)


def test_a_match_of_chess960_against_our_engine_is_recorded(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "starts.epd").write_text(f'{" ".join(CHESS960.split()[:4])} id "1";\n')
    engine = f"uci:{sys.executable} -m boardworth engine chess --protocol uci"
    command = ["match", "chess", engine, "--depth", "1", "--games", "2"]
    assert run([*command, "--openings", "starts.epd", "--records", "games.pgn"]) == 0
    assert "lost by" not in capsys.readouterr().out
    with (tmp_path / "games.pgn").open() as file:
        games = [chess.pgn.read_game(file), chess.pgn.read_game(file)]
    assert [game.board().chess960 for game in games] == [True, True]
    assert [game.headers["SetUp"] for game in games] == ["1", "1"]
    assert not any(game.errors for game in games)
    ours = read_records(CHESS, tmp_path / "games.pgn")
    assert [len(record.moves) for record in ours.games] == [game.end().ply() for game in games]


@pytest.mark.parametrize(("ending", "said"), [("kifu", "手合割：二枚落ち"), ("csa", "P2 *  *  * ")])
def test_a_handicap_match_is_recorded_with_its_start(tmp_path, monkeypatch, ending, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "starts.txt").write_text("handicap 2-piece\n")
    command = ["match", "random", "random", "--game", "shogi", "--games", "2"]
    records = f"games.{ending}"
    assert run([*command, "--openings", "starts.txt", "--records", records]) == 0
    assert said in (tmp_path / records).read_text()
    games = read_records(SHOGI, tmp_path / records).games
    assert [record.start for record in games] == [SHOGI.parse("handicap 2-piece")] * 2
