"""Counters that following configurations touches, as the benchmarks tell them."""

from benchmarks.touches import Touches
from boardworth.features import Configuration, SpecialisationDag, to_configurations
from boardworth.rules import load_game


def test_a_move_touches_the_counters_of_what_it_begins_and_ends():
    game = load_game("tic_tac_toe")
    a, b, c = (0, 2), (1, 2), (2, 2)
    facts = [(a,), (b,), (a, b), (a, b, c)]
    touches = Touches(SpecialisationDag(to_configurations([Configuration(game, f) for f in facts])))
    start = game.start()
    assert list(touches.of_moves(start, 1)) == [2, 2, 1, 0, 0, 0, 0, 0, 0]
    moves = start.legal_moves()
    later = start.play(moves[0]).play(moves[8])
    # Of the first player a holds; with b also (a, b) begins, which (a, b, c) and both parts count.
    assert touches.of_start(later) == 2
    assert list(touches.of_moves(later, 1)) == [2 + 3, 1, 0, 0, 0, 0, 0]
