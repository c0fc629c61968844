"""Laws of followed configurations: after every move and every undo they are those found anew."""

import random
from functools import cache

import numpy as np
import pytest
from conftest import GAMES, packed, random_game
from hypothesis import given
from hypothesis import strategies as st
from reference.configurations import active, most_specific

from boardworth.errors import BoardworthError, IllegalMove
from boardworth.features import (
    Configuration,
    CoverDiagram,
    SpecialisationDag,
    genconf,
    to_configurations,
)
from boardworth.rules import load_game

games = st.sampled_from([load_game(name) for name in GAMES])
seeds = st.integers(0, 10_000)


@cache
def some_diagram(game, seed, kind):
    """All frequent configurations, some of them, or long ones without any of their parts."""
    positions = [p for n in range(3) for p in random_game(game, seed + n)[0]]
    draw = random.Random(seed)
    found = list(
        genconf(game, packed(positions), len(positions) // 2, max_length=3, max_found=200_000)
    )
    if kind == "some":
        found = draw.sample(found, min(len(found), 300))
    elif kind == "long":
        whole = [
            [(a, v) for a, v in enumerate(game.facts(p)) if len(game.atoms[a].values) > 1]
            for p in draw.sample(positions, 20)
        ]
        facts = {tuple(sorted(draw.sample(w, min(len(w), 9)))) for w in whole}
        found = [Configuration(game, f) for f in sorted(facts)] + found[::7]
    dag = SpecialisationDag(to_configurations(found))
    weights = np.random.default_rng(seed).integers(-1000, 1000, len(found)).astype(np.int32)
    return found, CoverDiagram(dag, weights)


def assert_same(followed, diagram, position):
    assert followed.position == position
    assert followed.active == diagram.dag.active(position)
    specific = diagram.dag.most_specific(position)
    assert followed.most_specific == specific
    assert followed.value == diagram.weights[specific].sum()


@given(games, seeds, st.sampled_from(["all", "some", "long"]))
def test_followed_configurations_are_those_found_anew(game, seed, kind):
    found, diagram = some_diagram(game, seed % 3, kind)
    positions, moves = random_game(game, seed + 7)
    followed = diagram.follow(positions[0])
    assert_same(followed, diagram, positions[0])
    for move, position in zip(moves, positions[1:], strict=True):
        followed.play(move)
        assert_same(followed, diagram, position)
    for position in positions[:: max(len(positions) // 4, 1)]:
        looked_at = diagram.follow(position)
        assert looked_at.active == active(found, position)
        assert looked_at.most_specific == most_specific(found, position)
    for position in positions[-2::-1]:
        followed.undo()
        assert_same(followed, diagram, position)


@given(games, seeds)
def test_moves_and_undos_may_be_mixed(game, seed):
    """As in a tree search, from the middle of a game too."""
    _, diagram = some_diagram(game, seed % 3, "some")
    draw = random.Random(seed)
    line = [draw.choice(random_game(game, seed)[0])]
    followed = diagram.follow(line[0])
    for _ in range(60):
        legal = line[-1].legal_moves()
        if legal and (len(line) == 1 or draw.random() < 0.6):
            line.append(line[-1].play(draw.choice(legal)))
            move = next(m for m in legal if line[-2].play(m) == line[-1])
            followed.play(move)
        elif len(line) > 1:
            line.pop()
            followed.undo()
        assert_same(followed, diagram, line[-1])


@given(games, seeds)
def test_sums_followed_through_the_tree_equal_sums_found_anew(game, seed):
    _, diagram = some_diagram(game, seed % 3, "some")
    positions, _ = random_game(game, seed)
    position = positions[seed % len(positions)].packed
    for depth in (0, 1, 2, 3):
        followed = diagram.core.tree_sum(position, depth, incremental=True)
        assert followed == diagram.core.tree_sum(position, depth, incremental=False)


def test_a_move_in_notation_is_followed_and_an_illegal_one_changes_nothing(othello):
    _, diagram = some_diagram(othello, 1, "some")
    followed = diagram.follow(othello.start())
    followed.play("f5")
    assert_same(followed, diagram, othello.start().play("f5"))
    with pytest.raises(IllegalMove):
        followed.play("a1")
    assert_same(followed, diagram, othello.start().play("f5"))
    followed.undo()
    with pytest.raises(BoardworthError, match="no move to take back"):
        followed.undo()
    assert_same(followed, diagram, othello.start())


def test_what_does_not_fit_is_refused(othello):
    dag = SpecialisationDag(to_configurations([Configuration(othello, ((0, 2),))]))
    for weights in (np.zeros(2, np.int32), np.zeros(1), np.zeros((1, 1), np.int32)):
        with pytest.raises(BoardworthError, match="1 configurations need as many 32-bit weights"):
            CoverDiagram(dag, weights)
    with pytest.raises(BoardworthError, match="configurations of othello do not tell of tic_tac"):
        CoverDiagram(dag).follow(load_game("tic_tac_toe").start())
