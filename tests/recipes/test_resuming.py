"""What a build is told apart by, what it learns from, and how it goes on after any of its steps."""

from dataclasses import replace

import msgspec
import numpy as np
import pytest
from conftest import packed
from reference.canonical import canonical

import boardworth as bw
from boardworth.errors import BoardworthError
from boardworth.features import FeatureSet, Terms
from boardworth.fitting import LeastSquares, Sharing
from boardworth.recipes import ConfigurationChoice
from boardworth.recipes.workspace import Workspace
from boardworth.rules.records.transcript import transcript


@pytest.fixture
def settings(small_build):
    return msgspec.structs.replace(small_build, games=40)


def records_file(path, othello, seed=1):
    games = bw.self_play(othello, lambda p: p.legal_moves()[0], 40, opening=(30, 50), seed=seed)
    path.write_text("\n".join(map(transcript, games)) + "\n")
    return path


def changed(settings, name):
    """The settings with one of them a little different."""
    value = getattr(settings, name)
    others = {"target": "win", "loss": "squares", "share": Sharing(), "held_out": 0.05}
    return msgspec.structs.replace(
        settings, **{name: others[name] if name in others else value + 1}
    )


def begin(build):
    """Does one step of the work."""
    rows = packed([build.game.start()])
    ones = np.ones(1)
    step = bw.Dataset(
        build.game, rows, ones.astype(np.float32), ones.astype(np.int16), np.int32([0])
    )
    with build.workspace.opened():
        build.workspace.dataset("step", lambda: step)


@pytest.mark.parametrize("name", bw.Settings.__struct_fields__)
def test_work_is_not_resumed_with_another_setting(tmp_path, othello, settings, name):
    for _ in range(2):
        begin(bw.Build(othello, tmp_path / "work", settings=settings))
    other = bw.Build(othello, tmp_path / "work", settings=changed(settings, name))
    with pytest.raises(BoardworthError, match="other settings"):
        begin(other)


@pytest.mark.parametrize("changed", [{"semantics": "all"}, {"mined": "per phase"}, {"rounds": 4}])
def test_work_is_not_resumed_with_another_choice_of_configurations(
    tmp_path, othello, settings, changed
):
    choice = ConfigurationChoice(2, 20)
    begin(bw.Build(othello, tmp_path / "work", settings=settings, configurations=choice))
    for other in (replace(choice, **changed), None):
        with pytest.raises(BoardworthError, match="other settings"):
            begin(bw.Build(othello, tmp_path / "work", settings=settings, configurations=other))


def test_work_is_not_resumed_with_other_records_of_the_same_name(tmp_path, othello, settings):
    path = records_file(tmp_path / "games.txt", othello)
    folder = tmp_path / "work"
    bw.Build(othello, folder, settings=settings, records=[path]).run()
    records_file(path, othello, seed=2)
    with pytest.raises(BoardworthError, match="other settings"):
        bw.Build(othello, folder, settings=settings, records=[path]).run()


def test_work_is_not_resumed_with_another_model_to_improve(
    tmp_path, othello, othello_model, settings
):
    searched = msgspec.structs.replace(settings, searched=100, label_depth=1)
    folder = tmp_path / "work"
    begin(bw.Build(othello, folder, settings=searched, improved=othello_model))
    other = bw.Build(othello, tmp_path / "other", settings=settings).run()
    for improved in (other, None):
        with pytest.raises(BoardworthError, match="other settings"):
            begin(bw.Build(othello, folder, settings=searched, improved=improved))


def test_work_is_not_resumed_with_another_prior(tmp_path, othello, othello_model, settings):
    same = msgspec.structs.replace(settings, stages=len(othello_model.stages))
    features = othello_model.weighted_sum.features
    begin(bw.Build(othello, tmp_path, features=features, settings=same, prior=othello_model))
    with pytest.raises(BoardworthError, match="other settings"):
        begin(bw.Build(othello, tmp_path, features=features, settings=same))


