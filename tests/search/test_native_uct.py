"""UCT by native games: proofs, matches with random movers, and guidance by models."""

import pytest
from conftest import random_game

import boardworth as bw
from boardworth.errors import BoardworthError, FormatError
from boardworth.evaluators import Evaluator, baseline
from boardworth.files import shipped_file
from boardworth.rules import load_game
from boardworth.search import Limit, RandomPlayer, Uct, UctSettings

ENOUGH = Limit(nodes=10**9)


def minimax(position):
    """The mover's score under perfect play, by looking at all games."""
    if position.over:
        return position.game.outcome(position)
    return max(-minimax(position.play(move)) for move in position.legal_moves())


def first_players_score(game, players, start=None):
    """The result of a game between two who choose moves of positions."""
    position = start or game.start()
    while not position.over:
        position = position.play(players[position.mover](position))
    return game.final_score(position)


def by(player):
    return lambda position: player.move(position, ENOUGH)


def at_random(seed):
    return lambda position: RandomPlayer(seed).move(position, ENOUGH)


def played(result):
    return [
        [(move.move, move.visits, move.mean, move.proven) for move in moves]
        for moves in result.moves
    ]


def test_it_never_loses_tic_tac_toe_to_a_random_mover():
    game = load_game("tic_tac_toe")
    wins = 0
    for seed in range(20):
        score = first_players_score(game, [by(Uct(500)), at_random(seed)])
        other = first_players_score(game, [at_random(seed), by(Uct(500))])
        assert score >= 0 >= other
        wins += (score > 0) + (other < 0)
    assert wins > 30


def test_what_it_proves_is_what_minimax_finds():
    game = load_game("tic_tac_toe")
    curious = UctSettings(exploration=5.0)  # or it looks for no refutation of what is bad anyway
    values = set()
    for seed in range(20):
        position = random_game(game, seed)[0][3]
        mover = position.mover
        found = Uct(50_000, settings=curious).search(position, ENOUGH)
        own = 50 + 50 * minimax(position)
        assert found.values[mover] == own
        assert found.values[1 - mover] in (100 - own, None)
        assert found.simulations < 50_000
        for move in found.moves[mover]:
            if move.proven is not None:
                assert move.proven == 50 - 50 * minimax(position.play(move.move))
        values.add(own)
    assert values >= {50, 100}


def test_it_beats_random_movers_at_othello():
    game = load_game("othello")
    assert all(first_players_score(game, [by(Uct(60)), at_random(n)]) > 0 for n in range(4))
    assert all(first_players_score(game, [at_random(n), by(Uct(60))]) < 0 for n in range(4))


def test_every_simulation_is_counted_once():
    game = load_game("othello")
    for settings in (UctSettings(), UctSettings(expand_after=0), UctSettings(threads=2)):
        found = Uct(777, settings=settings).search(game.start(), ENOUGH)
        assert sum(move.visits for move in found.moves[0]) == found.simulations == 777
        assert {move.move for move in found.moves[0]} == set(game.start().legal_moves())


def test_the_same_seed_finds_the_same():
    position = random_game(load_game("othello"), 1)[0][10]
    first = Uct(500, seed=3).search(position, ENOUGH)
    player = Uct(500, seed=3)
    player.search(position.game.start(), ENOUGH)
    assert played(player.search(position, ENOUGH)) == played(first)
    assert played(Uct(500, seed=4).search(position, ENOUGH)) != played(first)


def test_what_is_known_of_a_position_is_kept():
    game = load_game("othello")
    core = Uct(1)._made(game.simulator("UCT"), game.roles)
    first = core.search(game.start().packed, keep=True, simulations=3000)
    best = max(first.moves[0], key=lambda move: move.visits)
    after = game.start().play(best.move)
    assert core.knows(after.packed)
    second = core.search(after.packed, keep=True, simulations=100)
    assert sum(move.visits for move in second.moves[1]) > 100 + best.visits // 2
    assert not core.knows(game.start().packed)


def test_a_rollout_that_is_too_long_counts_as_a_draw():
    start = load_game("othello").start()
    found = Uct(200, settings=UctSettings(max_moves=5)).search(start, ENOUGH)
    assert all(move.mean == 50 for move in found.moves[0])


@pytest.mark.parametrize("name", ["connect-four", "tic_tac_toe"])
def test_it_finds_a_win_by_sheets_and_native_rules_alike(name):
    game = load_game(name)
    moves = "(drop 4)(drop 1)" * 3 if name == "connect-four" else "a1 a2 b1 b2"
    position = game.legal_replay(game.start(), game.parse_line(game.start(), moves)).last
    chosen = Uct(500).move(position, ENOUGH)
    after = position.play(chosen)
    assert after.over
    assert game.final_score(after) > 0


def test_limits_of_the_position_end_the_search():
    start = load_game("othello").start()
    assert Uct().search(start, Limit(nodes=30)).simulations == 30
    assert Uct().search(start, Limit(seconds=0.01)).simulations > 0
    with pytest.raises(BoardworthError, match="not to a depth"):
        Uct().search(start, Limit(depth=3))


def test_guided_by_the_shipped_model_it_beats_plain_uct():
    game = load_game("othello")
    model = bw.load_model(shipped_file("othello.model"))
    guided = by(Uct(60, function=Evaluator(model).core.state_function()))
    plain = by(Uct(60))
    points = 0
    for seed in range(6):
        start = random_game(game, seed)[0][6]
        points += first_players_score(game, [guided, plain], start) > 0
        points += first_players_score(game, [plain, guided], start) < 0
    assert points >= 9


def test_all_uses_of_a_model_fit_together():
    game = load_game("othello")
    function = Evaluator(baseline(game, "squares")).core.state_function()
    settings = UctSettings(prior_visits=5, order_moves=True, greed=0.5, temperature=0.1, cut=0.1)
    position = random_game(game, 2)[0][20]
    player = Uct(100, settings=settings, function=function)
    found = player.search(position, ENOUGH)
    assert sum(move.visits for move in found.moves[position.mover]) == 100


def test_where_rollouts_end_at_once_a_move_is_worth_what_the_model_says():
    game = load_game("othello")
    function = Evaluator(baseline(game, "squares")).core.state_function()
    position = random_game(game, 3)[0][15]
    settings = UctSettings(cut=1.0)
    player = Uct(len(position.legal_moves()), settings=settings, function=function)
    means = set()
    for move in player.search(position, ENOUGH).moves[position.mover]:
        after = position.play(move.move)
        assert move.visits == 1
        assert move.mean == pytest.approx(function.values(after.packed)[position.mover], abs=1e-3)
        means.add(move.mean)
    assert len(means) > 1


def test_a_model_of_another_game_is_refused():
    function = Evaluator(baseline(load_game("othello"), "discs")).core.state_function()
    with pytest.raises(FormatError, match="another game"):
        Uct(10, function=function).search(load_game("tic_tac_toe").start(), ENOUGH)
