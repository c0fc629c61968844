"""What CSA, KIF, KI2 and USI lines say, in all the ways in which it is written."""

import pytest
from shogi_record_files import SHOGI, only_game, read
from shogi_record_oracles import sfen, usi_moves

from boardworth.arena import read_openings
from boardworth.errors import FormatError
from boardworth.evaluators import is_rule_sheet
from boardworth.rules import load_game
from boardworth.rules.records import read_records
from boardworth.rules.records.shogi.board import RecordBoard
from boardworth.rules.records.shogi.kif_moves import ki2_move
from boardworth.rules.records.shogi.kif_start import kif_start_lines
from boardworth.rules.records.writing import write_records

HANDICAP = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
CSA = """'CSA encoding={encoding}
V3.0
N+中原
N-米長
$EVENT:選手権
$START_TIME:2003/05/03 10:30:00
$TIME:1500+10+0
'black_rate:中原:2801.5
PI
+
'*始まり
+7776FU,T12
-3334FU
T6.25
'** -30 +8822UM -3122GI
+8822UM
%TORYO
T3
$END_TIME:2003/05/03 11:11:05
"""
KIF = """# ---- Kifu for Windows V7 ----
開始日時：1999/07/15(木) 19:07:12
手合割：平手
先手：先の人
後手：後の人
手数----指手---------消費時間--
*始まり
   1 ７六歩(77)   ( 0:16/00:00:16)+
   2 ３四歩(33)   ( 1:02/00:01:02)
*よい手
*評価値 -30
&しおり
   3 ２二角成(88) ( 0:00/00:00:16)
   4 同　銀(31)
   5 反則負け
まで4手で先手の反則負け

変化：3手
   3 ２六歩(27)
まで3手で中断
"""


@pytest.mark.parametrize(
    ("name", "codec"), [("UTF-8", "utf-8"), ("SHIFT_JIS", "cp932"), ("none", "euc_jp")]
)
def test_csa_is_read_in_every_encoding_with_what_it_says_beside_the_moves(tmp_path, name, codec):
    content = CSA.format(encoding=name).replace("\n", "\r\n").encode(codec)
    record = only_game(tmp_path, ".csa", content)
    assert usi_moves(record) == ["7g7f", "3c3d", "8h2b+"]
    assert (record.score, record.players, record.ratings) == (1, ("中原", "米長"), (2801, None))
    assert record.tags["Date"] == "2003.05.03"
    assert (record.tags["EndTime"], record.tags["TimeControl"]) == ("11:11:05", "1500+10+0")
    assert record.tags["Termination"] == "resignation"
    assert [record.notes[ply].seconds for ply in (1, 2)] == [12, 6.25]
    assert record.notes[0].comment == "始まり"
    assert (record.notes[2].value, record.notes[2].comment) == (-0.3, "pv +8822UM -3122GI")


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "cp932", "euc_jp", "utf-16"])
def test_kif_is_read_in_every_encoding_without_its_variations(tmp_path, codec):
    record = only_game(tmp_path, ".kif", KIF.encode(codec))
    assert usi_moves(record) == ["7g7f", "3c3d", "8h2b+", "3a2b"]
    assert (record.score, record.players) == (-1, ("先の人", "後の人"))
    assert (record.tags["Date"], record.tags["Time"]) == ("1999.07.15", "19:07:12")
    assert record.tags["Termination"] == "rules infraction"
    assert [record.notes[ply].seconds for ply in (1, 2, 3)] == [16, 62, 0]
    assert (record.notes[2].comment, record.notes[2].value) == ("よい手\n&しおり", -0.3)


@pytest.mark.parametrize(
    ("word", "score", "name"),
    [
        ("%TORYO", -1, "resignation"),
        ("%TIME_UP", -1, "time forfeit"),
        ("%ILLEGAL_MOVE", -1, "rules infraction"),
        ("%+ILLEGAL_ACTION", -1, "rules infraction"),
        ("%-ILLEGAL_ACTION", 1, "rules infraction"),
        ("%TSUMI", -1, "checkmate"),
        ("%KACHI", 1, "declaration"),
        ("%HIKIWAKE", 0, "declared draw"),
        ("%JISHOGI", 0, "impasse"),
        ("%SENNICHITE", 0, "repetition"),
        ("%MAX_MOVES", 0, "move limit"),
        ("%CHUDAN", None, "interruption"),
        ("%FUZUMI", None, "no mate"),
        ("%MATTA", None, "move taken back"),
        ("%ERROR", None, "error"),
    ],
)
def test_the_ends_of_csa_have_a_score_where_one_side_has_won(tmp_path, word, score, name):
    record = only_game(tmp_path, ".csa", f"V2.2\nPI\n+\n+7776FU\n-3334FU\n{word}\n")
    assert (record.score, record.tags["Termination"]) == (score, name)


