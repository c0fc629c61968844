"""Buro 1995 at a very small scale: games, tables, combinations, and what resumes."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from boardworth.errors import BoardworthError
from boardworth.features import FeatureSet, Pattern
from boardworth.positions import Dataset
from boardworth.recipes import Silent
from boardworth.recipes.workspace import Workspace
from boardworth.reproduce import tournament, training_games
from boardworth.reproduce.buro1995 import FULL, QUICK, Learning, Scale, reproduce
from boardworth.reproduce.buro1995_paper import PAIRINGS, TOURNAMENT_MINUTES
from boardworth.reproduce.even_openings import EvenOpenings
from boardworth.reproduce.tournament import FULL_WIDTH, Speed, Tournament, at_even_time
from boardworth.reproduce.training_games import all_openings
from boardworth.reproduce.win_rates import win_rates
from boardworth.search import Limit, solve_all

SCALE = Scale(
    Learning(training_games=250, solved=8, phases=3, seed=1),
    games=4,
    even_games=6,
    limit=Limit(nodes=100),
    pairings=[*at_even_time(PAIRINGS), PAIRINGS[-1]],
    opening_depth=2,
    solved=8,
)
SPEEDS = {
    name: Speed(share, share - 0.01, share + 0.01)
    for name, share in {"LOG": 1.0, "FISHER": 1.0, "QUAD": 0.8}.items()
}
MEASURED = {**SPEEDS, "FISHER": Speed(1.3, 1.2, 1.4)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("buro1995") / "work"


@pytest.fixture(scope="module")
def found(othello, folder):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(tournament, "speeds", lambda *_: MEASURED)
        return reproduce(othello, SCALE, folder, Silent())


def test_all_three_predict_held_out_games_from_13_numbers(found):
    assert [row.name for row in found.measured.held_out] == ["LOG", "FISHER", "QUAD"]
    assert found.measured.features == 13
    # log 2 is what knowing nothing costs.
    assert all(row.cross_entropy < 0.69 for row in found.measured.held_out)
    assert len(found.measured.covariances) == 3


def test_every_pairing_is_played_from_both_sides_and_longer_at_even_time(found):
    assert list(found.scores) == list(SCALE.pairings)
    assert [sum(score.wins_draws_losses) for score in found.scores.values()] == [6, 6, 6, 4]


def test_log_and_fisher_are_equally_fast(found):
    """Both are linear: what speeds say is noise."""
    assert found.speeds["FISHER"] == found.speeds["LOG"] == SPEEDS["LOG"]


def test_every_result_of_the_paper_has_a_verdict(found):
    rows = found.verdicts()
    assert [row.source for row in rows[:7]] == ["table 1"] * 7
    assert [row.paper for row in rows[:3]] == ["61.8 %", "59.8 %", "55.3 %"]
    assert [row.ours == "not played" for row in rows[:7]] == [False] * 3 + [True] * 3 + [False]
    assert len(rows) == 10
    assert all(row.verdict in {"confirmed", "refuted", "undecided"} for row in rows)


def test_a_finished_run_is_read_back_and_nothing_is_played(othello, folder, found, monkeypatch):
    def fail(*_args, **_more):
        raise AssertionError("played again")

    monkeypatch.setattr(training_games, "_batch", fail)
    monkeypatch.setattr(tournament.Match, "play_one", fail)
    monkeypatch.setattr(tournament, "speeds", fail)
    assert reproduce(othello, SCALE, folder, Silent()) == found


def test_an_interrupted_run_goes_on_to_the_same_result(othello, tmp_path, found, monkeypatch):
    monkeypatch.setattr(tournament, "speeds", lambda *_: MEASURED)
    play, batch, played = tournament.Match.play_one, training_games._batch, []

    def stopping(match, *arguments):
        if len(played) == 5:
            raise KeyboardInterrupt
        played.append(arguments[1])
        return play(match, *arguments)

    monkeypatch.setattr(tournament.Match, "play_one", stopping)
    with pytest.raises(KeyboardInterrupt):
        reproduce(othello, SCALE, tmp_path / "work", Silent())
    assert len(played) == 5
    monkeypatch.setattr(tournament.Match, "play_one", play)
    monkeypatch.setattr(training_games, "_batch", lambda *_: pytest.fail("trained again"))
    assert reproduce(othello, SCALE, tmp_path / "work", Silent(), threads=2) == found
    monkeypatch.setattr(training_games, "_batch", batch)


def test_matches_without_corner_quiescence_are_others_from_the_same_openings(
    othello, folder, found, monkeypatch
):
    play, matches = tournament.Match.play_one, []

    def watched(match, *arguments):
        matches.append(match)
        return play(match, *arguments)

    monkeypatch.setattr(tournament.Match, "play_one", watched)
    monkeypatch.setattr(EvenOpenings, "_batch", lambda *_: pytest.fail("other openings"))
    monkeypatch.setattr(tournament, "speeds", lambda *_: pytest.fail("other speeds"))
    plain = reproduce(othello, replace(SCALE, search=FULL_WIDTH), folder, Silent())
    assert list(plain.scores) == list(found.scores)
    assert len(matches) == 22
    assert not any(one._player.quiescence for match in matches for one in match.players)
    assert reproduce(othello, SCALE, folder, Silent()) == found
    assert len(matches) == 22


def test_other_settings_are_noticed(othello, folder, found):
    assert found
    other = replace(SCALE, learning=replace(SCALE.learning, solved=9))
    with pytest.raises(BoardworthError, match="other settings"):
        reproduce(othello, other, folder, Silent())


def test_times_have_the_paper_s_ratios():
    def limits(limit):
        played = Tournament({}, SPEEDS, [], limit, TOURNAMENT_MINUTES, 8, "", "", "")
        return [played.limits(pairing) for pairing in PAIRINGS]

    nodes = [tuple(limit.nodes for limit in pair) for pair in limits(Limit(nodes=200))]
    equal, more = [(200, 160), (200, 160), (200, 200)], [(200, 240), (200, 203), (200, 203)]
    assert nodes == [*equal, *more, (200, 240)]
    seconds = [[limit.seconds for limit in pair] for pair in limits(Limit(seconds=0.3))]
    assert seconds == [pytest.approx([m / 100 for m in p.minutes]) for p in PAIRINGS]


def test_the_paper_s_percentages_are_those_of_its_games():
    assert all(sum(pairing.paper) == 200 for pairing in PAIRINGS)
    percents = [pairing.paper_percent for pairing in PAIRINGS]
    assert percents == [61.8, 59.8, 55.3, 49.0, 54.8, 49.5, 50.5]


def test_the_scales_grow_up_to_the_paper_s():
    assert FULL.learning.training_games == 60_000
    assert (FULL.games, FULL.learning.solved, FULL.solved, FULL.opening_depth) == (200, 20, 22, 11)
    assert QUICK.learning.training_games < Scale().learning.training_games


def test_all_openings_are_found_once():
    """Up to symmetry there are 1, 3, 14 and 60 positions after the first plies."""
    from boardworth.rules import load_game

    game = load_game("othello")
    assert [len(all_openings(game, plies)) for plies in (1, 2, 3, 4)] == [1, 3, 14, 60]


def test_training_games_use_openings_evenly_and_know_their_endings(othello, tmp_path):
    workspace = Workspace(tmp_path / "work", b"a test", Silent())
    with workspace.opened():
        games = training_games.training_games(
            othello, 20, 3, 6, seed=1, workspace=workspace, reporter=Silent(), threads=1
        )
    opened = Counter(game.moves[:3] for game in games)
    assert len(opened) == 14
    assert set(opened.values()) == {1, 2}
    assert len({game.moves for game in games}) == 20  # no two games from an opening are alike
    for game in games[:5]:
        positions = othello.replay(game.start, game.moves).positions
        for ply, score in game.exact.items():
            mover = positions[ply : ply + 1]
            sign = 1 if othello.movers(mover)[0] == 0 else -1
            assert othello.progress(mover)[0] >= othello.max_progress - 6
            assert np.sign(solve_all(othello, mover)[0]) * sign == score


def test_tables_hold_the_share_of_won_positions_that_show_a_configuration(othello):
    """By hand: one square, positions that show it black, empty or white."""
    start = othello.start()
    first = [start.play(move) for move in start.legal_moves()]
    rows = [first[0], first[0], first[0], first[1]]
    positions = np.stack([np.frombuffer(row.packed, np.uint8) for row in rows])
    targets = np.array([2, 0, -6, 8], np.float32)  # won, drawn, lost; won
    data = Dataset(othello, positions, targets, othello.progress(positions), np.arange(4))
    square = othello.board.square_names.index(othello.move_text(start, 0, start.legal_moves()[0]))
    features = FeatureSet(othello, [Pattern("square", (square,))])
    sums = win_rates(features, data, 1, prior=2)
    values = sums.values(positions).ravel()
    used = features.weights_used(positions)
    shown = Counter(used.ravel().tolist())
    won = {0: 1.0, 1: 0.5, 2: 0.0, 3: 1.0}
    for row, weights in enumerate(used):
        expected = 0.0
        for weight in weights.tolist():
            wins = sum(won[other] * used[other].tolist().count(weight) for other in range(4))
            expected += (wins + 1) / (shown[weight] + 2) - 0.5
        assert values[row] == pytest.approx(expected, abs=1e-6)
