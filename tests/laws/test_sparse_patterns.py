"""Laws of sparse patterns: their table is a dictionary of what was seen often enough."""

import dataclasses
from collections import Counter

import numpy as np
import pytest
from conftest import GAMES, packed, random_game, random_model, sparse_features
from hypothesis import given
from hypothesis import strategies as st

from boardworth import _core
from boardworth.errors import FormatError, NotFitted
from boardworth.evaluators import Evaluator
from boardworth.features import FeatureSet, Pattern, board_patterns, named_patterns
from boardworth.fitting import LeastSquares, Logistic, Model
from boardworth.fitting.shown import contents_worth
from boardworth.positions import Dataset
from boardworth.rules import load_game

NONE = 2**32 - 1
seeds = st.integers(0, 10_000)
games = st.sampled_from([load_game(name) for name in GAMES])


def random_positions(game, count):
    return [position for seed in range(count) for position in random_game(game, seed)[0]]


def drawn(first, second, count, seed, *, evenly):
    """Configurations of two halves; in play some i1 have many i2, and most have none."""
    random = np.random.default_rng(seed)
    share = random.random(count) if evenly else random.random(count) ** 6
    i1 = (share * first).astype(np.uint32)
    return np.unique(i1 * np.uint32(second) + random.integers(0, second, count, np.uint32))


@pytest.mark.parametrize("evenly", [True, False])
@pytest.mark.parametrize(("first", "second"), [(6561, 6561), (65_535, 65_535), (3, 59_049)])
def test_the_table_equals_a_dictionary(first, second, evenly):
    valid = drawn(first, second, 88_000, 1, evenly=evenly)
    table = _core.SparseTable(first, second, valid)
    assert table.valid == len(valid)
    assert table.numbers(valid).tolist() == list(range(len(valid)))
    number = {configuration: i for i, configuration in enumerate(valid.tolist())}
    near = np.concatenate([valid[:1000] + 1, valid[1:1000] - 1])
    far = np.random.default_rng(2).integers(0, first * second, 1_000_000)
    probes = np.concatenate([near, far]).astype(np.uint32)
    probes = probes[probes < first * second]
    expected = [number.get(probe, NONE) for probe in probes.tolist()]
    assert table.numbers(probes).tolist() == expected


@given(seeds, st.integers(1, 40), st.integers(1, 40))
def test_small_tables_are_exact_everywhere(seed, first, second):
    valid = drawn(first, second, seed % 200, seed, evenly=True)
    numbers = _core.SparseTable(first, second, valid).numbers(
        np.arange(first * second, dtype=np.uint32)
    )
    assert np.flatnonzero(numbers != NONE).tolist() == valid.tolist()
    assert numbers[valid].tolist() == list(range(len(valid)))


def test_first_fit_fills_a_table_as_well_as_the_paper_s():
    """Buro's tables of 310,000 slots hold 88,000 configurations; ours are as uneven as his."""
    table = _core.SparseTable(6561, 6561, drawn(6561, 6561, 88_000, 3, evenly=False))
    assert table.valid / table.slots > 88 / 310


@pytest.mark.parametrize(
    ("first", "second", "valid"),
    [(0, 3, []), (3, 0, []), (65_536, 3, []), (3, 65_536, []), (3, 3, [9]), (3, 3, [4, 4])],
)
def test_a_senseless_table_is_refused(first, second, valid):
    with pytest.raises(ValueError, match="sparse table"):
        _core.SparseTable(first, second, np.array(valid, np.uint32))


def counted(features, number, positions):
    """How often the configurations of a pattern occur, by the least of their mirror images."""
    game, pattern = features.game, features.patterns[number]
    atoms = pattern.atoms
    own = [s for s in game.symmetries if {s[a] for a in atoms} == set(atoms)]
    counts = Counter()
    for position in positions:
        facts = game.facts(position)
        for instance, of in zip(features.instances, features.pattern_of_instance, strict=True):
            if of != number:
                continue
            shown = dict(zip(atoms, (facts[atom] for atom in instance), strict=True))
            images = [tuple(shown[s[atom]] for atom in atoms) for s in own]
            counts[min(images)] += 1
    return counts


@pytest.mark.parametrize("least", [1, 3, 20])
def test_valid_is_what_the_positions_show_often_enough(game, least):
    features = FeatureSet(game, sparse_features(game).patterns)
    positions = random_positions(game, 8)
    found = {threads: features.with_valid(packed(positions), least, threads) for threads in (1, 3)}
    sparse = [n for n, pattern in enumerate(features.patterns) if pattern.sparse]
    for place, number in enumerate(sparse):
        counts = counted(features, number, positions)
        often = [values for values, count in counts.items() if count >= least]
        radices = [len(game.atoms[atom].values) for atom in features.patterns[number].atoms]
        expected = sorted(int(np.ravel_multi_index(values, radices)) for values in often)
        for complete in found.values():
            assert complete.valid[place].tolist() == expected


