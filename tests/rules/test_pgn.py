"""PGN: what is written in the wild is read, and what is damaged costs itself only."""

import gzip
import random
import re

import chess
import chess.pgn
import pyarrow
import pytest

from boardworth.errors import FormatError
from boardworth.rules import load_game
from boardworth.rules.records import Note, pgn, read_in_parts, read_records

GAME = load_game("chess")
MIXED = """%an escape line
[Event "A \\"quoted\\" \\\\ one"]
[Site "x"] [Round "2"]
[Date "2026.11.16"]
[White "Müller"]
[WhiteElo "2650"]
[BlackElo "?"]
[Result "1-0"]

1.e4! e5 $4 {[%clk 0:01:02.5] hello [%eval -0.5]} 2.Nf3 (2. f4 {x) } exf4 (2... d5 ; )
) 3. Nf3) 2... Nc6 {[%eval #-3] [%emt 0:00:07]} ; the rest of a line
%3. Nc3
3. Bb5 a6 += 1-0 {resigned}

[Event "illegal"]

1. e4 e5 2. Ke3 Nc6 *

[Event "unclosed"]

1. e4 {never closed

1. d4

[Event "null move"]

1. e4 -- 2. d4 *

1. e2e4 e7-e5 2. Ng1-f3 Nb8c6 3. Bf1c4 g8f6 4. 0-0 Nf6xe4 ½-½

1. d4 d5 2. c4 dxc4

1. Nf3

[Event "of another game"]
[Variant "Atomic"]

1. Nf3 *

[Event "a tag that is not closed

1. e4 *
[Event "promotion"]
[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]

1. a8Q Kg7 2. Qa7+ *
[Event "variation"]
1. e4 ( 1. d4 *
"""


def read(tmp_path, text, name="a.pgn"):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_records(GAME, path)


def sans(record):
    return GAME.move_texts(record.start, record.moves)


def test_tags_and_notes_are_kept_and_variations_are_not(tmp_path):
    record = read(tmp_path, MIXED).games[0]
    assert sans(record) == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]
    assert record.tags["Event"] == 'A "quoted" \\ one'
    assert (record.tags["Site"], record.tags["Round"]) == ("x", "2")
    assert record.players == ("Müller", "")
    assert (record.ratings, record.year, record.result) == ((2650, None), 2026, "1-0")
    assert dict(record.notes) == {
        1: Note(nags=(1,)),
        2: Note(clock=62.5, value=-0.5, comment="hello", nags=(4,)),
        4: Note(seconds=7.0, mate=-3, comment="the rest of a line"),
        6: Note(comment="resigned"),
    }


def test_damaged_games_are_left_out_with_their_lines(tmp_path):
    found = read(tmp_path, MIXED)
    problems = [line.removeprefix(f"{tmp_path / 'a.pgn'}, ") for line in found.problems]
    expected = {
        "Ke3": "no piece can make 'Ke3' in ",
        "{never": "this comment is not closed by }",
        "1. e4 --": "a null move, '--', is no move of a game",
        "[Variant": "a game of 'Atomic', not of chess",
        '[Event "a tag': 'this tag is not closed by "]',
        "( 1. d4": "this variation is not closed by )",
    }
    lines = MIXED.splitlines()
    for problem, (place, reason) in zip(problems, expected.items(), strict=True):
        number = next(i for i, line in enumerate(lines, 1) if place in line)
        assert problem.startswith(f"line {number}: ")
        assert reason in problem
    assert [len(record.moves) for record in found.games] == [6, 8, 4, 1, 3]
    assert [record.score for record in found.games] == [1, 0, None, None, None]


@pytest.mark.parametrize("piece", [1, 7, 100])
def test_parts_of_a_file_are_the_whole(tmp_path, monkeypatch, piece):
    whole = read(tmp_path, MIXED)
    monkeypatch.setattr(pgn, "_PIECE", piece)
    again = read_records(GAME, tmp_path / "a.pgn")
    assert tuple(again.games) == tuple(whole.games)
    assert again.problems == whole.problems
    assert sum(len(part.games) for part in read_in_parts(GAME, tmp_path / "a.pgn")) == 5


