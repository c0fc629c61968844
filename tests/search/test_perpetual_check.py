"""A search sees from a game's history who gives perpetual check."""

from boardworth.evaluators import Evaluator, baseline
from boardworth.rules import History, load_game
from boardworth.search import AlphaBeta, Limit

SHOGI = load_game("shogi")
# Sente's rook follows gote's king from file to file; gote's last move would be the fourth time.
CHASE = ["R-2i", "K-1a", "R-1i", "K-2a"]


def test_the_side_in_perpetual_check_has_won():
    history = History.after(SHOGI.parse("7k1/9/9/9/9/9/9/K8/8R b - 1"))
    for move in (CHASE * 3)[:-1]:
        history = history.play(history.position.parse_move(move))
    player = AlphaBeta(Evaluator(baseline(SHOGI, "nothing")))
    before = history.positions[:-1]
    found = player.search(history.position, Limit(depth=1), history=before)
    assert history.position.move_text(found.pv[0]) == "K-2a"
    assert found.distance == 1
    assert player.search(history.position, Limit(depth=1)).distance is None
