"""Readers of game records: sound games come back, damaged ones are reported by number."""

import gzip
import struct

import pytest
from conftest import random_game
from rules_files import wthor_file, wthor_record

from boardworth.errors import FormatError
from boardworth.rules.records import GameRecord, read_records
from boardworth.rules.records.ggf import ggf_properties, ggf_record, ggf_text
from boardworth.rules.records.transcript import transcript


def test_wthor_games_come_back_with_passes_and_exact_scores(tmp_path, othello):
    path = wthor_file(tmp_path / "a.wtb", [wthor_record(othello, seed) for seed in range(30)])
    found = read_records(othello, path)
    assert not found.problems
    assert len(found.games) == 30
    for seed, record in enumerate(found.games):
        positions, moves = random_game(othello, seed)
        assert record.moves == tuple(moves)
        assert record.score == othello.outcome(positions[-1]) * (-1) ** positions[-1].mover
        for ply, score in record.exact.items():
            assert othello.text(positions[ply]).count("-") == 24
            assert score == 2 * 40 - 64


def test_damaged_wthor_games_are_reported_by_number_and_skipped(tmp_path, othello):
    sound = wthor_record(othello, 1)
    illegal = wthor_record(othello, 2, moves=[0, 1, 2])
    off_board = bytearray(wthor_record(othello, 3))
    off_board[8 + 4] = 99
    wrong_score = wthor_record(othello, 4, discs=1)
    hole = bytearray(wthor_record(othello, 5))
    hole[8 + 10] = 0
    too_many = wthor_record(othello, 6, best=65)
    records = [sound, illegal, bytes(off_board), wrong_score, bytes(hole), too_many, sound]
    path = wthor_file(tmp_path / "b.wtb", records)
    found = read_records(othello, path)
    assert len(found.games) == 2
    reasons = [
        "game 2: move 1 (a1) is illegal",
        "game 3: move 5 (99) is not a square",
        "game 4: the board says",
        "game 5: moves after the end of the game",
        "game 6: 65 discs do not fit",
    ]
    assert len(found.problems) == len(reasons)
    for problem, reason in zip(found.problems, reasons, strict=True):
        assert problem.startswith(f"{path}: {reason}")


def test_a_truncated_wthor_file_is_refused(tmp_path, othello):
    path = wthor_file(tmp_path / "c.wtb", [wthor_record(othello, 1)], games=2)
    with pytest.raises(FormatError, match="truncated: the header announces 2 games"):
        read_records(othello, path)
    path.write_bytes(path.read_bytes()[:10])
    with pytest.raises(FormatError, match="10 bytes are too few"):
        read_records(othello, path)
    wthor_file(path, [wthor_record(othello, 1)] * 3, games=2)
    with pytest.raises(FormatError, match="too long"):
        read_records(othello, path)
    wthor_file(path, [], size=10)
    with pytest.raises(FormatError, match="board of size 10"):
        read_records(othello, path)


def ggf_game(game, seed, board=None, result=None):
    positions, moves = random_game(game, seed)
    start = board or "8 " + game.text(positions[0]).replace("X", "*")
    names = {"--": "PA"}
    tags = "".join(
        f"{'BW'[position.mover]}[{names.get(text := position.move_text(m), text.upper())}/1.5/2]"
        for position, m in zip(positions, moves, strict=False)
    )
    outcome = game.outcome(positions[-1]) * (-1) ** positions[-1].mover
    shown = f"{outcome:+d}.00" if result is None else result
    about = f"PC[GGS/os]DT[today]PB[a]PW[b]RE[{shown}]TI[15:00//02:00]TY[8]"
    return f"(;GM[Othello]{about}BO[{start}]{tags};)"


def test_ggf_games_come_back(tmp_path, othello):
    path = tmp_path / "a.ggf"
    path.write_text("\n".join(ggf_game(othello, seed) for seed in range(10)))
    found = read_records(othello, path)
    assert not found.problems
    for seed, record in enumerate(found.games):
        assert record.moves == tuple(random_game(othello, seed)[1])
    assert [record.source.split(": ")[-1] for record in found.games][:2] == ["game 1", "game 2"]


def test_a_ggf_game_that_was_written_is_read_back(othello):
    for seed in range(10):
        positions, moves = random_game(othello, seed)
        for place in (0, 5, 40):
            text = ggf_text(positions[place], moves[place:], [("PB", "one"), ("TI", "15:00")])
            properties = ggf_properties(text, "here")
            record = ggf_record(othello, properties, "here")
            assert (record.start, record.moves) == (positions[place], tuple(moves[place:]))
            assert ("PB", "one") in properties
    with pytest.raises(FormatError, match="here: not a game of the form"):
        ggf_properties("(;GM[Othello]", "here")


def test_ggf_games_may_start_anywhere_and_end_early(tmp_path, othello):
    start = "8 ---------------------------O*------*O--------------------------- *"
    path = tmp_path / "a.ggf"
    ended, timed_out = "RE[+12.00]", "RE[-64:t]"
    path.write_text(
        f"(;GM[Othello]{ended}BO[{start}]B[f5]W[d6];)(;GM[Othello]{timed_out}BO[{start}]B[f5];)"
    )
    first, second = read_records(othello, path).games
    assert (first.score, len(first.moves)) == (12, 2)
    assert (second.score, len(second.moves)) == (None, 1)


def test_ggf_moves_must_be_the_right_player_s(tmp_path, othello):
    start = "8 ---------------------------O*------*O--------------------------- *"
    path = tmp_path / "a.ggf"
    path.write_text(f"(;GM[Othello]BO[{start}]W[f5]B[d6];)")
    (problem,) = read_records(othello, path).problems
    assert "move 1 (f5) is not W's turn" in problem