@given(games, seeds)
def test_a_sparse_pattern_that_has_seen_all_is_worth_what_a_table_is(game, seed):
    squares = tuple(range(3))
    table = random_model(FeatureSet(game, [Pattern("some", squares)]), seed)
    everything = np.unique(table.weighted_sum.features.tables[0].orbits, return_index=True)[1]
    sparse = FeatureSet(
        game, [Pattern("some", squares, sparse=True)], [everything.astype(np.uint32)]
    )
    assert len(sparse) == len(table.weighted_sum.features)
    # Orbits are numbered by their least members in both.
    again = random_model(sparse, seed)
    positions = packed(random_game(game, seed)[0])
    assert again.weighted_sum.weights.tobytes() == table.weighted_sum.weights.tobytes()
    assert (
        Evaluator(again).values(positions).tolist() == Evaluator(table).values(positions).tolist()
    )


def test_what_is_not_valid_has_no_term_and_no_worth(othello):
    small = board_patterns(othello, 100).patterns
    large = named_patterns(othello, ["A", "B"]).patterns
    start = packed([othello.start()])
    features = FeatureSet(othello, [*large, *small]).with_valid(start, 1)
    evaluator = Evaluator(random_model(features, 1))
    names = [term.name for term in evaluator.explain(othello.start()).terms]
    assert sum(name[0] in "AB" for name in names) == 8
    for position in random_game(othello, 1)[0][50:]:
        explanation = evaluator.explain(position)
        assert not any(term.name[0] in "AB" for term in explanation.terms)
        assert explanation.value == evaluator.value(position)


def test_nothing_valid_is_no_mistake(othello):
    large = named_patterns(othello, ["A", "B"])
    features = large.with_valid(np.empty((0, othello.packed_size), np.uint8))
    assert len(features) == 1
    assert Evaluator(random_model(features, 1)).explain(othello.start()).terms[0].name == "constant"


def test_weights_are_known_once_positions_have_been_seen(othello):
    features = named_patterns(othello, ["shipped", "A"])
    assert repr(features) == "<12 patterns, 50 instances for othello>"
    with pytest.raises(NotFitted, match="configurations of 'A' are valid is not known yet"):
        len(features)
    positions = packed(random_positions(othello, 2))
    complete = features.with_valid(positions, 2)
    assert len(complete) > 113_878
    assert complete.with_valid(positions[:1], 1) is complete
    with pytest.raises(FormatError, match="at least once, not 0 times"):
        features.with_valid(positions, 0)


def test_halves_that_are_lines_of_the_basic_set_use_their_lanes(othello):
    features = named_patterns(othello, ["shipped", "B"])
    assert len(features.index_atoms) == 46 + 4  # the edges; row 2 is there already


@pytest.mark.parametrize(
    ("valid", "message"),
    [
        ([], "needed of every sparse pattern"),
        ([[5, 5]], "must ascend"),
        ([[3**16]], "must ascend, and exist"),
        ([[3**15]], "least of their mirror images"),
    ],
)
def test_valid_configurations_that_cannot_be_are_refused(othello, valid, message):
    rows = [Pattern("rows", tuple(range(16)), sparse=True)]
    with pytest.raises(FormatError, match=message):
        len(FeatureSet(othello, rows, [np.array(v, np.uint32) for v in valid]))


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        (Pattern("one", (0,), sparse=True), "at least two atoms"),
        (Pattern("large", tuple(range(11))), "a table holds at most 65,536"),
        (Pattern("huge", tuple(range(21)), sparse=True), "half of it has 177,147"),
    ],
)
def test_patterns_of_the_wrong_size_are_refused(othello, pattern, message):
    with pytest.raises(FormatError, match=message):
        FeatureSet(othello, [pattern])


@pytest.mark.parametrize("fitter", [LeastSquares(stages=1), Logistic(stages=1)])
def test_a_fit_finds_out_what_is_valid_and_what_it_is_worth(fitter):
    """Won is who has the first three squares in one way; other configurations are left out."""
    game = load_game("tic_tac_toe")
    array = packed(random_positions(game, 400))
    features = FeatureSet(game, [Pattern("board", tuple(range(9)), sparse=True)])
    known = features.with_valid(array, fitter.min_count)
    assert 1 < len(known) < len(features.with_valid(array, 1)) / 2
    weights = np.random.default_rng(1).normal(size=len(known)).astype(np.float32)
    targets = known.rows(array).predict(weights)
    ids = np.arange(len(array), dtype=np.int32)
    data = Dataset(game, array, targets, game.progress(array), ids)
    model = fitter.fit(features, data, data.select(ids[:50]))
    assert model.weighted_sum.features.valid[0].tolist() == known.valid[0].tolist()
    if fitter.target == "score":
        assert model.predict(data) == pytest.approx(targets, abs=0.5)
    seen = 2.0 ** (model.weighted_sum.counts[0][:-1] - 1.0)
    assert (seen * 2 > fitter.min_count).all()


def test_squares_are_worth_the_same_in_either_kind_of_table(othello):
    squares = (0, 1, 8, 9)
    table = random_model(FeatureSet(othello, [Pattern("corner", squares)]), 1).weighted_sum
    least = np.unique(table.features.tables[0].orbits, return_index=True)[1].astype(np.uint32)
    large = FeatureSet(othello, [Pattern("corner", squares, sparse=True)], [least])
    seen = np.full(table.counts.shape, 5, np.uint8)
    worth = [
        contents_worth(Model(dataclasses.replace(table, features=features, counts=seen)), 1)
        for features in (table.features, large)
    ]
    assert worth[0].tolist() == worth[1].tolist()
    assert worth[0].any()
