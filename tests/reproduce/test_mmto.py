"""The experiments of learning from experts' moves at the smallest scale: figures and verdicts."""

from dataclasses import replace

import numpy as np
import pytest

from boardworth.cli.reproduce.mmto import mmto
from boardworth.cli.reproduce.mmto_tables import show_agreement, show_matches, show_piece_values
from boardworth.cli.reproduce.steps import steps_of_mmto
from boardworth.evaluators import baseline
from boardworth.features import FeatureSet, Relations
from boardworth.fitting import MMTO
from boardworth.fitting.mmto import Agreement, comparison_training
from boardworth.fitting.mmto.leaf_rows import searched
from boardworth.positions import comparisons
from boardworth.recipes import Silent
from boardworth.recipes.workspace import Workspace
from boardworth.reproduce.kept_pairs import KeptPairs
from boardworth.reproduce.mmto import paper
from boardworth.reproduce.mmto.findings import BANDS, Scale, band_name
from boardworth.reproduce.mmto.games import (
    DATA,
    chess_problems,
    expert_files,
    rated_files,
    rating_bands,
    read_games,
    searched_games,
)
from boardworth.reproduce.mmto.matches import Contest, Matches
from boardworth.reproduce.mmto.measures import judged, objective
from boardworth.reproduce.mmto.piece_values import weighed
from boardworth.reproduce.mmto.work import SLOPE, Work, reproduce
from boardworth.rules import load_game
from boardworth.rules.records import read_problems, read_records
from boardworth.search import PvLeaves
from boardworth.search.features import QUICK_LEARNING

SCALE = Scale(
    piece_value_games=1, start_games=1, deep_games=1, games=1, held_out=1, iterations=3,
    larger_iterations=2, comparison_factor=2, starts=2, sets=("A", "AB"), chess_games=2,
    chess_iterations=1, match_games=2, nodes=30, depths=(2,), problem_nodes=30,
)  # fmt: skip
SCALE_BY_DEFAULT = Scale()
WEAKEST, STRONGEST = band_name(*BANDS[0]), band_name(*BANDS[-1])


class Named(Silent):
    """Notes the names of tasks."""

    def __init__(self):
        self.names, self.lines = [], []

    def line(self, text):
        self.lines.append(text)

    def task(self, name, total):
        self.names.append(name)
        return super().task(name, total)


@pytest.fixture(scope="module")
def games():
    return {name: searched_games(name, SCALE, Silent()) for name in ("shogi", "chess")}


MATE = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#;\n"


def run(games, folder, reporter):
    bands = {WEAKEST: games["chess"].train, STRONGEST: games["chess"].train}
    (folder.parent / "problems.epd").write_text(MATE)
    problems = read_problems(games["chess"].game, folder.parent / "problems.epd")
    return reproduce(games["shogi"], games["chess"], bands, problems, SCALE, folder, reporter)


@pytest.fixture(scope="module")
def finished(games, tmp_path_factory):
    """What was found, in which folder, and the tasks that were done."""
    folder, reporter = tmp_path_factory.mktemp("mmto") / "work", Named()
    return run(games, folder, reporter), folder, reporter.names


