"""Runs of learning from moves: killed and gone on with, stopped early, in batches."""

from dataclasses import replace

import numpy as np
import pytest

from boardworth.errors import BoardworthError
from boardworth.evaluators import save_model
from boardworth.features import FeatureSet, Pattern
from boardworth.fitting import MMTO
from boardworth.search import PvLeaves

METHOD = MMTO(PvLeaves(), iterations=4, reuses=4, step=8, l1=0.01, unit=1.0, slope=0.05)


def killed_at(iteration):
    def watch(number, _model, _figures):
        if number == iteration:
            raise KeyboardInterrupt

    return watch


@pytest.mark.parametrize("update", ["grid", "adam"])
def test_a_run_that_is_killed_goes_on_to_the_same_bytes(tmp_path, squares, examples, update):
    method = replace(METHOD, update=update, batch=100, patience=3)
    save_model(method.fit(squares, *examples), tmp_path / "whole.model")
    kept = replace(method, checkpoint=tmp_path / "run.npz")
    for iteration in (2, 3):
        with pytest.raises(KeyboardInterrupt):
            replace(kept, watch=killed_at(iteration)).fit(squares, *examples)
    seen = []
    model = replace(kept, watch=lambda number, *_: seen.append(number)).fit(
        squares, *examples, threads=2
    )
    assert seen == [3, 4]
    save_model(model, tmp_path / "resumed.model")
    assert (tmp_path / "resumed.model").read_bytes() == (tmp_path / "whole.model").read_bytes()


def test_a_checkpoint_that_has_come_further_is_not_used(tmp_path, squares, examples):
    kept = MMTO(PvLeaves(), iterations=2, step=4, checkpoint=tmp_path / "state.npz")
    two = kept.fit(squares, *examples)
    replace(kept, iterations=3).fit(squares, *examples)
    again = kept.fit(squares, *examples)
    assert np.array_equal(again.weighted_sum.weights, two.weighted_sum.weights)


def test_sparsity_is_that_of_stored_weights(squares, examples):
    """Updates other than the grid's make weights that are not whole: a model has them rounded."""
    seen = []
    method = MMTO(
        PvLeaves(), iterations=2, update="adam", rate=0.3,
        watch=lambda _, model, figures: seen.append((model.weighted_sum, figures)),
    )  # fmt: skip
    method.fit(squares, *examples)
    stored, figures = seen[1]
    occurring = stored.counts[0][:-1] > 0
    share = np.mean(stored.weights[0][:-1][occurring] == 0)
    assert figures["weights"]["occurring"] == np.count_nonzero(occurring)
    assert figures["weights"]["sparsity"] == pytest.approx(share, abs=1e-5)
    assert 0 < share < 1


def test_checkpoints_of_other_runs_and_damaged_ones_are_refused(tmp_path, squares, examples):
    kept = replace(METHOD, iterations=1, checkpoint=tmp_path / "run.npz")
    kept.fit(squares, *examples)
    with pytest.raises(BoardworthError, match="other settings"):
        replace(kept, slope=0.06).fit(squares, *examples)
    with pytest.raises(BoardworthError, match="other settings"):
        kept.fit(squares, examples[0].select(slice(50)), examples[1])
    won = replace(examples[0], results=np.ones(len(examples[0]), np.float32))
    with pytest.raises(BoardworthError, match="other settings"):
        kept.fit(squares, won, examples[1])
    with pytest.raises(BoardworthError, match="other settings"):  # which keeps the best weights
        replace(kept, patience=2).fit(squares, *examples)
    longer = replace(kept, iterations=2).fit(squares, *examples)
    assert len(longer.metrics["mmto"]["iterations"]) == 3
    (tmp_path / "run.npz").write_bytes((tmp_path / "run.npz").read_bytes()[:200])
    with pytest.raises(BoardworthError, match="damaged"):
        kept.fit(squares, *examples)


def test_patience_keeps_the_weights_that_agree_best(tmp_path, squares, examples):
    wild = replace(METHOD, update="constant", rate=3000.0, iterations=12, patience=2, l1=0.0)
    shares = []
    models = []

    def watch(_number, model, figures):
        shares.append(figures["held_out"]["agreement_by_lot"])
        models.append(model.weighted_sum.weights)

    model = replace(wild, watch=watch).fit(squares, *examples)
    best = int(np.argmax(shares))
    assert len(shares) == best + 3 < 13
    assert np.array_equal(model.weighted_sum.weights, models[best])
    # Killed after what turns out to be the best, it goes on to the same end with the same weights.
    kept = replace(wild, checkpoint=tmp_path / "run.npz")
    with pytest.raises(KeyboardInterrupt):
        replace(kept, watch=killed_at(best + 2)).fit(squares, *examples)
    resumed = kept.fit(squares, *examples)
    save_model(model, tmp_path / "whole.model")
    save_model(resumed, tmp_path / "resumed.model")
    assert (tmp_path / "resumed.model").read_bytes() == (tmp_path / "whole.model").read_bytes()


def test_l1_pulls_weights_that_no_leaf_uses_unless_batches_are_searched(game, squares, examples):
    """J has no derivative by weights of what does not occur in the only game."""
    far = FeatureSet(game, [*squares.patterns, Pattern("pair", (0, 8))])
    data = examples[0]
    initial = replace(METHOD, iterations=1, reuses=1, step=64).fit(far, data)
    first = data.select(data.game_ids == 0)
    own = [
        replace(METHOD, iterations=1, reuses=2, step=1, batch=batch, initial=initial)
        .fit(far, first)
        .weighted_sum
        for batch in (0, 1)
    ]
    before = initial.weighted_sum.weights[0, :-1].astype(int)
    unused = (own[0].counts[0, :-1] == 0) & (before != 0)
    assert unused.any()
    pulled = own[0].weights[0, :-1].astype(int)
    assert np.array_equal(pulled[unused], (before - 2 * np.sign(before))[unused])
    unused &= own[1].counts[0, :-1] == 0
    assert np.array_equal(own[1].weights[0, :-1][unused], before[unused])


def test_l1_counts_as_much_as_the_part_of_the_positions_that_is_searched(squares, examples):
    """J of a batch is a part of J, and so is the penalty that is added to it."""
    data = examples[0].select(slice(100))
    initial = replace(METHOD, iterations=1, reuses=1, step=64).fit(squares, data)
    before = initial.weighted_sum.weights[0, :-1].astype(int)
    method = replace(
        METHOD, iterations=1, reuses=1, update="descent", rate=1.0, step=1, initial=initial
    )
    for batch, pull in ((0, 8), (50, 4)):
        with_l1, without = (
            replace(method, batch=batch, l1=l1).fit(squares, data).weighted_sum for l1 in (8.0, 0.0)
        )
        used = (with_l1.counts[0, :-1] > 0) & (before != 0)
        assert used.any()
        change = with_l1.weights[0, :-1].astype(int) - without.weights[0, :-1]
        assert np.array_equal(change[used], -pull * np.sign(before[used]))
