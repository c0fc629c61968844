"""Labels by search, stage by stage from the end of the game: their order, and what it brings."""

import numpy as np
import pytest

import boardworth as bw
from boardworth.features import board_patterns
from boardworth.recipes import searched_positions
from boardworth.recipes.reporter import Silent
from boardworth.recipes.searched_positions import SearchedPositions, StepwiseSearch
from boardworth.recipes.workspace import Workspace

STAGES, DEPTH, SOLVED = 5, 3, 8


@pytest.fixture(scope="module")
def first(othello):
    """A weak model from the results of random games, and their positions."""
    draw = bw.RandomPlayer(1)
    limit = bw.Limit(depth=1)
    games = bw.self_play(othello, lambda p: draw.move(p, limit), 200, opening=(6, 10), seed=1)
    data = bw.label(othello, games)
    return bw.LeastSquares(stages=STAGES).fit(board_patterns(othello, 100), *data.split(0.1)), data


@pytest.fixture(scope="module")
def work(first, tmp_path_factory):
    """Everything that was labelled and fitted, in its order."""
    steps = []

    class WatchedSearch(StepwiseSearch):
        def __call__(self, positions):
            found = super().__call__(positions)
            steps.append(("label", self.model, positions, found.values))
            return found

    class Fitter(bw.LeastSquares):
        def refit(self, model, stage, *data, threads):
            refitted = super().refit(model, stage, *data, threads=threads)
            steps.append(("fit", stage, model, refitted))
            return refitted

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(searched_positions, "StepwiseSearch", WatchedSearch)
        workspace = Workspace(tmp_path_factory.mktemp("work") / "work", b"a test", Silent())
        searches = SearchedPositions(
            workspace=workspace,
            reporter=Silent(),
            count=4000,
            depth=DEPTH,
            solved=SOLVED,
            held_out=0.1,
            seed=1,
            threads=1,
        )
        with workspace.opened():
            searches.label(*first, Fitter(stages=STAGES))
    return steps


def spans(model):
    return [model.stages.span(stage) for stage in range(len(model.stages))]


def test_stages_are_labelled_and_fitted_from_the_last_to_the_first(work, first, othello):
    assert [step[0] for step in work] == ["label", "fit"] * STAGES
    assert [step[1] for step in work if step[0] == "fit"] == list(reversed(range(STAGES)))
    labelled = [step for step in work if step[0] == "label"]
    for (low, high), (_, _, positions, _) in zip(spans(first[0])[::-1], labelled, strict=True):
        progress = othello.progress(positions)
        assert low <= progress.min() <= progress.max() <= high


def weights(model):
    """In points of score."""
    return model.weighted_sum.weights / model.scale


def test_searches_rest_on_all_stages_that_were_fitted_before(work, first):
    latest, changed = first[0], set()
    for kind, *step in work:
        if kind == "label":
            assert np.array_equal(weights(step[0]), weights(latest))
            continue
        stage, before, after = step
        assert np.array_equal(weights(before), weights(latest))
        change = np.abs(weights(after) - weights(before)).max(axis=1)
        assert set(np.flatnonzero(change > 1 / after.scale)) <= {stage}
        changed |= {stage} if change[stage] > 1 / after.scale else set()
        latest = after
    assert changed >= {STAGES - 1, STAGES - 2}  # early stages of random games tell nothing


def test_labels_are_better_for_it(work, first, othello):
    """In the last stage but one, near enough to its end for searches to reach the last stage."""
    (_, _, positions, values) = [step for step in work if step[0] == "label"][1]
    near = othello.progress(positions) >= first[0].stages.span(STAGES - 1)[0] - DEPTH
    positions, refitted = positions[near], values[near]
    alone = StepwiseSearch(first[0], DEPTH, SOLVED, lambda _: None, 1)(positions).values
    exact = bw.solve_all(othello, positions)
    errors = [np.mean((labels - exact) ** 2) for labels in (refitted, alone)]
    assert len(exact) > 100
    assert errors[0] < 0.9 * errors[1]