def test_damaged_ggf_games_are_reported_by_number_and_line(tmp_path, othello):
    start = "8 ---------------------------O*------*O--------------------------- *"
    path = tmp_path / "a.ggf"
    path.write_text(
        f"(;GM[Othello]BO[{start}]B[a1];)\n"
        "(;GM[Chess]BO[8];)\n"
        "(;GM[Othello];)\n"
        "(;GM[Othello]BO[10 -];)\n"
        "(;GM[Othello]BO[8 ---];)\n"
        "(;GM[Othello]nonsense;)\n"
        f"(;GM[Othello]BO[{start}]B[f5]"
    )
    found = read_records(othello, path)
    assert not found.games
    expected = [
        "line 1: game 1: move 1 (a1) is illegal",
        "line 2: game 2: a game of 'Chess'",
        "line 3: game 3: no start position",
        "line 4: game 4: a board of size 10",
        "line 5: game 5: othello position: expected 64 squares",
        "line 6: game 6: expected NAME[value]",
        "1 games are not closed",
    ]
    for problem, reason in zip(found.problems, expected, strict=True):
        assert reason in problem


def test_transcripts_come_back(tmp_path, game):
    path = tmp_path / "games.txt"
    records = []
    for seed in range(5):
        positions, moves = random_game(game, seed)
        outcome, last = game.outcome(positions[-1]), positions[-1].mover
        score = None if outcome is None else outcome * (-1) ** last
        records.append(GameRecord(game.start(), tuple(moves), score))
    path.write_text("# five games\n" + "\n\n".join(map(transcript, records)))
    found = read_records(game, path)
    assert not found.problems
    assert [(r.moves, r.score) for r in found.games] == [(r.moves, r.score) for r in records]


def test_damaged_transcripts_are_reported_by_line(tmp_path, othello):
    path = tmp_path / "games.txt"
    path.write_text("f5d6\nf5f5\n\nhello\nf5 # unfinished\n")
    found = read_records(othello, path)
    assert [len(record.moves) for record in found.games] == [2, 1]
    path.write_text("f5d6c3d3c4 +500\n")
    assert "a score of +500 is impossible" in read_records(othello, path).problems[0]
    path.write_text("f5d6\nf5f5\n\nhello\nf5 # unfinished\n")
    assert "line 2: move 2 (f5) is illegal" in found.problems[0]
    assert "line 4: othello moves: 'hello' at column 1" in found.problems[1]


def gam_line(game, moves, score):
    """A game as Logistello's log book has it: without passes, and with the colours as signs."""
    position, parts = game.start(), []
    for move in moves:
        if game.start().move_text(move) != "--":
            parts.append("+-"[position.mover] + game.start().move_text(move))
        position = position.play(move)
    return "".join(parts) + f": {score:+03d} 10\n"


def test_gam_games_come_back_compressed_or_not(tmp_path, othello):
    games = [random_game(othello, seed)[1] for seed in range(20)]
    scores = [othello.final_score(othello.replay(othello.start(), g).last) for g in games]
    # Where squares stay empty such files count discs alone: the board overrules them.
    text = "".join(gam_line(othello, moves, 0) for moves in games)
    (tmp_path / "book.gam").write_text(text)
    (tmp_path / "book.gam.gz").write_bytes(gzip.compress(text.encode()))
    for name in ("book.gam", "book.gam.gz"):
        found = read_records(othello, tmp_path / name)
        assert not found.problems
        assert [(list(r.moves), r.score) for r in found.games] == list(
            zip(games, scores, strict=True)
        )


def test_unfinished_and_damaged_gam_games(tmp_path, othello):
    path = tmp_path / "book.gam"
    path.write_text("+f5-d6: -04 10\n+f5-f5: +00 10\nf5d6 +2\n")
    found = read_records(othello, path)
    assert [(len(r.moves), r.score) for r in found.games] == [(2, -4)]
    assert "line 2: move 2 (f5) is illegal" in found.problems[0]
    assert "line 3: not a game of the form" in found.problems[1]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.xyz", b"", "records end in .pgn, .wtb, .ggf, .gam, .txt, or also in"),
        ("a.ggf", b"\xff\xfe", "byte 0 is not text"),
        ("a.ggf", b"hello", "no game of the form"),
        ("a.txt", b"\xff\xfe", "byte 0 is not text"),
        ("a.gam", b"\xff\xfe", "byte 0 is not text"),
        ("a.gz", b"", "records end in"),
        ("a.txt.gz", b"f5d6", "not compressed by gzip"),
        ("a.txt.gz", gzip.compress(b"f5d6", mtime=0)[:-6], "damaged"),
    ],
)
def test_files_that_are_no_records_are_refused(tmp_path, othello, name, content, message):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(FormatError, match=message):
        read_records(othello, path)


def test_records_of_another_game_are_refused(tmp_path):
    from boardworth.rules import load_game

    path = tmp_path / "a.wtb"
    path.write_bytes(b"")
    with pytest.raises(FormatError, match="hold games of othello, not of tic_tac_toe"):
        read_records(load_game("tic_tac_toe"), path)


def test_real_wthor_files_are_sound(data, othello):
    files = sorted((data / "othello" / "wthor").glob("*.wtb"))[-3:]
    for path in files:
        found = read_records(othello, path)
        assert not found.problems
        assert len(found.games) == struct.unpack_from("<I", path.read_bytes(), 4)[0]


def test_a_game_without_a_move_may_have_a_score(tmp_path, othello):
    path = tmp_path / "a.txt"
    path.write_text(transcript(GameRecord(othello.start(), (), -64)) + "\n")
    (record,) = read_records(othello, path).games
    assert (record.moves, record.score) == ((), -64)
