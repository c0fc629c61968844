"""Conjunctions within a given time: when they are tried, and whose model is the result.

Configurations are found in positions, logic patterns in the rules.
"""

from contextlib import contextmanager

import numpy as np
import pytest
from playable_sheets import FAR_APART, SHEETS
from reporters import Listener

from boardworth.positions import Dataset
from boardworth.recipes import Opponent
from boardworth.recipes.alarm import TimeIsUp
from boardworth.recipes.choice import Choice, Trial
from boardworth.recipes.timed import TimedBuild
from boardworth.rules import Position, load_game
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.machine_choice import machine_for
from boardworth.search.core_games import SelfPlayPlan, play_at_random


@contextmanager
def too_late_for_conjunctions(_seconds, what):
    """An alarm that rings at once."""
    if "configurations" in what or "logic" in what:
        raise TimeIsUp(f"{what} takes too long")
    yield


@pytest.fixture
def tic_tac_toe():
    return RuleGame(machine_for(SHEETS["tic-tac-toe"]), "tic-tac-toe")


@pytest.fixture(autouse=True)
def few_positions(monkeypatch):
    """Generations end by their numbers of positions, long before their time is over."""
    for name in ("FIRST_POSITIONS", "POSITIONS"):
        monkeypatch.setattr(f"boardworth.recipes.timed.{name}", 6000)


@pytest.mark.parametrize(
    ("extended", "what"),
    [(TimedBuild.with_configurations, "configurations"), (TimedBuild.with_logic, "logic patterns")],
)
def test_conjunctions_are_found_where_they_leave_a_smaller_error(extended, what):
    """And made a model that plays and can be kept; where they do not, there is none."""
    game = load_game(FAR_APART)
    listener = Listener()
    build = TimedBuild(game, 10**4, reserved=5000, seed=1, threads=2, reporter=listener)
    patterns = build.run()
    model = extended(build)
    part = model.weighted_sum.features.parts[-1]
    far = {(game.atoms[a].name, game.atoms[b].name) for (a, _), (b, _) in two_facts(part)}
    assert {"cell 1 1", "cell 4 3"} in [set(names) for names in far]
    assert bool(part.origins) == (what == "logic patterns")
    before, after = (m.metrics["held_out"]["all"]["mse"] for m in (patterns, model))
    assert after < 0.95 * before
    assert listener.lines[-1] == f"held-out error: {before:.4g}, with {what} {after:.4g}"
    assert [line.partition(" ")[0] for line in listener.lines[:-1]] == [what.partition(" ")[0]]
    assert model.provenance == patterns.provenance


def two_facts(part):
    """Those of two squares, beside whose turn it is."""
    squares = [[fact for fact in c.facts if fact[0] < 16] for c in part.members]
    return [facts for facts in squares if len(facts) == 2]


def test_without_time_of_their_own_there_are_no_conjunctions(tic_tac_toe, monkeypatch):
    monkeypatch.setattr("boardworth.recipes.timed.ConfigurationChoice", None)
    monkeypatch.setattr("boardworth.recipes.timed.LogicChoice", None)
    build = TimedBuild(tic_tac_toe, 10**4)
    for _ in range(2):
        assert build.with_configurations() is None
        assert build.with_logic() is None
        build.run()


def test_conjunctions_that_take_too_long_are_left_out(tic_tac_toe):
    listener = Listener()
    build = TimedBuild(
        tic_tac_toe, 10**4, reserved=5000, reporter=listener, alarm=too_late_for_conjunctions
    )
    build.run()
    assert build.with_configurations() is None
    assert build.with_logic() is None
    assert listener.lines == [
        "no configurations: to choose configurations takes too long",
        "no logic patterns: to choose logic patterns takes too long",
    ]


def test_patterns_leave_configurations_their_time(tic_tac_toe):
    build = TimedBuild(tic_tac_toe, 100, reserved=12, now=lambda: 0.0)
    assert build.left == 88


def test_a_fit_with_configurations_keeps_to_its_time(tic_tac_toe):
    """Of the seconds that are left, a fit of twice as long a row takes as many rows as fit."""
    build = TimedBuild(tic_tac_toe, 100, reserved=20)
    build._seconds_a_row = 1e-3
    assert build._affordable(20.0) == 10_000
    assert build._affordable(0.0) == 500


def test_hardly_smaller_errors_are_not_worth_slower_searches(tic_tac_toe, monkeypatch):
    monkeypatch.setattr("boardworth.recipes.timed.WORTHWHILE", 0.01)
    build = TimedBuild(tic_tac_toe, 10**4, reserved=5000)
    build.run()
    assert build.with_configurations() is None
    assert build.with_logic() is None


@pytest.mark.parametrize(
    ("winner", "left_out"),
    [("", ""), ("logic patterns", "with_configurations"), ("configurations", "with_logic")],
)
def test_the_model_of_the_candidate_that_wins_is_the_result(monkeypatch, winner, left_out):
    tried = []
    if left_out:
        monkeypatch.setattr(TimedBuild, left_out, lambda *_: None)

    def chosen(game, candidates, *_, **__):
        tried.extend(str(candidate) for candidate in candidates)
        best = next(c for c in candidates if c.features == winner)
        return Choice(best, (Trial(best, 0.1, 4, 4.0),))

    monkeypatch.setattr("boardworth.recipes.opponent.choose_player", chosen)
    built = Opponent(load_game(FAR_APART), 10**4, seed=1, threads=2).build()
    assert bool(built.weighted_sum.features.parts) == bool(winner)
    assert built.player == "alpha-beta"
    assert tried[:3] == ["alpha-beta", "guided-uct", "lightly-guided-uct"]
    assert tried[3:] == [f"alpha-beta with {winner}"] or (not winner and len(tried) == 4)
    trial = built.metrics["choice"]["against_uct"][0]
    assert trial.get("features", "") == winner


@pytest.mark.parametrize(("turns", "phases"), [(False, 1), (True, 4)])
def test_phases_have_weights_of_their_own_where_these_leave_a_smaller_error(turns, phases):
    """An empty square is good all game long, or good at first and bad later."""
    game = load_game(FAR_APART)
    played = play_at_random(game, SelfPlayPlan(600, seed=1))
    progress = game.progress(played.positions)
    square = next(n for n, atom in enumerate(game.atoms) if atom.name == "cell 1 1")
    blank = game.atoms[square].values.index("blank")
    facts = [game.facts(Position(game, row.tobytes())) for row in played.positions]
    held = np.array([own[square] == blank for own in facts], np.float32)
    noise = np.random.default_rng(1).normal(size=len(held)).astype(np.float32)
    late = progress > game.max_progress // 2
    targets = (20 * held * np.where(turns & late, -1, 1) + noise).astype(np.float32)
    data = Dataset(game, played.positions, targets, progress, played.games)
    assert len(TimedBuild(game, 10**4)._fit(data, 10**3).model.stages) == phases
