"""Configurations that builds choose."""

import numpy as np
import pytest
from conftest import packed, random_game
from reference.configurations import images

import boardworth as bw
from boardworth.errors import BoardworthError
from boardworth.features import Configuration, FeatureSet, board_patterns
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


def test_threads_do_not_change_the_choice(othello):
    data = planted_data(othello, Configuration(othello, ((0, 2),)), games=20)
    choice = ConfigurationChoice(2, 200, 50)
    patterns = board_patterns(othello, 100)
    one, other = (choice.choose(patterns, data, threads) for threads in (1, 2))
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
    assert len(model.features) == 81
    assert (tmp_path / "1.model").read_bytes() == (tmp_path / "2.model").read_bytes()
    again = bw.load_model(tmp_path / "1.model")
    position = game.start()
    assert bw.Evaluator(again).explain(position).value == bw.Evaluator(model).value(position)
