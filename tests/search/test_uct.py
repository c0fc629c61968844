"""UCT by rule sheets: proofs, sums that add up, and rollouts of both ways."""

import math
import random
from functools import cache
from pathlib import Path

import pytest
from instruction_sets import LANES
from playable_sheets import SHEETS
from waiting import stopped_at_work

import boardworth as bw
from boardworth import _core
from boardworth.errors import BoardworthError, MissingCapability
from boardworth.rules.gdl import parse_rule_sheet, read_rule_sheet
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.interpreted_machine import InterpretedMachine
from boardworth.rules.gdl.machine_choice import machine_for
from boardworth.search import Fallback, Limit, Playouts, StopSign, Uct, UctSettings

GAMES = Path(__file__).parents[2] / "games" / "gdl"
WIDEST = _core.lane_widths()[-1]
# For players that have a number of their own, and searches that end by a proof.
ENDLESS = Limit(nodes=10**9)


@cache
def rule_game(name):
    sheet = SHEETS[name] if name in SHEETS else read_rule_sheet(GAMES / f"{name}.gdl")
    return RuleGame(machine_for(sheet), name)


def random_joint(position, draw):
    return [draw.choice(position.legal_moves(role)) for role in range(len(position.game.roles))]


def random_position(game, seed, plies):
    """A position after some random moves, before the end of the game."""
    draw = random.Random(seed)
    position = game.start()
    for _ in range(plies):
        following = position.play_joint(random_joint(position, draw))
        if following.over:
            break
        position = following
    return position


def minimax(position):
    """What a position is worth to both under perfect play, by looking at all games."""
    if position.over:
        return list(position.payoffs)
    after = [minimax(position.play(move)) for move in position.legal_moves()]
    return max(after, key=lambda values: values[position.mover])


def goals(game, role, player, limit, seed):
    """The goals of a game in which one role is played by a player, the others at random."""
    draw = random.Random(seed)
    position = game.start()
    while not position.over:
        joint = random_joint(position, draw)
        joint[role] = player.choose(position, role, limit).move
        position = position.play_joint(joint)
    return position.payoffs


def played(result):
    return [
        [(move.move, move.visits, move.mean, move.proven) for move in moves]
        for moves in result.moves
    ]


@pytest.mark.parametrize("lanes", [0, LANES[0], LANES[-1]])
def test_what_it_proves_is_what_minimax_finds(lanes):
    game = rule_game("tic-tac-toe")
    player = Uct(4000, settings=UctSettings(lanes=lanes))
    for seed in range(12):
        position = random_position(game, seed, 4)
        truth = minimax(position)
        found = player.search(position, ENDLESS)
        assert found.values in ([None, None], truth)
        mover = position.mover
        for move in found.moves[mover]:
            if move.proven is not None:
                after = position.play(game.number(mover, move.move))
                assert minimax(after)[mover] == move.proven
        decision = player.choose(position, mover, ENDLESS)
        assert minimax(position.play(decision.move)) == truth
        assert decision.exact == (found.values != [None, None])


def test_a_solved_state_ends_the_search():
    game = rule_game("tic-tac-toe")
    board = "(cell 1 1 x) (cell 2 1 x) (cell 1 2 o) (cell 2 2 o) (control x)"
    cells = {(c, r) for c in "123" for r in "123"} - {
        ("1", "1"),
        ("2", "1"),
        ("1", "2"),
        ("2", "2"),
    }
    blanks = " ".join(f"(cell {c} {r} empty)" for c, r in sorted(cells))
    position = game.parse(f"{board} {blanks}")
    found = Uct().search(position, ENDLESS)
    assert found.values == [100, 0]
    decision = Uct().choose(position, 0, ENDLESS)
    assert position.move_text(decision.move) == "(mark 3 1)"
    assert (decision.value, decision.exact) == (100, True)


