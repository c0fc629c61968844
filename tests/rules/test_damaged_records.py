"""Damaged files of records and problems: read in part or refused, always with the place."""

from collections import Counter

import pytest

from benchmarks.damaged_records import TEXTS, outcome_of, sound
from boardworth.errors import FormatError
from boardworth.rules.records import read_problems, read_records


def test_the_files_are_sound_before_they_are_damaged(tmp_path):
    for name in TEXTS:
        game, content = sound(name)
        (tmp_path / name).write_bytes(content)
        if name.endswith((".epd", ".obf")):
            assert read_problems(game, tmp_path / name)
        else:
            found = read_records(game, tmp_path / name)
            assert len(found.games) > 1
            assert not found.problems


def test_damaged_files_never_crash_and_problems_say_where(tmp_path):
    """Some of those that `python -m benchmarks records_fuzz` reads."""
    outcomes = Counter(outcome_of(tmp_path, number) for number in range(420))
    assert set(outcomes) == {"read", "in part", "refused"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.gam", "+f5-d6: {}\n"),
        ("a.txt", "f5d6 {}\n"),
        ("a.obf", "-" * 27 + "OX------XO" + "-" * 27 + " X; f5:{};\n"),
        ("a.ggf", "(;GM[Othello]RE[{}]BO[8 " + "-" * 27 + "O*------*O" + "-" * 27 + " *]B[f5];)\n"),
    ],
)
def test_no_score_is_too_long_to_be_refused(tmp_path, othello, name, text):
    path = tmp_path / name
    for score in ("500", "9" * 5000):
        path.write_text(text.format(score))
        if name == "a.obf":
            with pytest.raises(FormatError, match="line 1: "):
                read_problems(othello, path)
            continue
        found = read_records(othello, path)
        assert all(record.score is None for record in found.games)
        assert all("line 1: " in problem for problem in found.problems)
