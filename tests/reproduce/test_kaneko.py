"""Logical features and their patterns at a very small scale: what is measured, and what resumes."""

import numpy as np
import pytest

from boardworth.evaluators import shipped_model
from boardworth.features.logic import LogicFeature, Theory, unfold
from boardworth.recipes import Silent
from boardworth.reproduce import kaneko, kaneko_speeds
from boardworth.reproduce.kaneko import (
    HASAMI,
    OTHELLO,
    Scale,
    Unfolded,
    hasami_games,
    reproduce,
)
from boardworth.reproduce.kaneko_paper import LIKE_LOGISTELLO
from boardworth.reproduce.kaneko_positions import (
    MoveChoices,
    recorded_games,
    self_played_games,
    tournament_files,
)
from boardworth.reproduce.kaneko_speeds import METHODS
from boardworth.rules import Position, load_game

FEATURES = {
    OTHELLO: (
        "(<= (own_moves ?s) (legal_move ?s own))",
        "(<= (opponent_moves ?s) (legal_move ?s opponent))",
        "(<= (own_discs ?s) (owns own ?s))",
        "(<= (opponent_discs ?s) (owns opponent ?s))",
    ),
    HASAMI: (
        "(<= (black_pieces ?x ?y) (true (cell ?x ?y black)))",
        "(<= (white_pieces ?x ?y) (true (cell ?x ?y white)))",
    ),
}
SCALE = Scale(patterns=300, positions=2_000, games=300, seed=1)


@pytest.fixture(scope="module")
def games(othello):
    return self_played_games(shipped_model(othello), 300, (10, 30), solved=6, seed=1, threads=1)


@pytest.fixture(scope="module")
def hasami():
    return hasami_games(Scale(games=40, seed=1), Silent(), 1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("kaneko") / "work"


def few_features(name, *_):
    """Some features of each game: those of what a move changes take long to ground."""
    game = load_game(name)
    features = [LogicFeature.parse(text) for text in FEATURES[name]]
    return Unfolded(game, unfold(Theory.of(game), features), cut=0, seconds=0.0)


@pytest.fixture(scope="module")
def found(games, hasami, folder):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(kaneko.Unfolded, "of", few_features)
        patched.setattr(kaneko_speeds, "ROUNDS", 2)
        return reproduce(games, hasami, SCALE, folder, Silent())


def test_no_position_that_is_measured_was_learned_from(games):
    for sample in (games.at(4), games.at(24), games.all()):
        assert len(sample.train) > len(sample.held_out) > 0
        learned = sample.train.canonical_keys()
        assert len(np.unique(learned)) == len(learned)
        assert not np.isin(sample.held_out.canonical_keys(), learned).any()
    assert set(games.at(24).train.progress.tolist()) == {games.train.game.max_progress - 24}


def test_perfect_values_always_choose_a_right_move_and_their_opposites_never(games):
    choices = MoveChoices.of(games.at(4).held_out, threads=1)
    positions = len(np.unique(choices.position_of))
    # To the side to move in a successor, which is the other one where the sign is -1.
    perfect = choices.signs * choices.worth
    assert len(choices.right(perfect)) == positions > 20
    assert choices.right(perfect).all()
    assert not choices.right(-perfect).any()


def test_what_moves_are_worth_is_found_by_playing_them_out(games):
    held_out = games.at(4).held_out
    choices = MoveChoices.of(held_out, threads=1)

    def value(position):
        if position.over:
            return position.game.outcome(position)
        after = [position.play(move) for move in position.legal_moves()]
        return max(value(n) * (1 if n.mover == position.mover else -1) for n in after)

    for row in range(0, len(choices.worth), 25):
        successor = Position(held_out.game, choices.successors[row].tobytes())
        before = Position(held_out.game, held_out.positions[choices.position_of[row]].tobytes())
        sign = 1 if successor.mover == before.mover else -1
        assert choices.worth[row] == sign * value(successor)


def test_a_b_and_c_are_fitted_and_measured_beside_tables(found):
    for measured in (found.like_the_paper, found.middle_game):
        assert list(measured.models) == ["A", "B", "C", LIKE_LOGISTELLO]
        assert all(0 < measured.agreement.correlation(name).value < 1 for name in measured.models)
        # 300 and their images, those of B among them.
        assert 300 <= measured.sizes["C"] <= 8 * 300
    assert found.like_the_paper.moves is not None
    assert 0.3 < found.like_the_paper.moves.share("C").value < 1
    assert found.middle_game.moves is None
    assert list(found.hasami.models) == ["A", "B", "C"]


def test_othellos_features_are_generated_from_its_theory():
    unfolded = Unfolded.of(OTHELLO, Silent(), 1)
    sizes = {one.feature.name: len(one) for one in unfolded.unfoldings}
    assert sizes["own can move"] == sizes["opponent can move"] == 1036
    assert unfolded.cut == 0
    assert unfolded.seconds > 0


def test_every_legible_result_of_the_paper_has_a_verdict(found):
    rows = found.verdicts()
    assert [row.source for row in rows] == [
        *["table 2"] * 2,
        *["table 3"] * 2,
        "conclusion",
        "figure 11",
        "figure 13",
    ]
    assert set(found.speeds) == {OTHELLO, HASAMI}
    for speeds in found.speeds.values():
        assert set(speeds.seconds) == {(name, way) for name in "ABC" for way in METHODS}


def test_finished_fits_are_not_made_again(found, games, hasami, folder, monkeypatch):
    monkeypatch.setattr(kaneko.LeastSquares, "fit", lambda *_a, **_k: pytest.fail("fitted again"))
    monkeypatch.setattr(kaneko.Unfolded, "of", few_features)
    monkeypatch.setattr(kaneko, "measured_speeds", lambda *_: found.speeds["othello"])
    again = reproduce(games, hasami, SCALE, folder, Silent())
    for name, values in found.middle_game.agreement.values.items():
        assert np.array_equal(again.middle_game.agreement.values[name], values)


def test_games_of_the_last_years_are_measured_on(tmp_path, monkeypatch):
    wthor = tmp_path / "othello" / "wthor"
    wthor.mkdir(parents=True)
    for year in (1999, 2015, 2016):
        (wthor / f"WTH_{year}.wtb").touch()
    monkeypatch.setenv("BOARDWORTH_DATA", str(tmp_path))
    learned, measured = tournament_files()
    assert [path.name for path in learned] == ["WTH_1999.wtb", "WTH_2015.wtb"]
    assert [path.name for path in measured] == ["WTH_2016.wtb"]
    monkeypatch.delenv("BOARDWORTH_DATA")
    assert tournament_files() == ([], [])


def test_records_without_others_to_measure_on_are_split_by_game(othello, tmp_path):
    lines = []
    for number in range(5):
        position, moves = othello.start(), []
        while not position.over:
            legal = position.legal_moves()
            move = legal[number % len(legal)]
            moves.append(othello.move_text(position, position.mover, move))
            position = position.play(move)
        lines.append("".join(moves).replace("pass", ""))
    (tmp_path / "games.txt").write_text("\n".join(lines) + "\n")
    games = recorded_games(othello, [tmp_path / "games.txt"], [], Silent(), 1)
    assert len(set(games.train.game_ids.tolist())) == 4
    assert len(set(games.held_out.game_ids.tolist())) == 1
