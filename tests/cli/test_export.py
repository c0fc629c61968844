"""boardworth export: files by their endings, what is replaced, and what is refused."""

import subprocess

import pytest
from conftest import random_model
from exported_programs import CC, CXX, CXX_FLAGS, FLAGS

import boardworth as bw
from boardworth.cli.app import run
from boardworth.features import FeatureSet, JoinedFeatures, Mobility, Terms, board_patterns
from boardworth.fitting import Combination, Discriminant, Stages

MAIN_IN_CPP = """
#include <cstdio>
extern "C" int noughts_parse(const char *text, unsigned char *facts);
extern "C" double noughts_value(const unsigned char *facts);
int main()
{
    unsigned char facts[9];
    if (noughts_parse("--------- X", facts) != 0) return 1;
    std::printf("%.17g", noughts_value(facts));
}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    game = bw.load_game("tic_tac_toe")
    bw.save_model(random_model(board_patterns(game, 100), 1), tmp_path / "in.model")
    terms = FeatureSet(game, [], parts=[Terms(game, ["moves"])])
    bw.save_model(random_model(terms, 1), tmp_path / "terms.model")
    othello = bw.load_game("othello")
    patterns = FeatureSet(othello, board_patterns(othello, 100).patterns[:3])
    sums = random_model(patterns, 1).pattern_sums()
    numbers = JoinedFeatures((sums, Mobility(othello)))
    discriminant = Discriminant(0.0, 0.1 + sums.weights[0, : len(numbers.names)])
    stages = Stages.equal(othello.max_progress, 1)
    bw.save_model(bw.Model(Combination(numbers, stages, (discriminant,))), tmp_path / "log.model")
    return tmp_path


@pytest.mark.parametrize("name", ["out.c", "out.js", "out.mjs", "out.py", "out.npz", "out.csv"])
def test_the_ending_tells_the_format_and_a_file_of_the_kind_is_replaced(folder, name, capsys):
    for _ in range(2):
        assert run(["export", "in.model", "-o", name]) == 0
    assert capsys.readouterr().out.startswith(f"{name}: ")
    (folder / name).write_text("worth keeping")
    assert run(["export", "in.model", "-o", name]) == 2
    assert f"--output {name} is a file, but not an exported model" in capsys.readouterr().err
    assert run(["export", "in.model", "-o", name, "--force"]) == 0


def test_a_file_is_called_like_the_model(folder):
    assert run(["export", "in.model", "--to", "python"]) == 0
    assert "by a model of Boardworth" in (folder / "in.py").read_text()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("in.model", "say what to export to: --to, or --output with .c, .js, .py, .npz, .csv"),
        ("in.model -o out.txt", "out.txt: its ending is not one of .c, .js"),
        ("in.model --to rust", "rust"),
        ("in.model --to csv -o in.model", "would replace the input"),
        ("in.model --to c -o a.js", "a.js: its ending is that of js, not of --to c"),
        ("in.model --to npz -o a.MJS", "a.MJS: its ending is that of js, not of --to npz"),
        ("in.c --to c", "in.c: not a model file"),
        ("gone.c --to c", "no such file: gone.c"),
        ("none.model --to c", "no such file: none.model"),
        ("terms.model --to c", "terms such as 'moves' count moves and what pieces reach"),
        ("log.model --to js", "mobility, potential mobility: only one model's sums of patterns"),
        ("functions.model --to c", "are formulas over what the rules call true"),
    ],
)
def test_what_cannot_be_exported_is_said_in_a_line(folder, capsys, line, message):
    if "functions" in line:
        sheet = "build tic-tac-toe --method paper --sequences 20 -o functions.model"
        assert run(sheet.split()) == 0
        capsys.readouterr()
    if line.startswith("in.c"):
        (folder / "in.c").write_text("int main(void) { return 0; }\n")
    before = sorted(folder.iterdir())
    assert run(["export", *line.split()]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    (error,) = shown.err.splitlines()
    assert message in error
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize("name", ["terms", "log", "functions"])
def test_tables_of_weights_are_written_of_all_models(folder, name):
    if name == "functions":
        sheet = "build tic-tac-toe --method paper --sequences 20 -o functions.model"
        assert run(sheet.split()) == 0
    for to in ("csv", "npz"):
        assert run(["export", f"{name}.model", "--to", to]) == 0


def test_any_other_ending_is_free(folder):
    assert run(["export", "in.model", "--to", "c", "-o", "noughts.cpp"]) == 0
    assert run(["export", "in.model", "--to", "python", "-o", "noughts"]) == 0


@pytest.mark.parametrize("compiler", [[CC, *FLAGS], [CXX, *CXX_FLAGS]], ids=["c99", "c++17"])
def test_a_c_file_is_a_program_that_reads_positions(folder, compiler):
    if compiler[0] is None:
        pytest.skip("there is no such compiler")
    assert run(["export", "in.model", "-o", "noughts.c"]) == 0
    words = [*compiler, "-DNOUGHTS_MAIN", "noughts.c", "-o", "noughts"]
    subprocess.run(words, check=True)
    evaluator = bw.Evaluator(bw.load_model("in.model"))
    position = evaluator.game.start().play("b2").play("a1")
    text = evaluator.game.text(position)
    done = subprocess.run(["./noughts"], input=text, capture_output=True, text=True, check=True)
    units, value = done.stdout.split()
    assert (int(units), float(value)) == (
        evaluator.core.value(position.packed),
        evaluator.value(position),
    )
    wrong = subprocess.run(["./noughts"], input="XO", capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stderr) == (1, "no position: XO\n")


@pytest.mark.skipif(CC is None or CXX is None, reason="there are no two compilers")
def test_a_program_in_cpp_calls_a_file_that_was_compiled_as_either(folder):
    assert run(["export", "in.model", "-o", "noughts.c"]) == 0
    (folder / "main.cpp").write_text(MAIN_IN_CPP)
    position = bw.load_game("tic_tac_toe").start()
    for compiler in ([CC, *FLAGS], [CXX, *CXX_FLAGS]):
        subprocess.run([*compiler, "-c", "noughts.c"], check=True)
        subprocess.run([CXX, "main.cpp", "noughts.o", "-o", "main"], check=True)
        done = subprocess.run(["./main"], capture_output=True, text=True, check=True)
        assert float(done.stdout) == bw.Evaluator(bw.load_model("in.model")).value(position)
