"""Patterns of logic features that builds choose."""

from dataclasses import replace
from functools import partial
from itertools import count

import numpy as np
import pytest
from conftest import packed, random_game
from playable_sheets import FAR_APART, SHEETS
from reference.configurations import images
from reporters import Listener

import boardworth as bw
from boardworth import _core
from boardworth.errors import BoardworthError, MissingCapability, NotFitted
from boardworth.features import Configuration, FeatureSet
from boardworth.features.logic import Bounds, GroundFeatures, Theory
from boardworth.features.logic.patterns import LogicPatterns, counts_of
from boardworth.positions import Dataset
from boardworth.recipes import Build, LogicChoice, measured_features, unfolded_features
from boardworth.recipes.forward_steps import Sample
from boardworth.recipes.generated_logic import BY_STEPS
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.ground.grounding import GroundingLimits
from boardworth.rules.gdl.machine_choice import machine_for

IMAGE = ", or an image of it"
THREAT = "x can move so that goal 100 for x"


@pytest.fixture(scope="module")
def game():
    return bw.load_game("tic-tac-toe")


@pytest.fixture(scope="module")
def unfoldings(game):
    return unfolded_features(game)


def scored(game, worth, games=150):
    """Random positions, each with what it is worth."""
    positions = [p for seed in range(games) for p in random_game(game, seed)[0]]
    noise = np.random.default_rng(1).normal(size=len(positions))
    targets = (np.array([worth(p) for p in positions]) + noise).astype(np.float32)
    array = packed(positions)
    return Dataset(
        game, array, targets, game.progress(array), np.arange(len(array), dtype=np.int32)
    )


def unfolding_of(unfoldings, name):
    (found,) = [one for one in unfoldings if one.feature.name == name]
    return found


@pytest.mark.parametrize("taken", ["whole", "parts"])
def test_a_proof_that_decides_is_chosen_and_named_after_its_feature(game, unfoldings, taken):
    """Two crosses and an empty square, none of which says much by itself."""
    planted = max(unfolding_of(unfoldings, THREAT).configurations(), key=lambda c: c.facts)
    if taken == "parts":
        planted = Configuration(game, planted.facts[:2])
    variants = images(planted)

    def worth(position):
        facts = game.facts(position)
        return 8 * sum(all(facts[a] == v for a, v in image) for image in variants)

    data = scored(game, worth)
    features = LogicChoice(taken, 60, 5, max_counts=0).choose(
        FeatureSet(game, []), data, unfoldings
    )
    (part,) = features.parts
    assert part.semantics == "all"
    chosen = {c.facts: part.name(n) for n, c in enumerate(part.representatives)}
    assert min(variants) in chosen
    assert len(part) <= 60
    names = {one.feature.name for one in unfoldings}
    named = {name.removeprefix("part of: ").removesuffix(IMAGE) for name in chosen.values()}
    assert named <= names


def test_a_name_says_so_where_a_weight_is_shared_with_what_it_does_not_name(game, unfoldings):
    data = scored(game, lambda p: game.facts(p).count(1), games=40)
    (part,) = (
        LogicChoice("whole", 200, 5, min_gain=0.0, max_counts=0)
        .choose(FeatureSet(game, []), data, unfoldings)
        .parts
    )
    proofs = {u.feature.name: {c.facts for c in u.configurations()} for u in unfoldings}
    shared = set()
    for member, weight in zip(part.members, part.weight_of_member, strict=True):
        name = part.name(int(weight))
        assert name.endswith(IMAGE) or member.facts in proofs[name]
        shared.add(name.endswith(IMAGE))
    assert shared == {True, False}


def test_what_means_nothing_is_not_chosen(game, unfoldings):
    """Of many conjunctions some seem to explain noise; the more they must, the fewer."""
    data = scored(game, lambda _: 0.0)
    longer = []
    for gain in (0, 4, 20):
        choice = LogicChoice("parts", min_gain=gain, max_counts=0)
        (part,) = choice.choose(FeatureSet(game, []), data, unfoldings).parts
        longer.append(np.count_nonzero(part.representatives.lengths > 1))
    assert longer[0] > 3 * longer[1]
    assert longer[2] <= 3


def test_the_number_of_empty_cells_explains_itself(game, unfoldings):
    mine = unfolding_of(unfoldings, "cell ? ? empty")
    data = scored(game, lambda p: 10 * int(mine.counts(packed([p]))[0]), games=20)
    found = measured_features(unfoldings, data)
    moves = next(f for f in found if f.name == "cell ? ? empty")
    assert moves.share == pytest.approx(1, abs=0.05)
    assert [f.worth for f in found] == sorted((f.worth for f in found), reverse=True)
    with pytest.raises(NotFitted, match="without different scores"):
        measured_features(unfoldings, data.select(slice(0, 0)))


