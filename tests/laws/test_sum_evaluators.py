"""Laws of sums of parts: plain values, followed as from scratch, alone or summed."""

import random
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest
from conftest import (
    GAMES,
    RELATIONS,
    a_position,
    bearable,
    packed,
    random_game,
    random_model,
    small_game,
    sparse_features,
)
from hypothesis import given
from hypothesis import strategies as st
from reference.configurations import active, most_specific
from reference.minimax import distance, minimax, plain

from boardworth import _core
from boardworth.features import (
    Configuration,
    Relations,
    SpecialisationDag,
    Terms,
    genconf,
    known_terms,
    to_configurations,
)
from boardworth.fitting import Stages
from boardworth.rules import load_game
from boardworth.search import AlphaBeta, Limit

seeds = st.integers(0, 10_000)
SCALE, STAGES = 16, 3
KINDS = ["tables", "all", "most specific", "terms"]
CASES = [(name, (kind,)) for name in GAMES for kind in KINDS]
CASES += [(name, tuple(KINDS)) for name in GAMES]
CASES += [(name, ("tables", "terms")) for name in GAMES]  # which no list of parts adds up
CASES += [
    (name, kinds) for name in RELATIONS for kinds in (("relations",), ("tables", "relations"))
]
cases = st.sampled_from(CASES)


def stage_table(game):
    return Stages.equal(game.max_progress, STAGES).table()


def tables(game):
    """A part, and what it is worth in a position."""
    model = random_model(sparse_features(game), 1, stages=STAGES).weighted_sum
    features = model.features
    part = _core.EvaluatorPart.tables(
        features.core,
        np.ascontiguousarray(model.weights[:, features.table_weights]),
        model.weights[:, -1].astype(int).tolist(),
        features.table_offsets.tolist(),
        stage_table(game).tolist(),
    )

    def value(position, stage):
        weights = model.weights[stage]
        terms = [int(weights[weight]) for _, _, weight in features.active(position)]
        return int(weights[-1]) + sum(terms)

    return part, value


def long_configurations(game, positions, draw):
    """Nine facts each, without any of their parts."""
    whole = [
        [(a, v) for a, v in enumerate(game.facts(p)) if len(game.atoms[a].values) > 1]
        for p in draw.sample(positions, min(len(positions), 20))
    ]
    facts = {tuple(sorted(draw.sample(w, min(len(w), 9)))) for w in whole}
    return [Configuration(game, own) for own in sorted(facts)]


