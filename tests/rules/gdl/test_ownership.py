"""Whose pieces stand on the boards of rule sheets."""

import pytest

from boardworth.errors import MissingCapability
from boardworth.evaluators import Evaluator, baseline
from boardworth.rules import load_game

# Pieces of the first player and of the second; all else is nobody's.
PIECES = {
    "tic-tac-toe": ({"x"}, {"o"}),
    "breakthrough": ({"white"}, {"black"}),
    "english-draughts": ({"black_man", "black_king"}, {"white_man", "white_king"}),
}


@pytest.mark.parametrize("name", PIECES)
def test_pieces_are_their_player_s(name):
    game = load_game(name)
    values = next(atom.values for atom in game.atoms if len(atom.values) > 1)
    whose = dict(zip(values, game.owners, strict=True))
    found = [{value for value, owner in whose.items() if owner == sign} for sign in (1, -1)]
    assert tuple(found) == PIECES[name]


RENAMED = """
(role i) (role ii) (other i ii) (other ii i) (cell 1) (cell 2) (cell 3) (cell 4)
(stone i q) (stone ii p)
(init (turn i)) (<= (init (at ?n free)) (cell ?n))
(<= (legal ?r (put ?n)) (true (turn ?r)) (true (at ?n free)))
(<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
(<= (next (at ?n ?s)) (does ?r (put ?n)) (stone ?r ?s))
(<= (next (at ?n ?s)) (true (at ?n ?s)) (distinct ?s free))
(<= (next (at ?n free)) (true (at ?n free)) (not (taken ?n)))
(<= (taken ?n) (does ?r (put ?n)))
(<= (next (turn ?o)) (true (turn ?r)) (other ?r ?o))
(<= open (true (at ?n free)))
(<= terminal (not open))
(<= (goal ?r 50) (role ?r))
"""


def test_names_play_no_part_in_whose_pieces_they_are(tmp_path):
    path = tmp_path / "stones.gdl"
    path.write_text(RENAMED)
    game = load_game(str(path))
    position = game.start().play("put 2")
    assert Evaluator(baseline(game, "material")).value(position) == -1
    assert dict(zip(game.atoms[0].values, game.owners, strict=True)) == {"free": 0, "q": 1, "p": -1}


def test_pieces_without_players_to_swap_are_nobody_s():
    game = load_game("peg-solitaire")
    with pytest.raises(MissingCapability, match="not known whose pieces are whose"):
        baseline(game, "material")