def test_costly_features_are_not_measured_and_others_in_rows_that_are_made_once(
    game, unfoldings, monkeypatch
):
    data = scored(game, lambda p: len(p.legal_moves()) if not p.over else 0, games=5)
    measured, made = [], []
    rows_of = _core.RelationRows

    def listened(own, *rest):
        measured.extend(own)
        made.clear()
        found = measured_features(own, *rest)
        assert len(made) == 1
        return found

    monkeypatch.setattr(_core, "RelationRows", lambda *own: made.append(1) or rows_of(*own))
    monkeypatch.setattr("boardworth.recipes.logic.measured_features", listened)
    LogicChoice(min_count=1, max_counted=10).choose(FeatureSet(game, []), data, unfoldings)
    assert 1 < len(measured) < len(unfoldings)
    assert max(map(len, measured)) <= 10


def test_numbers_that_explain_most_have_weights_beside_patterns(game, unfoldings):
    """Each that is chosen adds to those before it: what is said twice counts once."""
    threats = unfolding_of(unfoldings, THREAT)
    data = scored(game, lambda p: 10 * int(threats.counts(packed([p]))[0]), games=60)
    counts, patterns = (
        LogicChoice("whole", 20, 5).choose(FeatureSet(game, []), data, unfoldings).parts
    )
    assert THREAT in counts.names
    assert len(counts) < 15
    assert patterns.origins
    few = LogicChoice("whole", 20, 5, max_counts=2).choose(FeatureSet(game, []), data, unfoldings)
    assert len(few.parts[0]) == 2


def test_where_players_see_a_position_as_it_is_numbers_tell_whose_turn_it_is():
    game = bw.load_game(FAR_APART)
    unfoldings = unfolded_features(game)[:3]
    counts = counts_of(unfoldings)
    assert len(counts) == 6
    positions = random_game(game, 1)[0]
    values = counts.values(packed(positions)).reshape(-1, 2, 3)
    plain = np.array([u.counts(packed(positions)) for u in unfoldings]).T
    (view,) = game.view_atoms
    turns = [game.facts(p)[view] for p in positions]
    for row, turn, expected in zip(values, turns, plain, strict=True):
        assert row[turn].tolist() == expected.tolist()
        assert not row[1 - turn].any()


def test_parts_are_added_to_whole_conjunctions(game, unfoldings):
    whole = LogicPatterns.of(game, [unfolding_of(unfoldings, THREAT)], 8)
    both = whole.with_parts()
    known = {c.facts for c in whole.found}
    assert known < {c.facts for c in both.found}
    for configuration in both.found:
        assert any(set(configuration.facts) <= set(facts) for facts in known)
    assert len({c.facts for c in both.found}) == len(both)


def test_where_players_see_a_position_as_it_is_patterns_tell_whose_turn_it_is():
    game = bw.load_game(FAR_APART)
    found = LogicPatterns.of(game, unfolded_features(game)[:1], 4).found
    (view,) = game.view_atoms
    turns = [dict(c.facts)[view] for c in found]
    assert sorted(set(turns)) == list(range(len(game.atoms[view].values)))


def test_threads_do_not_change_the_choice(game, unfoldings):
    data = scored(game, lambda p: len(p.legal_moves()) if not p.over else 0, games=30)
    one, other = (
        LogicChoice("whole", 40, 5).choose(FeatureSet(game, []), data, unfoldings, threads)
        for threads in (1, 2)
    )
    assert [p.definition for p in one.parts] == [p.definition for p in other.parts]


def test_features_with_less_information_per_cost_are_left_out_first(game, unfoldings):
    data = scored(game, lambda p: len(p.legal_moves()) if not p.over else 0, games=20)
    choice = LogicChoice("whole", 100, 1, max_candidates=60)
    kept = choice.candidates(game, unfoldings, Sample.of(data, 1000), 1)
    ranked = [f.name for f in measured_features(unfoldings, data)]
    assert 0 < len(kept) <= 60
    assert set(kept.origins()) <= set(ranked[: len(kept.names)])


def test_no_two_features_are_the_same_or_have_the_same_name(unfoldings):
    names = [unfolding.feature.name for unfolding in unfoldings]
    assert len(set(names)) == len(names)
    arrays = [(u.starts, u.literals, u.solution_of) for u in unfoldings]
    assert len({tuple(a.tobytes() for a in own) for own in arrays}) == len(names)


