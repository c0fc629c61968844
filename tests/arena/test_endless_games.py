"""Games may never end: they are drawn in matches, and not learned from but for repetitions."""

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


@dataclass
class Pacing(Player):
    """Walks to and fro with its giraffe."""

    name: str = "pacing"

    def choose(self, position, role, limit, history=None):
        texts = {position.move_text(move): move for move in position.legal_moves()}
        return Decision(next(texts[m] for m in ("Gc4", "Gc3", "Ga1", "Ga2") if m in texts))


def test_a_position_that_occurs_for_the_third_time_ends_a_game():
    game = load_game("dobutsu")
    opening = game.parse_line(game.start(), "Gc3 Ga2")
    contest = Match((Pacing(), Pacing("too")), [opening], bw.Limit(depth=1))
    games = []
    contest.run(game, 2, played=games.extend)
    assert [(played.record.score, len(played.record.moves)) for played in games] == [(0, 8)] * 2
    records = self_play(game, lambda position: Pacing().move(position, None), 2)
    assert [(record.score, len(record.moves)) for record in records] == [(0, 8)] * 2
