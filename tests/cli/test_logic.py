"""Logic features on the command line: discovered, built, explained, matched."""

from pathlib import Path

import pytest
from playable_sheets import SHEETS

import boardworth as bw
from boardworth.cli.app import run
from boardworth.rules.gdl.syntax.printer import print_rule_sheet

QUICK = "--games 60 --generations 1 --depth 1 --exact 2 --phases 2 --calibration 0"


@pytest.fixture(autouse=True)
def own_sheet(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("own.gdl").write_text(print_rule_sheet(SHEETS["breakthrough"]))


def test_patterns_of_logic_are_built_explained_and_searched(capsys):
    assert run(f"build own.gdl --logic parts:60 {QUICK} -o l.model".split()) == 0
    model = bw.load_model("l.model")
    counts, part = model.weighted_sum.features.parts
    assert "black can move ? ? ? ?" in counts.names
    assert 10 < len(part) <= 60
    assert part.semantics == "all"
    assert not model.weighted_sum.features.patterns
    assert run(["explain", "l.model", "--terms", "500"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "white can move ? ? ? ?" in shown
    assert run(["match", "l.model", "random", "--games", "2", "--depth", "2"]) == 0


def test_logic_stands_beside_patterns_and_configurations():
    options = "--logic whole:20 --configurations 2:20:10 --patterns board"
    assert run(f"build own.gdl {options} {QUICK} -o l.model".split()) == 0
    features = bw.load_model("l.model").weighted_sum.features
    *_, by_logic, mined = features.parts
    assert (bool(by_logic.origins), bool(mined.origins)) == (True, False)
    assert (len(by_logic) <= 20, len(mined)) == (True, 10)
    assert features.patterns


def test_a_build_with_logic_gives_the_same_bytes_with_1_and_2_threads():
    for threads in (1, 2):
        line = f"build own.gdl --logic whole:30 {QUICK} --threads {threads} -o {threads}.model"
        assert run(line.split()) == 0
    assert Path("1.model").read_bytes() == Path("2.model").read_bytes()


def test_logic_features_are_listed_with_what_they_cost_and_tell(capsys):
    assert run(["discover", "own.gdl", "--method", "logic", "--games", "100", "--top", "400"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for words in (
        "solutions",
        "literals",
        "worth",
        "black can move ? ? ? ?",
        "logic features that",
    ):
        assert words in shown


def test_a_theory_adds_its_own_queries_to_a_rule_sheet(capsys):
    Path("my.theory").write_text("(<= (far ?x) (true (cell ?x 3 white)))")
    line = "discover own.gdl --method logic --games 50 --top 400"
    assert run([*line.split(), "--theory", "my.theory"]) == 0
    assert "far ?" in capsys.readouterr().out


def test_a_theory_is_all_that_a_built_in_game_is_asked_about(capsys):
    Path("my.theory").write_text(
        "(corner a1) (corner c3) (<= (mine ?s) (corner ?s) (true (cell ?s own)))"
    )
    options = ["--method", "logic", "--games", "50", "--theory", "my.theory", "--top", "50"]
    assert run(["discover", "tic_tac_toe", *options]) == 0
    assert "mine ?" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("(a 1)\n(<= (b ?x)\n (c ?x))", "my.theory, line 3, column 2: nothing defines 'c'"),
        ("\n(<= (b ?x) (true (cell 1 1 white)))", "my.theory, line 2"),
        ("(<= b (true (cell 1 1 green)))", "my.theory, line 1, column 7: no atom of own says"),
        ("(<= terminal (true (cell 1 1 white)))", "'terminal' is defined by the rules of own"),
        ("\n(<= b (a", "my.theory, line 2, column 1: what is opened here is never closed"),
        ("", "my.theory: there is no rule in it"),
    ],
)
def test_bad_theories_are_refused_with_file_line_and_reason(capsys, rules, said):
    Path("my.theory").write_text(rules)
    for command in ("build own.gdl --logic whole", "discover own.gdl --method logic --games 20"):
        assert run([*command.split(), "--theory", "my.theory"]) == 2
        assert said in " ".join(capsys.readouterr().err.split())


def test_a_constraint_that_positions_contradict_is_refused(capsys):
    Path("my.theory").write_text("\n(<= impossible (true (cell 1 1 white)))")
    build = f"build own.gdl --logic whole {QUICK} -o l.model"
    for command in (build, "discover own.gdl --method logic --games 20"):
        assert run([*command.split(), "--theory", "my.theory"]) == 2
        said = " ".join(capsys.readouterr().err.split())
        assert "my.theory, line 2, column 1: " in said
        assert "positions have what this rule calls impossible" in said


def test_a_predicate_that_never_holds_is_told_with_its_place(capsys):
    Path("my.theory").write_text("(hue purple)\n(<= (odd ?x) (hue ?h) (true (cell ?x 1 ?h)))")
    line = "discover own.gdl --method logic --games 20 --theory my.theory"
    assert run(line.split()) == 0
    shown = capsys.readouterr()
    said = " ".join((shown.out + shown.err).split())
    assert "my.theory, line 2, column 1: 'odd' holds in no position" in said


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("unfolded_features", "own has no logic feature within the bounds"),
        ("measured_features", "logic features tells anything about the scores of"),
    ],
)
def test_without_features_there_is_a_sentence_instead_of_a_table(capsys, monkeypatch, step, said):
    monkeypatch.setattr(f"boardworth.recipes.{step}", lambda *_, **__: [])
    assert run(["discover", "own.gdl", "--method", "logic", "--games", "20"]) == 2
    shown = capsys.readouterr()
    assert said in " ".join(shown.err.split())
    assert not shown.out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("build dobutsu --logic whole -o d.model", "dobutsu has no theory"),
        ("build own.gdl --logic some -o d.model", "logic patterns 'some': expected"),
        ("discover dobutsu --method logic", "dobutsu has no theory"),
        ("discover none.gdl --method logic", "no such file: none.gdl"),
        ("discover own.gdl --method logic --min-count 3", "--min-count means nothing"),
        ("discover own.gdl --method logic --exact 3", "--exact means nothing"),
        ("build own.gdl --theory none.theory", "--theory means nothing to a build without --logic"),
        ("discover own.gdl --theory none.theory", "--theory means nothing to --method genconf"),
        ("build own.gdl --logic whole --theory none.theory", "cannot read none.theory"),
    ],
)
def test_what_cannot_be_done_is_said(capsys, line, said):
    assert run(line.split()) == 2
    assert said in " ".join(capsys.readouterr().err.split())
