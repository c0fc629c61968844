"""Functions for roles, made of rules: what they say, their compiled twins, their files."""

import random
from dataclasses import replace
from functools import cache

import pytest
from playable_sheets import SHEETS

from boardworth.cli.app import run
from boardworth.errors import FormatError, RulesError
from boardworth.evaluators import (
    baseline,
    load_model,
    load_role_functions,
    save_model,
    save_role_functions,
)
from boardworth.evaluators.container import Kind, decode, encode
from boardworth.fitting.role_functions import fluent_weights, networked
from boardworth.positions.sequences import SequencePlan
from boardworth.recipes import PaperSettings, functions_from_rules
from boardworth.rules import load_game
from boardworth.rules.gdl import read_rule_sheet
from boardworth.rules.loading import sheet_path

QUICK = PaperSettings(plan=SequencePlan(sequences=60), domains="fluents", seed=2)
NAMES = [*SHEETS, "light-cycles"]


def _run(command):
    return run(command.split())


@cache
def made(name, settings=QUICK):
    sheet = SHEETS[name] if name in SHEETS else read_rule_sheet(sheet_path(name))
    reasoner = networked(sheet)
    return reasoner, functions_from_rules(reasoner, name, settings)


@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_a_compiled_function_is_the_plain_sum_of_its_terms(name, scaled):
    reasoner, functions = made(name, replace(QUICK, scaled=scaled))
    compiled = functions.compiled(reasoner)
    draw = random.Random(1)
    for _ in range(3):
        state = reasoner.start()
        while not reasoner.terminal(state):
            holds = reasoner.fluents(state)
            plain = [function.value(holds) for function in functions]
            assert compiled.values(state) == pytest.approx(plain, abs=1e-3)
            state = reasoner.play(state, [draw.choice(m) for m in reasoner.legal_moves(state)])
    assert functions.values(reasoner.start()) == compiled.values(reasoner.start())


def test_draughts_is_about_who_has_more_men():
    reasoner, functions = made("english-draughts")
    fluents = reasoner.ground_game.fluents
    for sign, function in zip((1, -1), functions, strict=True):
        weights = sign * fluent_weights(function.terms, fluents)
        by_man = dict.fromkeys(("black_man", "white_man"), 0.0)
        for fluent, weight in zip(fluents, weights, strict=True):
            content = str(fluent.arguments[-1]) if fluent.name == "cell" else ""
            if content in by_man:
                by_man[content] += weight
        assert by_man["black_man"] > 1 > -1 > by_man["white_man"]
    assert [len(function.terms) for function in functions] == [30, 30]


def test_the_same_seed_gives_the_same_file_whatever_the_threads(tmp_path):
    reasoner, functions = made("fingers")
    again = functions_from_rules(reasoner, "fingers", QUICK, threads=2)
    other = functions_from_rules(reasoner, "fingers", replace(QUICK, seed=3))
    for number, saved in enumerate((functions, again, other)):
        save_role_functions(saved, tmp_path / str(number))
    first, second, third = ((tmp_path / str(n)).read_bytes() for n in range(3))
    assert first == second != third
    assert set(again.seconds) == {"features", "random games", "statistics"}


@pytest.mark.parametrize("name", NAMES)
def test_a_file_brings_back_the_same_functions(tmp_path, name):
    functions = replace(made(name)[1], player="mtdf")
    save_role_functions(functions, tmp_path / "f")
    loaded = load_role_functions(tmp_path / "f")
    assert loaded == functions
    assert loaded.functions == functions.functions
    reasoner = made(name)[0]
    state = reasoner.start()
    assert loaded.compiled(reasoner).values(state) == functions.compiled(reasoner).values(state)


def test_files_of_the_other_kind_are_refused_by_name(tmp_path):
    save_role_functions(made("doors")[1], tmp_path / "functions")
    save_model(baseline(load_game("tic_tac_toe"), "discs"), tmp_path / "model")
    with pytest.raises(FormatError, match="functions: functions for roles, not a model of patt"):
        load_model(tmp_path / "functions")
    with pytest.raises(FormatError, match="model: a model of patterns, not functions for roles"):
        load_role_functions(tmp_path / "model")


@pytest.mark.parametrize("seed", range(20))
def test_damaged_files_are_refused(tmp_path, seed):
    path = tmp_path / "broken"
    save_role_functions(made("doors")[1], path)
    content, draw = bytearray(path.read_bytes()), random.Random(seed)
    content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
    for damaged in (content, content[: draw.randrange(len(content))]):
        path.write_bytes(damaged)
        with pytest.raises(FormatError, match="broken"):
            load_role_functions(path)


@pytest.mark.parametrize(
    "change",
    [
        {"rules": "(role walker"},
        {"functions": []},
        {"functions": [{"role": "walker", "constant": 1.0, "terms": [{}]}]},
        {"functions": [{"role": "walker", "constant": float("nan"), "terms": []}]},
        {"functions": 2 * [{"role": "walker", "constant": 1.0, "terms": []}]},
        *(
            {
                "functions": [
                    {
                        "role": "walker",
                        "constant": 1.0,
                        "terms": [
                            {"weight": 1.0, "correlation": 1.0, "stability": 1.0, "expression": e}
                        ],
                    }
                ]
            }
            for e in ([], [3], ["cell", 3], ["cell", []])
        ),
        {"player": 3},
        {"extra": 1},
    ],
)
def test_well_formed_files_of_nonsense_are_refused(tmp_path, change):
    path = tmp_path / "odd"
    save_role_functions(made("doors")[1], path)
    about, _ = decode(Kind.ROLE_FUNCTIONS, path)
    path.write_bytes(encode(Kind.ROLE_FUNCTIONS, {**about, **change}, {}))
    with pytest.raises(FormatError, match="odd"):
        load_role_functions(path)


def test_functions_of_other_rules_do_not_compile():
    with pytest.raises((FormatError, RulesError)):
        made("doors")[1].compiled(made("fingers")[0])


def test_the_command_line_builds_and_explains(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert _run("build tic-tac-toe --method paper --sequences 60 --domains fluents") == 0
    assert "30 for x, 30 for o of 212 features" in capsys.readouterr().out
    assert _run("explain tic-tac-toe.model --terms 3") == 0
    shown = capsys.readouterr().out
    assert "what a state is worth to o" in shown
    assert "27 other terms" in shown
    assert "stability" in shown
    assert run(["explain", "tic-tac-toe.model", "--moves", "(mark 2 2) (mark 1 1)"]) == 0
    assert "points for x" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("build tic-tac-toe --method paper --games 30", "--games means nothing to the method 'pap"),
        ("build tic-tac-toe --sequences 30", "--sequences means nothing to the method 'patterns'"),
        ("build tic-tac-toe --method paper --sequences 1", "sequences"),
        ("build othello --method paper", "othello is built in"),
        ("build nothing --method paper", "unknown game 'nothing'"),
        ("build tic-tac-toe --method paper -o no/folder", "no such folder"),
        ("explain f --moves (mark)", "never has the move mark"),
        ("explain f --position (cell)", "cell never holds"),
        ("report f -o r.html", "not a model of patterns"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(tmp_path, monkeypatch, capsys, arguments, message):
    monkeypatch.chdir(tmp_path)
    save_role_functions(made("tic-tac-toe")[1], tmp_path / "f")
    assert _run(arguments) == 2
    assert message in capsys.readouterr().err
