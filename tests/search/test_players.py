"""Players and their limits."""

import pytest

import boardworth as bw
from boardworth.errors import BoardworthError


def test_a_limit_says_what_it_is():
    assert str(bw.Limit(depth=4)) == "depth 4"
    assert str(bw.Limit(nodes=10_000, seconds=0.5)) == "10,000 nodes, 0.5 s"


@pytest.mark.parametrize("given", [{}, {"depth": 0}, {"nodes": -1}, {"seconds": 0.0}])
def test_a_limit_must_limit(given):
    with pytest.raises(BoardworthError, match="limit"):
        bw.Limit(**given)


def test_alpha_beta_wins_tic_tac_toe_when_it_can():
    game = bw.load_game("tic_tac_toe")
    player = bw.AlphaBeta(bw.Evaluator(bw.baseline(game, "discs")))
    winning = game.parse("xx-oo---- x")
    assert game.start().move_text(player.move(winning, bw.Limit(depth=9))) == "c1"
    assert player.search(game.start(), bw.Limit(depth=9)).value == 0


def test_a_forced_pass_is_chosen(othello):
    player = bw.AlphaBeta(bw.Evaluator(bw.baseline(othello, "discs")))
    position = othello.parse("XO" + "-" * 62 + " O")
    assert othello.start().move_text(player.move(position, bw.Limit(depth=3))) == "--"


def test_the_ffo_endgames_up_to_14_empties_are_solved(data, othello):
    """Every value of the published problem file is right."""
    solved = 0
    for line in (data / "othello" / "problems" / "fforum-1-19.obf").read_text().splitlines():
        board, _, answers = line.partition(";")
        if board.count("-") > 14 or not answers.strip():
            continue
        best = max(int(answer.split(":")[1]) for answer in answers.split(";") if ":" in answer)
        position = othello.parse(board)
        import numpy as np

        packed = np.frombuffer(position.packed, np.uint8).reshape(1, -1)
        assert bw.solve_all(othello, packed)[0] == best
        solved += 1
    assert solved > 5
