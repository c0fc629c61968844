"""Figures of a game's balance: by hand, against all games of tic-tac-toe, and of toy sheets."""

import re
from dataclasses import replace
from functools import cache

import msgspec
import pytest
from conftest import random_model
from playable_sheets import TEXTS

import boardworth as bw
from boardworth.arena import PlayedGame, Share, Tally, reasonable_openings
from boardworth.errors import MissingCapability
from boardworth.features import short_tuples
from boardworth.recipes import functions_from_rules
from boardworth.recipes.balance import (
    Balance,
    BalanceStudy,
    conclusions,
    hints,
    learned_play,
    play_figures,
    random_play,
    uct_play,
)
from boardworth.recipes.balance.conclusions import games_to_decide
from boardworth.recipes.balance.noted_game import FirstMove, NotedGame, noted
from boardworth.rules import History
from boardworth.rules.gdl import parse_rule_sheet
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.interpreted_machine import InterpretedMachine
from boardworth.rules.loading import load_rule_game

# x may win at once or go on; whoever waits four times in all shares the points. o never wins.
BIASED = """
(role x) (role o) (init (control x)) (init (moves 0))
(after 0 1) (after 1 2) (after 2 3) (after 3 4)
(<= (legal x win) (true (control x))) (<= (legal x wait) (true (control x)))
(<= (legal o wait) (true (control o))) (<= (legal o sulk) (true (control o)))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (control o)) (true (control x))) (<= (next (control x)) (true (control o)))
(<= (next (moves ?m)) (true (moves ?n)) (after ?n ?m))
(<= (next won) (does x win))
(<= terminal (true won)) (<= terminal (true (moves 4)))
(<= (goal x 100) (true won)) (<= (goal o 0) (true won))
(<= (goal ?p 50) (role ?p) (not (true won)))
"""
# The state stays the same until somebody happens to stop.
IDLE = """
(role x) (role o) (init going)
(<= (legal ?p go) (role ?p)) (<= (legal x stop))
(<= (next going) (true going)) (<= (next over) (does x stop)) (<= terminal (true over))
(<= (goal ?p 50) (role ?p))
"""
# Three take turns; the one that says "mine" first wins, and so the first has the best chances.
THREE = """
(role a) (role b) (role c) (turn a b) (turn b c) (turn c a) (init (control a))
(<= (legal ?p mine) (true (control ?p))) (<= (legal ?p pass) (true (control ?p)))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (control ?q)) (true (control ?p)) (turn ?p ?q))
(<= (next (won ?p)) (does ?p mine)) (<= over (true (won ?p))) (<= terminal over)
(<= (goal ?p 100) (true (won ?p))) (<= (goal ?p 0) (role ?p) (not (true (won ?p))))
"""


def balance(game, *kinds, games, **settings):
    study = BalanceStudy(game, **settings)
    for kind in kinds:
        study.play(kind, games)
    return study.found()


def noted_game(payoffs, choices, leaders=(), first="a", mover=0, line=None):
    """A finished game; its first move is a text."""
    move = FirstMove(0, first, first.encode())
    return NotedGame(payoffs, "rules", line or hash(choices), choices, mover, move, tuple(leaders))


@pytest.fixture(scope="module")
def by_hand():
    """Four games: x wins two, o one, one is drawn; the second is played twice."""
    led, late, never = [0] * 9, [1] * 5 + [0] * 4, [None] * 8 + [1]
    games = [
        noted_game((100, 0), (9, 8, 7), led, "corner", line=1),
        noted_game((100, 0), (9, 8, 7, 6, 5), late, "corner", line=2),
        noted_game((0, 100), (9, 8, 7, 6), never, "edge", line=3),
        noted_game(
            (50, 50), (9, 8, 7, 6, 5), [0, 1, None, 0, 1, 1, None, 0, None], "corner", line=2
        ),
    ]
    return play_figures(bw.load_game("tic-tac-toe"), ("uct", "uct:5", 0), games, "a friend")


def test_wins_by_role_and_first_mover_are_counted(by_hand):
    x, o = by_hand.roles
    assert (x.role, x.tally, x.wins, x.decided) == (
        "x", Tally(2, 1, 1, 62.5), Share.of(2, 4), Share.of(2, 3)
    )  # fmt: skip
    assert (o.role, o.tally, o.wins) == ("o", Tally(1, 1, 2, 37.5), Share.of(1, 4))
    first = by_hand.first_mover
    assert (first.role, first.wins, first.decided) == ("x", Share.of(2, 4), Share.of(2, 3))
    assert by_hand.draws == Share.of(1, 4)


