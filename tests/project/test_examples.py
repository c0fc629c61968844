"""Examples in README, docs and --help run; no page claims so without having any."""

import inspect
import io
import os
import re
import shlex
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from conftest import random_model
from ggp_players import our_player
from workers import learn_here

import boardworth as bw
from boardworth.cli.app import VERBS, run
from boardworth.cli.reproduce import PAPERS
from boardworth.features import board_patterns
from boardworth.reproduce import kaneko, kaneko_speeds
from boardworth.reproduce.mmto import findings, games, work
from boardworth.search import calibrate

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md")), *sorted((DOCS / "methods").glob("*.md"))]
ENDING = "--OOOOOOXXOXXXXO-XXXOO-OOXXOOXOOOOOXXOOO-OOXXXO--OOOOOOO-OOOXXXX X"
# Builds as users give them take minutes; here they are cut short.
QUICK = {
    "--games": "30",
    "--generations": "1",
    "--depth": "1",
    "--exact": "4",
    "--phases": "2",
    "--calibration": "0",
}
# Of those from moves, which have no other settings.
QUICK_MOVES = {"--iterations": "1", "--held-out": "0.3", "--batch": "100"}
# In so few positions.
FEW_CONFIGURATIONS = "2:10:50"


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)


# What only some examples need, and where there is none they are left out: by what they say.
OPTIONAL = {"to_pandas": "pandas", "from sklearn": "sklearn"}


def can_run(block):
    """Whether the optional packages that a block speaks of are installed."""
    needed = [package for word, package in OPTIONAL.items() if word in block]
    return all(find_spec(package) is not None for package in needed)


def commands(page):
    return [
        line.removeprefix("$ ")
        for block in blocks(page, "console")
        for line in block.splitlines()
        if line.startswith("$ ")
    ]


@pytest.fixture(scope="session")
def ggp_players():
    """Players that examples ask by their addresses, at ports that are free here."""
    with our_player() as first, our_player() as second:
        yield {"localhost:9147": first.address[7:], "localhost:9148": second.address[7:]}


