"""The experiments of learning from experts' moves at the smallest scale: figures and verdicts."""

from dataclasses import replace

import numpy as np
import pytest

from boardworth.cli.reproduce.mmto_tables import show_agreement, show_matches, show_men
from boardworth.cli.reproduce.steps import steps_of_mmto
from boardworth.evaluators import baseline
from boardworth.features import FeatureSet, Relations
from boardworth.fitting import MMTO
from boardworth.fitting.mmto import Agreement
from boardworth.fitting.mmto.leaf_rows import searched
from boardworth.positions import comparisons
from boardworth.recipes import Silent
from boardworth.reproduce.mmto import paper
from boardworth.reproduce.mmto.findings import BANDS, Found, Scale, Starts, band_name
from boardworth.reproduce.mmto.games import rating_bands, searched_games
from boardworth.reproduce.mmto.measures import Judged, judged, objective
from boardworth.reproduce.mmto.work import SLOPE, reproduce
from boardworth.rules import load_game
from boardworth.rules.records import read_records
from boardworth.search import PvLeaves

SCALE = Scale(
    men_games=1, start_games=1, deep_games=1, games=1, held_out=1, iterations=3,
    larger_iterations=2, starts=2, sets=("A", "AB"), chess_games=2, chess_iterations=1,
    match_games=2, nodes=30, depths=(2,), problem_nodes=30,
)  # fmt: skip
WEAKEST, STRONGEST = band_name(*BANDS[0]), band_name(*BANDS[-1])


class Named(Silent):
    """Notes the names of tasks."""

    def __init__(self):
        self.names = []

    def task(self, name, total):
        self.names.append(name)
        return super().task(name, total)


@pytest.fixture(scope="module")
def games():
    return {name: searched_games(name, SCALE, Silent()) for name in ("shogi", "chess")}


def run(games, folder, reporter):
    bands = {WEAKEST: games["chess"].train, STRONGEST: games["chess"].train}
    return reproduce(games["shogi"], games["chess"], bands, [], SCALE, folder, reporter)


@pytest.fixture(scope="module")
def finished(games, tmp_path_factory):
    """What was found, in which folder, and the tasks that were done."""
    folder, reporter = tmp_path_factory.mktemp("mmto") / "work", Named()
    return run(games, folder, reporter), folder, reporter.names


def test_every_figure_and_table_has_a_verdict(finished):
    found, *_ = finished
    sources = {verdict.source for verdict in found.verdicts()}
    assert sources >= {
        *("figure 3", "figure 4", "figure 5, left", "figure 6", "figure 7", "figure 8"),
        *("figures 9, 10", "figure 11", "figure 12", "figure 13", "figure 14"),
        *("table 3", "table 5"),
    }


def test_a_finished_run_is_read_from_its_folder(games, finished, monkeypatch):
    found, folder, _ = finished
    monkeypatch.setattr(MMTO, "fit", None)
    reporter = Named()
    assert run(games, folder, reporter).verdicts() == found.verdicts()
    assert not any("iterations" in name for name in reporter.names)


def test_tasks_come_in_the_order_of_the_steps(finished):
    """What is shown as step i of n is such a step."""
    *_, names = finished
    steps = iter(steps_of_mmto(SCALE, rated=True, problems=False))
    step = next(steps)
    for name in names:
        while not name.startswith(step):
            step = next(steps)  # raises StopIteration at a task that is no step


def test_mmto_keeps_the_sum_of_worths_and_comparison_training_does_not(finished):
    found, *_ = finished
    assert [sum(worths) for worths in found.men["mmto"]] == [6500] * 3
    assert found.men["mmto"][0] != found.men["mmto"][-1]
    assert abs(sum(found.men["comparison"][-1]) - 6500) > 50


def test_comparison_training_has_rates_for_few_games(finished):
    """With the paper's rates for 47,566 games, one game would move nothing."""
    found, *_ = finished
    same = found.agreement["A"].drawn == found.agreement["comparison"].drawn
    assert not same.all()