def test_lengths_choices_and_lines_are_counted(by_hand):
    length = by_hand.length
    assert (length.mean, length.smallest, length.quartiles, length.largest) == (
        4.25, 3, (3.75, 4.5, 5.0), 5
    )  # fmt: skip
    assert by_hand.choices.by_move == (9, 8, 7, 6, 5)
    assert by_hand.choices.games == (4, 4, 4, 3, 2)
    assert by_hand.choices.mean == pytest.approx((4 * 24 + 3 * 6 + 2 * 5) / 17)
    assert by_hand.distinct == Share.of(3, 4)
    corner, edge = by_hand.first_moves
    assert (corner.move, corner.games, corner.wins) == ("corner", Share.of(3, 4), Share.of(2, 3))
    assert (edge.move, edge.games, edge.wins) == ("edge", Share.of(1, 4), Share.of(0, 1))


def test_it_is_told_how_early_the_winner_led(by_hand):
    """The winners lead from the first tenth on, from the sixth on, and only in the ninth."""
    leads = by_hand.leads
    assert [share.count for share in leads.winner_led] == [1, 1, 1, 1, 1, 2, 2, 2, 3]
    assert leads.settled == 6
    assert leads.changes == (0 + 1 + 0 + 4) / 4


def test_a_first_mover_that_changes_is_no_role():
    games = [noted_game((100, 0), (2,)), noted_game((100, 0), (3,), mover=1)]
    first = play_figures(bw.load_game("tic-tac-toe"), ("uct", "uct:5", 0), games, "").first_mover
    assert (first.role, first.wins) == (None, Share.of(1, 2))


@cache
def results_of_random_play(position):
    """The probabilities that x wins, that nobody does and that o wins."""
    if position.payoffs is not None:
        return tuple(float(position.payoffs[0] == points) for points in (100, 50, 0))
    after = [results_of_random_play(position.play(move)) for move in position.legal_moves()]
    return tuple(sum(column) / len(after) for column in zip(*after, strict=True))


def test_random_tic_tac_toe_is_as_all_its_games_say():
    game = bw.load_game("tic-tac-toe")
    x_wins, drawn, o_wins = results_of_random_play(game.start())
    assert (x_wins, drawn) == pytest.approx((0.585, 0.127), abs=5e-4)
    (play,) = balance(game, random_play(2), games=1000).plays
    x, o = play.roles
    for share, truth in ((x.wins, x_wins), (play.draws, drawn), (o.wins, o_wins)):
        assert share.share == pytest.approx(truth, abs=0.04)
        assert share.compared(truth) == 0
    assert play.first_mover.wins == x.wins
    assert play.choices.by_move[:5] == (9, 8, 7, 6, 5)
    shares = {first.move: first.games for first in play.first_moves}
    for move, images in (("(mark 1 1)", 4), ("(mark 1 2)", 4), ("(mark 2 2)", 1)):
        assert shares.pop(move).compared(images / 9) == 0
    assert not shares
    assert (play.length.smallest, play.length.largest, play.leads) == (5, 9, None)


def test_the_same_seed_gives_the_same_figures_with_any_number_of_threads():
    game = bw.load_game("tic-tac-toe")
    model = random_model(short_tuples(game), 1)
    kinds = [
        random_play(3), uct_play(game, 20, 3),
        learned_play(model, 10, depth=2, simulations=10, seed=3),
    ]  # fmt: skip
    one, two = (balance(game, *kinds, games=10, seed=3, threads=n) for n in (1, 3))
    assert one == two
    assert balance(game, random_play(4), games=10, seed=4).plays[0] != one.plays[0]
    assert msgspec.json.decode(msgspec.json.encode(one), type=Balance) == one


