"""The pictures of README are those that the shipped model draws."""

from xml.etree import ElementTree

import pytest

from benchmarks.figures import ROOT
from benchmarks.pictures import FOLDER, pictures


def test_readme_begins_with_them():
    beginning = (ROOT / "README.md").read_text().split("\n## ")[0]
    shown = [name for name in pictures() if f'src="docs/pictures/{name}"' in beginning]
    assert shown == sorted(shown, reverse=True) == list(pictures())


@pytest.mark.parametrize(("name", "svg"), pictures().items())
def test_they_are_current(name, svg):
    kept = (FOLDER / name).read_text()
    assert kept == f"{svg}\n"
    assert ElementTree.fromstring(kept).tag.endswith("svg")
