"""Command lines by chance, drawn from what the command line itself parses with.

A line is drawn by its number: right and wrong values of every type, files that are missing, damaged
or named twice, streams that are closed, few characters, Ctrl-C. `faults` says what must not happen.
"""

import random
import re
import shutil
from dataclasses import dataclass, field
from functools import cache
from inspect import Parameter, signature
from itertools import pairwise
from pathlib import Path
from typing import Any, get_type_hints

import boardworth as bw
from boardworth.cli.app import COMMANDS, VERBS
from boardworth.cli.file_kinds import FIGURES, MODEL
from boardworth.cli.paths import Input, Output, Words, WorkFolder, marks, option_name, types_of
from boardworth.files import shipped_file

LONG = "x" * 5000
ODD = ["", "-", "--", "[red]", "%s", "½ß", "\udcff", LONG, "a\nb", "*", "~", "/dev/null", "no/x"]
NUMBERS = ["1", "2", "3", "40", "0.5", "0", "-1", "x", "", "nan", "inf", "1e3", "9" * 20]
FILES = [
    "in.model", "noughts.model", "cut.model", "in.gdl", "bad.gdl", "in.txt", "in.wtb", "in.obf",
    "in.json", "in.patterns", "in.theory", "empty", "junk", "folder", "othello", "symbolic", "none",
    "folder/../in.model", "\udcff.txt", "damaged.txt",
]  # fmt: skip
NAMES = ["othello", "tic_tac_toe", "dobutsu", "connect-four", "three-stars", "tic-tac-toe"]
PLAYERS = [
    "random", "uct:5", "uct", "playouts:3", "baseline:discs", "baseline:x", "gtp:false", "uct:x",
    "gtp:boardworth in.txt", "nboard:cat", "http://localhost:1", "in.model,threads=2",
    "in.model:width=9",
]  # fmt: skip
# What is right more often than not, by parameter.
RIGHT = {
    "model": ["in.model", "othello", "noughts.model", "symbolic.model"],
    "game": ["othello", "in.gdl", "tic_tac_toe", "three-stars"],
    "players": ["in.model", "random", "uct:5", "baseline:discs", "othello"],
    "opponent": ["random", "uct:5"],
    "records": ["in.txt"],
    "data": ["in.txt"],
    "files": ["in.gdl"],
    "games_or_files": ["in.gdl", "othello", "connect-four"],
    "subject": ["f5d6c3", "in.txt", "-" * 27 + "OX------XO" + "-" * 27 + "X"],
    "problem": ["in.obf", "XXXXXXX" * 9 + "- O"],
    "openings": ["in.txt"],
    "results": ["in.json"],
    "balance": ["balance.json"],
    "improve": ["in.model"],
    "prior": ["in.model"],
    "patterns": ["in.patterns", "shipped", "board"],
    "games": ["tic-tac-toe", "in"],
    "sheets": ["folder", "."],
    "theory": ["in.theory"],
    "without": ["in.txt"],
    "held_out": ["in.txt"],
    "shogi": ["in.txt"],
    "chess": ["in.txt"],
}
# Of these there may be more than one.
SEVERAL = {"players", "records", "data", "files", "games_or_files"}
OUTPUTS = ["new", "new.model", "new.json", "nowhere/new", "folder", ".", "./in.txt", "folder/new"]
WORDS = {
    "moves": ["f5d6", "f5f5", "f5", "(mark 1 1)", "(drop 4) (drop 4)", "--"],
    "position": ["-" * 64 + " X", "---------x", "XO", "(cell 1 1 b)"],
    "side": ["black", "white", "x", "red"],
    "budget": ["5s", "1h", "1", "-5s"],
    "clock": ["1+0.1", "0", "60"],
    "host": ["localhost", "256.1.1.1", "nowhere.invalid"],
    "configurations": ["1:2", "2:2:10", "3", "0:0"],
    "logic": ["whole:5", "parts:10", "some"],
    "share": ["line", "one-weight:20:5", "line:1", "twice"],
    "command": ["match", "perft", "reproduce"],
    "where": ["plies >= 10", "result = 1-0 or year > 1990", "elo", "(plies"],
    "terms": ["all", "moves", "mobility", "potential-mobility", "3", "nothing"],
}
# Keeps what is right cheap. Ctrl-C ends the rest.
CHEAP: dict[str, dict[str, Any]] = {
    "build": {"games": 20, "generations": 1, "depth": 1, "exact": 2, "phases": 1, "calibration": 0},
    "calibrate": {"positions": 40, "depth": 3},
    "export": {"to": "js"},
    "match": {"games": 2, "nodes": 5},
    "balance": {"games": 2, "simulations": 5, "depth": 1},
    "openings": {"count": 1, "plies": 2, "depth": 1, "within": 64, "output": "openings.txt"},
    "perft": {"depth": 2},
    "check": {"games": 2, "seconds": 1},
    "analyze": {"depth": 2, "exact": 2},
    "engine": {"protocol": "gtp"},
    "play": {"nodes": 5},
    "buro1995": {"training_games": 200, "games": 2, "nodes": 5},
    "glem": {"positions": 200, "games": 2, "nodes": 5},
    "ggp": {"games": "tic-tac-toe", "matches": 2, "seconds": 0.01},
}
TYPED = [
    b"", b"q\n", b"\xff\xfe\n", b"f5\nmoves\nhint\nexplain\nundo\nsave\nsave in.txt\nq\nnew.txt\n",
    b"genmove b\nplay w d6\nquit\n", b"nboard 2\nset game x\ngo\nping 1\n", b"1\n" * 50,
]  # fmt: skip
ENVIRONMENTS = [
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONIOENCODING": "latin-1"},
    {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"COLUMNS": "1"},
    {"FORCE_COLOR": "1", "TERM": "dumb"},
]
# What is done to standard input, output and error.
STREAMS = ["closed", "full", "left"]
FORBIDDEN = ("Traceback", "should not happen", "Exception ignored", "SolveEventHandler")