def test_a_biased_game_is_called_so():
    """At random x wins with 1/2 + 1/4; by UCT at once."""
    game = load_rule_game(BIASED)
    found = balance(game, random_play(1), uct_play(game, 30, 1), games=60)
    by_chance, by_uct = found.plays
    x, o = by_chance.roles
    assert (x.wins.compared(0.75), o.wins.count) == (0, 0)
    assert by_chance.endings["count of moves"] == by_chance.draws.count > 0
    assert by_chance.endings["rules"] == x.wins.count
    assert by_uct.roles[0].wins.count == 60
    assert by_uct.distinct.count == 1
    assert re.fullmatch(
        r"uct:30: the first mover \(x\) wins 100 % \[94, 100\] of 60 games, 100 % \[94, 100\] of "
        r"those that are won: the first move is an advantage",
        found.conclusions[1],
    )
    assert "random: o never wins" in found.hints
    assert (
        "uct:30: only 1 of 60 games differ: the figures are about few lines of play" in found.hints
    )
    assert "uct:30: one first move dominates: win, played in 100 % [94, 100]" in found.hints
    assert any(h.startswith("random: ") and "rules count moves" in h for h in found.hints)


def test_a_count_of_moves_ends_a_game_only_where_nothing_else_does():
    game = load_rule_game(BIASED)
    won = game.start().play("wait").play("wait").play("wait").play("sulk")
    assert won.over
    before = game.start().play("wait").play("wait").play("wait")
    assert game.ended_by_count(before, won)
    start = game.start()
    assert not game.ended_by_count(start, start.play("win"))


def test_of_three_the_first_is_found_to_win_more_than_its_third():
    """4/7, 2/7 and 1/7 at random."""
    found = balance(load_rule_game(THREE), random_play(2), games=300)
    (play,) = found.plays
    for own, truth in zip(play.roles, (4 / 7, 2 / 7, 1 / 7), strict=True):
        assert own.wins.compared(truth) == 0
    assert play.first_mover.role == "a"
    assert "the first move is an advantage" in found.conclusions[0]
    assert re.search(r"a wins .* more than its part", found.conclusions[1])
    assert any(re.search(r"c wins .* less than its part", line) for line in found.conclusions)


def test_where_all_move_at_once_nobody_is_first():
    game = load_rule_game(TEXTS["fingers"])
    found = balance(game, random_play(1), uct_play(game, 10, 1), games=8)
    assert all(play.first_mover is None and not play.first_moves for play in found.plays)
    assert found.plays[0].choices.by_move[0] == 27
    assert found.plays[1].leads is not None
    assert any("which role is better" in line or "part" in line for line in found.conclusions)


def test_who_plays_alone_gets_points_and_is_no_winner_over_anybody():
    game = load_rule_game(TEXTS["doors"])
    (play,) = balance(game, random_play(1), games=20).plays
    (walker,) = play.roles
    assert (play.first_mover, play.draws.count, play.leads) == (None, 0, None)
    assert walker.tally.mean_payoff == 50 + 50 * walker.wins.share
    first, *others = conclusions([play])
    assert first.startswith("random: walker gets all points in ")
    assert not any("drawn" in line for line in others)


def test_random_games_end_though_positions_recur():
    (play,) = balance(load_rule_game(IDLE), random_play(1), games=20).plays
    assert play.ended_by("rules").count == 20
    assert play.length.largest < 20


def test_rules_that_are_interpreted_are_played_by_random_moves_alone():
    sheet = parse_rule_sheet(TEXTS["breakthrough"], "breakthrough")
    game = RuleGame(InterpretedMachine(sheet), "breakthrough")
    (play,) = balance(game, random_play(1), games=5).plays
    assert (play.games, play.endings["rules"], play.first_mover.role) == (5, 5, "white")
    assert play.first_moves
    with pytest.raises(MissingCapability):
        uct_play(game, 5, 1)


def test_a_game_without_an_end_is_counted_as_one():
    game = bw.load_game("tic-tac-toe")
    history = History.after(game.start())
    endless = PlayedGame(history, (50, 50), (0, 1), 0, 0)
    assert noted(endless, None).ending == "no end"
    assert noted(replace(endless, forfeited=1), None).ending == "forfeit"
    assert noted(replace(endless, payoffs=None), None) is None


def test_chance_takes_part_and_wins_nothing():
    game = bw.load_game("dice-race")
    found = balance(game, random_play(1), uct_play(game, 5, 1), games=5)
    assert found.roles == ("red", "blue")
    assert {first.move for play in found.plays for first in play.first_moves} <= {"roll", "walk"}


