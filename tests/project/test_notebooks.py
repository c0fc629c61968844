"""Notebooks run, and show what is kept in them."""

import re

import nbformat
import pytest

from benchmarks.notebooks import FOLDER, executed

NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
# Weights that are fitted on another processor may differ in their last digits.
FITTED = {"2-a-game-you-invented", "3-learn-from-records"}


def shown(notebook):
    """What each cell shows, by kinds of output."""
    return [
        {
            kind: "".join(text)
            for kind, text in output.get("data", {"text": output.get("text")}).items()
        }
        for cell in notebook.cells
        for output in cell.get("outputs", [])
    ]


def without_numbers(outputs):
    """Kinds of output with words and tags: no numbers, no colours."""
    return [{kind: _words(text) for kind, text in one.items()} for one in outputs]


def _words(text):
    text = re.sub(r"#[0-9a-f]{6}\b", "#", text)
    return re.sub(r"[\s\d.,+-]+", " ", text)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_is_kept_in_it(path):
    kept, found = shown(nbformat.read(path, as_version=4)), shown(executed(path))
    assert len(found) > 5
    if path.stem in FITTED:
        kept, found = without_numbers(kept), without_numbers(found)
    assert found == kept


def test_there_are_three():
    assert [path.stem[0] for path in NOTEBOOKS] == ["1", "2", "3"]