def test_patterns_may_be_chosen_in_each_phase(game, unfoldings):
    """What matters only at the end of the game is chosen there."""
    planted = LogicPatterns.of(game, unfoldings[:40], 4).found
    first = next(c for c in planted if len(c.facts) == 3)
    late = game.max_progress // 2

    def worth(position):
        facts = game.facts(position)
        held = sum(all(facts[a] == v for a, v in image) for image in images(first))
        return 8 * held * (int(game.progress(packed([position]))[0]) > late)

    choice = LogicChoice("whole", 40, 5, max_counts=0, phases=2)
    (part,) = choice.choose(FeatureSet(game, []), scored(game, worth), unfoldings).parts
    assert min(images(first)) in {c.facts for c in part.representatives}


def test_what_was_cut_is_told():
    listener = Listener()
    game = RuleGame(machine_for(SHEETS["breakthrough"]), "breakthrough")
    unfolded_features(game, Bounds(conjunctions=5), max_features=20, reporter=listener)
    assert "more were not looked at" in listener.lines[0]
    assert "are not complete, such as '" in listener.lines[-1]


def test_a_query_that_explodes_is_named_and_does_not_take_others_with_it(game, monkeypatch):
    few = partial(GroundingLimits, rules=4_000, split_rules=4_000)
    monkeypatch.setattr("boardworth.recipes.generated_logic.GroundingLimits", few)
    cells = " ".join(f"(true (cell ?x{n} ?y{n} x))" for n in range(4))
    names = " ".join(f"?x{n} ?y{n}" for n in range(4))
    theory = Theory.parse(f"(<= (many {names}) {cells})", game, "many.theory")
    listener = Listener()
    found = unfolded_features(game, theory=theory, max_features=30, reporter=listener)
    assert "cell ? ? x" in {one.feature.name for one in found}
    (line,) = [line for line in listener.lines if "'many ?" in line]
    assert "left out: many.theory: grounding takes more than" in line


def test_unfinished_conjunctions_of_free_variables_are_not_asked_for(game):
    """What only a negated fact speaks of could be anything."""
    cells = " ".join(f"(true (cell ?x{n} ?x{n} x))" for n in range(3))
    theory = Theory.parse(f"(<= (three ?x0 ?x1 ?x2) {cells})", game)
    listener = Listener()
    found = unfolded_features(game, theory=theory, max_features=60, reporter=listener)
    names = {one.feature.name for one in found}
    assert "three ? ? ?" in names
    assert not any(name.startswith("three ? ? ?: ") for name in names)
    assert not any("left out" in line for line in listener.lines)


def test_what_is_too_costly_is_not_tried_in_halves_when_the_time_is_over(game, monkeypatch):
    few = partial(GroundingLimits, rules=10, split_rules=10)
    tried = []

    def limited(theory, features, limits):
        tried.append(len(features))
        return GroundFeatures(theory, features, limits)

    monkeypatch.setattr("boardworth.recipes.generated_logic.GroundingLimits", few)
    monkeypatch.setattr("boardworth.recipes.generated_logic.GroundFeatures", limited)
    clock = count(step=30)
    listener = Listener()
    options = {"max_features": 8, "reporter": listener, "now": lambda: float(next(clock))}
    assert unfolded_features(game, Bounds(seconds=1), **options) == []
    assert sum(tried) == 8
    assert sum("left out" in line for line in listener.lines) == len(tried)


def test_constraints_that_could_not_be_unfolded_are_told():
    listener = Listener()
    game = RuleGame(machine_for(SHEETS["breakthrough"]), "breakthrough")
    theory = Theory.parse("(<= impossible (true (cell ?x 4 black)) (true (cell ?x 1 white)))", game)
    bounds = Bounds(conjunctions=2)
    unfolded_features(game, bounds, theory=theory, max_features=20, reporter=listener)
    assert "not all deleted: more than 2 conjunctions in the constraints" in listener.lines[-1]


def test_a_choice_is_read_from_text():
    assert LogicChoice.parse("whole") == LogicChoice("whole")
    assert LogicChoice.parse("parts:500") == LogicChoice("parts", 500)
    for text in ("", "all", "whole:", "parts:0", "whole:1:2"):
        with pytest.raises(BoardworthError, match=r"logic patterns.*expected"):
            LogicChoice.parse(text)


def test_patterns_that_nothing_shows_often_enough_are_refused(game, unfoldings):
    data = scored(game, lambda _: 0.0, games=2)
    with pytest.raises(NotFitted, match="no logic pattern is active in 1,000 of"):
        LogicChoice("whole", 10, 1000, max_counts=0).choose(FeatureSet(game, []), data, unfoldings)


