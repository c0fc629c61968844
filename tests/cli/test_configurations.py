"""Configurations on the command line: built, explained, analysed, matched, calibrated, reported."""

from pathlib import Path

import pytest
from playable_sheets import SHEETS

import boardworth as bw
from boardworth.cli.app import run
from boardworth.rules.gdl.syntax.printer import print_rule_sheet

QUICK = "--games 60 --generations 1 --depth 1 --exact 2 --phases 2 --calibration 0"


@pytest.mark.parametrize(
    ("game", "options", "semantics", "has_patterns"),
    [
        ("tic_tac_toe", "3:10:30", "most specific", False),
        ("dobutsu", "2:20:30 --active all", "all", False),
        ("connect-four", "2:30:30 --match-heuristic 2 --patterns board", "most specific", True),
        ("own.gdl", "2:20:30 --active all --mined per-phase --patterns board", "all", True),
    ],
)
def test_configurations_work_alone_and_beside_patterns(
    tmp_path, monkeypatch, capsys, game, options, semantics, has_patterns
):
    monkeypatch.chdir(tmp_path)
    Path("own.gdl").write_text(print_rule_sheet(SHEETS["breakthrough"]))
    assert run(f"build {game} --configurations {options} {QUICK} -o c.model".split()) == 0
    features = bw.load_model("c.model").weighted_sum.features
    (part,) = features.parts
    assert (len(part), part.semantics) == (30, semantics)
    assert bool(features.patterns) == has_patterns
    for line, shown in (
        ("explain c.model --terms 500", "configuration"),
        ("analyze c.model --depth 2", "value for"),
        ("match c.model random --games 2 --depth 2", "c.model against random"),
        ("match c.model,method=guided-uct random --games 2 --nodes 20", "against random"),
        ("report c.model -o r.html", "r.html"),
    ):
        assert run(line.split()) == 0, line
        assert shown in capsys.readouterr().out, line
    if game == "connect-four":  # others are too short for it
        calibrate = ["calibrate", "c.model", "--positions", "80", "--depth", "3"]
        assert run([*calibrate, "-o", "k.model"]) == 0
        assert bw.load_model("k.model").selectivity.deepest == 3