@pytest.fixture(scope="session")
def files(tmp_path_factory, othello, othello_model_file):
    """The files that the examples speak of."""
    from rules_files import wthor_file, wthor_record

    files = tmp_path_factory.mktemp("examples")
    for name in ("othello", "new", "old"):
        (files / f"{name}.model").write_bytes(othello_model_file.read_bytes())
    four = board_patterns(bw.load_game("connect-four"), 100)
    bw.save_model(random_model(four, 1), files / "connect-four.model")
    (files / "wthor").mkdir()
    for year in (2005, 2016, 2017):
        records = [wthor_record(othello, f"{year} {seed}") for seed in range(30)]
        wthor_file(files / "wthor" / f"WTH_{year}.wtb", records)
    played = bw.read_records(othello, files / "wthor" / "WTH_2016.wtb").games
    bw.label(othello, played).save(files / "positions.parquet")
    elo = '[WhiteElo "2700"]\n[BlackElo "2650"]\n\n'
    openings = (
        "1. e4 e5 1-0",
        "1. d4 d5 2. c4 e6 1/2-1/2",
        "1. c4 Nf6 0-1",
        "1. Nf3 d5 2. g3 c5 *",
    )
    (files / "games.pgn").write_text("\n\n".join(elo + moves for moves in openings) + "\n")
    (files / "game.gdl").write_text((ROOT / "games/gdl/tic-tac-toe.gdl").read_text())
    (files / "my.theory").write_text("(<= (corner ?x) (index ?x) (true (cell ?x ?x x)))")
    (files / "gdl").mkdir()
    (files / "gdl" / "connect4.kif").symlink_to(ROOT / "games/gdl/connect-four.gdl")
    (files / "xot.txt").write_text("f5d6c3d3c4f4\nf5d6c4g5c6c5\nf5f6e6f4g5e7\n")
    (files / "handicaps.txt").write_text("handicap 2-piece\nhandicap lance\n")
    (files / "chess960.epd").write_text("nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq -\n")
    (files / "endings.obf").write_text(f"{ENDING}; A7:+2; A8:-4; G3:-8;\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(files)
        assert run(["build", "game.gdl", "--method", "paper", "-o", "game.functions"]) == 0
        for name in ("discs", "squares"):
            arguments = f"match othello.model baseline:{name} --games 2 --depth 1".split()
            assert run([*arguments, "--results", f"{name}.json"]) == 0
        balance = "balance othello.model --games 1 --simulations 2 --json balance.json"
        assert run(balance.split()) == 0
    return files


@pytest.fixture
def in_miniature(monkeypatch):
    """Papers whose options do not make them small enough."""
    # Its features take a minute to ground.
    monkeypatch.setattr(kaneko, "HASAMI", "tic-tac-toe")
    monkeypatch.setattr(kaneko_speeds, "ROUNDS", 1)
    monkeypatch.setattr(findings, "QUICK", SMALL)
    monkeypatch.setattr(games, "NODES", 20)
    monkeypatch.setattr(games, "LENGTH", 40)
    monkeypatch.setattr(work, "AROUND", 1)


@pytest.fixture
def folder(tmp_path, monkeypatch, files):
    """A folder with a copy of the files."""
    shutil.copytree(files, tmp_path, symlinks=True, dirs_exist_ok=True)

    # A player for game servers would wait for them for ever.
    monkeypatch.setattr("boardworth.arena.protocols.GgpServer.serve_forever", lambda _server: None)

    # Most of the time of a tournament in miniature goes into its preparation.
    monkeypatch.setattr(
        "boardworth.reproduce.glem.calibrate",
        lambda model, threads, **_: calibrate(model, positions=240, depth=3, threads=threads),
    )
    learn_here(monkeypatch)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("builtins.input", lambda _prompt: "quit")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    # Examples start engines by the name that an installed Boardworth has.
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    return tmp_path


def quick_settings(words):
    """Settings of a build that mean something to its other options."""
    settings = dict(QUICK)
    if "mmto" in words or ({"chess", "shogi"} & set(words) and "--records" in words):
        settings = dict(QUICK_MOVES)
    elif {"--records", "--improve"} & set(words):
        settings.pop("--generations")
        if "--searched" not in words:
            settings = {name: settings[name] for name in settings.keys() - {"--games", "--depth"}}
    given = {name: value for name, value in settings.items() if name not in words}
    for name in settings.keys() - given.keys():
        words[words.index(name) + 1] = settings[name]
    if "--configurations" in words:
        words[words.index("--configurations") + 1] = FEW_CONFIGURATIONS
    return [word for setting in given.items() for word in setting]


def quick_paper(words):
    """An experiment in miniature: its sizes are others, its switches are those of the example."""
    short = "--games 2 --nodes 100"
    sizes = {
        "buro1995": f"{short} --training-games 200 --solved 6 --opening-depth 2",
        "glem": f"{short} --positions 300 --label-depth 1",
        "kaneko": "--games 100 --patterns 300 --positions 400",
        "mmto": "",
    }
    switches = [word for word in words if word in {"--even-time", "--shapes"}]
    return [*words[1:3], "--quick", *sizes[words[2]].split(), *switches]


SMALL = findings.Scale(
    piece_value_games=1, start_games=1, deep_games=1, games=2, held_out=4, iterations=2,
    larger_iterations=1, comparison_factor=1, starts=4, sets=("A", "AB"), chess_games=1,
    chess_iterations=1, match_games=2, nodes=20, depths=(2,), problem_nodes=10,
)  # fmt: skip


def quick(command, ggp_players):
    for address, here in ggp_players.items():
        command = command.replace(address, here)
    words = shlex.split(command.replace("--port 9147", "--port 0"), comments=True)
    assert words[0] == "boardworth"
    if words[1:3] == ["reproduce", "ggp"]:
        small = {"--matches": "2", "--seconds": "0.01", "--simulations": "10"}
        given = {option: value for option, value in small.items() if option in words}
        for option, value in given.items():
            words[words.index(option) + 1] = value
        words += [] if "--matches" in given else ["--matches", "2"]
        words += [] if given.keys() - {"--matches"} else ["--simulations", "10"]
        return words[1:]
    if words[1] == "reproduce":
        return quick_paper(words)
    games = [i for i, word in enumerate(words) if word == "--games"]
    if words[1] == "calibrate":
        chosen = [word for word in words[1:] if word not in {"--positions", "--depth", "400", "6"}]
        return [*chosen, "--positions", "240", "--depth", "3"]
    if "--budget" in words:
        words[words.index("--budget") + 1] = "5s"
        if words[1] == "build":
            return words[1:]
    if words[1] == "build" and "paper" not in words:
        if "--searched" in words:
            words[words.index("--searched") + 1] = "300"
            words += ["--label-depth", "1"]
        settings = quick_settings(words)
        return [*words[1:], *settings]
    for place in games:
        words[place + 1] = "2"
    if words[1] in {"match", "balance"}:
        words += [] if games else ["--games", "2"]
        words = [
            "0.02" if before == "--seconds" and float(word) > 0.02 else word
            for before, word in zip([None, *words], words, strict=False)
        ]
    return words[1:]


@pytest.fixture(scope="session")
def tried():
    """Commands that have run and left nothing that others need."""
    return set()


def run_once(words, tried):
    """Whether a command runs; what only plays and prints is not repeated for other pages."""
    writes = {"--records", "--results", "--html", "--json"} & {*words}
    only_prints = words[0] in {"match", "balance", "reproduce"} and not writes
    if only_prints and tuple(words) in tried:
        return True
    tried.add(tuple(words))
    return run(words) == 0


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)], ids=lambda p: p.name)
@pytest.mark.usefixtures("in_miniature")
def test_the_commands_of_a_page_run(ggp_players, folder, tried, page):
    for command in commands(page):
        assert run_once(quick(command, ggp_players), tried), command


