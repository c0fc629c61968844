"""Opponents within a given time: what is learned, and who plays with it."""

from contextlib import contextmanager
from functools import partial

import pytest
from playable_sheets import SHEETS
from reporters import Listener
from watches import Watch

import boardworth as bw
from boardworth.errors import NotFitted
from boardworth.evaluators import load_model, save_model
from boardworth.fitting import Model
from boardworth.recipes import Opponent, PaperSettings, functions_from_rules
from boardworth.recipes.alarm import TimeIsUp
from boardworth.recipes.choice import Choice, Trial
from boardworth.recipes.timed import TimedBuild
from boardworth.rules import load_game
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.machine_choice import machine_for
from boardworth.search import RandomPlayer
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
# Two fill a board of 4 times 4; x wins if the same mark is on two squares that no line or small
# rectangle joins.
FAR_APART = """
(role x) (role o) (init (control x)) (index 1) (index 2) (index 3) (index 4)
(<= (init (cell ?a ?b blank)) (index ?a) (index ?b))
(<= (legal ?p (mark ?a ?b)) (true (control ?p)) (true (cell ?a ?b blank)))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (cell ?a ?b ?p)) (does ?p (mark ?a ?b)))
(<= (marked ?a ?b) (does ?p (mark ?a ?b)))
(<= (next (cell ?a ?b ?m)) (true (cell ?a ?b ?m)) (not (marked ?a ?b)))
(<= (next (control o)) (true (control x))) (<= (next (control x)) (true (control o)))
(<= open (true (cell ?a ?b blank))) (<= terminal (not open))
(<= same (true (cell 1 1 ?m)) (true (cell 4 3 ?m)))
(<= (goal x 100) same) (<= (goal x 0) (not same))
(<= (goal o 0) same) (<= (goal o 100) (not same))
"""


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
    fitting = (5_000 * playing + kept) * 1e-4 * (1 + looks)
    assert playing + fitting == pytest.approx(20)


def test_a_fit_of_too_much_leaves_time_for_games(four):
    build = TimedBuild(four, 100)
    build._rows_a_second, build._seconds_a_row = 5_000, 1e-4
    assert build._playing(20.0, 10**7) > 3


def test_without_games_there_is_nothing_to_learn(four):
    with pytest.raises(NotFitted, match="no random game came to an end"):
        TimedBuild(four, 0).run()


def test_configurations_are_found_where_they_leave_a_smaller_error(few_positions):
    """And made a model that plays and can be kept; where they do not, there is none."""
    game = load_game(FAR_APART)
    listener = Listener()
    build = TimedBuild(game, 10**4, reserved=5000, seed=1, threads=2, reporter=listener)
    patterns = build.run()
    model = build.with_configurations()
    (part,) = model.weighted_sum.features.parts
    far = {(game.atoms[a].name, game.atoms[b].name) for (a, _), (b, _) in two_facts(part)}
    assert {"cell 1 1", "cell 4 3"} in [set(names) for names in far]
    before, after = (m.metrics["held_out"]["all"]["mse"] for m in (patterns, model))
    assert after < 0.95 * before
    assert listener.lines == [f"held-out error: {before:.4g}, with configurations {after:.4g}"]
    assert model.provenance == patterns.provenance


def two_facts(part):
    return [c.facts for c in part.members if len(c.facts) == 2]


def test_without_time_of_their_own_there_are_no_configurations(few_positions, monkeypatch):
    monkeypatch.setattr("boardworth.recipes.timed.ConfigurationChoice", None)
    build = TimedBuild(rule_game("tic-tac-toe"), 10**4)
    assert build.with_configurations() is None
    build.run()
    assert build.with_configurations() is None


def test_configurations_that_take_too_long_are_left_out(few_positions):
    listener = Listener()
    alarm = partial(too_late, late=["configurations"])
    build = TimedBuild(
        rule_game("tic-tac-toe"), 10**4, reserved=5000, reporter=listener, alarm=alarm
    )
    build.run()
    assert build.with_configurations() is None
    assert listener.lines == ["no configurations: to choose configurations takes too long"]


def test_patterns_leave_configurations_their_time(four):
    build = TimedBuild(four, 100, reserved=12, now=Watch())
    assert build.left == 88


def test_hardly_smaller_errors_are_not_worth_slower_searches(few_positions, monkeypatch):
    monkeypatch.setattr("boardworth.recipes.timed.WORTHWHILE", 0.01)
    build = TimedBuild(rule_game("tic-tac-toe"), 10**4, reserved=5000)
    build.run()
    assert build.with_configurations() is None


@pytest.mark.parametrize("winner", ["", "configurations"])
def test_the_model_of_the_candidate_that_wins_is_the_result(few_positions, monkeypatch, winner):
    tried = []

    def chosen(game, candidates, *_, **__):
        tried.extend(str(candidate) for candidate in candidates)
        best = next(c for c in candidates if c.features == winner)
        return Choice(best, (Trial(best, 0.1, 4, 4.0),))

    monkeypatch.setattr("boardworth.recipes.opponent.choose_player", chosen)
    built = Opponent(load_game(FAR_APART), 10**4, seed=1, threads=2).build()
    assert len(built.weighted_sum.features.parts) == (winner == "configurations")
    assert built.player == "alpha-beta"
    assert tried == [
        "alpha-beta", "guided-uct", "lightly-guided-uct", "alpha-beta with configurations"
    ]  # fmt: skip
    told = built.metrics["choice"]["against_uct"][0]
    assert told.get("features", "") == winner


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
