"""Turns that several fluents tell, or nothing but the legal moves; and games that have none."""

from functools import cache

import pytest
from conftest import packed, random_model

import boardworth as bw
from boardworth.errors import FormatError, MissingCapability
from boardworth.features import short_tuples
from boardworth.rules import load_game

# Each player first marks one of four cells, then may swap the ends of the row: two relations tell
# whose turn it is, as in sheets of pentago.
MARK_AND_SWAP = """
(role red) (role blue) (other red blue) (other blue red)
(cell 1) (cell 2) (cell 3) (cell 4) (join 1 2) (join 2 3) (join 3 4) (end 1 4) (end 4 1)
(<= (inner ?c) (cell ?c) (not (outer ?c))) (<= (outer ?c) (end ?c ?d))
(<= (init (at ?c empty)) (cell ?c)) (init (marking red))
(<= (legal ?p (mark ?c)) (true (marking ?p)) (true (at ?c empty)))
(<= (legal ?p swap) (true (turning ?p))) (<= (legal ?p keep) (true (turning ?p)))
(<= (legal ?p wait) (role ?p) (not (true (marking ?p))) (not (true (turning ?p))))
(<= (next (turning ?p)) (true (marking ?p)))
(<= (next (marking ?q)) (true (turning ?p)) (other ?p ?q))
(<= (next (at ?c ?p)) (does ?p (mark ?c)))
(<= (next (at ?c ?x)) (does ?p (mark ?d)) (true (at ?c ?x)) (distinct ?c ?d))
(<= (next (at ?c ?x)) (does ?p keep) (true (at ?c ?x)))
(<= (next (at ?c ?x)) (does ?p swap) (true (at ?c ?x)) (inner ?c))
(<= (next (at ?c ?x)) (does ?p swap) (true (at ?d ?x)) (end ?c ?d))
(<= (pair ?p) (join ?c ?d) (true (at ?c ?p)) (true (at ?d ?p)) (role ?p))
(<= open (true (at ?c empty)))
(<= terminal (pair ?p)) (<= terminal (not open))
(<= (goal ?p 100) (pair ?p)) (<= (goal ?q 0) (pair ?p) (other ?p ?q))
(<= (goal ?p 50) (role ?p) (not (pair red)) (not (pair blue)))
"""
# Even moves are left's and odd ones right's, unless the switch is on: no fluent tells whose turn.
SWITCH = """
(role left) (role right) (init (step 0)) (init even) (init (sum 0))
(follows 0 1) (follows 1 2) (follows 2 3) (follows 3 4) (follows 4 5) (follows 5 6)
(<= (next (step ?n)) (true (step ?m)) (follows ?m ?n))
(<= (next even) (not (true even)))
(<= (next on) (does ?p (add 1 on))) (<= (next on) (true on) (not turned))
(<= turned (does ?p (add 1 on)))
(<= lefts (true even) (not (true on))) (<= lefts (not (true even)) (true on))
(amount 0) (amount 1)
(<= (legal left (add ?n on)) lefts (amount ?n))
(<= (legal right (add ?n off)) (not lefts) (amount ?n))
(<= (legal right wait) lefts) (<= (legal left wait) (not lefts))
(<= (next (sum ?n)) (true (sum ?m)) (follows ?m ?n) (does ?p (add 1 ?x)))
(<= (next (sum ?n)) (true (sum ?n)) (does ?p (add 0 ?x)))
(<= terminal (true (step 5)))
(<= odd (true (sum 1))) (<= odd (true (sum 3))) (<= odd (true (sum 5)))
(<= (goal left 100) odd) (<= (goal left 0) (not odd))
(<= (goal right 0) odd) (<= (goal right 100) (not odd))
"""
# Twelve times "a" in a row, and both have a choice: random play is not so lucky.
RARELY_AT_ONCE = """
(role one) (role two) (init (control one)) (init (row 0)) (init (step 0))
(follows 0 1) (follows 1 2) (follows 2 3) (follows 3 4) (follows 4 5) (follows 5 6) (follows 6 7)
(follows 7 8) (follows 8 9) (follows 9 10) (follows 10 11) (follows 11 12) (follows 12 13)
(letter a) (letter b) (letter c) (letter d)
(<= (legal ?p (say ?x)) (true (control ?p)) (letter ?x))
(<= (legal ?p (say ?x)) (role ?p) (true (row 12)) (letter ?x))
(<= (legal ?p wait) (role ?p) (not (true (control ?p))) (not (true (row 12))))
(<= (next (control one)) (true (control two))) (<= (next (control two)) (true (control one)))
(<= (next (step ?n)) (true (step ?m)) (follows ?m ?n))
(<= (next (row ?n)) (does ?p (say a)) (true (row ?m)) (follows ?m ?n))
(<= (next (row 0)) (does ?p (say ?x)) (distinct ?x a))
(<= terminal (true (step 13)))
(<= (goal ?p 50) (role ?p))
"""
AT_ONCE = RARELY_AT_ONCE.replace("(row 12)) (letter ?x)", "(row 1)) (letter ?x)")


@cache
def game_of(text):
    return load_game(text)


def told(game):
    """By role, the fluents that tell its turn."""
    names = game.propnet_machine.ground_game.fluents
    return [{str(names[fluent]) for fluent in own} for own in game.structure.turns.fluents]


def test_turns_may_be_spread_over_several_relations():
    game = game_of(MARK_AND_SWAP)
    assert told(game) == [
        {"(marking red)", "(turning red)"},
        {"(marking blue)", "(turning blue)"},
    ]
    # A state in which red marks while blue turns is excluded by induction.
    assert game.structure.turns.proven


def test_turns_may_follow_from_legal_moves_alone():
    game = game_of(SWITCH)
    assert told(game) == []
    assert game.structure.turns.proven


def best_for_first(machine, state):
    """The difference of goals with best play, by the rules and who has a choice."""
    if machine.terminal(state):
        first, second = machine.goals(state)
        return first - second
    legal = machine.legal_moves(state)
    assert min(map(len, legal)) == 1
    values = [
        best_for_first(machine, machine.play(state, [own, other]))
        for own in legal[0]
        for other in legal[1]
    ]
    return max(values) if len(legal[0]) > 1 else min(values)


@pytest.mark.parametrize("text", [MARK_AND_SWAP, SWITCH], ids=["two relations", "legal moves"])
def test_searches_with_patterns_play_for_whoever_has_a_choice(text):
    game = game_of(text)
    player = bw.solver(random_model(short_tuples(game.turn_based()), 1, largest=4))
    position = game.start()
    while not position.over:
        choosing = [role for role in (0, 1) if len(position.legal_moves(role)) > 1]
        assert choosing in ([], [position.mover])
        assert game.movers(packed([position])) == [position.mover]
        found = bw.solve(player, position)
        best = best_for_first(game.state_machine, position.packed)
        assert found.score == (best if position.mover == 0 else -best)
        position = position.play(found.pv[0])
    assert game.final_score(position) == best


def test_a_game_in_which_both_choose_at_once_has_no_turns():
    game = game_of(AT_ONCE)
    assert game.structure.turns is None
    with pytest.raises(MissingCapability, match="move at the same time"):
        game.turn_based()


def test_turns_that_random_play_suggests_are_watched():
    game = game_of(RARELY_AT_ONCE)
    assert told(game) == [{"(control one)"}, {"(control two)"}]
    assert not game.structure.turns.proven
    position = game.start()
    for _ in range(12):
        position = position.play("(say a)")
    with pytest.raises(FormatError, match=r"two has a choice as well.*only seemed to take turns"):
        position.play("(say a)")