@dataclass(frozen=True)
class CommandLine:
    """One trial.

    Attributes:
        words: after `boardworth`.
        typed: on standard input.
        environment: variables.
        streams: what is wrong with streams, by number.
        interrupt: CPU seconds after which Ctrl-C comes; every line gets it some time.
    """

    words: list[str]
    typed: bytes = b""
    environment: dict[str, str] = field(default_factory=dict)
    streams: dict[int, str] = field(default_factory=dict)
    interrupt: float = 6.0


def command_line(number: int) -> CommandLine:
    """The line of a number."""
    draw = random.Random(f"command line {number}")
    command = draw.choice(COMMANDS)
    words = ([] if command in VERBS else ["reproduce"]) + [command.__name__]
    streams = {1 + draw.randrange(2) * draw.randrange(2): draw.choice(STREAMS)}
    return CommandLine(
        words + _arguments(draw, command),
        draw.choice(TYPED),
        draw.choice(ENVIRONMENTS) if draw.random() < 0.3 else {},
        {0: "closed"} if draw.random() < 0.1 else streams if draw.random() < 0.25 else {},
        3 * draw.random() ** 2 if draw.random() < 0.25 else 6.0,
    )


def _arguments(draw: random.Random, command: Any) -> list[str]:
    hints = get_type_hints(command, include_extras=True)
    found = marks(command)
    given = dict(CHEAP.get(command.__name__, {})) if draw.random() < 0.9 else {}
    positional: list[str] = []
    options = [name for name, one in signature(command).parameters.items() if _is_option(one)]
    for name, one in signature(command).parameters.items():
        if not _is_option(one) and draw.random() < 0.97:
            count = draw.randint(1, 3) if name in SEVERAL else 1
            positional += [_value(draw, name, hints[name], found[name]) for _ in range(count)]
    for name in draw.sample(options, min(len(options), draw.choice([0, 0, 1, 1, 2, 3]))):
        given[name] = _value(draw, name, hints[name], found[name])
        if name in {"budget", "method", "records", "improve"}:
            given = {name: given[name]}
    words = positional
    for name, value in given.items():
        option = option_name(signature(command).parameters[name])
        words = [*words, option] if value is True else [*words, option, str(value)]
    return words


def _is_option(parameter: Parameter) -> bool:
    return parameter.kind is Parameter.KEYWORD_ONLY


def _value(draw: random.Random, name: str, hint: Any, found: list[object]) -> Any:
    parts = types_of(hint)
    if bool in parts:
        return True
    wrong, right = _choices(name, parts, found[0] if found else None)
    kind = draw.random()
    return draw.choice(ODD if kind < 0.03 else wrong if kind < 0.25 else right)


