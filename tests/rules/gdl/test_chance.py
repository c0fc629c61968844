"""The second version of the language: chance takes part, and players may see only a part."""

from collections import Counter
from itertools import chain, repeat

import pytest

import boardworth as bw
from boardworth.arena import Match
from boardworth.cli.app import run
from boardworth.errors import MissingCapability, RulesError
from boardworth.rules import NATURE, load_game
from boardworth.rules.gdl import check_text
from boardworth.search import Limit, Mtdf, RandomPlayer, Uct

# The position stays the same until the coin shows heads.
UNTIL_HEADS = """
(role player) (ROLE RANDOM) (init waiting)
(<= (legal player wait)) (legal random (toss heads)) (legal random (toss tails))
(<= (next waiting) (does random (toss tails)))
(<= (next done) (does random (toss heads)))
(<= terminal (true done))
(<= (goal player 100) (true done)) (<= (goal player 0) (not (true done))) (goal random 0)
"""
# First the player bets or keeps what it has, then the coin is tossed: the two take turns.
BET = """
(role player) (role random) (init betting) (side heads) (side tails)
(<= (legal player bet) (true betting)) (<= (legal player keep) (true betting))
(<= (legal player noop) (not (true betting)))
(<= (legal random (toss ?s)) (side ?s) (not (true betting)))
(<= (legal random noop) (true betting))
(<= (next bold) (does player bet)) (<= (next bold) (true bold))
(<= (next over) (not (true betting)))
(<= (next heads) (does random (toss heads)))
(<= terminal (true over))
(<= lucky (true bold) (true heads)) (<= unlucky (true bold) (not (true heads)))
(<= (goal player 100) lucky) (<= (goal player 0) unlucky)
(<= (goal player 30) (not lucky) (not unlucky))
(<= (goal random 0) lucky) (<= (goal random 100) unlucky)
(<= (goal random 70) (not lucky) (not unlucky))
"""


def test_the_language_names_chance_in_any_letters():
    assert load_game(UNTIL_HEADS).roles == ("player", NATURE)


def test_chance_is_as_free_in_a_position_as_it_was_before():
    result = Match([RandomPlayer()], [()], Limit(nodes=1), seed=3).run(load_game(UNTIL_HEADS), 300)
    lengths = Counter(len(game.history.joint_moves) for game in result.games)
    assert sum(lengths.values()) == 300
    # Half of the games end with the first toss: 150, and its standard deviation is 8.7.
    assert 115 < lengths[1] < 185
    assert 45 < lengths[2] < 105


def test_the_seed_of_a_match_decides_what_chance_does():
    race = load_game("dice-race")

    def lines(seed):
        match = Match([RandomPlayer(1), RandomPlayer(2)], [()], Limit(nodes=1), seed=seed)
        return [game.history.joint_moves for game in match.run(race, 4).games]

    assert lines(1) == lines(1)
    assert lines(1) != lines(2)


def test_the_die_falls_in_a_game_at_the_terminal(monkeypatch, capsys):
    typed = chain(repeat("walk", 3), ["quit", ""])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    assert run(["play", "dice-race", "--opponent", "random"]) == 0
    said = capsys.readouterr().out
    assert "chance plays fall " in said
    assert "red to move" in said


def test_uct_plays_by_what_can_be_expected_of_chance():
    """An opponent would always turn up tails: then 30 points are more than a bet."""
    start = load_game(BET).start()
    found = Uct().choose(start, 0, Limit(nodes=2000))
    assert start.move_text(found.move, 0) == "bet"
    assert 40 < found.value < 60


@pytest.mark.parametrize("what", ["dice-race", BET], ids=["three roles", "two in turn"])
def test_what_would_take_chance_for_an_opponent_says_so(what):
    game = load_game(what)
    assert not game.has_turns
    for needs in (game.turn_based, lambda: bw.baseline(game, "nothing")):
        with pytest.raises(MissingCapability, match="chance takes part; a model of patterns would"):
            needs()
    with pytest.raises(MissingCapability, match=r"chance takes part; MTD\(f\) would take it for"):
        Mtdf(None).choose(game.start(), 0, Limit(depth=1))


HIDDEN = "(<= (sees player ?s) (does random (toss ?s)))"
OPEN = "(<= (sees ?r (did ?p ?m)) (role ?r) (does ?p ?m))"
OWN_PREDICATE = "(<= (sees ?x ?y) (side ?x) (side ?y)) (<= (legal player (look ?x)) (sees ?x ?x))"


def test_hidden_information_is_refused_at_its_line():
    text = BET + HIDDEN
    line = len(BET.splitlines()) + 1
    with pytest.raises(RulesError, match=f"line {line}, .*hidden information is not supported"):
        load_game(text)
    (problem,) = check_text(text, "game")[1]
    assert (problem.place.line, "hidden" in problem.message) == (line, True)


@pytest.mark.parametrize(
    "nearly",
    [
        "(<= (sees ?r (did ?p)) (role ?r) (does ?p ?m))",
        "(<= (sees ?r (did ?p ?m)) (role ?r) (does ?p ?m) (true bold))",
        "(<= (sees player (did ?p ?m)) (does ?p ?m))",
        "(<= (sees ?p (did ?p ?m)) (role ?p) (does ?p ?m))",
        "(<= (sees ?r (did ?p ?m)) (role ?r) (does ?p ?m) (distinct ?p random))",
    ],
)
def test_to_see_less_than_all_moves_is_hidden_information(nearly):
    with pytest.raises(RulesError, match="hidden information"):
        load_game(BET + nearly)


def test_a_sheet_in_which_everybody_sees_all_moves_is_played():
    for rules in (OPEN, OPEN + HIDDEN, OWN_PREDICATE):
        game = load_game(BET + rules)
        assert game.roles == ("player", "random")