def test_work_is_not_resumed_with_other_terms(tmp_path, othello, settings):
    patterns = bw.board_patterns(othello, 100).patterns

    def build(*terms):
        parts = [Terms(othello, terms)] if terms else []
        features = FeatureSet(othello, patterns, parts=parts)
        return bw.Build(othello, tmp_path / "work", settings=settings, features=features)

    for _ in range(2):
        begin(build("mobility"))
    for terms in ((), ("parity",), ("mobility", "parity")):
        with pytest.raises(BoardworthError, match="other settings"):
            begin(build(*terms))


class Killed(Exception):
    """Ends a build."""


@pytest.mark.parametrize("way", ["searched", "improved", "records", "configurations"])
def test_a_build_goes_on_after_any_of_its_steps(
    tmp_path, othello, othello_model, settings, monkeypatch, way
):
    """Killed before every step in turn, it does each once, and ends with the same bytes."""
    searched = msgspec.structs.replace(settings, searched=100, label_depth=1, solved=4)
    records = [records_file(tmp_path / "games.txt", othello)] if way == "records" else ()
    improved = othello_model if way == "improved" else None
    configurations, features = None, None
    if way == "configurations":
        configurations = ConfigurationChoice(2, 20, 30, rounds=1)
        features = FeatureSet(othello, [])
    done, most = [], 1000

    def limited(step):
        def steps_until_killed(workspace, name, make):
            def counted():
                if len(done) == most:
                    raise Killed
                done.append(name)
                return make()

            return step(workspace, name, counted)

        return steps_until_killed

    monkeypatch.setattr(Workspace, "dataset", limited(Workspace.dataset))
    monkeypatch.setattr(Workspace, "model", limited(Workspace.model))

    def built(name):
        build = bw.Build(
            othello,
            tmp_path / name,
            features=features,
            configurations=configurations,
            settings=searched,
            records=records,
            improved=improved,
        )
        bw.save_model(build.run(), tmp_path / f"{name}.model")
        return (tmp_path / f"{name}.model").read_bytes()

    whole, steps = built("whole"), list(done)
    assert len(steps) > 4
    done.clear()
    for step in range(len(steps)):
        most = step
        with pytest.raises(Killed):
            built("resumed")
    most = len(steps)
    assert built("resumed") == whole
    assert done == steps


@pytest.fixture
def fits(monkeypatch):
    pairs = []
    fit, refit = LeastSquares.fit, LeastSquares.refit

    def watched_fit(fitter, features, train, held_out, **options):
        pairs.append((train, held_out))
        return fit(fitter, features, train, held_out, **options)

    def watched_refit(fitter, model, stage, train, held_out, **options):
        pairs.append((train, held_out))
        return refit(fitter, model, stage, train, held_out, **options)

    monkeypatch.setattr(LeastSquares, "fit", watched_fit)
    monkeypatch.setattr(LeastSquares, "refit", watched_refit)
    return pairs


def drawn(data):
    return {canonical(data.game, bw.Position(data.game, row.tobytes())) for row in data.positions}


@pytest.mark.parametrize("way", ["self-play", "records", "searched"])
def test_no_fit_of_a_build_sees_what_it_is_measured_on(tmp_path, othello, settings, fits, way):
    """Neither games nor images of positions; and the error that is told is that of those rows."""
    if way == "searched":
        settings = msgspec.structs.replace(settings, searched=100, label_depth=1, solved=4)
    records = [records_file(tmp_path / "games.txt", othello)] if way == "records" else ()
    model = bw.Build(othello, tmp_path / "work", settings=settings, records=records).run()
    assert len(fits) == {"self-play": 2, "records": 1, "searched": 3 + settings.stages}[way]
    for train, held_out in fits:
        assert not set(train.game_ids) & set(held_out.game_ids)
        assert not drawn(train) & drawn(held_out)
        assert len(train) > 5 * len(held_out) > 0
    train, held_out = fits[-1]
    told = model.metrics["held_out"]["all"]
    error = model.predict(held_out) - held_out.targets
    assert told["rows"] == len(held_out)
    assert told["mse"] == pytest.approx(float((error.astype(float) ** 2).mean()), rel=1e-3)
    assert model.provenance["data"]["positions"] >= len(train) + len(held_out)
