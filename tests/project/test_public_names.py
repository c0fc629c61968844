"""Whoever uses Boardworth never needs the extension module, nor names that no package exports."""

import ast
import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

from boardworth import _core

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "methods").glob("*.md")),
]
# What stages hand to the core; nobody else has a use for it.
SEAM = {"core", "core_part", "core_parts", "simulator", "counts_in", "relation_shape"}


def exporting(folder):
    """The packages that say what of them is public."""
    for source in sorted(folder.rglob("__init__.py")):
        if "__all__" in source.read_text():
            yield import_module(".".join(source.parent.relative_to(ROOT).parts))


PACKAGES = [
    module
    for module in exporting(ROOT / "boardworth")
    if not module.__name__.startswith(("boardworth.cli", "boardworth.reproduce"))
]


def members(name, value):
    """A function; or the public attributes of a class and its constructor, all of them plain."""
    if not inspect.isclass(value):
        yield name, value
        return
    yield name, value
    for own, attribute in vars(value).items():
        if own == "__init__" or not own.startswith("_"):
            plain = getattr(attribute, "fget", None) or getattr(attribute, "func", None)
            yield f"{name}.{own}", plain or getattr(attribute, "__func__", attribute)


def public_annotations():
    for package in PACKAGES:
        for name in package.__all__:
            for place, member in members(name, getattr(package, name)):
                for what, annotation in getattr(member, "__annotations__", {}).items():
                    yield f"{package.__name__}.{place}", what, str(annotation)


def exported():
    return {name for package in PACKAGES for name in package.__all__}


def test_the_packages_of_all_stages_are_looked_at():
    assert {package.__name__ for package in PACKAGES} >= {
        "boardworth",
        *(f"boardworth.{stage}" for stage in ("rules", "features", "positions", "fitting")),
        *(f"boardworth.{stage}" for stage in ("evaluators", "search", "arena", "recipes")),
    }


def test_public_signatures_do_not_speak_of_the_extension_module():
    found = {
        (place, what, annotation)
        for place, what, annotation in public_annotations()
        if "_core." in annotation and place.rpartition(".")[2] not in SEAM
    }
    assert not found


def test_every_type_of_the_core_in_a_public_signature_is_exported_by_a_package():
    compiled = {
        name
        for name, value in vars(_core).items()
        if inspect.isclass(value) and type(value) is type(_core.Game)
    }
    assert {"StopSign", "FluentSum"} <= compiled
    known = exported()
    for place, what, annotation in public_annotations():
        if place.rpartition(".")[2] in SEAM:
            continue
        for word in re.findall(r"[A-Za-z_]\w*", annotation):
            assert word not in compiled - known, f"{place}, {what}: {annotation}"


def test_public_classes_show_a_module_that_has_them():
    for package in PACKAGES:
        for name in package.__all__:
            value = getattr(package, name)
            if inspect.isclass(value) and value.__module__.startswith("boardworth"):
                shown = import_module(value.__module__)
                assert shown is not _core, f"{package.__name__}.{name}"
                assert not value.__module__.startswith(f"{_core.__name__}."), name
                assert getattr(shown, value.__name__) is value, name


def imports(page):
    """The packages and names that a page's examples import."""
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)
    for node in ast.walk(ast.parse("\n".join(blocks))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.module, alias.name) for alias in node.names)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_use_public_names_alone(page):
    assert "_core" not in page.read_text()
    known = {package.__name__: package.__all__ for package in PACKAGES}
    known["boardworth.errors"] = dir(import_module("boardworth.errors"))
    for package, name in imports(page):
        if not package.startswith("boardworth"):
            continue
        assert package in known, f"{page.name}: {package} exports nothing"
        assert name is None or name in known[package], f"{page.name}: {package}.{name}"
