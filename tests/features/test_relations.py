"""Relations of kings and pieces: how many there are, what they are called, what they count."""

import itertools
from collections import Counter

import numpy as np
import pytest
from conftest import (
    RELATIONS,
    SANITIZED,
    features_with_relations,
    packed,
    random_game,
    random_model,
)

from boardworth import _core
from boardworth.cli.app import run
from boardworth.errors import FormatError, MissingCapability
from boardworth.evaluators import Evaluator, save_model
from boardworth.features import FeatureSet
from boardworth.features.relations import KINDS, PAPERS_KINDS, RelationLeaves, Relations
from boardworth.fitting import LeastSquares
from boardworth.positions import Dataset
from boardworth.rules import load_game

NEGATIVE = 1 << 31
BEARABLE = {"chess": KINDS[:5], "shogi": KINDS, "dobutsu": KINDS}


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        # Hoki and Kaneko 2014: e^A, e^B, e^C and e^D; for chess e^B without the opponent's king.
        ("shogi", [13, 60_876, 2_425_950, 44_222_454]),
        ("chess", [5, 8 * 64 * 63 + 2 * (64 * 56 - 56), 64 * 64 * 312, 64 * (624 * 623 // 2)]),
    ],
)
def test_relations_have_as_many_weights_as_published(name, numbers):
    relations = Relations(load_game(name))
    assert [relations.shape.count(kind) for kind in PAPERS_KINDS] == numbers
    assert len(relations) == sum(numbers)
    assert len(relations.conditions) == {"shogi": 1476, "chess": 2 * (4 * 64 + 56)}[name]


def test_relations_without_kings_are_shared_by_mirror_images():
    chess = Relations(load_game("chess"), ["piece-square", "piece-piece"])
    assert len(chess) == 312 + 312 * 311 // 2 + 312 * 312
    shogi = Relations(load_game("shogi"), ["piece-square", "piece-piece"])
    # Counts in hand, and pieces on the middle file, are their own images.
    own, alone = 738, 45 + 77
    images = (own - alone) // 2  # pairs of a piece and its image
    pairs = own * (own - 1) // 2 + own * own
    unmoved = alone * (alone - 1) // 2 + images + alone * alone
    assert len(shogi) == (own + alone) // 2 + (pairs + unmoved) // 2


def test_shorter_lists_of_kinds_have_the_first_weights():
    game = load_game("dobutsu")
    whole = Relations(game, KINDS)
    for count in range(1, len(KINDS)):
        some = Relations(game, KINDS[:count])
        assert [some.name(w) for w in range(len(some))] == [whole.name(w) for w in range(len(some))]


def test_every_weight_is_one_orbit_of_its_own():
    relations = Relations(load_game("dobutsu"), KINDS)
    names = [relations.name(weight) for weight in range(len(relations))]
    assert len(set(names)) == len(relations)


def signed(relations, positions):
    starts, numbers = relations.rows(packed(positions))
    return [
        Counter(
            (int(number) & (NEGATIVE - 1), -1 if number & NEGATIVE else 1)
            for number in numbers[int(a) : int(b)]
        )
        for a, b in itertools.pairwise(starts)
    ]


@pytest.mark.parametrize("name", BEARABLE)
def test_rows_hold_what_is_active(name):
    game = load_game(name)
    relations = Relations(game, BEARABLE[name])
    positions = random_game(game, 7)[0][::30]
    for position, row in zip(positions, signed(relations, positions), strict=True):
        active = relations.active(position)
        pieces = len(relations.names)
        assert row == Counter((weight, held.factor) for held, weight in active[pieces:])
        differences = relations.values(packed([position]))[0].tolist()
        assert differences == [held.factor for held, _ in active[:pieces]]
        facts = game.facts(position)
        assert all(
            facts[atom] == value
            or game.atoms[atom]
            .values[facts[atom]]
            .startswith(("own promoted", "opponent promoted"))
            for relation, _ in active
            for atom, value in relation.facts
        )


@pytest.mark.parametrize("name", BEARABLE)
def test_mirrored_positions_have_the_same_relations(name):
    game = load_game(name)
    relations = Relations(game, BEARABLE[name])
    positions = random_game(game, 3)[0][::9]
    for symmetry in range(len(game.symmetries)):
        images = [np.frombuffer(game.core.image(symmetry, p.packed), np.uint8) for p in positions]
        starts, numbers = relations.rows(np.stack(images))
        plain_starts, plain = relations.rows(packed(positions))
        assert (starts == plain_starts).all()
        for a, b in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True):
            assert sorted(numbers[a:b]) == sorted(plain[a:b])


def test_rows_are_the_same_for_any_number_of_threads():
    game = load_game("dobutsu")
    positions = packed([p for seed in range(30) for p in random_game(game, seed)[0]] * 4)
    one, three = (Relations(game).rows(positions, 5, threads) for threads in (1, 3))
    assert all((a == b).all() for a, b in zip(one, three, strict=True))


