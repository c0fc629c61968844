"""Counters that following configurations touches, as the benchmarks tell them."""

from benchmarks.touches import Touches
from boardworth.features import Configuration, SpecialisationDag, to_configurations
from boardworth.rules import load_game


def test_what_begins_and_ceases_between_leaves_touches_counters():
    game = load_game("tic_tac_toe")
    # The other player, who is to move after the first one's move, sees these.
    a, b, c = (0, 0), (1, 0), (2, 0)
    facts = [(a,), (b,), (a, b), (a, b, c)]
    touches = Touches(SpecialisationDag(to_configurations([Configuration(game, f) for f in facts])))
    # (a, b) needs its two facts, and (a, b, c) needs (a, b) and c.
    assert touches.between_leaves(game.start(), 1, 6) == [2 + 2, 2 + 1, 1, 0, 0, 0]
    moves = game.start().legal_moves()
    later = game.start().play(moves[0]).play(moves[8])
    # With a before, b also begins (a, b), which (a, b, c) and both parts count.
    assert touches.between_leaves(later, 1, 2) == [(2 + 3) + 1, 1]
