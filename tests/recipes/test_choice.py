"""Who plays with what was learned: quick matches against UCT decide."""

import pytest
from playable_sheets import SHEETS
from watches import Watch

import boardworth as bw
from boardworth.recipes.choice import (
    Candidate,
    Choice,
    Trial,
    _compared_points,
    _decided,
    choose_player,
)
from boardworth.recipes.reporter import Silent
from boardworth.rules import load_game
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.machine_choice import machine_for
from boardworth.search import Decision, Player, Playouts, RandomPlayer, Uct

# Nobody can do anything but wait, and there is no end.
ENDLESS = """
(role a) (role b) (role c) (init (at 0)) (other 0 1) (other 1 0)
(<= (legal ?p (wait ?n)) (role ?p) (other ?n ?m))
(<= (next (at ?n)) (true (at ?m)) (other ?m ?n))
(<= terminal (true (at 2))) (<= (goal ?p 0) (role ?p))
"""


class Worst(Player):
    """Makes the first move that there is."""

    name = "worst"

    def choose(self, position, role, limit, history=None):
        return Decision(position.legal_moves(role)[0])


@pytest.fixture(scope="module")
def four():
    return bw.load_game("connect-four")


@pytest.fixture
def by_simulations(monkeypatch):
    """Moves of quick matches end by what is counted, long before their time is over."""
    monkeypatch.setattr("boardworth.recipes.choice.MOVE_SECONDS", (1000, 1000))
    monkeypatch.setattr("boardworth.recipes.choice.Uct", lambda: Uct(100))


def chosen_for(game, player):
    """After at most about 20 pairs."""
    candidates = [Candidate("alpha-beta", player)]
    return choose_player(game, candidates, 40, seed=1, reporter=Silent(), now=Watch(1))


def test_a_hopeless_candidate_is_left_out_before_the_time_is_over(four, by_simulations):
    choice = chosen_for(four, RandomPlayer())
    assert choice.method == "uct"
    assert choice.trials[0].hopeless
    assert choice.trials[0].games <= 6
    assert "uct is to play" in str(choice)
    assert choice.summary()["against_uct"][0]["method"] == "alpha-beta"


def test_a_strong_candidate_is_chosen(four, by_simulations, monkeypatch):
    monkeypatch.setattr("boardworth.recipes.choice.Uct", Worst)
    choice = chosen_for(four, Uct(200))
    assert choice.method == "alpha-beta"
    assert choice.trials[0].share > 0.8


def test_who_has_not_played_is_not_chosen():
    untried = Candidate("mtdf", Playouts(1))
    trial = Trial(untried, 1.0)
    assert trial.share == 0.5
    assert trial.deviations == 0
    fingers = RuleGame(machine_for(SHEETS["fingers"]), "fingers")
    assert choose_player(fingers, [untried], 0, reporter=Silent()).method == "uct"


def test_roles_are_taken_in_turn_and_endless_games_are_given_up(monkeypatch):
    game = load_game(ENDLESS)
    asked = []

    class Asked(Worst):
        def choose(self, position, role, limit, history=None):
            asked.append(role)
            return super().choose(position, role, limit, history)

    monkeypatch.setattr("boardworth.recipes.choice.Uct", Worst)
    monkeypatch.setattr("boardworth.arena.referee.longest_game", lambda _: 0)
    trial = Trial(Candidate("mtdf", Asked()), 0.01)
    for role in range(3):
        assert _compared_points(game, 3, trial) == [0.5]
        assert set(asked) == {role}
        trial.games += 1
        asked.clear()


def test_choices_are_told_in_a_line():
    one = Trial(Candidate("guided-uct", None), 0.05, games=4, points=2.5)
    assert str(Choice(None, (one,))) == (
        "uct is to play (against uct: guided-uct 2.5/4 at 0.05 s a move)"
    )
    other = Candidate("alpha-beta", None, "configurations")
    assert str(Choice(other, (Trial(other, 0.05, games=2, points=2),))) == (
        "alpha-beta with configurations is to play "
        "(against uct: alpha-beta with configurations 2/2 at 0.05 s a move)"
    )


def test_the_better_of_two_evaluations_is_chosen_for_the_same_method():
    candidates = [Candidate("alpha-beta", None), Candidate("alpha-beta", None, "configurations")]
    watch = Watch()
    for better in candidates:

        def play(trial, better=better):
            watch.time += 1
            return [1.0 if trial.candidate is better else 0.5] * 4

        assert _decided(candidates, 50, 10, play, Silent(), watch).candidate is better


@pytest.mark.parametrize(("by_long_moves", "chosen"), [(0.5, "guided-uct"), (0.25, "uct")])
def test_who_wins_by_short_moves_must_not_lose_by_longer_ones(by_long_moves, chosen):
    short = 0.0
    watch = Watch()

    def play(trial):
        nonlocal short
        watch.time += 1
        short = short or trial.seconds_a_move
        if trial.candidate.method == "mtdf":
            return [0.0] * 4
        return [1.0] * 4 if trial.seconds_a_move == short else [by_long_moves] * 4

    candidates = [Candidate("mtdf", None), Candidate("guided-uct", None)]
    choice = _decided(candidates, 50, 10, play, Silent(), watch)
    assert choice.method == chosen
    first, second, alone = choice.trials
    assert (first.games, first.points) == (4, 0)
    assert second.share == 1
    assert alone.candidate is candidates[1]
    assert alone.share == by_long_moves
    assert alone.seconds_a_move > second.seconds_a_move
    assert choice.summary()["against_uct"][2]["games"] == alone.games


def test_everybody_plays_even_if_games_take_longer_than_was_thought():
    """The first pair takes half of the time in which all should have played."""

    watch = Watch()

    def play(_):
        watch.time += 0.2
        return [0.5, 0.5]

    candidates = [Candidate(method, None) for method in ("alpha-beta", "guided-uct", "mtdf")]
    choice = _decided(candidates, 1.0, 10, play, Silent(), watch)
    assert [trial.games for trial in choice.trials] == [2, 2, 2]