def test_learned_games_begin_with_lines_that_are_no_images_of_each_other():
    game = bw.load_game("connect-four")
    model = random_model(short_tuples(game), 1)
    kind = learned_play(model, 30, depth=1, simulations=5, seed=1)
    ends = [History.after(game.start(), line).position for line in kind.openings]
    assert (kind.imposed, len(ends), str(kind)) == (4, 30, "alpha-beta, depth 1")
    assert len({game.canonical(rows(end)).tobytes() for end in ends}) == 30
    (play,) = balance(game, kind, games=4).plays
    assert (play.games, play.imposed, play.label, play.first_moves) == (4, 4, "learned", ())


def test_there_are_no_more_lines_than_positions():
    game = bw.load_game("tic-tac-toe")
    evaluator = bw.Evaluator(random_model(short_tuples(game), 1))
    assert len(reasonable_openings(evaluator, 50, 2, seed=1)) == 12
    assert reasonable_openings(evaluator, 5, 4, 1) == reasonable_openings(evaluator, 5, 4, 1)


def rows(position):
    import numpy as np

    return np.frombuffer(position.packed, np.uint8).reshape(1, -1)


def test_functions_of_roles_play_by_guided_uct():
    model = functions_from_rules(bw.load_game("dice-race"))
    kind = learned_play(model, 5, depth=4, simulations=5, seed=1)
    assert (str(kind), kind.imposed) == ("guided-uct, 5 nodes", 0)
    (play,) = balance(model.game, kind, games=2).plays
    assert play.games == 2


@pytest.mark.parametrize(
    ("wins", "losses", "said"),
    [
        (58, 42, "undecided"),
        (65, 35, "the first move is an advantage"),
        (35, 65, "the first move is a disadvantage"),
        (1020, 980, "about even"),
    ],
)
def test_a_conclusion_is_as_sure_as_its_interval(by_hand, wins, losses, said):
    decided = Share.of(wins, wins + losses)
    first = replace(by_hand.first_mover, wins=decided, decided=decided)
    line = conclusions([replace(by_hand, first_mover=first)])[0]
    assert line.split(": ")[2].startswith(said)


def test_of_the_best_play_it_is_concluded_how_games_go(by_hand):
    many = tuple(Share.of(led.count, 20) for led in by_hand.leads.winner_led)
    other = replace(by_hand, player="uct:9", leads=replace(by_hand.leads, winner_led=many))
    assert conclusions([by_hand, other])[2:] == (
        "uct:9: 25 % [5, 70] of the games are drawn",
        "uct:9: games last 4 moves on average, half of them 4 to 5; who wins is settled after "
        "60 % of them (median)",
        "uct:9: there are 7.3 moves to choose from on average",
    )
    assert not any("settled" in line for line in conclusions([by_hand]))
    drawn = replace(by_hand, draws=Share.of(4, 4))
    assert not any("are drawn" in line for line in conclusions([drawn]))


def test_it_is_told_how_many_games_would_decide():
    games = games_to_decide(Share.of(55, 100), 0.5)
    assert Share.of(round(0.55 * games), games).compared(0.5) == 1
    assert Share.of(round(0.55 * games * 0.8), round(games * 0.8)).compared(0.5) == 0
    assert games_to_decide(Share.of(50, 100), 0.5) is None


def test_hints_follow_from_figures(by_hand):
    drawn = replace(by_hand, draws=Share.of(95, 100))
    assert "uct:5: nearly all games are drawn: 95 % [89, 98]" in hints([drawn])
    endless = replace(by_hand, games=100, endings={**by_hand.endings, "no end": 20})
    assert any("have no end" in hint for hint in hints([endless]))
    early = replace(by_hand.leads, winner_led=(Share.of(99, 100),) * 9)
    assert any(
        "the second half decides little" in h for h in hints([replace(by_hand, leads=early)])
    )
    more = replace(by_hand, play="learned", first_mover=replace(
        by_hand.first_mover, decided=Share.of(100, 100)))  # fmt: skip
    less = replace(by_hand, first_mover=replace(by_hand.first_mover, decided=Share.of(50, 100)))
    assert "learned makes more of the first move than uct:5" in hints([less, more])
    assert "uct:5 makes less of the first move than learned" in hints([more, less])