def test_fits_find_planted_values_again():
    game = load_game("dobutsu")
    features = FeatureSet(game, [], parts=[Relations(game, ["material", "king-piece"])])
    array = packed([p for seed in range(150) for p in random_game(game, seed)[0][:-1]])
    weights = np.random.default_rng(1).normal(0, 0.1, len(features)).astype(np.float32)
    weights[:4], weights[-1] = [0.5, 1, 1.5, 2], 0
    truth = features.rows(array).predict(weights)
    ids = np.arange(len(array), dtype=np.int32)
    data = Dataset(game, array, truth, game.progress(array), ids)
    found = LeastSquares(stages=1, l2=1e-3).fit(features, data).predict(data)
    assert np.corrcoef(found, truth)[0, 1] > 0.999


@pytest.mark.parametrize("name", RELATIONS)
def test_compiled_relations_equal_rows_followed_or_not(name):
    """In several phases, all over a game in which kings wander."""
    model = random_model(features_with_relations(name), 1)
    evaluator = Evaluator(model)
    positions = [p for seed in range(3) for p in random_game(model.game, seed)[0]]
    array = packed(positions)
    assert evaluator.values(array).tolist() == model.evaluation.predict(array).tolist()
    for position in positions[::25]:
        followed = evaluator.core.tree_sum(position.packed, 2, True)
        assert followed == evaluator.core.tree_sum(position.packed, 2, False)


@pytest.mark.skipif(SANITIZED, reason="tens of millions of weights, as dobutsu has them in small")
@pytest.mark.parametrize(
    ("name", "kinds"),
    [("shogi", PAPERS_KINDS), ("shogi", KINDS), ("chess", KINDS)],
    ids=["the paper's of shogi", "shogi", "chess"],
)
def test_compiled_relations_of_all_kinds_equal_leaves_followed_or_not(name, kinds):
    """Those that other tests leave out: rows and explanations of them would take seconds."""
    game = load_game(name)
    relations = Relations(game, kinds)
    few = np.random.default_rng(1).integers(-9, 10, 99_991)
    weights = np.resize(few.astype(np.int16), (1, len(relations)))
    part = relations.core_part(weights, np.zeros(game.max_progress + 1, np.uint8))
    core = _core.Evaluator(game.core, [part], 1, "win")
    positions = [p for seed in range(2) for p in random_game(game, seed)[0]]
    array = packed(positions)
    leaves = RelationLeaves(relations).add(array, array, np.arange(len(array), dtype=np.uint32))
    plain = leaves.predict(np.append(weights[0], 0).astype(np.float32))
    assert np.abs(plain).max() > 100
    assert core.values(array).tolist() == plain.tolist()
    for position in positions[::40]:
        followed = core.tree_sum(position.packed, 2, True)
        assert followed == core.tree_sum(position.packed, 2, False)


@pytest.mark.parametrize("sign", [1, -1])
def test_pairs_of_pieces_that_do_not_fit_16_bits_are_an_error_of_the_model(tmp_path, capsys, sign):
    """Each weight fits, their sum with and without the king does not."""
    model = random_model(features_with_relations("dobutsu"), 1, stages=1)
    model.weighted_sum.weights[:] = sign * 20_000
    with pytest.raises(FormatError, match="piece-piece and king-piece-piece are too large"):
        Evaluator(model)
    save_model(model, tmp_path / "large.model")
    assert run(["match", str(tmp_path / "large.model"), "random", "--games", "2"]) == 2
    assert "error: weights of piece-piece" in capsys.readouterr().err


def test_tables_of_too_many_phases_are_refused():
    part = Relations(load_game("shogi"), ["king-piece-piece"])
    weights = np.zeros((11, len(part)), np.int16)
    with pytest.raises(FormatError, match=r"in 11 phases would take .* leave king-piece-piece out"):
        part.core_part(weights, np.zeros(41, np.uint8))


def test_a_side_without_a_king_has_its_pieces_alone():
    """As in problems, where only one king is to be mated."""
    game = load_game("shogi")
    relations = Relations(game, KINDS[:5])
    model = random_model(FeatureSet(game, [], parts=[relations]), 1, stages=1)
    position = game.parse("4k4/9/4P4/9/9/9/9/9/9 b G 1")
    held = [(what, weight) for what, weight in relations.active(position) if what.factor]
    assert [str(what) for what, _ in held[:2]] == [
        "+1 (1 pawns against 0)",
        "+1 (1 golds against 0)",
    ]
    assert all(what.factor == -1 for what, _ in held[2:])
    assert Evaluator(model).value(position) == Evaluator(model).explain(position).value


def test_relations_have_plain_names():
    chess = Relations(load_game("chess"), ["material", "king-piece"])
    assert [chess.name(weight) for weight in range(5)] == [
        "own pawns",
        "own knights",
        "own bishops",
        "own rooks",
        "own queens",
    ]
    names = {chess.name(weight) for weight in range(5, len(chess))}
    assert {"own king g1, opponent knight f3", "own king e1, own pawn e2"} <= names
    assert "own king g1, own knight g1" not in names


def test_what_is_not_known_is_refused():
    with pytest.raises(MissingCapability, match="not of othello"):
        Relations(load_game("othello"))
    with pytest.raises(FormatError, match="in this order"):
        Relations(load_game("chess"), ["king-piece", "material"])
    with pytest.raises(MissingCapability, match="own pawns are counted"):
        Relations(load_game("chess")).describe(0)
