"""Opponents within a given time: what is learned, and who plays with it."""

from contextlib import contextmanager
from functools import partial

import pytest
from playable_sheets import SHEETS
from reporters import Listener

import boardworth as bw
from boardworth.errors import NotFitted
from boardworth.evaluators import load_model, save_model
from boardworth.fitting import Model
from boardworth.recipes import Opponent, PaperSettings, functions_from_rules
from boardworth.recipes.alarm import TimeIsUp
from boardworth.recipes.choice import (
    Candidate,
    Choice,
    Trial,
    _compared_points,
    _decided,
    choose_player,
)
from boardworth.recipes.reporter import Silent
from boardworth.recipes.timed import TimedBuild
from boardworth.rules import load_game
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.machine_choice import machine_for
from boardworth.search import Decision, Player, Playouts, RandomPlayer, Uct
from boardworth.search.core_games import play_at_random, play_searched

# One player and chance: a coin falls, and who has called it has won.
COIN = """
(role random) (role caller) (init (turn caller)) (side heads) (side tails)
(<= (legal caller (call ?s)) (true (turn caller)) (side ?s))
(<= (legal caller wait) (true (turn random)))
(<= (legal random (toss ?s)) (true (turn random)) (side ?s))
(<= (legal random wait) (true (turn caller)))
(<= (next (turn random)) (true (turn caller))) (<= (next (turn over)) (true (turn random)))
(<= (next (called ?s)) (does caller (call ?s))) (<= (next (called ?s)) (true (called ?s)))
(<= (next (fallen ?s)) (does random (toss ?s)))
(<= terminal (true (turn over)))
(<= won (true (called ?s)) (true (fallen ?s)))
(<= (goal caller 100) won) (<= (goal caller 0) (not won)) (goal random 0)
"""
# Nobody can do anything but wait, and there is no end.
ENDLESS = """
(role a) (role b) (role c) (init (at 0)) (other 0 1) (other 1 0)
(<= (legal ?p (wait ?n)) (role ?p) (other ?n ?m))
(<= (next (at ?n)) (true (at ?m)) (other ?m ?n))
(<= terminal (true (at 2))) (<= (goal ?p 0) (role ?p))
"""


class Watch:
    """A clock that goes on when somebody looks at it, and when it is set."""

    def __init__(self, step=0.0):
        self.time = 0.0
        self.step = step

    def __call__(self):
        self.time += self.step
        return self.time


class Worst(Player):
    """Makes the first move that there is."""

    name = "worst"

    def choose(self, position, role, limit, history=None):
        return Decision(position.legal_moves(role)[0])


def rule_game(name):
    return RuleGame(machine_for(SHEETS[name]), name)