@pytest.mark.parametrize(
    "page", [page for page in PAGES if blocks(page, "python")], ids=lambda p: p.name
)
def test_the_python_of_a_page_runs(folder, page):
    code = "\n".join(filter(can_run, blocks(page, "python")))
    exec(compile(code, str(page), "exec"), {})


# Said of a page's own examples: CONTRIBUTING, which speaks of those elsewhere, is not a page.
CLAIM = r"\b(?:every|each|all)\b[^.|]*\bexamples?\b|\bexamples?\b[^.|]*\b(?:run|runs|tested)\b"
LOOSE = r"^(?:\$ |>>> |boardworth |import |from \w+ import )"


def passed_over(text):
    """What a reader takes for a tested example, and no test runs."""
    found = re.findall(r"^```(\w*)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    for language, block in found:
        loose = LOOSE.replace(r"\$ |", "") if language == "console" else LOOSE
        if language != "python":
            yield from (line for line in block.splitlines() if re.match(loose, line))
    if not any(language in {"console", "python"} for language, _ in found):
        yield from re.findall(CLAIM, prose(text), re.IGNORECASE)


def prose(text):
    return re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_page_holds_or_claims_examples_that_are_passed_over(page):
    assert list(passed_over(page.read_text())) == []


@pytest.mark.parametrize(
    "text",
    [
        "Every example runs.\n",
        "The examples on this page are tested.\n\n```\nwhatever\n```\n",
        "```\nboardworth play othello\n```\n",
        "```sh\n$ boardworth play othello\n```\n",
        "```console\nboardworth play othello\n```\n",
        "```py\nimport boardworth\n```\n",
    ],
)
def test_examples_that_nothing_runs_are_found(text):
    assert list(passed_over(text))


def test_a_claim_may_stand_beside_tested_examples():
    assert not list(passed_over("Every example runs.\n```console\n$ boardworth play\n```\n"))


def test_pages_name_only_commands_and_options_that_exist():
    known = {verb.__name__: verb for verb in VERBS}
    known |= {f"reproduce {paper.__name__}": paper for paper in PAPERS}
    for page in PAGES:
        for span in re.findall(r"`boardworth ([a-z][^`]*)`", prose(page.read_text())):
            words = span.split()
            name = " ".join(words[: 2 if words[0] == "reproduce" else 1])
            assert name in known, f"{page.name}: {span}"
            parameters = inspect.signature(known[name]).parameters
            options = {f"--{option.replace('_', '-')}" for option in parameters}
            used = {word for word in words if word.startswith("--")}
            assert used <= options, f"{page.name}: {span}"


@pytest.mark.parametrize("command", [*VERBS, *PAPERS], ids=lambda command: command.__name__)
@pytest.mark.usefixtures("in_miniature")
def test_the_examples_of_help_run(ggp_players, folder, tried, command, othello):
    lines = inspect.getdoc(command).splitlines()
    start = f"'{othello.text(othello.start())}'"
    examples = [
        line.strip().replace("'-------- ... X'", start)
        for line in lines
        if line.startswith("    boardworth")
    ]
    assert examples
    for example in examples:
        assert run_once(quick(example, ggp_players), tried), example


def test_pages_name_only_files_that_exist():
    for page in [*PAGES, ROOT / "CONTRIBUTING.md", *(ROOT / "docs" / "decisions").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
        for name in re.findall(
            r"`((?:boardworth|core|tests|docs|games|benchmarks)/[^`*<]*)`", page.read_text()
        ):
            assert (ROOT / name).exists(), f"{page.name} names {name}"
