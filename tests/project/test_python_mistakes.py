"""Mistakes in Python are errors of ours, with a sentence; none is accepted silently."""

import numpy as np
import pytest
from conftest import random_game

import boardworth as bw
from boardworth.errors import BoardworthError
from boardworth.fitting import Correlation, Fisher, Log, Sharing
from boardworth.search import Mtdf, Playouts, Uct


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: bw.LeastSquares(l2=-1), "LeastSquares: l2 = -1: it must be at least 0"),
        (lambda: bw.LeastSquares(stages=0), "LeastSquares: stages = 0: it must be at least 1"),
        (lambda: bw.LeastSquares(l2=float("nan")), "LeastSquares: l2 = nan"),
        (lambda: bw.Logistic(patience=0), "Logistic: patience = 0: it must be at least 1"),
        (lambda: Fisher(stages=0), "Fisher: stages = 0: it must be at least 1"),
        (lambda: Log(pool=-1), "Log: pool = -1: it must be at least 0"),
        (
            lambda: bw.LeastSquares(stages=1.5),
            "stages = 1.5: it must be a whole number, at least 1",
        ),
        (lambda: bw.LeastSquares(stages="a"), "stages = 'a': it must be a whole number, at least"),
        (lambda: bw.LeastSquares(l2="x"), "l2 = 'x': it must be a number, at least 0"),
        (lambda: Sharing(own=1.5), "Sharing: own = 1.5: it must be a whole number"),
        (lambda: Correlation(terms=None), "Correlation: terms = None: it must be a whole number"),
    ],
)
def test_settings_of_fitters_that_make_no_sense_are_refused(wrong, words):
    with pytest.raises(BoardworthError, match=words):
        wrong()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda game: bw.random_openings(game, 3, plies=-8, seed=1), "plies = -8: it must be at"),
        (lambda game: bw.random_openings(game, -1, plies=8, seed=1), "count = -1: it must be at"),
        (lambda _: bw.Sprt(alpha=2), "SPRT: alpha = 2: it must be from 1e-09 to 0.5"),
        (lambda _: bw.Sprt(beta="x"), "SPRT: beta = 'x': it must be a number, from"),
        (lambda _: bw.load_game(None), "a game is a name, .*, not None"),
        (lambda _: bw.load_model(None), "a file is a path, not None"),
        (lambda _: bw.load_model("nosuch"), "cannot read nosuch: No such file"),
        (lambda _: bw.Dataset.load(None), "a file is a path, not None"),
        (lambda _: bw.Dataset.load("nosuch"), "cannot read nosuch: "),
        (lambda game: bw.read_records(game, "nosuch.txt"), "cannot read nosuch.txt: No such file"),
        (bw.Evaluator, "an Evaluator takes a Model, not <game othello>"),
    ],
)
def test_what_makes_no_sense_to_a_function_is_an_error_of_ours(othello, wrong, words):
    with pytest.raises(BoardworthError, match=words):
        wrong(othello)


@pytest.mark.parametrize(
    "player", [Uct(5), Playouts(5), Mtdf(None), bw.AlphaBeta], ids=["uct", "playouts", "mtdf", "ab"]
)
def test_a_number_is_not_a_limit(othello, othello_model, player):
    made = player(bw.Evaluator(othello_model)) if player is bw.AlphaBeta else player
    with pytest.raises(BoardworthError, match="plays within a Limit, not 3"):
        made.move(othello.start(), 3)


def test_text_that_is_no_position_is_refused(othello_model):
    evaluator = bw.Evaluator(othello_model)
    for asked in (evaluator.value, evaluator.values, evaluator.explain):
        with pytest.raises(BoardworthError, match="othello position: expected 64 squares"):
            asked("x")
    with pytest.raises(BoardworthError, match="a search takes a Position, not 'x'"):
        bw.AlphaBeta(evaluator).move("x", bw.Limit(depth=1))


def test_a_model_is_not_an_evaluator_and_an_evaluator_is_not_a_model(othello_model):
    with pytest.raises(BoardworthError, match=r"not a Model: of a model, it is Evaluator\(model\)"):
        bw.AlphaBeta(othello_model)
    evaluator = bw.Evaluator(othello_model)
    with pytest.raises(BoardworthError, match="uct is guided by a Model, not <evaluator"):
        Uct(5, function=evaluator)
    with pytest.raises(BoardworthError, match="mtdf evaluates with a Model, not <evaluator"):
        Mtdf(evaluator)


def test_an_evaluator_refuses_what_is_no_position_of_its_game(othello, othello_model):
    evaluator = bw.Evaluator(othello_model)
    taken = "an Evaluator takes positions, their texts or packed ones"
    for asked in (evaluator.value, evaluator.explain, lambda wrong: evaluator.values([wrong])):
        with pytest.raises(BoardworthError, match=rf"{taken} .*, not 3"):
            asked(3)
        with pytest.raises(BoardworthError, match="does not value positions of connect-four"):
            asked(bw.load_game("connect-four").start())
    for wrong, words in (
        (3, "not 3"),
        (np.zeros((2, 17)), "not an array of float64"),
        (np.zeros((1, 1, 17), np.uint8), "not an array of 3 dimensions"),
    ):
        with pytest.raises(BoardworthError, match=words):
            evaluator.values(wrong)