@pytest.mark.parametrize("name", ["tic-tac-toe", "breakthrough", "fingers", "doors"])
@pytest.mark.parametrize("lanes", [0, LANES[0], LANES[-1]])
def test_every_simulation_is_counted_once(name, lanes):
    game = rule_game(name)
    found = Uct(settings=UctSettings(lanes=lanes)).search(game.start(), Limit(nodes=777))
    for moves in found.moves:
        if len(moves) > 1:
            assert sum(move.visits for move in moves) == found.simulations
    assert found.simulations == 777 or None not in found.values


@pytest.mark.parametrize("end", ["seconds", "stop"])
def test_what_is_in_flight_at_the_end_is_not_counted(end):
    game = rule_game("connect-four")  # which is not solved before
    start = game.start().packed
    core = core_search(game, lanes=WIDEST)
    stop = StopSign()
    if end == "stop":
        with stopped_at_work(stop, 0.02):
            found = core.search(start, keep=False, stop=stop)
    else:
        found = core.search(start, keep=False, seconds=0.02)
    assert sum(move.visits for move in found.moves[0]) == found.simulations
    again = core.search(start, keep=True, simulations=50)
    assert sum(move.visits for move in again.moves[0]) == found.simulations + again.simulations


def core_search(game, function=None, seed=0, **settings):
    """The core's search itself."""
    player = Uct(seed=seed, settings=UctSettings(**settings), function=function)
    return player._take(game.simulator("a test"), game.roles, game.start().packed, knowing=False)


def test_a_value_rests_on_enough_simulations():
    """That of the move; else that of the position, of all its moves; else there is none."""
    hex_game = bw.load_game("hex")
    player, start = Uct(seed=1), hex_game.start()

    def asked(simulations):
        limit = Limit(nodes=simulations)
        return player.choose(start, 0, limit), player.search(start, limit).moves[0]

    few, _ = asked(29)
    assert (few.value, few.words) == (None, "")
    more, moves = asked(300)
    assert max(move.visits for move in moves) < 30
    mean = sum(move.visits * move.mean for move in moves) / sum(move.visits for move in moves)
    assert more.value == pytest.approx(mean)
    assert more.words == f"{mean:.0f} of 100 points"
    many, moves = asked(6000)
    best = max(moves, key=lambda move: move.visits)
    assert best.visits >= 30
    assert many.value == best.mean


@pytest.mark.parametrize("lanes", [0, LANES[0], LANES[-1]])
def test_the_same_seed_finds_the_same(lanes):
    game = rule_game("breakthrough")
    settings = UctSettings(lanes=lanes)
    start, limit = game.start(), Limit(nodes=500)
    player = Uct(seed=3, settings=settings)
    first = player.search(start, limit)
    player.search(random_position(game, 1, 2), limit)
    assert played(player.search(start, limit)) == played(first)
    assert played(Uct(500, seed=3, settings=settings).search(start, ENDLESS)) == played(first)
    assert played(Uct(seed=4, settings=settings).search(start, limit)) != played(first)


@pytest.mark.parametrize("name", ["connect-four", "breakthrough", "doors"])
def test_rollouts_in_lanes_and_followed_ones_have_the_same_mean(name):
    """Without a preference the root's moves are tried alike: their mean is that of random games."""
    game = rule_game(name)
    means = []
    for lanes in (0, 64, WIDEST):
        even = UctSettings(lanes=lanes, exploration=1000.0, memory=1)
        found = Uct(settings=even).search(game.start(), Limit(nodes=6000))
        points = sum(move.mean * move.visits for move in found.moves[0]) / found.simulations
        means.append(points)
    random_games = game.state_machine.play_random_games(6000, seed=1)
    means.append(random_games.goal_sums[0] / random_games.games)
    assert max(means) - min(means) < 4 * 50 / math.sqrt(6000) * math.sqrt(2)


