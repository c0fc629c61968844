"""UCT by rule sheets: proofs, sums that add up, rollouts of both ways, and the four uses of F."""

import math
import random
import time
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from playable_sheets import SHEETS
from waiting import stopped_at_work

import boardworth as bw
from boardworth import _core
from boardworth.errors import BoardworthError
from boardworth.rules.gdl import parse_rule_sheet, parse_term, read_rule_sheet
from boardworth.rules.gdl.interpreted import InterpretedReasoner
from boardworth.rules.gdl.reasoning import reasoner_for
from boardworth.search import AnyRules, Playouts, RulesPlayer, StopSign, Uct, UctSettings

GAMES = Path(__file__).parents[2] / "games" / "gdl"
LANES = _core.lane_widths()


@cache
def reasoner(name):
    return reasoner_for(SHEETS[name] if name in SHEETS else read_rule_sheet(GAMES / f"{name}.gdl"))


def random_state(rules, seed, plies):
    """A state after some random moves, before the end of the game."""
    draw = random.Random(seed)
    state = rules.start()
    for _ in range(plies):
        following = rules.play(state, [draw.choice(moves) for moves in rules.legal_moves(state)])
        if rules.terminal(following):
            break
        state = following
    return state


def minimax(rules, state):
    """What a state is worth to both under perfect play, by looking at all games."""
    if rules.terminal(state):
        return rules.goals(state)
    legal = rules.legal_moves(state)
    mover = max(range(2), key=lambda role: len(legal[role]))
    after = [
        minimax(
            rules, rules.play(state, [move, legal[1][0]] if mover == 0 else [legal[0][0], move])
        )
        for move in legal[mover]
    ]
    return max(after, key=lambda values: values[mover])


def goals(rules, role, player, seed):
    """The goals of a game in which one role is played by a player, the others at random."""
    draw = random.Random(seed)
    state = rules.start()
    while not rules.terminal(state):
        joint = [draw.choice(moves) for moves in rules.legal_moves(state)]
        joint[role] = player.choose(rules, state, role)
        state = rules.play(state, joint)
    return rules.goals(state)


def played(result):
    return [
        [(move.move, move.visits, move.mean, move.proven) for move in moves]
        for moves in result.moves
    ]


@pytest.mark.parametrize("lanes", [0, 64, LANES[-1]])
def test_what_it_proves_is_what_minimax_finds(lanes):
    rules = reasoner("tic-tac-toe")
    player = Uct(4000, settings=UctSettings(lanes=lanes))
    for seed in range(12):
        state = random_state(rules, seed, 4)
        truth = minimax(rules, state)
        found = player.search(rules, state)
        assert found.values in ([None, None], truth)
        mover = max(range(2), key=lambda role: len(found.moves[role]))
        for move in found.moves[mover]:
            if move.proven is not None:
                other = found.moves[1 - mover][0].move
                joint = [move.move, other] if mover == 0 else [other, move.move]
                assert minimax(rules, rules.play(state, joint))[mover] == move.proven
        chosen = player.choose(rules, state, mover)
        after = rules.play(state, [chosen, other] if mover == 0 else [other, chosen])
        assert minimax(rules, after) == truth


def test_a_solved_state_ends_the_search():
    rules = reasoner("tic-tac-toe")
    board = "(cell 1 1 x) (cell 2 1 x) (cell 1 2 o) (cell 2 2 o) (control x)"
    cells = {(c, r) for c in "123" for r in "123"} - {
        ("1", "1"),
        ("2", "1"),
        ("1", "2"),
        ("2", "2"),
    }
    blanks = " ".join(f"(cell {c} {r} empty)" for c, r in sorted(cells))
    state = rules.state(parse_term(f"(all {board} {blanks})", "state").arguments)
    found = Uct(10**9).search(rules, state)
    assert found.values == [100, 0]
    assert str(rules.move(0, Uct(10**9).choose(rules, state, 0))) == "(mark 3 1)"


@pytest.mark.parametrize("name", ["tic-tac-toe", "breakthrough", "fingers", "doors"])
@pytest.mark.parametrize("settings", [{"lanes": 0}, {"lanes": 64}, {"lanes": LANES[-1]}])
def test_every_simulation_is_counted_once(name, settings):
    rules = reasoner(name)
    found = Uct(777, settings=UctSettings(**settings)).search(rules, rules.start())
    for moves in found.moves:
        if len(moves) > 1:
            assert sum(move.visits for move in moves) == found.simulations
    assert found.simulations == 777 or None not in found.values


