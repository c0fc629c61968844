"""Laws of the methods that add up active configurations: they all find what looking at each finds.

Cover propagation, lists of changed relations and tables follow a search; a scan of packed masks, a
walk of the DAG and the plain loop begin anew at every leaf.
"""

import random
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from conftest import GAMES, packed, random_game
from hypothesis import given
from hypothesis import strategies as st
from reference.configurations import active, most_specific

from boardworth import _core
from boardworth.features import Configuration, SpecialisationDag, genconf, to_configurations
from boardworth.fitting import Stages
from boardworth.rules import load_game

BRUTE_FORCE = ("plain", "walk", "scan")
METHODS = {
    "all": ("counters", "changes", "tables", "best", *BRUTE_FORCE),
    "most specific": ("counters", "best", *BRUTE_FORCE),
    "solutions": ("counters", "best", *BRUTE_FORCE),
}
STAGES = 3
MAX_LEAVES = 3000  # of the trees that every method walks through
seeds = st.integers(0, 10_000)
cases = st.sampled_from([(name, semantics) for name in GAMES for semantics in METHODS])


def stage_table(game):
    return Stages.equal(game.max_progress, STAGES).table()


def crowded(game, draw):
    """Many configurations of the same four atoms: one table adds them up."""
    changing = [a for a, atom in enumerate(game.atoms) if 1 < len(atom.values) < 10]
    atoms = sorted(draw.sample(changing, 4))
    choices = [
        facts
        for n in (1, 2, 3, 4)
        for some in combinations(atoms, n)
        for facts in product(*([(a, v) for v in range(len(game.atoms[a].values))] for a in some))
    ]
    return draw.sample(choices, min(len(choices), 60))


@cache
def some_configurations(name):
    game, draw = load_game(name), random.Random(1)
    positions = [p for n in range(3) for p in random_game(game, n)[0]]
    found = genconf(game, packed(positions), len(positions) // 2, max_length=3, max_found=10**6)
    facts = {found[n].facts for n in draw.sample(range(len(found)), min(len(found), 150))}
    for position in draw.sample(positions, 10):
        whole = [
            (a, v) for a, v in enumerate(game.facts(position)) if len(game.atoms[a].values) > 1
        ]
        facts.add(tuple(sorted(draw.sample(whole, min(len(whole), 12)))))
    facts |= {*crowded(game, draw), *crowded(game, draw)}
    return [Configuration(game, own) for own in sorted(facts)]


@cache
def numbers(name, semantics):
    """Weights, and the solutions that each configuration proves."""
    draw = np.random.default_rng(2)
    count = len(some_configurations(name))
    proved = [draw.choice(20, draw.integers(0, 3), replace=False).tolist() for _ in range(count)]
    weighed = 20 if semantics == "solutions" else count
    return draw.integers(-1000, 1000, (STAGES, weighed)).astype(np.int32), proved


@cache
def evaluator(name, semantics, method):
    game = load_game(name)
    dag = SpecialisationDag(to_configurations(some_configurations(name))).core
    weights, proved = numbers(name, semantics)
    stages = stage_table(game).tolist()
    if semantics == "solutions":
        starts = np.cumsum([0, *map(len, proved)]).astype(np.uint32)
        solutions = np.array([s for own in proved for s in own], np.uint32)
        part = _core.EvaluatorPart.solutions(
            dag, starts, solutions, weights, [5] * STAGES, stages, method
        )
    else:
        part = _core.EvaluatorPart.configurations(
            dag, weights, [5] * STAGES, stages, semantics, method
        )
    return _core.Evaluator(game.core, [part], 16, "score")


def plainly(name, semantics, position):
    found = some_configurations(name)
    weights, proved = numbers(name, semantics)
    own = (most_specific if semantics == "most specific" else active)(found, position)
    if semantics == "solutions":
        own = sorted({solution for number in own for solution in proved[number]})
    game = position.game
    stage = stage_table(game)[game.progress(packed([position]))[0]]
    return 5 + int(weights[stage][own].sum())


@given(cases, seeds)
def test_every_method_finds_the_sum_that_looking_at_each_finds(case, seed):
    name, semantics = case
    positions = random.Random(seed).sample(random_game(load_game(name), seed)[0], 4)
    expected = [plainly(name, semantics, position) for position in positions]
    for method in METHODS[semantics]:
        assert evaluator(name, semantics, method).values(packed(positions)).tolist() == expected


@given(cases, seeds)
def test_every_method_finds_the_same_sums_in_a_tree(case, seed):
    name, semantics = case
    positions, _ = random_game(load_game(name), seed)
    position = positions[seed % len(positions)].packed
    game = load_game(name)
    for depth in (1, 2, 3):
        if depth == 3 and game.perft(positions[seed % len(positions)], 3) > MAX_LEAVES:
            break
        sums = {
            method: evaluator(name, semantics, method).tree_sum(position, depth, True)
            for method in METHODS[semantics]
        }
        assert len(set(sums.values())) == 1, sums


@pytest.mark.parametrize("semantics", ["all", "most specific"])
def test_methods_agree_on_thousands_of_configurations(othello, semantics):
    """Enough of them that whole runs of them have their facts in the same words."""
    draw = random.Random(3)
    facts = {
        tuple((a, draw.randrange(3)) for a in sorted(draw.sample(range(64), draw.randrange(1, 9))))
        for _ in range(3000)
    }
    dag = SpecialisationDag(to_configurations([Configuration(othello, f) for f in facts])).core
    weights = np.arange(len(facts), dtype=np.int32)[None]
    stages = [0] * (othello.max_progress + 1)
    for position in random_game(othello, 1)[0][20::15]:
        sums = {
            _core.Evaluator(
                othello.core,
                [_core.EvaluatorPart.configurations(dag, weights, [0], stages, semantics, method)],
                16,
                "score",
            ).tree_sum(position.packed, 2, True)
            for method in METHODS[semantics]
        }
        assert len(sums) == 1


def test_methods_that_cannot_add_up_what_is_asked_for_are_refused(othello):
    dag = SpecialisationDag(to_configurations([Configuration(othello, ((0, 1),))])).core
    weights, stages = np.zeros((1, 1), np.int32), [0] * (othello.max_progress + 1)
    for method, semantics, message in (
        ("changes", "most specific", "only all active"),
        ("tables", "most specific", "only all active"),
        ("guess", "all", "no method 'guess'"),
    ):
        with pytest.raises(ValueError, match=message):
            _core.EvaluatorPart.configurations(dag, weights, [0], stages, semantics, method)
    for starts, solutions in (([0, 1], [1]), ([0, 2], [0]), ([0], [])):
        with pytest.raises(ValueError, match="solutions"):
            _core.EvaluatorPart.solutions(
                dag, np.uint32(starts), np.uint32(solutions), weights, [0], stages
            )
