"""What `boardworth build` can be told about its fits, from the command line to the model."""

from pathlib import Path

import numpy as np
import pytest
from conftest import random_model

import boardworth as bw
from boardworth.cli.app import run
from boardworth.errors import BoardworthError
from boardworth.fitting import Sharing, probability
from boardworth.recipes.near_even import near_even, near_even_positions
from boardworth.rules.records.transcript import transcript

QUICK = ["--exact", "4", "--phases", "3", "--calibration", "0", "--threads", "1"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory, othello):
    folder = tmp_path_factory.mktemp("fits")
    games = bw.self_play(othello, lambda p: p.legal_moves()[0], 60, opening=(30, 50), seed=1)
    (folder / "games.txt").write_text("\n".join(map(transcript, games)) + "\n")
    return folder


@pytest.fixture
def build(folder, monkeypatch):
    """The model that a command makes of the games."""
    monkeypatch.chdir(folder)

    def built(options):
        command = ["build", "othello", "--records", "games.txt", *QUICK, *options.split()]
        assert run([*command, "-o", "found.model"]) == 0
        return bw.load_model("found.model")

    return built


def refused(capsys, options):
    assert run(["build", "othello", *options.split(), "-o", "never.model"]) == 2
    return capsys.readouterr().err


def weights(model):
    return model.weighted_sum.weights.tobytes()


def test_wins_are_fitted_by_either_loss(build):
    usual, entropy, squares = (
        build(f"--target win {loss}")
        for loss in ("", "--loss cross-entropy", "--loss squared-probability")
    )
    assert weights(usual) == weights(entropy) != weights(squares)
    assert squares.target == "win"
    assert squares.provenance["settings"]["loss"] == "squared-probability"
    assert squares.metrics["held_out"]["all"]["correlation"] > 0
    assert bw.Evaluator(squares).explain(squares.game.start()).value is not None


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--target win --loss squares", "is fitted by cross-entropy or squared-probability"),
        ("--loss cross-entropy", "a model of the target 'score' is fitted by squares"),
        ("--loss squared-probability", "a model of the target 'score' is fitted by squares"),
        ("--share both", "share 'both': expected one-weight or line"),
        ("--share line:20", "share 'line:20': expected one-weight or line"),
        ("--share line:5:20", "5 times is its own, but one that occurs less than 20 times is 0"),
        ("--target win --near-even 60", "a chance is at most 50 % from even"),
        ("--near-even -1", "near_even = -1.0: it must be from 0"),
        ("--prior othello --phases 4", "in 13 phases; the fit the score in 4"),
        ("--prior othello --target win", "expected scores"),
        ("--prior othello --searched 100", "improve it"),
        (
            "--prior othello --patterns A",
            "'A' is too large for a table: only patterns that fit into tables can be added",
        ),
        ("--prior othello --min-count 80", "--min-count means nothing to --prior"),
        ("--min-count 80", "--min-count means nothing to patterns that fit into tables"),
    ],
)
def test_what_does_not_go_together_is_refused(capsys, tmp_path, monkeypatch, options, words):
    monkeypatch.chdir(tmp_path)
    assert words in refused(capsys, options)
    assert not list(tmp_path.iterdir())


def test_a_large_pattern_that_the_prior_has_stays_as_it_is(build, capsys):
    """So --patterns may name it, and how often its configurations must occur is not asked."""
    build("--patterns A --min-count 3")
    Path("found.model").rename("large.model")
    before = bw.load_model("large.model").weighted_sum.features
    after = build("--prior large.model --patterns A").weighted_sum.features
    assert after.patterns == before.patterns
    assert len(after) == len(before)
    told = refused(capsys, "--prior large.model --patterns A --phases 3 --min-count 30")
    assert "--min-count means nothing to --prior" in told


def test_rare_weights_are_shared_by_glem_s_rules(build):
    """Those met less than 5 times in a phase are 0 there; bit lengths of 1 and 2 are up to 3."""
    plain = build("")
    for kind in ("one-weight", "line:30:5"):
        shared = build(f"--share {kind}").weighted_sum
        rare = np.isin(shared.counts, [1, 2])
        assert rare.any()
        assert not shared.weights[rare].any()
        assert plain.weighted_sum.weights[rare].any()
        assert shared.weights.any()


