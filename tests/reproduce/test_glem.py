"""GLEM at a very small scale: labels, versions, matches, shapes, and what resumes."""

from dataclasses import replace

import pytest

from boardworth.evaluators import load_model
from boardworth.features import named_patterns, read_pictures, shipped_pictures
from boardworth.recipes import Silent
from boardworth.reproduce import glem, glem_positions, tournament
from boardworth.reproduce.glem import (
    FULL,
    FULL_WIDTH,
    PRUNING,
    Learning,
    Scale,
    rank_shapes,
    reproduce,
    valid_count,
)
from boardworth.reproduce.glem_paper import PAIRINGS, VERSIONS
from boardworth.reproduce.kept_pairs import Score
from boardworth.reproduce.tournament import Speed
from boardworth.search import Limit

LEARNING = Learning(
    positions=600, label_depth=1, solved=6, min_count=3, phases=2, calibration=120, seed=1
)
SCALE = Scale(
    LEARNING,
    games=2,
    even_games=4,
    limit=Limit(nodes=100),
    pairings=[PAIRINGS[1], PAIRINGS[4]],
    opening_depth=2,
    solved=8,
)
SPEEDS = {
    name: Speed(share, share - 0.01, share + 0.01)
    for name, share in {"basic": 1.0, "A": 0.9, "B": 0.9}.items()
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("glem") / "work"


@pytest.fixture(scope="module")
def found(othello, folder):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(glem, "CALIBRATION_DEPTH", 3)
        patched.setattr(tournament, "speeds", lambda *_: SPEEDS)
        return reproduce(othello, SCALE, folder, Silent())


def test_versions_that_play_are_fitted_to_the_same_positions(found):
    assert [version.name for version in found.versions] == ["basic", "A", "B"]
    basic, *others = found.versions
    assert basic.valid == ()
    assert all(version.weights - basic.weights == sum(version.valid) > 0 for version in others)
    assert all(version.error > 0 for version in found.versions)
    assert 600 < found.positions <= 2 * (600 + 61)


def test_nothing_that_labels_has_the_patterns_that_are_compared(found, folder, othello):
    """Neither the evaluation that plays the games nor any that a phase is labelled by."""
    assert found
    basic = {pattern.name for pattern in named_patterns(othello, ["shipped"]).patterns}
    models = [folder / "labelling.model", *folder.glob("searched-*.model")]
    assert len(models) == 1 + LEARNING.phases
    for path in models:
        assert {p.name for p in load_model(path).weighted_sum.features.patterns} == basic


def test_games_are_played_by_an_evaluation_of_the_basic_patterns(othello, tmp_path, monkeypatch):
    players = []

    def watched(model, depth, plan):
        players.append(model)
        return play(model, depth, plan)

    play = glem_positions.play_searched
    monkeypatch.setattr(glem_positions, "play_searched", watched)
    workspace = glem.Workspace(tmp_path / "work", b"a test", Silent())
    with workspace.opened():
        glem_positions.LabelledPositions(othello, LEARNING, workspace, Silent(), 1).find()
    first, second = players
    assert len(first.weighted_sum.features) < len(second.weighted_sum.features)
    assert second.weighted_sum.features.valid in {None, ()} or not any(
        map(len, second.weighted_sum.features.valid)
    )


def test_both_ways_to_search_are_played_in_the_paper_s_ratios_of_time(found):
    games = {
        search: [sum(score.wins_draws_losses) for score in scores.values()]
        for search, scores in found.held.scores.items()
    }
    assert games == {FULL_WIDTH: [4, 2], PRUNING: [2, 2]}
    played = tournament.Tournament({}, SPEEDS, [], Limit(nodes=100), 10, 8, "", "", "")
    assert [limit.nodes for limit in played.limits(PAIRINGS[1])] == [90, 100]
    assert [limit.nodes for limit in played.limits(PAIRINGS[4])] == [54, 100]


def test_the_paper_s_way_to_search_prunes_nothing(found, folder):
    assert found
    models = {"basic": load_model(folder / "version-basic.model")}
    assert glem._players(models, selectivity=0)["basic"].selectivity == 0
    assert glem._players(models, selectivity=None)["basic"].selectivity > 0


def test_every_result_of_the_paper_has_a_verdict(found):
    rows = found.verdicts()
    assert [row.source for row in rows[:14]] == ["table 1"] * 7 + [
        "table 1, with forward pruning"
    ] * 7
    played = [row.claim for row in rows[:7] if row.ours != "not played"]
    assert [claim.split(":")[0] for claim in played] == [str(PAIRINGS[1]), str(PAIRINGS[4])]
    assert [row.paper for row in rows[14:]] == ["0.89", "0.89", "about 88,000", "cured"]
    assert rows[-2].verdict == "undecided"
    assert rows[-2].would_decide == "11,000,000 positions"


def test_a_finished_run_is_read_back_and_nothing_is_played(othello, folder, found, monkeypatch):
    def fail(*_args, **_more):
        raise AssertionError("done again")

    monkeypatch.setattr(tournament.Match, "play_one", fail)
    monkeypatch.setattr(glem, "calibrate", fail)
    monkeypatch.setattr(glem, "LabelledPositions", fail)
    assert reproduce(othello, SCALE, folder, Silent()) == found


def test_shapes_are_ranked_by_what_they_bring(othello, folder, found, tmp_path, monkeypatch):
    assert found
    empty = "........\n"
    shapes = {"edge": "########\n" + 7 * empty, "corner": 2 * "####....\n" + 6 * empty}
    pictures = tmp_path / "shapes.patterns"
    pictures.write_text("\n".join(f"{name}\n{picture}" for name, picture in shapes.items()))
    monkeypatch.setattr(glem, "shipped_pictures", lambda *_: pictures)
    ranked = rank_shapes(othello, LEARNING, folder, Silent())
    assert {shape.name for shape in ranked} == {"none", "edge", "corner"}
    errors = [shape.error for shape in ranked]
    assert errors == sorted(errors)


def test_candidates_have_16_squares_and_include_those_that_play(othello):
    shapes = read_pictures(othello, shipped_pictures(othello, "shapes")).patterns
    assert {len(shape.atoms) for shape in shapes} == {16}
    squares = {frozenset(shape.atoms) for shape in shapes}
    large = named_patterns(othello, VERSIONS["ABC"][1:]).patterns
    assert {frozenset(pattern.atoms) for pattern in large} <= squares


@pytest.mark.parametrize(("pairing", "percent"), [(0, 55.8), (3, 54.3), (4, 46.4), (6, 52.2)])
def test_the_paper_s_percentages_follow_from_its_games(pairing, percent):
    assert PAIRINGS[pairing].paper_percent == percent


def test_what_is_valid_is_as_large_a_share_as_in_the_paper():
    assert valid_count(FULL.learning) == 75
    assert valid_count(Learning(positions=5_500_000)) == 38
    assert valid_count(Learning(positions=1000)) == 10
    assert valid_count(LEARNING) == 3


def test_few_positions_refute_nothing(found):
    lost = Score(((0.0, 0.0),) * 500)
    held = replace(found.held, scores={FULL_WIDTH: dict.fromkeys(PAIRINGS, lost)})
    few = replace(found, held=held).verdicts()[0]
    assert (few.verdict, few.would_decide) == ("undecided", "5,000,000 positions or more")
    many = replace(found, held=held, positions=5_000_000).verdicts()[0]
    assert (many.verdict, many.would_decide) == ("refuted", "")


def test_without_a_bonus_there_is_none_to_cure(found):
    assert replace(found, mover_bias=(-2.0, 0.1)).verdicts()[-1].verdict == "undecided"
    assert replace(found, mover_bias=(2.0, 0.1)).verdicts()[-1].verdict == "confirmed"
