"""EPD: problems of chess with their operations."""

import pytest

from boardworth.errors import FormatError
from boardworth.rules import load_game
from boardworth.rules.records import read_problems, write_problems

GAME = load_game("chess")
LINES = """\
# a comment
2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";
8/7p/8/8/8/8/4k3/K7 b - - hmvc 12; fmvn 60; am Kd1, Kd2; c0 "a; b"; acd 20; pv Kd3 Kb2; noop
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400
"""


def test_operations_are_read(tmp_path):
    path = tmp_path / "a.epd"
    path.write_bytes(LINES.replace("\n", "\r\n").encode())
    first, second, third = read_problems(GAME, path)
    assert first.name == "WAC.001"
    assert [first.position.move_text(move) for move in first.best] == ["Qg6"]
    assert [first.solved_by(first.position.parse_move(m)) for m in ("Qg6", "Qg4")] == [True, False]
    assert GAME.text(second.position).endswith(" 12 60")
    assert len(second.avoid) == 2
    assert second.solved_by(second.position.parse_move("Kd3"))
    assert second.operations == {"c0": "a; b", "acd": "20", "pv": "Kd3 Kb2", "noop": ""}
    assert third.operations == {"D1": "20", "D2": "400"}
    assert third.solved_by(third.position.parse_move("e4")) is None


def test_problems_that_were_written_are_read_back(tmp_path, othello):
    (tmp_path / "a.epd").write_text(LINES)
    (tmp_path / "a.obf").write_text(
        "--OOOOOOXXOXXXXO-XXXOO-OOXXOOXOOOOOXXOOO-OOXXXO--OOOOOOO-OOOXXXX X; A7:+2; A8:-4;\n"
    )
    for game, name in ((GAME, "a.epd"), (othello, "a.obf")):
        problems = read_problems(game, tmp_path / name)
        write_problems(tmp_path / f"b{name}", problems)
        again = read_problems(game, tmp_path / f"b{name}")
        for one, other in zip(problems, again, strict=True):
            assert (one.position, one.scores) == (other.position, other.scores)
            assert (one.best, one.avoid) == (other.best, other.avoid)
            assert (one.name, one.operations) == (other.name, other.operations)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hello", "line 2: expected a position of four fields"),
        ("8/8/8/8/8/8/4k3/K7 b - - bm Kd9;", "line 2: chess move: 'Kd9' is not a move"),
        ("8/8/8/8/8/8/4k3/K7 b - - bm Kb3;", "line 2: chess move: no piece can make 'Kb3'"),
        ("8/7p/8/8/8/8/4k3/K7 b - - bm e2e4;", "line 2: move e2e4 is illegal"),
        ('8/8/8/8/8/8/4k3/K7 b - - id "open', "line 2: a text is not closed"),
        ("8/8/8/8/8/8/4k3/K7 b - - acd 1; acd 2;", "line 2: opcode acd comes twice"),
        ("8/8/8/8/8/8/4k3/K7 b - - 9x 1;", "line 2: '9x' is not an opcode"),
        ("8/8/8/8/8/8/4k3/8 b - - bm Kd1;", "line 2: "),
    ],
)
def test_damaged_lines_are_told(tmp_path, line, message):
    path = tmp_path / "a.epd"
    path.write_text(f"# a comment\n{line}\n")
    with pytest.raises(FormatError, match=message):
        read_problems(GAME, path)


def test_endings_tell_what_a_file_holds(tmp_path, othello):
    (tmp_path / "a.epd").write_text(LINES)
    with pytest.raises(FormatError, match="hold positions of chess, not of othello"):
        read_problems(othello, tmp_path / "a.epd")
    with pytest.raises(FormatError, match=r"problems end in \.obf or \.epd"):
        read_problems(othello, tmp_path / "a.txt")


def test_real_problems_have_best_moves(data):
    for name, count in (("wac", 300), ("ecm", 879), ("bratko-kopec", 24)):
        problems = read_problems(GAME, data / "chess" / "problems" / f"{name}.epd")
        assert len(problems) == count
        assert all(problem.best or problem.avoid for problem in problems)