def test_tables_tell_iterations_sums_and_matches(finished, capsys):
    found, *_ = finished
    for show in (show_men, show_agreement, show_matches):
        show(found)
    out = capsys.readouterr().out
    assert "after 3 iterations from 500 each" in out
    assert "6,500" in out
    assert f"{STRONGEST} - {WEAKEST}" in out
    assert "chess, after" in out


def test_positions_are_judged_as_agreement_counts_them(games):
    data = games["chess"].held_out
    model = baseline(data.game, "material")
    one = judged(PvLeaves(), model, data, 1)
    pieces = list(searched(PvLeaves(), model, data, 1))
    whole = sum((Agreement.of(leaves, experts) for _, leaves, experts in pieces), Agreement())
    assert whole.tied > 0
    assert one.share == pytest.approx(whole.share)
    assert one.drawn[one.open].mean() == pytest.approx(whole.drawn_share)
    assert np.count_nonzero(one.open) == whole.counted + whole.tied


def test_ties_do_not_make_the_weaker_evaluation_look_better():
    """One is right where it prefers a move, and ties elsewhere; the other is right more often."""
    tied = np.arange(100) >= 10
    ids = np.arange(100, dtype=np.int32)
    everywhere = np.ones(100, bool)
    men = Judged(everywhere, ~tied, np.where(tied, 0.05, 1).astype(np.float32), everywhere, ids)
    agreed = np.arange(100) % 2 == 0
    larger = Judged(agreed, everywhere, agreed.astype(np.float32), everywhere, ids)
    found = replace(nothing(), agreement={"A": men, "AB": larger})
    assert men.share > larger.share
    assert found.difference("AB", "A").low > 0


def test_the_objective_is_that_of_learning(games):
    """J / Z of given men, without learning, and as the first search of a fit tells it."""
    data = games["shogi"].train
    features = FeatureSet(data.game, [], parts=[Relations(data.game, ["men"])])
    method = MMTO(PvLeaves(features="learning"), iterations=1, slope=SLOPE, l1=0.0)
    told = []
    method = replace(method, watch=lambda _, model, figures: told.append((model, figures)))
    method.fit(features, data)
    model, figures = told[0]
    per_pair = objective(PvLeaves(features="learning"), model, data, SLOPE, 1)
    assert per_pair == pytest.approx(figures["train"]["objective_per_pair"], abs=1e-4)


def nothing():
    starts = Starts([1.0, 1.0], [0.1, 0.2])
    return Found(1, {}, [], [], starts, {}, {}, {}, (1.0, 0.5))


PGN = """[Event "?"]
[WhiteElo "{}"]
[BlackElo "{}"]
[Result "1-0"]

1. e4 e5 2. {} Nc6 3. Bc4 Nd4 1-0

"""


def test_games_are_taken_by_the_mean_of_both_ratings(tmp_path):
    """Bands with too few games, games without ratings and held-out positions are left out."""
    file = tmp_path / "rated.pgn"
    rated = [(1800, 1810), (1900, 2049), (1700, 1900), (2700, 2700), ("?", 1900), (2200, 2300)]
    file.write_text("".join(PGN.format(*pair, "Nf3") for pair in rated))
    chess = load_game("chess")
    measured = comparisons(chess, read_records(chess, file).games[:1])
    first = measured.select(slice(1))  # the start
    scale = replace(SCALE, chess_games=2)
    bands = rating_bands([file], scale, first, Silent())
    assert list(bands) == [WEAKEST]
    assert len(bands[WEAKEST]) == len(measured) - 1  # each position and move once
    one = rating_bands([file], replace(SCALE, chess_games=1), first, Silent())
    assert list(one) == [WEAKEST, STRONGEST]


def test_a_claim_about_teachers_needs_games():
    claim = paper.better_teachers(STRONGEST, WEAKEST)
    assert claim.by_games((0, 0, 0, 0, 0)).verdict == "undecided"
    assert claim.by_games((0, 2, 10, 40, 60)).verdict == "confirmed"
    assert claim.by_games((60, 40, 10, 2, 0)).verdict == "refuted"