def test_sharing_goes_with_smoothing_and_is_recorded(build):
    shared, smoothed, both = (
        build(options)
        for options in ("--share line", "--smooth 20", "--share line:30:4 --smooth 20")
    )
    assert len({weights(model) for model in (shared, smoothed, both)}) == 3
    told = both.provenance["settings"]
    assert told["share"] == {"own": 30, "min_count": 4, "between": "line", "smooth": 0.0}
    assert told["smooth"] == 20


def test_how_to_smooth_is_said_once():
    with pytest.raises(BoardworthError, match="a setting of its own"):
        bw.Settings(share=Sharing(smooth=3))


@pytest.mark.parametrize("target", ["score", "win"])
def test_positions_near_even_are_those_that_a_model_values_so(othello, target):
    games = bw.self_play(othello, lambda p: p.legal_moves()[0], 4, opening=(20, 40), seed=2)
    data = bw.label(othello, games)
    features = bw.board_patterns(othello, 100)
    model = random_model(
        features, 1, stages=1, largest=20 if target == "score" else 3, target=target
    )
    values = model.predict(data)
    even = values if target == "score" else 100 * probability(values) - 50
    distance = float(np.median(np.abs(even)))
    found = near_even(model, data, distance)
    assert 0 < len(found) < len(data)
    np.testing.assert_array_equal(found.positions, data.positions[np.abs(even) <= distance])


def test_no_fit_judges_how_even_its_own_games_are(othello):
    games = bw.self_play(othello, lambda p: p.legal_moves()[0], 20, opening=(20, 40), seed=3)
    train, held_out = bw.label(othello, games).split(0.2)
    fits = []

    class Watched:
        """Says that all positions of games it did not learn from are even."""

        target = "score"

        def __init__(self, learned):
            self.learned = set(learned.game_ids.tolist())

        def predict(self, data, _threads):
            return np.where(np.isin(data.game_ids, list(self.learned)), 99.0, 0.0)

    def fit(half, _held_out):
        fits.append(set(half.game_ids.tolist()))
        return Watched(half)

    near, others = near_even_positions(fit, train, held_out, 10)
    assert not fits[0] & fits[1]
    assert fits[0] | fits[1] == set(near.game_ids.tolist()) == set(train.game_ids.tolist())
    assert len(others) == len(held_out)
    assert len(near) > 0.9 * len(train)


def test_a_build_learns_from_positions_near_even(build):
    for options in ("--near-even 8", "--near-even 10 --target win"):
        model = build(options)
        about = model.provenance["data"]
        assert 0 < about["near_even"] < about["positions"]
        learned = f"from {about['near_even']:,} near even of {about['positions']:,} positions of "
        assert learned in model.summary()
        assert sum(stage["rows"] for stage in model.metrics["fit"]) > 0
        assert model.metrics["held_out"]["all"]["rows"] < about["near_even"]
        assert model.provenance["settings"]["near_even"] == float(options.split()[1])
        assert weights(model) != weights(build(options.partition(" ")[2].partition(" ")[2]))


def test_a_build_begins_with_a_prior(build, othello_model_file):
    """The result has the prior's patterns, configurations beside them, and is more like it."""
    prior = bw.load_model(othello_model_file)
    about = f"--prior {othello_model_file}"
    found, plain = build(about), build("")
    data = bw.label(prior.game, bw.read_records(prior.game, "games.txt").games)
    likeness = [
        np.corrcoef(model.predict(data), prior.predict(data))[0, 1] for model in (found, plain)
    ]
    assert likeness[0] > likeness[1]
    assert found.weighted_sum.features.patterns == prior.weighted_sum.features.patterns
    assert len(found.metrics["prior_scales"]) == 3
    assert set(found.provenance["prior"]) == {"weights", "from"}
    (part,) = build(f"{about} --configurations 2:50:100").weighted_sum.features.parts
    assert len(part) <= 100
