"""Builds with terms: from positions to a model that is searched, explained and reported."""

import pytest

import boardworth as bw
from boardworth.features import FeatureSet, Terms, known_terms
from boardworth.recipes import ConfigurationChoice


def features_of(game, names):
    return FeatureSet(game, bw.board_patterns(game, 100).patterns, parts=[Terms(game, names)])


@pytest.mark.parametrize("name", ["othello", "connect-four"])
def test_a_build_with_terms_gives_the_same_bytes_with_1_and_2_threads(tmp_path, small_build, name):
    game = bw.load_game(name)
    features = features_of(game, known_terms(game))
    for threads in (1, 2):
        work = bw.Build(
            game,
            tmp_path / f"work{threads}",
            features=features,
            settings=small_build,
            threads=threads,
        )
        model = work.run()
        bw.save_model(model, tmp_path / f"{threads}.model")
    assert (tmp_path / "1.model").read_bytes() == (tmp_path / "2.model").read_bytes()
    again = bw.load_model(tmp_path / "1.model")
    assert again.weighted_sum.weights[:, features.term_weights].any()
    assert again.provenance["parts"] == [{"terms": known_terms(game)}]
    found = bw.AlphaBeta(bw.Evaluator(again)).search(game.start(), bw.Limit(depth=3))
    assert found.nodes > 0
    bw.write_report(again, tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text()
    assert "What one more of each is worth" in page
    assert all(f"<td>{name}</td>" in page for name in known_terms(game))


def test_configurations_are_chosen_beside_terms(tmp_path, othello, small_build):
    terms = Terms(othello, ["mobility"])
    model = bw.Build(
        othello,
        tmp_path / "work",
        features=FeatureSet(othello, [], parts=[terms]),
        configurations=ConfigurationChoice(2, 50, 80),
        settings=small_build,
    ).run()
    assert model.weighted_sum.features.terms == ("mobility",)
    assert len(model.weighted_sum.features) == 1 + 80 + 1
