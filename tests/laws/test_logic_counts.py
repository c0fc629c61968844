"""Laws of logic features as numbers: counted as by hand, compiled, explained and kept."""

import random
from functools import cache

import numpy as np
import pytest
from conftest import GAMES, packed, random_game, random_model
from hypothesis import given
from hypothesis import strategies as st

from boardworth.errors import FormatError, MissingCapability
from boardworth.evaluators import Evaluator, load_model, save_model
from boardworth.features import FeatureSet, LogicCounts
from boardworth.features.configurations import max_values
from boardworth.features.logic import LogicFeature, Theory, unfold
from boardworth.fitting import Stages
from boardworth.rules import load_game

seeds = st.integers(0, 10_000)
FEATURES, SOLUTIONS = 3, 12
METHODS = {
    "solutions": ("counters", "best", "walk", "scan", "plain"),
    "proofs": ("counters", "changes", "best", "walk", "scan", "plain"),
}
cases = st.sampled_from([(name, counted) for name in GAMES for counted in METHODS])


@cache
def proofs(name):
    """For each of some solutions, conjunctions that positions have; some twice, one empty."""
    game, draw = load_game(name), random.Random(1)
    positions = [p for n in range(3) for p in random_game(game, n)[0]]
    found = []
    for solution in range(SOLUTIONS):
        for _ in range(draw.randrange(1, 9)):
            facts = enumerate(game.facts(draw.choice(positions)))
            changing = [(a, v) for a, v in facts if len(game.atoms[a].values) > 1]
            some = draw.sample(changing, min(draw.randrange(1, 4), len(changing)))
            found += [(solution, tuple(sorted(some)))] * draw.choice((1, 1, 2))
    return (*found, (3, found[0][1]), (5, ()), (5, found[3][1]))


@cache
def some_counts(name, counted):
    game = load_game(name)
    values = max_values(game)
    return LogicCounts(
        game,
        ["squares", "threats", "pieces in danger"],
        np.array([a * values + v for _, own in proofs(name) for a, v in own], np.uint16),
        np.array([len(own) for _, own in proofs(name)], np.uint8),
        np.array([solution for solution, _ in proofs(name)], np.uint32),
        np.arange(SOLUTIONS, dtype=np.uint32) % FEATURES,
        counted,
    )


def by_hand(position, counted):
    facts = set(enumerate(position.game.facts(position)))
    proved = [solution for solution, own in proofs(position.game.name) if set(own) <= facts]
    if counted == "solutions":
        proved = sorted(set(proved))
    return [sum(solution % FEATURES == feature for solution in proved) for feature in range(3)]


@given(cases, seeds)
def test_counts_are_those_by_hand(case, seed):
    part = some_counts(*case)
    positions = random_game(part.game, seed)[0][::4]
    wanted = [by_hand(position, case[1]) for position in positions]
    for threads in (1, 2):
        assert part.values(packed(positions), threads).tolist() == wanted
    assert [count.factor for count, _ in part.active(positions[-1])] == wanted[-1]


@given(cases, seeds)
def test_every_method_follows_the_weighted_counts(case, seed):
    part = some_counts(*case)
    model = random_model(FeatureSet(part.game, [], parts=[part]), seed)
    evaluator = Evaluator(model)
    positions, _ = random_game(part.game, seed)
    for position in positions[::9]:
        assert evaluator.explain(position).value == evaluator.value(position)
    start = positions[seed % len(positions)].packed
    stages = Stages.equal(part.game.max_progress, 3).table()
    own = [part.core_part(model.weighted_sum.weights[:, :-1], stages, m) for m in METHODS[case[1]]]
    cores = [type(evaluator.core)(part.game.core, [one], 16, "score") for one in own]
    for depth in (0, 1, 2):
        assert len({core.tree_sum(start, depth, True) for core in cores}) == 1


def test_the_solutions_of_legal_move_are_the_legal_moves(othello):
    feature = LogicFeature.parse("(<= (move ?s) (legal_move ?s own))", "squares where own can move")
    unfoldings = unfold(Theory.of(othello), [feature])
    part = LogicCounts.of(unfoldings)
    positions = [p for n in range(5) for p in random_game(othello, n)[0][:-1]]
    moves = [
        sum(othello.move_text(p, p.mover, move)[1:].isdigit() for move in p.legal_moves())
        for p in positions
    ]
    assert part.values(packed(positions))[:, 0].tolist() == moves
    counted = LogicCounts.of(unfoldings, "proofs").values(packed(positions))[:, 0]
    assert (counted == unfoldings[0].counts(packed(positions), "proofs")).all()
    model = random_model(FeatureSet(othello, [], parts=[part]), 1)
    terms = Evaluator(model).explain(othello.start()).terms
    assert [(t.name, t.holds) for t in terms if t.name != "constant"] == [
        ("squares where own can move", "4")
    ]


def test_a_model_of_counts_survives_its_file(tmp_path):
    part = some_counts("othello", "proofs")
    model = random_model(FeatureSet(part.game, [], parts=[part]), 3)
    save_model(model, tmp_path / "a.model")
    again = load_model(tmp_path / "a.model")
    assert again.weighted_sum.features.parts[0].definition == (
        model.weighted_sum.features.parts[0].definition
    )
    position = random_game(model.game, 1)[0][20]
    assert Evaluator(again).value(position) == Evaluator(model).value(position)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"names": ["a", "a"]}, "each name once"),
        ({"names": "a"}, "list of their names"),
        ({"names": ["a", "b"]}, "features that there are not"),
        ({"counted": "moves"}, "not 'moves'"),
        ({"lengths": np.uint8([1])}, "proves one solution"),
        ({"solution_of": np.full(len(proofs("tic_tac_toe")), 99, np.uint32)}, "that there are not"),
        ({"relations": np.uint32([70_000])}, "no game has"),
        ({"relations": np.uint32([1])}, "not as many relations"),
    ],
)
def test_a_section_that_is_none_is_refused(change, message):
    about, tensors = some_counts("tic_tac_toe", "solutions").to_section()
    about = {name: change.get(name, value) for name, value in about.items()}
    tensors = {name: change.get(name, value) for name, value in tensors.items()}
    with pytest.raises(FormatError, match=message):
        LogicCounts.from_section(load_game("tic_tac_toe"), about, tensors)


def test_a_count_is_no_configuration():
    with pytest.raises(MissingCapability, match="threats is a number"):
        some_counts("tic_tac_toe", "solutions").describe(1)
    with pytest.raises(FormatError, match="at least one"):
        LogicCounts.of([])
