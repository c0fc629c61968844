"""Exported models on positions of random play: does every language find our values, and how fast?

C is compiled by cc, JavaScript run by node, Python imported. Each is asked by arrays of the values
of atoms, and by texts.
"""

import ctypes
import json
import random
import subprocess
import tempfile
import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import boardworth as bw
from benchmarks.timing import faster_by, seconds_by_round, show
from boardworth.evaluators.export import ENDINGS, ExportFormat, export_model
from boardworth.files import shipped_file

SOURCES = ("boardworth/evaluators", "boardworth/fitting", "boardworth/features", "core", "games")
POSITIONS = 100_000
MAX_PLIES = 400  # of a game: longer ones are cut off
TIMED = 20_000
ROUNDS = 21
GAMES = ("othello", "chess", "shogi", "dobutsu", "tic_tac_toe")
FLAGS = ("-std=c99", "-O2", "-Wall", "-Wextra", "-Werror")
C_DRIVER = """
#include "model.c"
void of_arrays(const model_fact *facts, int count, int32_t *units)
{
    for (int i = 0; i < count; i++) units[i] = model_units(facts + (size_t)i * ATOMS);
}
void of_texts(const char *const *texts, int count, int32_t *units)
{
    for (int i = 0; i < count; i++) {
        model_fact facts[ATOMS];
        units[i] = model_parse(texts[i], facts) < 0 ? INT32_MIN : model_units(facts);
    }
}
"""
JS_DRIVER = """
import { readFileSync, writeFileSync } from "node:fs";
import { units } from "./model.mjs";
const { atoms } = JSON.parse(readFileSync("about.json"));
const facts = readFileSync("facts"), texts = readFileSync("texts", "utf8").split("\\n");
const of_arrays = texts.map((_, i) => units(facts.subarray(i * atoms, (i + 1) * atoms)));
writeFileSync("of_arrays", new Uint8Array(Int32Array.from(of_arrays).buffer));
writeFileSync("of_texts", new Uint8Array(Int32Array.from(texts.map(units)).buffer));
"""


@dataclass(frozen=True)
class Positions:
    """Positions in all their forms, and our values of them in whole units."""

    packed: np.ndarray
    facts: np.ndarray  # [positions, atoms]
    texts: Sequence[str]
    units: np.ndarray


def run() -> None:
    rows, speeds = [], []
    for name in GAMES:
        if shipped_file(f"{name}.model") is None:
            continue
        model = bw.shipped_model(bw.load_game(name))
        positions = random_play(bw.Evaluator(model), POSITIONS)
        with tempfile.TemporaryDirectory() as folder:
            for language, check in CHECKS.items():
                wrong = check(model, positions, Path(folder))
                size = len((Path(folder) / f"model{_ending(language)}").read_bytes())
                rows.append(
                    (name, language, f"{POSITIONS:,}", *map(str, wrong), f"{size / 1e6:.1f}")
                )
            speeds.append((name, *speed(model, positions, Path(folder))))
    show(
        "Exported models against ours, positions of random play",
        ("model", "language", "positions", "mismatches of arrays", "mismatches of texts", "MB"),
        rows,
        "a mismatch is any difference in whole units",
    )
    show(
        "Evaluation from scratch of the same positions, one thread",
        ("model", "ours, ns", "C, ns", "C is faster by"),
        speeds,
        f"{TIMED:,} positions; ours by Evaluator.values of packed positions, C of arrays; best of "
        f"{ROUNDS} rounds, and the ratio with its interval",
    )


def random_play(evaluator: bw.Evaluator, count: int, seed: int = 1) -> Positions:
    """Positions one after the other, games in a row."""
    game, draw = evaluator.game, random.Random(seed)
    found: list[bw.Position] = []
    while len(found) < count:
        position = game.start()
        for _ in range(MAX_PLIES):
            found.append(position)
            legal = position.legal_moves()
            if not legal:
                break
            position = position.play(draw.choice(legal))
    found = found[:count]
    packed = np.stack([np.frombuffer(position.packed, np.uint8) for position in found])
    return Positions(
        packed,
        np.array([game.facts(position) for position in found], np.uint8),
        [game.text(position) for position in found],
        evaluator.core.values(packed),
    )