@pytest.mark.parametrize("end", ["seconds", "stop"])
def test_what_is_in_flight_at_the_end_is_not_counted(end):
    rules = reasoner("connect-four")  # which is not solved before
    core = core_search(rules, lanes=LANES[-1])
    stop = StopSign()
    if end == "stop":
        with stopped_at_work(stop, 0.02):
            found = core.search(rules.start(), keep=False, stop=stop)
    else:
        found = core.search(rules.start(), keep=False, seconds=0.02)
    assert sum(move.visits for move in found.moves[0]) == found.simulations
    again = core.search(rules.start(), keep=True, simulations=50)
    assert sum(move.visits for move in again.moves[0]) == found.simulations + again.simulations


def core_search(rules, function=None, seed=0, **settings):
    """The core's search itself."""
    player = Uct(1, seed=seed, settings=UctSettings(**settings), function=function)
    return player._take(rules, rules.start(), knowing=False)


@pytest.mark.parametrize("lanes", [0, 64, LANES[-1]])
def test_the_same_seed_finds_the_same(lanes):
    rules = reasoner("breakthrough")
    settings = UctSettings(lanes=lanes)
    player = Uct(500, seed=3, settings=settings)
    first = player.search(rules, rules.start())
    player.search(rules, random_state(rules, 1, 2))
    assert played(player.search(rules, rules.start())) == played(first)
    assert played(Uct(500, seed=3, settings=settings).search(rules, rules.start())) == played(first)
    assert played(Uct(500, seed=4, settings=settings).search(rules, rules.start())) != played(first)


@pytest.mark.parametrize("name", ["connect-four", "breakthrough", "doors"])
def test_rollouts_in_lanes_and_followed_ones_have_the_same_mean(name):
    """Without a preference the root's moves are tried alike: their mean is that of random games."""
    rules = reasoner(name)
    means = []
    for lanes in (0, 64, LANES[-1]):
        even = UctSettings(lanes=lanes, exploration=1000.0, memory=1)
        found = Uct(6000, settings=even).search(rules, rules.start())
        points = sum(move.mean * move.visits for move in found.moves[0]) / found.simulations
        means.append(points)
    random_games = rules.play_random_games(6000, seed=1)
    means.append(random_games.goal_sums[0] / random_games.games)
    assert max(means) - min(means) < 4 * 50 / math.sqrt(6000) * math.sqrt(2)


def test_what_is_known_of_a_state_is_kept():
    rules = reasoner("breakthrough")
    core = core_search(rules)
    first = core.search(rules.start(), keep=True, simulations=3000)
    best = max(first.moves[0], key=lambda move: move.visits)
    other = first.moves[1][0].move
    after = rules.play(rules.start(), [best.move, other])
    assert core.knows(after)
    second = core.search(after, keep=True, simulations=100)
    assert second.nodes < first.nodes
    visits = sum(move.visits for move in second.moves[1])
    assert visits > 100 + best.visits // 2
    assert not core.knows(rules.start())
    forgotten = core.search(after, keep=False, simulations=100)
    assert sum(move.visits for move in forgotten.moves[1]) == 100


def test_a_full_memory_ends_the_growth_and_not_the_search():
    rules = reasoner("breakthrough")
    small = Uct(3000, settings=UctSettings(memory=100_000)).search(rules, rules.start())
    large = Uct(3000).search(rules, rules.start())
    assert small.simulations == large.simulations == 3000
    assert small.nodes < large.nodes / 2


def test_threads_find_a_forced_win():
    rules = reasoner("tic-tac-toe")
    player = Uct(20_000, settings=UctSettings(threads=2))
    state = rules.start()
    for move in ("(mark 1 1)", "(mark 1 2)"):  # a mistake: the corner now wins
        legal = rules.legal_moves(state)
        mover = max(range(2), key=lambda role: len(legal[role]))
        joint = [moves[0] for moves in legal]
        joint[mover] = rules.move_number(mover, parse_term(move, "move"))
        state = rules.play(state, joint)
    found = player.search(rules, state)
    assert found.values == [100, 0] == minimax(rules, state)
    assert sum(move.visits for move in found.moves[0]) == found.simulations


