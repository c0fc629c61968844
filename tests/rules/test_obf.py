"""Problem files: what is written comes back, and what is wrong is named by its line."""

import pytest
from conftest import random_game

from boardworth.errors import FormatError
from boardworth.rules import load_game
from boardworth.rules.records import read_problems

BOARD = "--OOOOOOXXOXXXXO-XXXOO-OOXXOOXOOOOOXXOOO-OOXXXO--OOOOOOO-OOOXXXX X"


def shouted(text):
    """In capitals, where they mean nothing."""
    return text.upper() if text.islower() else text


def test_problems_of_any_game_come_back(tmp_path, game):
    """Boards, sides to move and scores, written as the format has them."""
    positions = random_game(game, 1)[0][::3]
    scores = [
        {move: score for score, move in enumerate(position.legal_moves(), -1)}
        for position in positions
    ]
    scores = [{m: s for m, s in one.items() if s <= game.max_score} for one in scores]
    lines = [
        f"{game.text(position)}; "
        + " ".join(
            f"{shouted(position.move_text(move))}:{score:+d};" for move, score in one.items()
        )
        for position, one in zip(positions, scores, strict=True)
    ]
    path = tmp_path / "a.obf"
    path.write_text("\n".join(lines))
    found = read_problems(game, path)
    assert [problem.position for problem in found] == positions
    assert [problem.scores for problem in found] == scores
    assert [problem.source for problem in found[:2]] == [f"{path}, line 1", f"{path}, line 2"]


def test_comments_blank_lines_and_impossible_passes_mean_nothing(tmp_path, othello):
    path = tmp_path / "a.obf"
    path.write_text(
        f"% a collection\n\n# of two\n{BOARD}; A7:+2; A8:-4; --:-127; % hard\n{BOARD};\n"
    )
    first, second = read_problems(othello, path)
    assert {othello.start().move_text(m): s for m, s in first.scores.items()} == {"a7": 2, "a8": -4}
    assert first.score == 2
    assert first.source == f"{path}, line 4"
    assert (second.scores, second.score) == ({}, None)


def test_a_pass_that_is_forced_has_a_score(tmp_path, othello):
    path = tmp_path / "a.obf"
    path.write_text("XO" + "-" * 62 + " O; --:-3;\n")
    (problem,) = read_problems(othello, path)
    assert {othello.start().move_text(m): s for m, s in problem.scores.items()} == {"--": -3}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("XO X; A1:+2;", "othello position: expected 64 squares"),
        (f"{BOARD}; A7:+2; A2:+12;", "move a2 is illegal"),
        (f"{BOARD}; Z9:+2;", "'z9'"),
        (f"{BOARD}; A7:+2; a7:+4;", "move a7 has two scores"),
        (f"{BOARD}; A7:+66;", r"move a7: a score of \+66 is impossible"),
        (f"{BOARD}; A7;", "expected MOVE:SCORE, found 'A7'"),
        (f"{BOARD}; A7:many;", "expected MOVE:SCORE, found 'A7:many'"),
    ],
)
def test_a_damaged_problem_is_named_by_its_line(tmp_path, othello, line, message):
    path = tmp_path / "a.obf"
    path.write_text(f"{BOARD}; A7:+2;\n\n{line}\n")
    with pytest.raises(FormatError, match=f"a.obf, line 3: .*{message}"):
        read_problems(othello, path)


def test_a_file_without_a_problem_is_refused(tmp_path):
    path = tmp_path / "a.obf"
    path.write_text("% nothing\n")
    with pytest.raises(FormatError, match=r"a.obf: no problem"):
        read_problems(load_game("tic_tac_toe"), path)
    path.write_bytes(b"\xff")
    with pytest.raises(FormatError, match="byte 0 is not text"):
        read_problems(load_game("tic_tac_toe"), path)


def test_real_problem_files_are_read_whole(data, othello):
    for name, count in (("fforum-1-19", 19), ("fforum-40-59", 20), ("hard-20", 276)):
        found = read_problems(othello, data / "othello" / "problems" / f"{name}.obf")
        assert len(found) == count
        for problem in found:
            assert len(problem.scores) > 1
            assert next(iter(problem.scores.values())) == problem.score