def test_windows_line_ends_compression_and_old_encodings_change_nothing(tmp_path):
    plain = read(tmp_path, MIXED)
    content = MIXED.encode()
    packed = pyarrow.compress(content, "zstd", asbytes=True)
    latin = MIXED.replace("½", "1/2").encode("latin-1")
    windows = content.replace(b"\n", b"\r\n")
    for name, other in {
        "a.pgn.gz": gzip.compress(content, mtime=0),
        "a.pgn.zst": packed,
        "latin.pgn": latin,
        "windows.pgn": windows,
        "mark.pgn": b"\xef\xbb\xbf" + content,
    }.items():
        found = read(tmp_path, other, name)
        assert len(found.problems) == len(plain.problems)
        for one, same in zip(found.games, plain.games, strict=True):
            assert (one.moves, one.tags, one.notes) == (same.moves, same.tags, same.notes)
            assert one.source.split(", ")[1] == same.source.split(", ")[1]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.pgn", b"", "no game"),
        ("a.pgn", b"\n\n% nothing\n", "no game"),
        ("a.pgn", b"hello world\n", "line 1: this is not PGN"),
        ("a.pgn", bytes(range(256)), "line 1: this is not PGN"),
        ("a.pgn", "1. e4".encode("utf-16"), "line 1: the text is UTF-16"),
        ("a.pgn.zst", b"1. e4", "damaged or not compressed by zstd"),
        ("a.pgn.gz", gzip.compress(b"1. e4 e5" * 99, mtime=0)[:-9], "not compressed by gzip"),
    ],
)
def test_files_that_are_no_pgn_are_refused(tmp_path, name, content, message):
    with pytest.raises(FormatError, match=message):
        read(tmp_path, content, name)


def test_a_chess960_game_castles_with_the_king_where_it_will_be(tmp_path):
    text = (
        '[Variant "Chess960"]\n[FEN "1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1RK2R2 w FBfb - 0 1"]\n\n'
        "1. O-O-O e6 2. g3 O-O *\n"
    )
    (record,) = read(tmp_path, text).games
    assert sans(record) == ["O-O-O", "e6", "g3", "O-O"]


def test_the_board_overrules_a_result_and_claims_end_no_game(tmp_path):
    (mate,) = read(tmp_path, '[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 1-0').games
    assert (mate.score, mate.tags["Result"]) == (-1, "1-0")
    shuffle = "Nf3 Nf6 Ng1 Ng8 " * 30
    (long,) = read(tmp_path, f'[Result "0-1"]\n\n{shuffle} e4 0-1').games
    assert (len(long.moves), long.score) == (121, -1)
    assert len(GAME.replay(long.start, long.moves).moves) == 121


def uci_moves(record):
    from boardworth import _core

    positions = GAME.replay(record.start, record.moves).positions
    return [
        _core.chess_uci(positions[ply].tobytes(), move, False)
        for ply, move in enumerate(record.moves)
    ]


def test_games_that_python_chess_writes_are_read(tmp_path):
    draw, texts, played = random.Random(1), [], []
    for _ in range(30):
        node = game = chess.pgn.Game()
        board = game.board()
        while not board.is_game_over() and board.ply() < 150:
            move = draw.choice(list(board.legal_moves))
            if draw.random() < 0.1:
                node.add_variation(draw.choice(list(board.legal_moves)), comment="what else")
            board.push(move)
            node = node.add_main_variation(move)
            if draw.random() < 0.2:
                node.set_clock(draw.randrange(10_000))
                node.nags.add(draw.randint(1, 6))
        game.headers["Result"] = board.result()
        texts.append(str(game))
        played.append([move.uci() for move in board.move_stack])
    found = read(tmp_path, "\n\n".join(texts))
    assert not found.problems
    assert [uci_moves(record) for record in found.games] == played


def test_real_games_are_read_as_python_chess_reads_them(data):
    path = data / "chess" / "elite2600.pgn"
    games = read_records(GAME, path).games[:2000]
    with path.open(encoding="latin-1") as file:
        for record in games:
            game = chess.pgn.read_game(file)
            assert [move.uci() for move in game.mainline_moves()] == uci_moves(record)
            assert all(game.headers[name] == value for name, value in record.tags.items())


def test_positions_are_those_of_the_games(tmp_path):
    (tmp_path / "a.pgn").write_text(MIXED)
    for part in pgn.pgn_parts(GAME, tmp_path / "a.pgn", with_positions=True):
        rows = [GAME.replay(record.start, record.moves).positions for record in part]
        assert sum(map(len, rows)) == len(part.positions)
        assert b"".join(row.tobytes() for row in rows) == part.positions.tobytes()


@pytest.mark.parametrize(
    "text", ["Nf3", "Nxf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "g1f3", "Nf3!?"]
)
def test_a_move_is_read_in_many_spellings(tmp_path, text):
    (record,) = read(tmp_path, f"1. {text} *").games
    assert sans(record) == ["Nf3"]


def test_a_text_of_python_chess_s_board_is_our_san(tmp_path):
    board, draw = chess.Board(), random.Random(7)
    texts = []
    for _ in range(200):
        if board.is_game_over():
            board = chess.Board()
        move = draw.choice(list(board.legal_moves))
        texts.append((board.fen(), board.san(move), move.uci()))
        board.push(move)
    for fen, san, uci in texts:
        (record,) = read(tmp_path, f'[FEN "{fen}"]\n\n{re.sub("[+#]", "", san)} *').games
        assert uci_moves(record) == [uci]


def test_the_tag_tells_the_result_where_the_moves_end_otherwise(tmp_path):
    (game,) = read(tmp_path, b'[Result "1-0"]\n\n1. e4 e5 0-1\n').games
    assert game.result == "1-0"
