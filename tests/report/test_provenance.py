"""Where models come from: nothing is told that took no part in making them."""

import msgspec
import pytest
from html_pages import read_page

import boardworth as bw
from boardworth.positions.sequences import SequencePlan
from boardworth.recipes import ExpertSettings, PaperSettings, functions_from_rules
from boardworth.recipes.settings import idle_settings
from boardworth.report.provenance import _OF_MOVES, history, record_files, settings
from boardworth.rules.records.transcript import transcript

OF_SELF_PLAY = {"games", "generations", "depth"}
OF_SEARCHES = {"searched", "label depth", "solved"}


def names_of(model):
    return {setting.name for setting in settings(model)}


@pytest.fixture(scope="module")
def record_file(tmp_path_factory, othello):
    games = bw.self_play(othello, lambda p: p.legal_moves()[0], 40, opening=(30, 50), seed=1)
    path = tmp_path_factory.mktemp("records") / "games.txt"
    path.write_text("\n".join(map(transcript, games)))
    return path


def test_self_play_is_told_with_its_settings(othello_model):
    assert names_of(othello_model) >= OF_SELF_PLAY
    assert not names_of(othello_model) & OF_SEARCHES
    said = " ".join(history(othello_model).lines)
    assert "which it played against itself" in said
    assert "1 generation followed, each played by a model of the one before" in said
    assert "records" not in said


def test_a_model_from_records_shows_no_self_play(tmp_path, othello, small_build, record_file):
    model = bw.Build(othello, tmp_path / "w", settings=small_build, records=[record_file]).run()
    assert not names_of(model) & (OF_SELF_PLAY | OF_SEARCHES)
    assert "exact" in names_of(model)
    data = model.provenance["data"]
    told = f"It learned from {data['positions']:,} positions of {data['games']} games"
    assert history(model).lines[0] == f"{told}: 1 file of records (games.txt)."
    ((name, digest),) = record_files(model)
    assert name == "games.txt"
    bw.write_report(model, tmp_path / "r.html")
    page = read_page(tmp_path / "r.html")
    assert "self-play" not in page.said
    assert digest in page.folded


def test_records_with_searches_show_the_self_play_that_there_was(
    tmp_path, othello, small_build, record_file
):
    chosen = msgspec.structs.replace(small_build, searched=200, label_depth=1)
    model = bw.Build(othello, tmp_path / "w", settings=chosen, records=[record_file]).run()
    assert names_of(model) >= OF_SEARCHES | {"games", "depth"}
    assert "generations" not in names_of(model)
    said = " ".join(history(model).lines)
    assert "60 games of self-play from random openings" in said
    assert "200 positions, half of them met inside searches" in said


def test_a_model_that_improves_another_tells_of_both():
    """The one that comes with Boardworth, of settings under an older name."""
    model = bw.shipped_model(bw.load_game("othello"))
    told = history(model)
    ((_, before),) = told.earlier
    assert "9,743,232 positions" in told.lines[0]
    assert "8,250,714 positions" in before.lines[0]
    assert "min count" in names_of(model)
    assert "generations" not in names_of(model)
    assert len(record_files(model)) == 40


def test_a_model_from_moves_tells_of_experts_and_not_of_self_play():
    model = bw.shipped_model(bw.load_game("chess"))
    assert "which moves players chose in 3,868,977 positions" in history(model).lines[0]
    assert names_of(model) >= {"iterations", "batch", "results", "depth"}
    assert "min count" not in names_of(model)  # it has relations and no patterns
    assert not any("self-play" in one.meaning for one in settings(model))


def test_functions_of_roles_tell_of_rules_and_random_games(tmp_path):
    plan = SequencePlan(sequences=60)
    model = functions_from_rules(bw.load_game("three-stars"), PaperSettings(plan=plan, seed=2))
    (line, made) = history(model).lines
    assert "results of 60 random games" in line
    assert made.startswith("It was made by Boardworth ")
    assert names_of(model) >= {"sequences", "rollouts", "terms"}
    assert not names_of(model) & (OF_SELF_PLAY | {"plan"})
    bw.write_report(model, tmp_path / "r.html")
    page = read_page(tmp_path / "r.html")
    assert "found in the rules, with weights from 60 random games" in page.said
    for role in ("Red", "Green", "Blue"):
        assert ["h3", role] in page.headings


def test_a_rule_sheet_learned_within_a_time_tells_the_time(tmp_path):
    """Such models have no settings but the time and the seed."""
    game = bw.load_game("connect-four")
    model = bw.baseline(game, "material")
    given = {"data": {"games": 7, "positions": 90}, "seconds": 12.3, "seed": 4}
    model = bw.Model(model.evaluation, provenance=given)
    assert [(one.name, one.value) for one in settings(model)] == [
        ("seed", "4"),
        ("seconds", "12 s"),
    ]
    assert history(model).lines == (
        "It learned from 90 positions of 7 games, which it played against itself.",
    )
    bw.write_report(model, tmp_path / "r.html")
    page = read_page(tmp_path / "r.html")
    assert "with red to move" in page.said


def test_every_setting_of_a_build_from_moves_is_explained():
    assert set(ExpertSettings.__struct_fields__) <= _OF_MOVES.keys()


def test_what_is_unknown_is_said_to_be(othello):
    model = bw.baseline(othello, "discs")
    assert history(model).lines == ("It was made by hand: discs.",)
    unknown = bw.Model(model.evaluation)
    assert history(unknown).lines == ("It does not say where it comes from.",)
    assert settings(unknown) == ()


def test_idle_settings_are_those_that_change_nothing():
    every = {"games", "generations", "depth", "label_depth", "solved"}
    searched = {"searched": 100}
    assert idle_settings({}, records=True, improved=False) == every
    assert idle_settings({}, records=False, improved=False) == {"label_depth", "solved"}
    assert idle_settings(searched, records=False, improved=False) == set()
    assert idle_settings(searched, records=True, improved=False) == {"generations"}
    assert idle_settings(searched, records=False, improved=True) == {"generations"}