def configurations(game, added):
    positions = [p for n in range(3) for p in random_game(game, n)[0]]
    found = list(
        genconf(game, packed(positions), len(positions) // 2, max_length=3, max_found=200_000)
    )
    draw = random.Random(1)
    found = draw.sample(found, min(len(found), 200)) + long_configurations(game, positions, draw)
    dag = SpecialisationDag(to_configurations(found))
    numbers = np.random.default_rng(2)
    weights = numbers.integers(-1000, 1000, (STAGES, len(found))).astype(np.int32)
    constants = numbers.integers(-50, 50, STAGES).tolist()
    part = _core.EvaluatorPart.configurations(
        dag.core, weights, constants, stage_table(game).tolist(), added
    )
    holding = active if added == "all" else most_specific

    def value(position, stage):
        return constants[stage] + int(weights[stage][holding(found, position)].sum())

    return part, value


def terms(game):
    numbers = Terms(game, known_terms(game))
    shape = (STAGES, len(numbers))
    weights = np.random.default_rng(3).integers(-20, 20, shape).astype(np.int32)
    part = _core.EvaluatorPart.terms(numbers.places, weights, stage_table(game).tolist())

    def value(position, stage):
        return int(weights[stage] @ numbers.values(packed([position]))[0].astype(int))

    return part, value


def relations(game):
    part = Relations(game, RELATIONS[game.name])
    weights = np.random.default_rng(4).integers(-500, 500, (STAGES, len(part))).astype(np.int16)

    def value(position, stage):
        return sum(int(weights[stage, w]) * held.factor for held, w in part.active(position))

    return part.core_part(weights, stage_table(game)), value


@cache
def part_of(name, kind):
    game = load_game(name)
    if kind in ("all", "most specific"):
        return configurations(game, kind)
    return {"tables": tables, "terms": terms, "relations": relations}[kind](game)


@cache
def sum_of(name, kinds, target="score"):
    """An evaluator as players know it."""
    game = load_game(name)
    parts = [part_of(name, kind)[0] for kind in kinds]
    return SimpleNamespace(
        game=game,
        core=_core.Evaluator(game.core, parts, SCALE, target),
        model=SimpleNamespace(game=game, scale=SCALE, target=target, selectivity=None),
    )


@given(cases, seeds)
def test_a_sum_has_the_values_of_its_parts(case, seed):
    name, kinds = case
    evaluator = sum_of(name, kinds)
    positions = random.Random(seed).sample(random_game(evaluator.game, seed)[0], 3)
    stages = stage_table(evaluator.game)[evaluator.game.progress(packed(positions))].tolist()
    plainly = [
        sum(part_of(name, kind)[1](position, stage) for kind in kinds)
        for position, stage in zip(positions, stages, strict=True)
    ]
    assert evaluator.core.values(packed(positions)).tolist() == plainly
    assert [evaluator.core.value(position.packed) for position in positions] == plainly


@given(cases, seeds)
def test_values_followed_through_the_tree_equal_values_from_scratch(case, seed):
    evaluator = sum_of(*case)
    positions, _ = random_game(evaluator.game, seed)
    position = positions[seed % len(positions)].packed
    for depth in (0, 1, 2, 3):
        followed = evaluator.core.tree_sum(position, depth, True)
        assert followed == evaluator.core.tree_sum(position, depth, False)


@given(cases, seeds, st.integers(1, 3), st.sampled_from(["score", "win"]))
def test_alpha_beta_over_a_sum_equals_minimax(case, seed, depth, target):
    evaluator = sum_of(*case, target)
    game = evaluator.game
    position = a_position(game, seed)
    depth = bearable(position, depth)
    most = game.max_score * SCALE if target == "score" else 1 << 22
    won = None if game.name == "othello" else most

    def final(score):
        return score * SCALE if target == "score" else (score > 0) * most - (score < 0) * most

    def estimate(p):
        return min(max(evaluator.core.value(p.packed), 1 - most), most - 1)

    value = minimax(game, position, depth, estimate, final, won)
    for driver in ("pvs", "mtdf"):
        player = AlphaBeta(evaluator, features="learning", memory=1 << 12, driver=driver)
        found = player.search(position, Limit(depth=depth))
        assert (found.value, found.distance) == (plain(value, won), distance(value, won))


@given(cases, seeds)
def test_deep_searches_over_a_sum_agree_on_every_way_to_the_value(case, seed):
    evaluator = sum_of(*case)
    position = a_position(evaluator.game, seed)
    players = [
        AlphaBeta(evaluator, features="learning", memory=1 << 16, driver=driver, threads=threads)
        for driver, threads in (("pvs", 1), ("mtdf", 1), ("pvs", 2))
    ]
    found = [player.search(position, Limit(depth=5)) for player in players]
    assert len({(one.value, one.distance) for one in found}) == 1


def test_a_sum_of_tables_searches_as_the_tables_do(game):
    nothing = _core.EvaluatorPart.configurations(
        SpecialisationDag(to_configurations([Configuration(game, ((0, 1),))])).core,
        np.zeros((STAGES, 1), np.int32),
        [0] * STAGES,
        stage_table(game).tolist(),
        "all",
    )
    part = part_of(game.name, "tables")[0]
    alone = _core.Evaluator(game.core, [part], SCALE, "score")
    summed = _core.Evaluator(game.core, [part, nothing], SCALE, "score")
    checks = np.empty((game.max_progress + 1, 0, 4))
    plan = {"games": 3, "seconds": 1e9, "opening": (2, 4), "max_moves": 300, "seed": 1}
    searches = [_core.ManySearches(core, checks, 0, 1 << 16, 1) for core in (alone, summed)]
    if game.name == "shogi":  # by random weights it captures without an end in quiescence
        positions = packed(small_game(game, 1)[0][:-1])
    else:
        played = [own.self_play(2, **plan) for own in searches]
        for one, other in zip(*played, strict=True):
            np.testing.assert_array_equal(one, other)
        positions = played[0][0][:20]
    depths = np.full(len(positions), 2, np.int32)
    searched = [own.search(positions, depths) for own in searches]
    for one, other in zip(*searched, strict=True):
        np.testing.assert_array_equal(one, other)


def test_parts_that_do_not_fit_are_refused(othello):
    stages = stage_table(othello).tolist()
    tic_tac_toe = load_game("tic_tac_toe")
    some_terms = part_of("othello", "terms")[0]
    few, none, unknown, uneven = (
        _core.EvaluatorPart.terms(places, np.zeros(shape, np.int32), stages)
        for places, shape in (([1], (1, 1)), ([], (3, 0)), ([6], (3, 1)), ([0, 1], (3, 3)))
    )
    for parts, message in (
        ([], "a sum of nothing"),
        ([few], "no such stage"),
        ([none], "no such stage"),
        ([unknown], "no such term"),
        ([uneven], "terms and weights do not fit"),
        ([part_of("tic_tac_toe", "all")[0]], "one stage is needed for every progress"),
    ):
        with pytest.raises(ValueError, match=message):
            _core.Evaluator(othello.core, parts, SCALE, "score")
    with pytest.raises(ValueError, match="one stage is needed"):
        _core.Evaluator(tic_tac_toe.core, [some_terms], SCALE, "score")
    with pytest.raises(ValueError, match="expected 1 to 32768"):
        _core.Evaluator(othello.core, [some_terms], 0, "score")