def of_c(model: bw.Model, positions: Positions, folder: Path) -> tuple[int, int]:
    """How many values differ, by arrays and by texts."""
    program = compiled(model, folder)
    count = len(positions.units)
    units = np.zeros(count, np.int32)
    program.of_arrays(positions.facts.ctypes.data, count, units.ctypes.data)
    by_arrays = differing(units, positions)
    texts = (ctypes.c_char_p * count)(*(text.encode() for text in positions.texts))
    program.of_texts(ctypes.cast(texts, ctypes.c_void_p), count, units.ctypes.data)
    return by_arrays, differing(units, positions)


def compiled(model: bw.Model, folder: Path) -> ctypes.CDLL:
    """The C file with a driver, as a library."""
    (folder / "model.c").write_bytes(export_model(model, "c", "model"))
    (folder / "driver.c").write_text(C_DRIVER)
    words = ["cc", *FLAGS, "-fPIC", "-shared", "-o", "model.so", "driver.c", "-lm"]
    subprocess.run(words, cwd=folder, check=True)
    program = ctypes.CDLL(str(folder / "model.so"))
    for function in (program.of_arrays, program.of_texts):
        function.restype = None
        function.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p]
    return program


def of_js(model: bw.Model, positions: Positions, folder: Path) -> tuple[int, int]:
    (folder / "model.js").write_bytes(export_model(model, "js"))
    (folder / "model.mjs").symlink_to("model.js")
    (folder / "driver.mjs").write_text(JS_DRIVER)
    (folder / "about.json").write_text(json.dumps({"atoms": len(model.game.atoms)}))
    (folder / "facts").write_bytes(positions.facts.tobytes())
    (folder / "texts").write_text("\n".join(positions.texts))
    words = ["node", "--preserve-symlinks", "--preserve-symlinks-main", "driver.mjs"]
    subprocess.run(words, cwd=folder, check=True)
    by_arrays, by_texts = (
        np.frombuffer((folder / name).read_bytes(), np.int32) for name in ("of_arrays", "of_texts")
    )
    return differing(by_arrays, positions), differing(by_texts, positions)


def of_python(model: bw.Model, positions: Positions, folder: Path) -> tuple[int, int]:
    source = export_model(model, "python")
    (folder / "model.py").write_bytes(source)
    module = types.ModuleType("model")
    exec(compile(source, "model.py", "exec"), module.__dict__)
    by_arrays, by_texts = module.units(positions.facts), module.units(positions.texts)
    return differing(by_arrays, positions), differing(by_texts, positions)


Check = Callable[[bw.Model, Positions, Path], tuple[int, int]]
CHECKS: dict[ExportFormat, Check] = {"c": of_c, "js": of_js, "python": of_python}


def _ending(language: ExportFormat) -> str:
    return ENDINGS[language]


def differing(units: np.ndarray, positions: Positions) -> int:
    return int(np.count_nonzero(units != positions.units))


def speed(model: bw.Model, positions: Positions, folder: Path) -> tuple[str, str, str]:
    """Nanoseconds a position, ours and C's, and their ratio."""
    program = ctypes.CDLL(str(folder / "model.so"))
    if hasattr(program, "model_prepare"):
        program.model_prepare()
    program.of_arrays.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p]
    core = bw.Evaluator(model).core
    packed, facts = positions.packed[:TIMED], positions.facts[:TIMED]
    units = np.zeros(len(facts), np.int32)
    seconds = seconds_by_round(
        {
            "ours": lambda: core.values(packed),
            "C": lambda: program.of_arrays(facts.ctypes.data, len(facts), units.ctypes.data),
        },
        rounds=ROUNDS,
    )
    best = (f"{min(times) / len(facts) * 1e9:.0f}" for times in seconds.values())
    return (*best, faster_by(seconds["ours"], seconds["C"]))  # type: ignore[return-value]
