"""Exported models as programs: compiled by cc, run by node, imported by Python."""

import ctypes
import json
import shutil
import subprocess
import types

import numpy as np

from boardworth.evaluators.export import export_model

FLAGS = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror"]
CXX_FLAGS = ["-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror", "-x", "c++"]
NODE = shutil.which("node")
CC = shutil.which("cc")
CXX = shutil.which("g++")
# Answers for positions from a file: units of arrays, units of texts, values, what texts mean; null
# for strange texts and arrays that are refused.
DRIVER = """
import { readFileSync } from "node:fs";
const m = await import(process.argv[2]);
const { facts, texts, strange, arrays } = JSON.parse(readFileSync(process.argv[3]));
const parsed = (text) => { const { mover, facts } = m.parse(text); return [mover, facts]; };
const unless = (Refusal, answer) => (given) => {
  try {
    return answer(given);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
};
console.log(JSON.stringify({
  units: facts.map(m.units),
  values: facts.map(m.value),
  wins: m.winProbability ? facts.map(m.winProbability) : [],
  units_of_texts: texts.map(m.units),
  parsed: texts.map(parsed),
  strange: strange.map(unless(SyntaxError, parsed)),
  arrays: arrays.map(unless(RangeError, m.value)),
}));
"""


def of_python(model, folder, facts, texts, strange=(), arrays=()):
    module = types.ModuleType("exported")
    exec(compile(export_model(model, "python"), "exported", "exec"), module.__dict__)
    (folder / "exported.py").write_bytes(export_model(model, "python"))

    def parsed(text):
        mover, own = module.parse(text)
        return [mover, own]

    def unless_refused(answer, given):
        try:
            return answer(given)
        except ValueError:
            return None

    return {
        "units": module.units(facts).tolist(),
        "values": [module.value(own) for own in facts[:3]] + module.values(facts[3:]).tolist(),
        "wins": module.win_probability(facts).tolist() if model.target == "win" else [],
        "units_of_texts": module.units(texts).tolist() if texts else [],
        "parsed": [parsed(text) for text in texts],
        "strange": [unless_refused(parsed, text) for text in strange],
        "arrays": [unless_refused(module.value, array) for array in arrays],
    }


def of_js(model, folder, facts, texts, strange=(), arrays=()):
    (folder / "model.mjs").write_bytes(export_model(model, "js"))
    (folder / "driver.mjs").write_text(DRIVER)
    own = np.asarray(facts).tolist()
    given = {"facts": own, "texts": texts, "strange": strange, "arrays": arrays}
    (folder / "positions.json").write_text(json.dumps(given))
    words = [NODE, "driver.mjs", "./model.mjs", "positions.json"]
    done = subprocess.run(words, cwd=folder, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def of_c(model, folder, facts, texts, strange=(), arrays=()):
    program = compiled(model, folder)
    out = np.zeros(len(model.game.atoms), program.dtype)

    def read(text):
        mover = program.parse(text.encode(), out.ctypes.data)
        return [mover, out.tolist()] if mover >= 0 else None

    rows = np.ascontiguousarray(facts, program.dtype)
    parsed = [read(text) for text in texts]
    of_texts = [np.array(own, program.dtype) for _, own in parsed]
    wins = model.target == "win"
    return {
        "units": [program.units(row.ctypes.data) for row in rows],
        "values": [program.value(row.ctypes.data) for row in rows],
        "wins": [program.win(row.ctypes.data) for row in rows] if wins else [],
        "units_of_texts": [program.units(own.ctypes.data) for own in of_texts],
        "parsed": parsed,
        "strange": [read(text) for text in strange],
        "arrays": [None for _ in arrays],  # C trusts its caller
    }


LANGUAGES = {"python": of_python, "js": of_js, "c": of_c}


def compiled(model, folder):
    """The functions of the C file as Python calls them."""
    source, library = folder / "model.c", folder / "model.so"
    source.write_bytes(export_model(model, "c", "model"))
    compilers = [[CC, *FLAGS, "-fPIC", "-shared", "-o", library, source, "-lm"]]
    if CXX is not None:
        compilers.append([CXX, *CXX_FLAGS, "-fsyntax-only", source])
    for words in compilers:
        done = subprocess.run(words, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
    loaded = ctypes.CDLL(str(library))
    if hasattr(loaded, "model_prepare"):
        loaded.model_prepare()
    wide = max(len(atom.values) for atom in model.game.atoms) > 256
    found = types.SimpleNamespace(dtype=np.uint16 if wide else np.uint8)
    functions = {"units": ctypes.c_int, "value": ctypes.c_double}
    if model.target == "win":
        functions["win"] = ctypes.c_double
    for name, kind in functions.items():
        function = getattr(loaded, f"model_{'win_probability' if name == 'win' else name}")
        function.restype, function.argtypes = kind, [ctypes.c_void_p]
        setattr(found, name, function)
    found.parse = loaded.model_parse
    found.parse.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    return found