@pytest.mark.parametrize(
    ("name", "games", "simulations", "least"),
    [
        ("tic-tac-toe", 12, 300, 90),
        ("connect-four", 12, 300, 95),
        ("light-cycles", 12, 600, 75),  # at the same time; a random mover has 50
        ("three-stars", 3, 300, 20),  # three players; a random mover has nothing
    ],
)
def test_it_beats_random_movers(name, games, simulations, least):
    rules = reasoner(name)
    seats = [game % len(rules.roles) for game in range(games)]
    points = [goals(rules, role, Uct(simulations), n)[role] for n, role in enumerate(seats)]
    assert sum(points) / games >= least


def test_it_solves_a_puzzle():
    rules = reasoner("doors")
    assert goals(rules, 0, Uct(500), 0) == [100]


def test_moves_of_nature_are_drawn():
    """The role random would not choose what is bad for it."""
    rules = reasoner_for(
        parse_rule_sheet(
            "(role player) (role random) (init start) (side heads) (side tails)"
            "(<= (legal player (bet ?s)) (side ?s) (true start))"
            "(<= (legal player safe) (true start))"
            "(<= (legal random (toss ?s)) (side ?s) (true start))"
            "(<= (next (won ?p)) (does ?p (bet ?s)) (does random (toss ?s)))"
            "(<= (next kept) (does player safe)) (<= (next over) (true start))"
            "(<= terminal (true over))"
            "(<= (goal player 100) (true (won player))) (<= (goal player 40) (true kept))"
            "(<= (goal player 0) (not (true kept)) (not (true (won player))))"
            "(<= (goal random 100) (not (true (won player)))) "
            "(<= (goal random 0) (true (won player)))"
        )
    )
    found = Uct(4000).search(rules, rules.start())
    bets = [move for move in found.moves[0] if "bet" in str(rules.move(0, move.move))]
    assert all(40 < move.mean < 60 for move in bets)


def test_a_deadline_or_a_stop_sign_ends_what_nothing_else_would_end():
    rules = reasoner("reversi")
    legal = rules.legal_moves(rules.start())[0]
    assert Uct().choose(rules, rules.start(), 0, deadline=time.monotonic() + 0.1) in legal
    stop = StopSign()
    with stopped_at_work(stop):
        assert Uct().choose(rules, rules.start(), 0, stop=stop) in legal


def weights(rules, **by_expression):
    """A sum of fluents: for each role, weights by what a fluent is called."""
    fluents = rules.ground_game.fluents
    rows = np.zeros((len(rules.roles), len(fluents)), np.float32)
    for role, wanted in enumerate(rules.roles):
        for number, fluent in enumerate(fluents):
            rows[role, number] = by_expression.get(wanted, {}).get(str(fluent), 0)
    return rows


def function(rules, constant=50.0, **by_expression):
    constants = np.full(len(rules.roles), constant, np.float32)
    return _core.FluentSum(rules.network, weights(rules, **by_expression), constants)


def centre(rules):
    """Who has the centre of tic-tac-toe has won, by this function."""
    mine, other = "(cell 2 2 x)", "(cell 2 2 o)"
    return function(rules, x={mine: 50, other: -50}, o={mine: -50, other: 50})


def middle(rules):
    return rules.move_number(0, parse_term("(mark 2 2)", "move"))


def by_move(result, role=0):
    return {move.move: move for move in result.moves[role]}


@pytest.mark.parametrize("lanes", [0, LANES[-1]])
def test_a_rollout_that_is_cut_ends_with_the_function(lanes):
    rules = reasoner("tic-tac-toe")
    at_once = UctSettings(lanes=lanes, cut=1.0, exploration=5.0)
    found = by_move(Uct(500, settings=at_once, function=centre(rules)).search(rules, rules.start()))
    best = max(found.values(), key=lambda move: move.visits)
    assert best.move == middle(rules)
    null = Uct(500, settings=at_once, function=function(rules)).search(rules, rules.start())
    first = [move.mean for move in null.moves[0]]
    assert all(40 < mean < 60 for mean in first)
    rarely = UctSettings(lanes=lanes, cut=0.5, exploration=5.0)
    some = by_move(Uct(900, settings=rarely, function=centre(rules)).search(rules, rules.start()))
    assert some[middle(rules)].mean < best.mean