def test_a_model_refuses_what_is_no_position_of_its_game(othello, othello_model):
    taken = "a Model takes positions, their texts or packed ones .*, or a Dataset"
    other = bw.load_game("connect-four")
    for wrong in (othello_model.explain, lambda one: othello_model.predict([one])):
        with pytest.raises(BoardworthError, match=rf"{taken}, not 3"):
            wrong(3)
        with pytest.raises(BoardworthError, match="othello position: expected 64 squares"):
            wrong("x")
        with pytest.raises(BoardworthError, match="does not value positions of connect-four"):
            wrong(other.start())
        with pytest.raises(BoardworthError, match="expected 17 bytes each, found 3"):
            wrong(np.zeros(3, np.uint8))
    for wrong in (3, None, np.zeros((2, 17)), np.full((2, 2), "x"), np.full((2, 1), None)):
        with pytest.raises(BoardworthError, match=taken):
            othello_model.predict(wrong)
    data = data_of(other, [other.start()])
    for refusing in (othello_model.predict, bw.Evaluator(othello_model).values):
        with pytest.raises(BoardworthError, match="does not value positions of connect-four"):
            refusing(data)


def data_of(game, positions):
    packed = np.frombuffer(b"".join(one.packed for one in positions), np.uint8)
    zeros = [np.zeros(len(positions), kind) for kind in (np.float32, np.int16, np.int32)]
    return bw.Dataset(game, packed.reshape(len(positions), -1), *zeros)


def test_positions_are_taken_by_whatever_they_are_given(othello):
    """As objects and texts, in lists and arrays, packed, and as datasets and rows of them."""
    model = bw.shipped_model(othello)
    evaluator = bw.Evaluator(model)
    positions = random_game(othello, 1)[0][30:33]
    texts = [othello.text(position) for position in positions]
    data = data_of(othello, positions)
    values = [evaluator.value(position) for position in positions]
    assert len(set(values)) == 3
    for given in (
        positions,
        texts,
        (text for text in texts),
        np.array(texts),
        np.array(texts, object),
        np.array(positions, object),
        data,
        data.positions,
        list(data.positions),
        list(data),
        [texts[0], positions[1], data[2]],
    ):
        again = list(given) if not hasattr(given, "__len__") else given
        assert evaluator.values(again).tolist() == values
        assert model.predict(again).tolist() == values
    for one in (positions[1], texts[1], np.array(texts[1]), data[1], data.positions[1]):
        assert evaluator.values(one).tolist() == model.predict(one).tolist() == values[1:2]
    for one in (positions[1], texts[1], data[1], data.positions[1]):
        assert evaluator.value(one) == model.explain(one).value == values[1]
        assert evaluator.explain(one).position == positions[1]


def test_a_column_of_a_table_is_valued(othello, othello_model):
    pytest.importorskip("pandas")
    data = data_of(othello, [othello.start(), othello.start().play("f5")])
    evaluator, column = bw.Evaluator(othello_model), data.to_pandas()["position"]
    for given in (column, column.to_numpy(), column.tolist()):
        assert evaluator.values(given).tolist() == evaluator.values(data).tolist()


def test_what_holds_arrays_shows_itself_in_a_line(othello, othello_model):
    """A prompt shows what an expression is: nobody wants to read its arrays there."""
    evaluator = bw.Evaluator(othello_model)
    rounds = bw.Match([bw.RandomPlayer(1), bw.RandomPlayer(2)], [()], bw.Limit(depth=1))
    data = bw.Dataset(
        othello,
        np.frombuffer(othello.start().packed * 3, np.uint8).reshape(3, -1),
        *(np.zeros(3, kind) for kind in (np.float32, np.int16, np.int32)),
    )
    shown = {
        repr(othello_model): "<model of othello: ",
        repr(evaluator): "<evaluator of othello: ",
        repr(data): "<Dataset of 3 positions of othello>",
        repr(rounds.run(othello, games=2)): "<match random 1 - random 2: ",
    }
    for text, begin in shown.items():
        assert text.startswith(begin)
        assert len(text.splitlines()) == 1
        assert len(text) < 300


def test_a_player_shows_itself_by_its_name(othello_model):
    player = bw.AlphaBeta(bw.Evaluator(othello_model), name="mine")
    assert repr(player) == "<player mine>"


def test_an_explanation_is_printed_term_by_term(othello, othello_model):
    explanation = bw.Evaluator(othello_model).explain(othello.start())
    first, *terms = str(explanation).splitlines()
    assert float(first.split()[0]) == pytest.approx(explanation.value, abs=0.005)
    assert [float(line.split()[0]) for line in terms] == pytest.approx(
        [term.contribution for term in explanation.terms], abs=0.005
    )


def test_one_packed_position_is_a_row(othello, othello_model):
    evaluator, start = bw.Evaluator(othello_model), othello.start()
    packed = np.frombuffer(start.packed, np.uint8)
    assert evaluator.values(packed).tolist() == [evaluator.value(start)]