@pytest.mark.parametrize(
    ("lines", "start"),
    [
        ("PI82HI22KA\n-", "handicap 2-piece"),
        ("P1-KY *  *  *  *  *  *  * -OU\nP9+OU\n", None),
        ("P-11OU\nP+59OU00KI\nP-00AL\n+", "8k/9/9/9/9/9/9/9/4K4 b G2r2b3g4s4n4l18p 1"),
        ("P2 * -HI * * * * * -OU *\nP+59OU\n+", "9/1r5k1/9/9/9/9/9/9/4K4 b - 1"),
    ],
)
def test_csa_begins_anywhere(tmp_path, lines, start):
    found = read(tmp_path, ".csa", f"V2.2\n{lines}")
    if start is None:
        assert found.problems[0].endswith("nine squares such as ' * ', '+FU' and '-KY'")
    else:
        assert found.games[0].start == SHOGI.parse(start)


def test_the_games_of_a_file_are_separate_and_a_bad_one_costs_no_other(tmp_path):
    sound, bad = "PI\n+\n+7776FU\n%CHUDAN\n", "PI\n+\n+7775FU\n"
    found = read(tmp_path, ".csa", f"V2.2\n{sound}/\n{bad}/\n{sound}/\n")
    assert len(found.games) == 2
    path = tmp_path / "game.csa"
    assert found.problems == (f"{path}, line 9: move 1 (+7775FU) is illegal",)
    found = read(tmp_path, ".kif", KIF + KIF.replace("３四", "３五") + KIF)
    assert len(found.games) == 2
    assert found.problems[0].endswith("game.kif, line 29: move 2 (３五歩(33)) is illegal")


def test_handicap_games_begin_with_gote(tmp_path):
    text = "手合割：左五枚落ち\n下手：a\n上手：b\n   1 ６二玉(51)\n   2 投了\nまで1手で上手の勝ち\n"
    record = only_game(tmp_path, ".kifu", text)
    assert sfen(record).startswith("1nsgkgs2/9/")
    assert (usi_moves(record), record.score, record.players) == (["5a6b"], -1, ("a", "b"))


def test_an_illegal_last_move_that_has_lost_the_game_is_left_out(tmp_path):
    text = "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二飛(28)\n*とべない\n   4 反則勝ち\n"
    record = only_game(tmp_path, ".kif", text)
    assert (usi_moves(record), record.score) == (["7g7f", "3c3d"], -1)
    assert record.notes[2].comment == "とべない"


# The examples of the Japan Shogi Association, and horses, which are not straight (直).
@pytest.mark.parametrize(
    ("position", "moves"),
    [
        (
            "8k/9/9/9/9/9/9/+P8/+P+P+P5K b - 1",
            {"9i8h": "左上", "8i8h": "直", "7i8h": "右", "9h8h": "寄"},
        ),
        (
            "k8/9/9/9/9/9/6S1S/9/K5SS1 b - 1",
            {"2i2h": "直", "1g2h": "右", "3i2h": "左上", "3g2h": "左引"},
        ),
        ("+B+B7/9/3K5/9/9/9/9/9/4k4 b - 1", {"9a8b": "左", "8a8b": "右"}),
    ],
)
def test_pieces_are_told_apart_by_the_official_words(tmp_path, position, moves):
    start = SHOGI.parse(position)
    diagram = "\n".join(kif_start_lines(start)[0])
    for move, said in moves.items():
        text = ki2_move(RecordBoard.of(start), move)
        assert text.endswith(said)
        assert said[0] not in text.removesuffix(said)
        assert usi_moves(only_game(tmp_path, ".ki2u", f"{diagram}\n{text}\n")) == [move]


@pytest.mark.parametrize(
    ("line", "moves", "score"),
    [
        ("startpos", [], None),
        ("position startpos moves 7g7f", ["7g7f"], None),
        ("resign W startpos moves 7g7f 3c3d", ["7g7f", "3c3d"], -1),
        ("rep - startpos moves 7g7f # so", ["7g7f"], 0),
        ("startpos moves 7g7f resign", ["7g7f"], 1),
        (f"sfen {HANDICAP} moves 5a6b", ["5a6b"], None),
        (HANDICAP, [], None),
    ],
)
def test_usi_lines_begin_at_the_start_or_anywhere(tmp_path, line, moves, score):
    record = only_game(tmp_path, ".usi", line)
    assert (usi_moves(record), record.score) == (moves, score)