@pytest.mark.parametrize("lanes", [0, 64])
def test_untried_moves_come_in_the_order_of_the_function(lanes):
    rules = reasoner("tic-tac-toe")
    for seed in range(4):
        settings = UctSettings(lanes=lanes, order_moves=True, cut=0.0)
        player = Uct(1, seed=seed, settings=settings, function=centre(rules))
        found = player.search(rules, rules.start())
        assert [move.move for move in found.moves[0] if move.visits] == [middle(rules)]
        assert found.moves[0][0].move == middle(rules)


def test_the_function_counts_as_visits():
    rules = reasoner("tic-tac-toe")
    settings = UctSettings(prior_visits=1000, cut=0.0)
    found = Uct(200, settings=settings, function=centre(rules)).search(rules, rules.start())
    moves = by_move(found)
    assert moves[middle(rules)].visits == 200 == found.simulations
    assert all(move.mean == 50 for move in found.moves[0] if move.move != middle(rules))
    assert moves[middle(rules)].mean > 85


@pytest.mark.parametrize("settings", [{"greed": 1.0}, {"temperature": 0.01}])
def test_rollouts_follow_the_function(settings):
    """Two who both want the centre take it at once: a rollout in which x misses it is lost."""
    rules = reasoner("tic-tac-toe")
    wins = function(
        rules,
        50,
        x={"(cell 1 1 x)": 10, "(cell 2 2 x)": 20, "(cell 3 3 x)": 10},
        o={"(cell 1 2 o)": 5},
    )
    biased = UctSettings(cut=0.0, memory=1, exploration=1000.0, **settings)
    found = Uct(300, settings=biased, function=wins).search(rules, rules.start())
    plain = UctSettings(memory=1, exploration=1000.0)
    uniform = Uct(300, settings=plain).search(rules, rules.start())

    def mean(result):
        return sum(move.mean * move.visits for move in result.moves[0]) / result.simulations

    assert mean(found) > mean(uniform) + 10


def test_moves_at_the_same_time_are_judged_by_several_replies():
    rules = reasoner("fingers")
    settings = UctSettings(prior_visits=5, order_moves=True, greed=0.5, temperature=0.1, cut=0.1)
    player = Uct(200, settings=settings, function=function(rules))
    found = player.search(rules, rules.start())
    assert all(sum(move.visits for move in moves) == 200 for moves in found.moves)


@pytest.mark.parametrize(
    "settings", [{"cut": 0.1}, {"order_moves": True}, {"greed": 0.1}, {"prior_visits": 1}]
)
def test_nothing_is_guided_without_a_function(settings):
    with pytest.raises(BoardworthError, match="function"):
        Uct(1, settings=UctSettings(**settings))


@pytest.mark.parametrize(
    "settings", [{"exploration": -1.0}, {"cut": 1.5}, {"threads": 0}, {"virtual_loss": math.nan}]
)
def test_settings_out_of_their_range_are_refused(settings):
    with pytest.raises(BoardworthError, match=next(iter(settings))):
        UctSettings(**settings)


def test_it_needs_an_end_and_a_network():
    rules = reasoner("tic-tac-toe")
    with pytest.raises(BoardworthError, match="to end"):
        Uct().search(rules, rules.start())
    slow = InterpretedReasoner(SHEETS["tic-tac-toe"])
    with pytest.raises(BoardworthError, match="network"):
        Uct(10).search(slow, slow.start())
    assert AnyRules(20).choose(slow, slow.start(), 0) in slow.legal_moves(slow.start())[0]
    assert AnyRules(20).choose(rules, rules.start(), 0) in rules.legal_moves(rules.start())[0]


def test_it_plays_in_the_arena():
    game = bw.load_game(str(GAMES / "tic-tac-toe.gdl"))
    for chooser in (Uct(), Playouts()):
        player = RulesPlayer(chooser, "player")
        move = player.choose(game.start(), bw.Limit(nodes=50))
        assert move in game.start().legal_moves()
    with pytest.raises(BoardworthError, match="rule sheets"):
        RulesPlayer(Uct(), "uct").choose(bw.load_game("othello").start(), bw.Limit(nodes=5))
