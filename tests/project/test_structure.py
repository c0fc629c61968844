"""The architecture, kept by tests: stages know only the stages before them."""

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STAGES = ["rules", "features", "positions", "fitting", "evaluators", "search", "arena"]
# What stands above all stages, in its own order; core/games instantiates their templates.
ABOVE = ["games", "recipes", "reproduce", "report", "cli"]
ORDER = {name: place for place, name in enumerate(STAGES + ABOVE)}
# Below all stages: may import no stage at all.
GROUND = {"errors", "files", "_core", "pickling", "data_frames", "markup", "words"}


def imported_names(source):
    """Every boardworth module a file imports, wherever in the file it does."""
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def stage_of(name):
    parts = name.split(".")
    return parts[1] if parts[0] == "boardworth" and len(parts) > 1 else None


@pytest.mark.parametrize(
    "source", sorted((ROOT / "boardworth").rglob("*.py")), ids=lambda p: str(p.relative_to(ROOT))
)
def test_a_python_stage_imports_only_stages_before_it(source):
    parts = source.relative_to(ROOT / "boardworth").with_suffix("").parts
    own = parts[0]
    for name in imported_names(source):
        stage = stage_of(name)
        if own in ORDER and stage in ORDER:
            assert ORDER[stage] <= ORDER[own], f"{own} imports {name}"
        if own in GROUND:
            assert stage not in ORDER, f"{own} imports {name}"


@pytest.mark.parametrize(
    "source", sorted((ROOT / "core").rglob("*.[hc]*")), ids=lambda p: str(p.relative_to(ROOT))
)
def test_a_core_stage_includes_only_stages_before_it(source):
    own = source.relative_to(ROOT / "core").parts[0]
    for included in re.findall(r'#include "([^"]+)"', source.read_text()):
        stage = included.split("/")[0]
        if own in ORDER and stage in ORDER:
            assert ORDER[stage] <= ORDER[own], f"{source} includes {included}"
        # Files that instantiate games stand above all stages, what belongs to none beneath them.
        if own not in ORDER and own != "games":
            assert stage not in ORDER, f"{source} includes {included}"
        assert stage != "games" or own == "games", f"{source} includes {included}"
    assert "Python.h" not in source.read_text()
    assert "nanobind" not in source.read_text()


def test_the_public_names_exist_and_are_in_story_order():
    import boardworth

    for name in boardworth.__all__:
        assert getattr(boardworth, name) is not None
    stages = [import_module(f"boardworth.{stage}") for stage in boardworth._STAGES]
    told = [
        next(n for n, s in enumerate(stages) if hasattr(s, name)) for name in boardworth.__all__
    ]
    assert told == sorted(told)


@pytest.mark.parametrize(
    ("folder", "most"),
    [("boardworth", 400), ("core", 400), ("bindings", 400), ("tests", 420), ("benchmarks", 420)],
)
def test_no_code_file_is_over_length(folder, most):
    """A file is one idea: code files stay near 400 lines."""
    sources = [p for p in (ROOT / folder).rglob("*") if p.suffix in {".py", ".h", ".cpp"}]
    lengths = {str(path): len(path.read_text().splitlines()) for path in sources}
    assert not {name: length for name, length in lengths.items() if length > most}


@pytest.mark.parametrize("top", ["boardworth", "core", "bindings"])
def test_no_folder_holds_more_files_than_a_reader_can_take_in(top):
    """Sub-folders named after phases, where there are more than 25 files."""
    folders = [path for path in (ROOT / top).rglob("*") if path.is_dir()] + [ROOT / top]
    for folder in folders:
        sources = [path for path in folder.iterdir() if path.suffix in {".py", ".h", ".cpp"}]
        assert len(sources) <= 25, folder