def test_what_is_known_of_a_state_is_kept():
    game = rule_game("breakthrough")
    start = game.start()
    core = core_search(game)
    first = core.search(start.packed, keep=True, simulations=3000)
    best = max(first.moves[0], key=lambda move: move.visits)
    after = start.play(game.number(0, best.move)).packed
    assert core.knows(after)
    second = core.search(after, keep=True, simulations=100)
    assert second.nodes < first.nodes
    visits = sum(move.visits for move in second.moves[1])
    assert visits > 100 + best.visits // 2
    assert not core.knows(start.packed)
    forgotten = core.search(after, keep=False, simulations=100)
    assert sum(move.visits for move in forgotten.moves[1]) == 100


def test_a_full_memory_ends_the_growth_and_not_the_search():
    game = rule_game("breakthrough")
    limit = Limit(nodes=3000)
    small = Uct(settings=UctSettings(memory=100_000)).search(game.start(), limit)
    large = Uct().search(game.start(), limit)
    assert small.simulations == large.simulations == 3000
    assert small.nodes < large.nodes / 2


def test_threads_find_a_forced_win():
    game = rule_game("tic-tac-toe")
    player = Uct(settings=UctSettings(threads=2))
    position = game.start().play("mark 1 1").play("mark 1 2")  # a mistake: the corner now wins
    found = player.search(position, Limit(nodes=20_000))
    assert found.values == [100, 0] == minimax(position)
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
    game = rule_game(name)
    seats = [number % len(game.roles) for number in range(games)]
    limit = Limit(nodes=simulations)
    points = [goals(game, role, Uct(), limit, n)[role] for n, role in enumerate(seats)]
    assert sum(points) / games >= least


def test_it_solves_a_puzzle():
    game = rule_game("doors")
    assert goals(game, 0, Uct(), Limit(nodes=500), 0) == (100,)


def test_moves_of_nature_are_drawn():
    """The role random would not choose what is bad for it."""
    rules = machine_for(
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
    found = Uct().search(RuleGame(rules, "coin").start(), Limit(nodes=4000))
    bets = [move for move in found.moves[0] if "bet" in str(rules.move(0, move.move))]
    assert all(40 < move.mean < 60 for move in bets)


def test_a_limit_or_a_stop_sign_ends_what_nothing_else_would_end():
    start = rule_game("reversi").start()
    assert Uct().move(start, Limit(seconds=0.1)) in start.legal_moves()
    stop = StopSign()
    with stopped_at_work(stop):
        assert Uct().move(start, Limit(stop=stop)) in start.legal_moves()


@pytest.mark.parametrize(
    "settings",
    [
        {"exploration": -1.0},
        {"cut": 1.5},
        {"threads": 0},
        {"virtual_loss": math.nan},
        {"final_move": "any"},
    ],
)
def test_settings_out_of_their_range_are_refused(settings):
    with pytest.raises(BoardworthError, match=next(iter(settings))):
        UctSettings(**settings)


def test_it_needs_an_end_and_a_network():
    game = rule_game("tic-tac-toe")
    with pytest.raises(BoardworthError, match="not to a depth"):
        Uct().search(game.start(), Limit(depth=3))
    slow = RuleGame(InterpretedMachine(SHEETS["tic-tac-toe"]), "slow")
    with pytest.raises(MissingCapability, match="UCT needs a propnet"):
        Uct().search(slow.start(), Limit(nodes=10))


def test_where_there_is_no_network_the_next_player_plays():
    player = Fallback((Uct(), Playouts()))
    for machine in (InterpretedMachine(SHEETS["tic-tac-toe"]), rule_game("doors").state_machine):
        start = RuleGame(machine, "any").start()
        assert player.choose(start, 0, Limit(nodes=20)).move in start.legal_moves(0)


def test_it_plays_in_the_arena():
    start = bw.load_game("tic-tac-toe").start()
    for player in (Uct(), Playouts()):
        assert player.move(start, Limit(nodes=50)) in start.legal_moves()