def share(player, game, games=40, seed=5):
    """Of the points against random moves."""
    openings = bw.random_openings(game, games // 2, 2, seed)
    match = bw.Match((player, RandomPlayer()), openings, bw.Limit(depth=2))
    return match.run(game, games).rating.share


@pytest.fixture(scope="module")
def four():
    return bw.load_game("connect-four")


@pytest.fixture
def few_positions(monkeypatch):
    """Generations end by their numbers of positions, long before their time is over."""
    for name in ("FIRST_POSITIONS", "POSITIONS"):
        monkeypatch.setattr(f"boardworth.recipes.timed.{name}", 8000)


@pytest.fixture
def by_simulations(monkeypatch):
    """Moves of quick matches end by what is counted, long before their time is over."""
    monkeypatch.setattr("boardworth.recipes.choice.MOVE_SECONDS", (1000, 1000))
    monkeypatch.setattr("boardworth.recipes.choice.Uct", lambda: Uct(100))


def test_patterns_learned_by_little_self_play_beat_random_moves(four, tmp_path, few_positions):
    model = TimedBuild(four, 10**4, seed=1, threads=2).run()
    assert share(bw.AlphaBeta(bw.Evaluator(model)), four) > 0.8
    assert model.metrics["generations"]
    assert model.provenance["data"]["positions"] > 1000
    path = tmp_path / "four.model"
    for player in (None, "alpha-beta", "guided-uct", "uct"):
        bw.save_model(model.with_playing(player=player), path)
        assert bw.load_model(path).player == player


@pytest.mark.parametrize(("kept", "looks"), [(0, 0), (20_000, 0), (20_000, 1)])
def test_games_and_their_fit_fill_the_time_of_a_generation(four, kept, looks):
    build = TimedBuild(four, 100)
    build._rows_a_second, build._seconds_a_row, build._looks = 5_000, 1e-4, looks
    playing = build._playing(20.0, kept)
    fits = 1 + 2 * looks  # of larger tables and of other phases, too
    fitting = (5_000 * playing + kept) * 1e-4 * fits
    assert playing + fitting == pytest.approx(20)


def test_a_fit_of_too_much_leaves_time_for_games(four):
    build = TimedBuild(four, 100)
    build._rows_a_second, build._seconds_a_row = 5_000, 1e-4
    assert build._playing(20.0, 10**7) > 2


def test_without_games_there_is_nothing_to_learn(four):
    with pytest.raises(NotFitted, match="no random game came to an end"):
        TimedBuild(four, 0).run()


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
    assert choose_player(rule_game("fingers"), [untried], 0, reporter=Silent()).method == "uct"


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


def test_three_at_once_have_functions():
    listener = Listener()
    built = Opponent(rule_game("fingers"), 1, reporter=listener).build()
    assert len(built.evaluation.functions) == 3
    assert built.player in {"uct", "guided-uct", "lightly-guided-uct", "mtdf"}
    assert built.metrics["choice"]["method"] == built.player
    assert "3 players" in listener.lines[0]
    assert "is to play" in listener.lines[-1]


def test_functions_keep_their_player_in_a_file(tmp_path):
    machine = machine_for(SHEETS["fingers"])
    made = functions_from_rules(
        RuleGame(machine, "fingers"), PaperSettings(domains="fluents", scaled=True)
    )
    path = tmp_path / "fingers.model"
    for player in (None, "mtdf", "guided-uct", "uct"):
        save_model(made.with_playing(player=player), path)
        assert load_model(path).player == player


def test_two_who_take_turns_have_patterns_and_matches(few_positions, monkeypatch):
    monkeypatch.setattr("boardworth.recipes.choice.MOVE_SECONDS", (0.005, 0.005))
    built = Opponent(rule_game("tic-tac-toe"), 1000, threads=2, now=Watch(20)).build()
    assert built.weighted_sum is built.evaluation
    methods = {one["method"] for one in built.metrics["choice"]["against_uct"]}
    assert methods == {"alpha-beta", "guided-uct", "lightly-guided-uct"}
    assert built.player in {*methods, "uct"}


def test_one_alone_has_patterns_for_alpha_beta(few_positions):
    built = Opponent(rule_game("doors"), 1000, now=Watch(20)).build()
    assert built.weighted_sum is built.evaluation
    assert built.player == "alpha-beta"


def test_chance_is_no_opponent():
    listener = Listener()
    built = Opponent(load_game(COIN), 0.5, reporter=listener).build()
    assert [function.role for function in built.evaluation] == ["random", "caller"]
    assert "chance takes part" in listener.lines[0]


@contextmanager
def too_late(_seconds, _what, *, late):
    """An alarm that rings at once."""
    if any(what in _what for what in late):
        raise TimeIsUp(f"{_what} takes too long")
    yield


@pytest.mark.parametrize(
    ("late", "kind", "told"),
    [
        (["rules"], "found", "no patterns: to find out about the rules takes too long"),
        (["rules", "functions"], "none", "no functions: to find functions takes too long"),
    ],
)
def test_what_takes_too_long_is_left_out(late, kind, told):
    listener, drafts = Listener(), []
    built = Opponent(
        rule_game("fingers"),
        0.1,
        reporter=listener,
        alarm=partial(too_late, late=late),
        draft=drafts.append,
    ).build()
    assert told in listener.lines
    first = drafts[0]
    assert first.player == "uct"
    assert not any(function.terms for function in first.evaluation.functions)
    found = any(function.terms for function in built.evaluation.functions)
    assert found == (kind == "found")
    assert found or built.player == "uct"


def test_a_draft_without_a_fit_is_a_model_that_plays(tmp_path):
    drafts = []
    Opponent(rule_game("fingers"), 0.1, draft=drafts.append).build()
    path = tmp_path / "it.model"
    save_model(drafts[0], path)
    model = load_model(path)
    start = model.game.start()
    chosen = bw.search.model_player(model).choose(start, 0, bw.Limit(nodes=10))
    assert chosen.move in start.legal_moves(0)


def test_the_last_generation_counts_that_there_was_time_for(four, few_positions, monkeypatch):
    played = []

    def late(*arguments):
        played.append(arguments)
        if len(played) == 2:
            raise TimeIsUp("it takes too long")
        return play_searched(*arguments)

    monkeypatch.setattr("boardworth.recipes.timed.play_searched", late)
    listener = Listener()
    model = TimedBuild(four, 10**4, reporter=listener).run()
    assert len(model.metrics["generations"]) == 1
    assert listener.lines == ["the last generation is left out: it takes too long"]


def test_a_fit_takes_as_many_positions_as_there_is_time_for(four, monkeypatch):
    """The newest ones."""
    build = TimedBuild(four, 10**4)
    data = build._dataset(play_at_random(four, build._plan(0, 10**4)), 0.0)
    fitted = []

    def fit(size, train, held_out):
        fitted.append(len(train) + len(held_out))
        return Model(None, metrics={"held_out": {"all": {"mse": 1.0}}})

    monkeypatch.setattr(build, "_fitted", fit)
    build._seconds_a_row, build._looks = 0.01, 0
    build._fit(data, 20.0)
    assert fitted[0] <= 2000 < len(data)


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
