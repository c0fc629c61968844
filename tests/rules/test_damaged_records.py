"""Damaged files of records and problems: read in part or refused, always with the place."""

from collections import Counter

from benchmarks.damaged_records import TEXTS, outcome_of, sound
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
