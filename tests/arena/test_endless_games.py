"""Games by rule sheets may never end: they are drawn in matches, and not learned from."""

from dataclasses import dataclass

import boardworth as bw
from boardworth.arena import Match
from boardworth.positions import self_play
from boardworth.rules import load_game
from boardworth.search import Decision, Player

# Whoever stops has lost.
PATIENCE = """
(role left) (role right)
(init (turn left))
(<= (legal ?p stay) (true (turn ?p)))
(<= (legal ?p stop) (true (turn ?p)))
(<= (legal left wait) (true (turn right)))
(<= (legal right wait) (true (turn left)))
(<= (next (turn left)) (true (turn right)))
(<= (next (turn right)) (true (turn left)))
(<= (next (stopped ?p)) (does ?p stop))
(<= terminal (true (stopped ?p)))
(<= (goal ?p 0) (role ?p) (true (stopped ?p)))
(<= (goal ?p 100) (role ?p) (not (true (stopped ?p))))
"""


@dataclass
class Stubborn(Player):
    """Stays as long as it may."""

    name: str = "stubborn"

    def choose(self, position, role, limit, history=None):
        return Decision(position.parse_move("stay", role))


def test_a_game_without_an_end_is_a_draw():
    game = load_game(PATIENCE)
    contest = Match((Stubborn(), Stubborn("another")), [()], bw.Limit(depth=1))
    games = []
    contest.run(game, 2, played=games.extend)
    assert [played.record.score for played in games] == [0, 0]
    assert all(len(played.record.moves) > 200 for played in games)


def test_a_game_without_an_end_is_not_learned_from():
    game = load_game(PATIENCE)
    assert self_play(game, lambda position: Stubborn().move(position, None), 3) == []