@pytest.mark.parametrize(
    ("ending", "text", "message"),
    [
        (".usi", "\nstartpos moves 7g7f 7g7f", "line 2: move 2 (7g7f) is illegal"),
        (".usi", "startpos moves 7g7f 3c3", "line 1: move 2 ('3c3') is not a move such as 7g7f"),
        (".usi", "startpos x moves", "line 1: move 1 ('x') is not a move"),
        (".csa", "PI\n+\n+7776XX", "line 3: '+7776XX' is not a move such as +7776FU"),
        (".csa", "PI\n+\n-7776FU", "line 3: -7776FU: it is not -'s turn"),
        (".csa", "PI\n+\n+7776GI", "line 3: +7776GI: there is no piece on 77 that is GI then"),
        (".csa", "PI\n+\n%WON", "line 3: %WON is no end of a game"),
        (".csa", "PI\n+\n%TORYO\n+7776FU", "line 4: a move (+7776FU) after the end"),
        (".csa", "PI\n+\n+7776FU\nTwelve", "line 4: 'Twelve' is no time such as T12"),
        (".kif", "手合割：九枚落ち\n1 ７六歩(77)", "line 1: no handicap '九枚落ち' without a"),
        (".kif", "手合割：平手\n1 ７六銀(77)", "line 2: ７六銀(77): there is no 銀 of the mover's"),
        (".kif", "1 ７六歩(77)\n3 ３四歩(33)", "line 2: move 3, where 2 is expected"),
        (".kif", "1 同　歩(77)", "line 1: 同　歩(77): 同 means the square of the move before"),
        (".ki2", "▲５八金", "line 1: ▲５八金 may mean the piece on"),
        (".ki2", "▲７六歩　▲２六歩", "line 1: ▲２六歩: it is not ▲'s turn"),
        (".ki2", "▲５八金引", "line 1: ▲５八金引: there is no such piece"),
    ],
)
def test_what_is_wrong_has_its_file_and_line(tmp_path, ending, text, message):
    found = read(tmp_path, ending, text)
    assert not found.games
    (problem,) = found.problems
    assert problem.startswith(f"{tmp_path / ('game' + ending)}, {message}")


@pytest.mark.parametrize("ending", [".csa", ".kif", ".ki2", ".usi"])
def test_a_file_without_a_game_is_refused(tmp_path, ending):
    path = tmp_path / f"none{ending}"
    path.write_text("\n\n")
    with pytest.raises(FormatError, match="line 1: no game"):
        read_records(SHOGI, path)


def test_rule_sheets_and_records_are_told_apart_by_what_is_in_them(tmp_path):
    record, sheet = tmp_path / "record.kif", tmp_path / "sheet.kif"
    record.write_bytes(KIF.encode("cp932"))
    sheet.write_text("; 先手\n(role white)\n")
    assert is_rule_sheet(sheet)
    assert not is_rule_sheet(record)
    with pytest.raises(FormatError, match=r"record.kif: this is a record of shogi, not a rule"):
        load_game(str(record))
    with pytest.raises(FormatError, match=r"sheet.kif, line 1: this is a rule sheet, not a record"):
        read_records(SHOGI, sheet)


def test_records_are_openings(tmp_path):
    path = tmp_path / "openings.sfen"
    path.write_text("startpos moves 7g7f 3c3d\nstartpos moves 2g2f\n")
    assert [len(opening.moves) for opening in read_openings(SHOGI, path)] == [2, 1]
    path.write_text(f"startpos\n{HANDICAP}\n")
    starts = [opening.start for opening in read_openings(SHOGI, path)]
    assert starts == [SHOGI.start(), read_records(SHOGI, path).games[1].start]
    path.write_text("startpos moves 7g7e\n")
    with pytest.raises(FormatError, match=r"line 1: move 1 \(7g7e\) is illegal"):
        read_openings(SHOGI, path)


def test_a_character_that_shift_jis_lacks_is_refused_with_advice(tmp_path):
    record = only_game(tmp_path, ".kifu", KIF.replace("先の人", "𠮷田"))
    with pytest.raises(FormatError, match=r"'𠮷' is no character of Shift-JIS.*\.kifu"):
        write_records(SHOGI, tmp_path / "other.kif", [record])
    write_records(SHOGI, tmp_path / "other.kifu", [record])


def test_a_declared_win_is_a_move_where_the_rules_allow_it(tmp_path):
    start = "1+P+P+PK+P+P+P1/2+P+P1+P+P2/9/9/9/9/9/9/4k4 b RB2G4S4Prb2g4n4l4p 1"
    path = tmp_path / "game.usi"
    path.write_text(f"sfen {start} moves win\n")
    (record,) = read_records(SHOGI, path).games
    for name in ("game.csa", "game.kif", "game.ki2"):
        write_records(SHOGI, tmp_path / name, [record])
        (found,) = read_records(SHOGI, tmp_path / name).games
        assert (usi_moves(found), found.score) == (["win"], 1)
        assert found.tags["Termination"] == "declaration"