def test_without_patterns_numbers_of_solutions_remain(game, unfoldings):
    threats = unfolding_of(unfoldings, THREAT)
    data = scored(game, lambda p: 10 * int(threats.counts(packed([p]))[0]), games=30)
    listener = Listener()
    (counts,) = (
        LogicChoice("whole", 10, 10**6)
        .choose(FeatureSet(game, []), data, unfoldings, reporter=listener)
        .parts
    )
    assert THREAT in counts.names
    assert listener.lines[-1].startswith("only numbers of solutions: no logic pattern is active in")


def test_where_nothing_is_of_use_the_reason_is_said(game, unfoldings):
    """No features; conjunctions that are too long; none that explains what is noise."""
    data = scored(game, lambda _: 0.0, games=5)
    nothing = FeatureSet(game, [])
    with pytest.raises(NotFitted, match="has no logic feature within the bounds"):
        LogicChoice().choose(nothing, data, [])
    lines = [unfolding_of(unfoldings, "line x: 2 of 3, no o")]
    with pytest.raises(NotFitted, match="has a conjunction of at most 1 facts"):
        LogicChoice(max_facts=1, max_counts=0).choose(nothing, data, lines)
    with pytest.raises(NotFitted, match="logic patterns explains any of the scores"):
        LogicChoice(min_count=1, min_gain=1e6, max_counts=0).choose(nothing, data, lines)


def test_numbers_of_incomplete_features_are_not_counted_under_their_names(game, unfoldings):
    """Their conjunctions are patterns all the same, named as what they are."""
    threats = replace(unfolding_of(unfoldings, THREAT), missing="1 of 10 solutions: time")
    other = unfolding_of(unfoldings, "cell ? ? empty")
    data = scored(game, lambda p: 10 * int(threats.counts(packed([p]))[0]), games=60)
    features = LogicChoice("whole", 20, 5).choose(FeatureSet(game, []), data, [threats, other])
    *counts, patterns = features.parts
    assert THREAT not in [name for part in counts for name in part.names]
    assert f"{THREAT} (in part)" in patterns.origins
    assert THREAT not in patterns.origins


def test_the_costliest_conjunctions_are_left_out_and_counted(game, unfoldings):
    """Each that a negated literal splits costs as much as what it becomes."""
    lines = unfolding_of(unfoldings, "line x: 2 of 3, no o")
    everything = LogicPatterns.of(game, [lines], 8)
    assert everything.left_out == 0
    few = LogicPatterns.of(game, [lines], 8, max_conjunctions=9)
    assert 0 < len(few) <= 9
    assert few.left_out > 0
    assert {c.facts for c in few.found} < {c.facts for c in everything.found}


@pytest.mark.parametrize("taken", ["whole", "parts"])
def test_candidates_are_never_more_than_asked_for(game, unfoldings, taken):
    """Also where negated literals and parts make them more, and a single feature is too large."""
    data = scored(game, lambda p: len(p.legal_moves()) if not p.over else 0, games=5)
    lines = unfolding_of(unfoldings, "line x: 2 of 3, no o")
    listener = Listener()
    for own in ([lines], unfoldings):
        choice = LogicChoice(taken, 100, 1, max_candidates=9)
        patterns = choice.candidates(game, own, Sample.of(data, 100), 1, listener)
        assert 0 < len(patterns) <= 9
    assert len(listener.lines) == 2
    assert listener.lines[0].endswith("are left out")


def test_bounds_by_steps_do_not_depend_on_the_clock(game, unfoldings):
    """The clock of a machine that is slow: half a minute between any two looks at it."""
    clock = count(step=30)
    slow = unfolded_features(game, BY_STEPS, now=lambda: float(next(clock)))
    assert [u.literals.tobytes() for u in slow] == [u.literals.tobytes() for u in unfoldings]


def test_a_build_is_bounded_by_steps_and_asks_a_given_theory(game, tmp_path, monkeypatch):
    asked = []

    def unfolded(_, bounds, *, theory, **__):
        asked.append((bounds, theory))

    monkeypatch.setattr("boardworth.recipes.auto.unfolded_features", unfolded)
    _ = Build(game, tmp_path, logic=LogicChoice())._unfoldings
    theory = Theory.parse("(<= (far ?x) (true (cell ?x 3 x)))", game)
    work = Build(game, tmp_path, logic=LogicChoice(), theory=theory)
    _ = work._unfoldings
    assert asked == [(BY_STEPS, Theory.of(game)), (BY_STEPS, theory)]
    assert work.inputs["theory"] == ["(<= (far ?x) (true (cell ?x 3 x)))"]


def test_a_game_without_a_theory_has_no_logic_features():
    with pytest.raises(MissingCapability, match="dobutsu has no theory"):
        unfolded_features(bw.load_game("dobutsu"))