def test_every_figure_and_table_has_a_verdict(finished):
    found, *_ = finished
    sources = {verdict.source for verdict in found.verdicts()}
    assert sources >= {
        *(
            "figure 3",
            "figure 4",
            "figure 5, left",
            "figure 5, right",
            "figure 6",
            "figure 7",
            "figure 8",
        ),
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
    steps = iter(steps_of_mmto(SCALE, rated=True, problems=True))
    step = next(steps)
    for name in names:
        while not name.startswith(step):
            step = next(steps)  # raises StopIteration at a task that is no step


def test_problems_are_solved_before_and_after(finished):
    found, *_ = finished
    assert found.problems == {"before": [True], "after": [True]}


def test_mmto_keeps_the_sum_of_piece_values_and_comparison_training_does_not(finished):
    found, *_ = finished
    assert [sum(values) for values in found.piece_values["mmto"]] == [6500] * 3
    assert found.piece_values["mmto"][0] != found.piece_values["mmto"][-1]
    assert abs(sum(found.piece_values["comparison"][-1]) - 6500) > 50


def test_comparison_training_has_rates_for_few_games(finished):
    """With the paper's rates for 47,566 games, one game would move nothing."""
    found, *_ = finished
    same = found.agreement["A"].drawn == found.agreement["plain descent"].drawn
    assert not same.all()


def test_tables_tell_iterations_sums_and_matches(finished, capsys):
    found, *_ = finished
    for show in (show_piece_values, show_agreement, show_matches):
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


def test_the_objective_is_that_of_learning(games):
    """J / Z of given piece values, without learning, and as the first search of a fit tells it."""
    data = games["shogi"].train
    features = FeatureSet(data.game, [], parts=[Relations(data.game, ["material"])])
    method = MMTO(PvLeaves(features="learning"), iterations=1, slope=SLOPE, l1=0.0)
    told = []
    method = replace(method, watch=lambda _, model, figures: told.append((model, figures)))
    method.fit(features, data)
    model, figures = told[0]
    per_pair = objective(PvLeaves(features="learning"), model, data, SLOPE, 1)
    assert per_pair == pytest.approx(figures["train"]["objective_per_pair"], abs=1e-4)


def test_the_objective_knows_weights_that_were_divided(games):
    """A piece of 1,040 units does not fit 16 bits in 32nds: stored weights and scale are halves."""
    data = games["shogi"].train
    features = FeatureSet(data.game, [], parts=[Relations(data.game, ["material"])])
    values = np.full(13, 500.0)
    search, per_pair = PvLeaves(features="learning"), []
    for dragon in (1020.0, 1040.0):
        values[-1] = dragon
        model = weighed(features, values)
        per_pair.append(objective(search, model, data, 0.001, 1))
    assert model.metrics["mmto"]["divisor"] == 2
    assert per_pair[1] == pytest.approx(per_pair[0], abs=2e-3)


def test_learning_for_more_iterations_goes_on_with_weights_that_are_not_rounded(games, tmp_path):
    """Step by step, small steps of plain descent would be lost whenever weights are stored."""
    data = games["shogi"].first(1)
    workspace = Workspace(tmp_path / "work", b"", Silent())
    with workspace.opened():
        work = Work(workspace, SCALE, Silent(), 1)
        model = work.learned("AB", "AB", data, 5, comparison=True, rate=50.0)
    features = FeatureSet(data.game, [], parts=[Relations(data.game, ["material", "king-piece"])])
    search = PvLeaves(features=QUICK_LEARNING)
    alone = comparison_training(search, iterations=5, rate=50.0).fit(features, data)
    assert np.array_equal(model.weighted_sum.weights, alone.weighted_sum.weights)
    assert np.any(alone.weighted_sum.weights[0][13:-1])
    assert len(model.metrics["mmto"]["iterations"]) == 6
    assert list(tmp_path.glob("work/*.npz")) == []


PGN = """[Event "?"]
[WhiteElo "{}"]
[BlackElo "{}"]
[Result "1-0"]

1. e4 e5 2. {} Nc6 3. Bc4 Nd4 1-0

"""


def test_games_are_taken_by_the_mean_of_both_ratings(tmp_path):
    """Bands with far too few games, games without ratings and held-out positions are left out."""
    file = tmp_path / "rated.pgn"
    rated = [(1800, 1810), (1900, 2049), (1700, 1900), (2700, 2700), ("?", 1900), (2200, 2300)]
    file.write_text("".join(PGN.format(*pair, "Nf3") for pair in rated))
    chess = load_game("chess")
    measured = comparisons(chess, read_records(chess, file).games[:1])
    first = measured.select(slice(1))  # the start
    bands = rating_bands([file], replace(SCALE, chess_games=5), first, Silent())
    assert list(bands) == [WEAKEST]
    assert len(bands[WEAKEST]) == len(measured) - 1  # each position and move once
    one = rating_bands([file], replace(SCALE, chess_games=1), first, Silent())
    assert list(one) == [WEAKEST, STRONGEST]


def test_bands_teach_as_many_games_as_the_smallest_has(tmp_path):
    """Where games are fewer than wanted, as with --full; it is told, and so is what is left out."""
    file = tmp_path / "rated.pgn"
    weak = [PGN.format(1800, 1810, move) for move in ("Nf3", "Nc3", "d3")]
    strong = [PGN.format(2700, 2700, move) for move in ("f4", "g3")]
    file.write_text("".join((*weak, *strong)))
    none = comparisons(load_game("chess"), [])
    told = Named()
    bands = rating_bands([file], replace(SCALE, chess_games=4), none, told)
    assert list(bands) == [WEAKEST, STRONGEST]
    assert [len(np.unique(band.game_ids)) for band in bands.values()] == [2, 2]
    assert any(line.startswith("2 games of each band") for line in told.lines)
    assert any("1975 to 2149: 0 games" in line for line in told.lines)


GAME_OF_SHOGI = "startpos moves {} 3c3d 2g2f 8c8d\n"


def test_material_learns_from_their_own_number_of_games(tmp_path):
    """More than larger sets learn from: --games says nothing about them."""
    file = tmp_path / "games.usi"
    moves = ("7g7f", "6g6f", "5g5f", "4g4f", "3g3f", "1g1f")
    file.write_text("".join(map(GAME_OF_SHOGI.format, moves)))
    scale = replace(SCALE, games=1, piece_value_games=4, held_out=1)
    games = read_games("shogi", [file], scale, Silent())
    assert games.words == "5 recorded games"
    assert len(np.unique(games.first(scale.piece_value_games).game_ids)) == 4
    many = read_games("shogi", [file], replace(scale, piece_value_games=60, held_out=60), Silent())
    assert many.words == "6 recorded games (120 wanted)"
    assert 0 < len(np.unique(many.held_out.game_ids)) <= 3


def test_help_tells_the_usual_scale():
    words = " ".join(mmto.__doc__.split())
    for option, usual in (
        ("games", SCALE_BY_DEFAULT.games),
        ("iterations", SCALE_BY_DEFAULT.larger_iterations),
        ("match_games", SCALE_BY_DEFAULT.match_games),
    ):
        after = words[words.index(f" {option}: ") :]
        assert after[after.index("(default ") :].startswith(f"(default {usual})")


def test_data_that_is_not_there_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setenv(DATA, str(tmp_path))
    assert (chess_problems(), rated_files(), expert_files("shogi")) == ([], [], [])


def test_few_iterations_decide_nothing_about_piece_values(finished):
    found, *_ = finished
    longer = replace(found, iterations=60)
    source = {"figure 3", "figure 4", "figure 11", "figure 12"}
    kept = paper.KEPT.text
    for one in found.verdicts():
        if one.source in source and one.claim != kept:
            assert (one.verdict, one.would_decide[:2]) == ("undecided", "60")
    settled = {one.claim: one for one in longer.verdicts()}[paper.SETTLED.text]
    assert settled.verdict == "confirmed"
    assert settled.ours.endswith(" of 60")


def test_comparison_training_that_updates_once_a_search_has_more_searches(finished):
    found, *_ = finished
    efforts = {name: (one.searches, one.updates) for name, one in found.efforts.items()}
    assert efforts == {
        "AB": (2, 64), "plain descent": (4, 4), "constant step": (4, 4), "reused leaves": (2, 64),
    }  # fmt: skip
    words = [one.ours for one in found.verdicts() if "plain descent" in one.claim]
    assert [one.split("(")[1] for one in words] == [
        "2 searches, 64 updates against 4 searches, 4 updates)"
    ]


def test_matches_are_the_same_with_more_threads(games, tmp_path):
    """And so are their pairs' numbers, which openings go by."""
    scale = replace(SCALE, match_games=6)
    pieces = [baseline(games["chess"].game, kind) for kind in ("material", "piece-square")]
    scores, kept = [], []
    for threads in (1, 3):
        pairs = KeptPairs(tmp_path / str(threads), Silent(), Contest)
        with pairs.opened():
            matches = Matches(pairs, scale, "", Silent(), threads)
            scores.append(matches.by_nodes("chess", *pieces))
        kept.append(sorted(pairs.path.read_bytes().splitlines()))
    assert scores[0] == scores[1]
    assert kept[0] == kept[1]
    assert len(kept[0]) == 3