def _choices(name: str, parts: list[Any], mark: object) -> tuple[list[str], list[str]]:
    """What a value may be, and what would be right more often than not."""
    if isinstance(mark, Input):
        names = [*FILES, *NAMES, "./othello", "*.txt", *(PLAYERS if mark.players else [])]
        return names, RIGHT[name]
    if isinstance(mark, Output | WorkFolder):
        return [*OUTPUTS, *FILES], ["new", "new.model"]
    if isinstance(mark, Words):
        return WORDS[name], WORDS[name][:2]
    return NUMBERS, [part for part in parts if isinstance(part, str)] or ["1", "2", "3"]


@cache
def _contents() -> dict[str, bytes]:
    """The files of the folder, all worth keeping."""
    model, sheet = shipped_file("othello.model"), shipped_file("gdl/tic-tac-toe.gdl")
    assert model is not None
    assert sheet is not None
    content = model.read_bytes()
    return {
        "in.model": content,
        "cut.model": content[: len(content) // 2],
        "othello": b"a file, not a model",
        "in.gdl": sheet.read_bytes(),
        "bad.gdl": b"(role a) (<= (next ?x) (true ?y",
        "in.txt": b"f5d6c3d3c4 +4\nf5f6e6f4 +0\n",
        "damaged.txt": b"f5d6c3d3c4 +4\nf5f5\n\xff\n",
        "in.wtb": bytes(16) + bytes(68 * 3),
        "in.obf": b"-" * 4 + b"XO" * 30 + b" X;\n",
        "in.json": b'{"players": ["a", "b"]}',
        "balance.json": b'{"balance":"x","roles":["a"],"seed":0,"plays":[],'
        b'"conclusions":[],"hints":[]}',
        "in.theory": b"(<= (corner ?who) (true (cell a1 ?who)))\n",
        "in.patterns": b"edge\n########\n" + b"........\n" * 7,
        "empty": b"",
        "junk": bytes(range(256)) * 8,
        "\udcff.txt": b"f5d6\n",
    }


def spoiled_folder(folder: Path) -> None:
    """Puts all files where they are meant to be, and nothing else."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "folder").mkdir(parents=True)
    for name, content in _contents().items():
        (folder / name).write_bytes(content)
    (folder / "symbolic").symlink_to("in.txt")
    bw.save_model(bw.baseline(bw.load_game("tic_tac_toe"), "discs"), folder / "noughts.model")


def snapshot(folder: Path) -> dict[str, bytes]:
    """Every file with its content."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def faults(
    line: CommandLine, code: int | None, output: str, before: dict[str, bytes], folder: Path
) -> list[str]:
    """What is wrong with what a line did; `output` is all that it said."""
    after = snapshot(folder)
    wrong = [word for word in FORBIDDEN if word in output]
    if code is None:
        wrong.append("it hangs")
    elif code not in {0, 2, 130} and not (code == 1 and line.words[:1] == ["solve"]):
        wrong.append(f"exit code {code}")
    if code == 2 and line.words[:1] != ["check"] and 2 not in line.streams:
        wrong += [] if "boardworth: error: " in output else ["an error without a message"]
    wrong += [f"{name} is gone" for name in before.keys() - after.keys()]
    for name, content in before.items():
        if after.get(name, content) != content and not _may_replace(line.words, name, content):
            wrong.append(f"{name} has changed")
    wrong += [f"{name} is left" for name in after.keys() - before.keys() if name.endswith(".tmp")]
    return wrong


def _may_replace(words: list[str], name: str, content: bytes) -> bool:
    """Whether a line may write to a file: of an output that is no input, if it is of its kind."""
    names = [re.sub(r"^(?:\./|folder/\.\./)", "", word) for word in words]
    if names[0] == "calibrate" and "--output" not in names:
        return names[1] == name
    if names[0] == "build" and "--output" not in names:
        return name == f"{Path(names[1]).stem}.model"
    written = [
        word
        for option, word in pairwise(names)
        if option in {"--output", "--records", "--results", "--json", "--html"}
    ]
    kinds = (MODEL, FIGURES)
    ours = not content or "--force" in names or any(kind.recognises(content) for kind in kinds)
    return name in written and names.count(name) == 1 and ours
