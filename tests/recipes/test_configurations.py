"""Configurations that builds choose."""

import numpy as np
import pytest
from conftest import packed, random_game
from reference.configurations import images
from reporters import Listener

import boardworth as bw
from boardworth.errors import BoardworthError
from boardworth.features import (
    Configuration,
    FeatureSet,
    MatchHeuristic,
    board_patterns,
    genconf,
)
from boardworth.positions import Dataset
from boardworth.recipes import ConfigurationChoice


def planted_data(game, configuration, games=150):
    """Random positions in which each image of a configuration is worth 8 points."""
    array = packed([p for seed in range(games) for p in random_game(game, seed)[0]])
    facts = [dict(enumerate(game.facts(bw.Position(game, p.tobytes())))) for p in array]
    held = [sum(all(f[a] == v for a, v in image) for image in images(configuration)) for f in facts]
    noise = np.random.default_rng(1).normal(size=len(array))
    ids = np.arange(len(array), dtype=np.int32)
    targets = (8 * np.array(held) + noise).astype(np.float32)
    return Dataset(game, array, targets, game.progress(array), ids)


@pytest.mark.parametrize("semantics", ["most specific", "all"])
def test_a_conjunction_that_decides_is_chosen(othello, semantics):
    """Three facts, none of which says much by itself."""
    planted = Configuration(othello, ((9, 2), (18, 0), (28, 2)))
    data = planted_data(othello, planted)
    choice = ConfigurationChoice(3, 100, 60, semantics)
    features = choice.choose(FeatureSet(othello, []), data, threads=2)
    part = features.parts[0]
    assert len(part) == 60
    assert min(images(planted)) in {c.facts for c in part.representatives}


def test_what_is_mined_per_phase_is_frequent_in_the_positions_of_one_phase(othello):
    """And only that: few positions of a phase need not be many of all."""
    data = planted_data(othello, Configuration(othello, ((0, 2),)), games=20)
    choice = ConfigurationChoice(2, 60, mined="per phase")
    groups = [data.positions[rows] for rows in choice._groups(data, phases=5)]
    assert len(groups) == 5
    assert sum(map(len, groups)) == len(data)
    apart = [genconf(othello, positions, 60, max_length=2) for positions in groups]
    expected = {c.facts for found in apart for c in found}
    overall = {c.facts for c in genconf(othello, data.positions, 60, max_length=2)}
    found, _ = choice._candidates(othello, groups, 60, threads=1)
    mined = [c.facts for c in found]
    assert sorted(mined) == sorted(expected)
    assert expected < overall


def test_all_positions_are_counted_together_unless_phases_are_asked_for(othello):
    data = planted_data(othello, Configuration(othello, ((0, 2),)), games=2)
    (rows,) = ConfigurationChoice(2, 60)._groups(data, phases=5)
    assert len(rows) == len(data)


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        ({}, []),
        ({"max_sample": 150}, ["15 times in a sample of 150 of "]),
        ({"max_candidates": 500}, ["times with 2 facts (else more than 500 candidates)"]),
    ],
)
def test_another_count_than_was_asked_for_is_told(othello, limits, told):
    data = planted_data(othello, Configuration(othello, ((0, 2),)), games=10)
    listener = Listener()
    choice = ConfigurationChoice(2, len(data) // 10, 20, **limits)
    choice.choose(FeatureSet(othello, []), data, reporter=listener)
    assert len(listener.lines) == len(told)
    for line, words in zip(listener.lines, told, strict=True):
        assert line.startswith(f"configurations that occur {len(data) // 10} times: ")
        assert words in line


def test_one_phase_is_all_phases(othello):
    data = planted_data(othello, Configuration(othello, ((0, 2),)), games=10)
    overall, per_phase = (
        ConfigurationChoice(2, 100, 60, mined=mined).choose(FeatureSet(othello, []), data)
        for mined in ("overall", "per phase")
    )
    assert overall.parts[0].definition == per_phase.parts[0].definition


def test_the_match_heuristic_finds_nearly_the_same(othello):
    data = planted_data(othello, Configuration(othello, ((9, 2), (18, 0))), games=60)
    exact, sampled = (
        ConfigurationChoice(2, 300, heuristic=heuristic)
        for heuristic in (None, MatchHeuristic(confidence=2))
    )
    one, other = (
        {c.facts for c in choice._candidates(othello, [data.positions], 300, threads=1)[0]}
        for choice in (exact, sampled)
    )
    assert one != other
    assert len(one & other) > 0.95 * len(one | other)


def test_what_stands_beside_patterns_already_stays(othello):
    data = planted_data(othello, Configuration(othello, ((0, 2),)), games=10)
    single = ConfigurationChoice(1, 1, 3).choose(FeatureSet(othello, []), data)
    both = ConfigurationChoice(2, 50, 20, "all").choose(single, data)
    assert [len(part) for part in both.parts] == [3, 20]


@pytest.mark.parametrize("mined", ["overall", "per phase"])
def test_threads_do_not_change_the_choice(othello, mined):
    data = planted_data(othello, Configuration(othello, ((0, 2),)), games=20)
    choice = ConfigurationChoice(2, 200, 50, mined=mined)
    patterns = board_patterns(othello, 100)
    one, other = (choice.choose(patterns, data, threads, 4) for threads in (1, 2))
    assert one.patterns == patterns.patterns
    assert one.parts[0].definition == other.parts[0].definition


def test_a_small_game_has_all_frequent_configurations():
    game = bw.load_game("tic_tac_toe")
    data = planted_data(game, Configuration(game, ((4, 2),)))
    part = ConfigurationChoice(1, 1).choose(FeatureSet(game, []), data).parts[0]
    assert len(part) == 3 * 3  # corner, side and middle are own, empty or the opponent's


def test_a_choice_is_read_from_text():
    assert ConfigurationChoice.parse("4:200") == ConfigurationChoice(4, 200)
    assert ConfigurationChoice.parse("3:20:500") == ConfigurationChoice(3, 20, 500)
    per_phase = ConfigurationChoice.parse("3:20", semantics="all", mined="per phase")
    assert per_phase == ConfigurationChoice(3, 20, semantics="all", mined="per phase")
    for text in ("4", "4:", "a:b", "0:10", "4:0", "21:10", "4:200:0", "1:2:3:4"):
        with pytest.raises(BoardworthError, match=r"configurations .*expected"):
            ConfigurationChoice.parse(text)


def test_configurations_that_nothing_shows_often_enough_are_refused(othello):
    data = planted_data(othello, Configuration(othello, ((0, 2),)), games=2)
    with pytest.raises(BoardworthError, match="no configuration is active in 1,000 of"):
        ConfigurationChoice(2, 1000).choose(FeatureSet(othello, []), data)


@pytest.mark.parametrize("name", ["othello", "connect-four"])
def test_a_build_with_configurations_gives_the_same_bytes_with_1_and_2_threads(
    tmp_path, small_build, name
):
    game = bw.load_game(name)
    for threads in (1, 2):
        work = bw.Build(
            game,
            tmp_path / f"work{threads}",
            features=FeatureSet(game, []),
            configurations=ConfigurationChoice(2, 50, 80),
            settings=small_build,
            threads=threads,
        )
        model = work.run()
        bw.save_model(model, tmp_path / f"{threads}.model")
    assert len(model.weighted_sum.features) == 81
    assert (tmp_path / "1.model").read_bytes() == (tmp_path / "2.model").read_bytes()
    again = bw.load_model(tmp_path / "1.model")
    position = game.start()
    assert bw.Evaluator(again).explain(position).value == bw.Evaluator(model).value(position)
