"""Functions for roles, made of rules: what they say, their compiled twins, their files."""

import random
from dataclasses import replace
from functools import cache

import pytest
from playable_sheets import SHEETS

from boardworth.cli.app import run
from boardworth.errors import FormatError, RulesError
from boardworth.evaluators import load_model, save_model
from boardworth.fitting.role_functions import fluent_weights
from boardworth.fitting.stored.container import decode, encode
from boardworth.positions.sequences import SequencePlan
from boardworth.recipes import PaperSettings, functions_from_rules
from boardworth.rules.gdl import print_rule_sheet, read_rule_sheet
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.machine_choice import machine_for
from boardworth.rules.loading import sheet_path

QUICK = PaperSettings(plan=SequencePlan(sequences=60), domains="fluents", seed=2)
NAMES = [*SHEETS, "light-cycles"]


def _run(command):
    return run(command.split())


@cache
def made(name, settings=QUICK):
    sheet = SHEETS[name] if name in SHEETS else read_rule_sheet(sheet_path(name))
    machine = machine_for(sheet)
    return machine, functions_from_rules(RuleGame(machine, name), settings)


@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_a_compiled_function_is_the_plain_sum_of_its_terms(name, scaled):
    machine, functions = made(name, replace(QUICK, scaled=scaled))
    compiled = functions.evaluation.fluent_sum()
    draw = random.Random(1)
    for _ in range(3):
        state = machine.start()
        while not machine.terminal(state):
            holds = machine.fluents(state)
            plain = [function.value(holds) for function in functions.evaluation]
            assert compiled.values(state) == pytest.approx(plain, abs=1e-3)
            state = machine.play(state, [draw.choice(m) for m in machine.legal_moves(state)])


def test_draughts_is_about_who_has_more_pieces():
    machine, functions = made("english-draughts")
    fluents = machine.ground_game.fluents
    for sign, function in zip((1, -1), functions.evaluation, strict=True):
        weights = sign * fluent_weights(function.terms, fluents)
        by_man = dict.fromkeys(("black_man", "white_man"), 0.0)
        for fluent, weight in zip(fluents, weights, strict=True):
            content = str(fluent.arguments[-1]) if fluent.name == "cell" else ""
            if content in by_man:
                by_man[content] += weight
        assert by_man["black_man"] > 1 > -1 > by_man["white_man"]
    assert [len(function.terms) for function in functions.evaluation] == [30, 30]


def test_the_same_seed_gives_the_same_file_whatever_the_threads(tmp_path):
    machine, functions = made("fingers")
    game = RuleGame(machine, "fingers")
    again = functions_from_rules(game, QUICK, threads=2)
    other = functions_from_rules(game, replace(QUICK, seed=3))
    for number, saved in enumerate((functions, again, other)):
        save_model(saved, tmp_path / str(number))
    first, second, third = ((tmp_path / str(n)).read_bytes() for n in range(3))
    assert first == second != third


def test_functions_of_roles_of_0_1_0_are_read(tmp_path):
    functions = made("fingers")[1].with_playing(player="mtdf")
    save_model(functions, tmp_path / "new")
    _, about, _ = decode(tmp_path / "new")
    old = {
        "name": "fingers",
        "rules": print_rule_sheet(functions.game.sheet),
        "functions": about["evaluation"]["functions"],
        "player": "mtdf",
        "metrics": about["metrics"],
        "provenance": about["provenance"],
    }
    (tmp_path / "old").write_bytes(encode("boardworth-role-functions-1", old, {}))
    save_model(load_model(tmp_path / "old"), tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "new").read_bytes()


@pytest.mark.parametrize("seed", range(20))
def test_damaged_files_are_refused(tmp_path, seed):
    path = tmp_path / "broken"
    save_model(made("doors")[1], path)
    content, draw = bytearray(path.read_bytes()), random.Random(seed)
    content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
    for damaged in (content, content[: draw.randrange(len(content))]):
        path.write_bytes(damaged)
        with pytest.raises(FormatError, match="broken"):
            load_model(path)


@pytest.mark.parametrize(
    "change",
    [
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
        {"extra": 1},
    ],
)
def test_well_formed_files_of_nonsense_are_refused(tmp_path, change):
    path = tmp_path / "odd"
    save_model(made("doors")[1], path)
    name, about, _ = decode(path)
    evaluation = {**about["evaluation"], **change}
    path.write_bytes(encode(name, {**about, "evaluation": evaluation}, {}))
    with pytest.raises(FormatError, match="odd"):
        load_model(path)


def test_functions_of_other_rules_do_not_compile():
    with pytest.raises((FormatError, RulesError)):
        made("doors")[1].evaluation.fluent_sum(made("fingers")[1].game)


def test_the_command_line_builds_and_explains(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert _run("build tic-tac-toe --method paper --sequences 60 --domains fluents") == 0
    assert "30 for x, 30 for o features; from" in capsys.readouterr().out
    assert _run("explain tic-tac-toe.model --terms 3") == 0
    shown = capsys.readouterr().out
    assert "points for o" in shown
    assert "28 other terms" in shown
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
        ("explain f --moves (mark)", "x has no move 'mark'"),
        ("explain f --position (cell)", "'cell' never holds"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(tmp_path, monkeypatch, capsys, arguments, message):
    monkeypatch.chdir(tmp_path)
    save_model(made("tic-tac-toe")[1], tmp_path / "f")
    assert _run(arguments) == 2
    assert message in capsys.readouterr().err
