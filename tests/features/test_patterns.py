"""Pattern pictures, the shipped ones, and those derived from a board."""

import pytest

from boardworth.errors import FormatError
from boardworth.features import (
    FeatureSet,
    Pattern,
    board_patterns,
    draw_pattern,
    read_pictures,
    shipped_pictures,
)
from boardworth.rules import load_game


def test_logistello_s_patterns_have_46_instances_and_113878_weights(othello):
    features = read_pictures(othello, shipped_pictures(othello))
    assert len(features.instances) == 46
    assert len(features) == 113_878
    sizes = {pattern.name: 0 for pattern in features.patterns}
    for number in features.pattern_of_instance:
        sizes[features.patterns[number].name] += 1
    assert sizes == {
        "row 2": 4, "row 3": 4, "row 4": 4,
        "diagonal 4": 4, "diagonal 5": 4, "diagonal 6": 4, "diagonal 7": 4, "diagonal 8": 2,
        "edge+2X": 4, "corner 2x5": 8, "corner 3x3": 4,
    }  # fmt: skip


def test_a_drawn_pattern_reads_back(tmp_path, othello):
    for pattern in board_patterns(othello).patterns:
        path = tmp_path / "one.patterns"
        path.write_text(draw_pattern(othello, pattern))
        (again,) = read_pictures(othello, path).patterns
        assert again.name == pattern.name
        assert set(again.atoms) == set(pattern.atoms)


def test_board_patterns_know_nothing_but_the_board(othello):
    features = board_patterns(othello, max_entries=20_000)
    assert len(features.instances) == 144
    largest = max(len(pattern.atoms) for pattern in features.patterns)
    assert largest == 9
    lines = [p for p in features.patterns if p.name.startswith("line")]
    assert sorted(len(p.atoms) for p in lines) == [3, 4, 5, 6, 7, 8, 8, 8, 8, 8]
    covered = {atom for instance in features.instances for atom in instance}
    assert covered == set(range(64))


def test_board_patterns_fit_a_small_board():
    game = load_game("tic_tac_toe")
    names = [pattern.name for pattern in board_patterns(game, max_entries=20_000).patterns]
    assert "3x3 a1-c3" in names
    assert all(len(p.atoms) <= 4 for p in board_patterns(game, max_entries=100).patterns)


def test_mirror_images_share_weights_within_a_pattern(othello):
    row = FeatureSet(othello, [Pattern("row 2", tuple(range(8, 16)))])
    assert len(row) == (3**8 + 3**4) // 2 + 1
    corner = FeatureSet(othello, [Pattern("2x5", (0, 1, 2, 3, 4, 8, 9, 10, 11, 12))])
    assert len(corner) == 3**10 + 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "no picture"),
        ("########\n" * 8, "line 1: a picture without a name"),
        ("edge\n########\n", "line 3: row 2 of 'edge' must be 8 characters # or ., found ''"),
        (
            "edge\n###x####\n",
            "line 2: row 1 of 'edge' must be 8 characters # or ., found '###x####'",
        ),
        ("none\n" + "........\n" * 8, "line 1: 'none' marks no square"),
        ("all\n" + "########\n" * 8, "'all': half of it has .* configurations; a sparse table can"),
        (
            "a\n#.......\n" + "........\n" * 7 + "b\n.......#\n" + "........\n" * 7,
            "pattern 'b' is an image of 'a'",
        ),
    ],
)
def test_bad_pictures_are_refused_with_file_and_line(tmp_path, othello, content, message):
    path = tmp_path / "bad.patterns"
    path.write_text(content)
    with pytest.raises(FormatError, match=message) as error:
        read_pictures(othello, path)
    assert str(path) in str(error.value)


def test_configurations_speak_the_game_s_language(othello):
    features = FeatureSet(othello, [Pattern("corner", (0, 1))])
    after = othello.parse("XO" + "-" * 62 + " X")
    texts = [str(configuration) for _, configuration, _ in features.active(after)]
    assert "a1 own, b1 opponent" in texts
    drawn = features.active(after)[0][1].draw().splitlines()
    assert drawn[0] == "x o . . . . . ."
