"""The notebooks of the documentation, run anew: what they show is kept in them.

    make notebooks

A test runs them, too, and finds the same.
"""

import os
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from benchmarks.figures import ROOT

FOLDER = ROOT / "docs" / "notebooks"
SECONDS = 600  # for a cell, on a busy machine


def run() -> None:
    for path in sorted(FOLDER.glob("*.ipynb")):
        path.write_text(nbformat.writes(executed(path)) + "\n")
        print(f"{path.stat().st_size:8,} bytes  {path.name}")


def executed(path: Path) -> nbformat.NotebookNode:
    """The notebook with what its cells show when they are run in an empty folder."""
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        client = NotebookClient(
            notebook, timeout=SECONDS, resources={"metadata": {"path": folder}}, record_timing=False
        )
        client.execute(env=os.environ | {"PYTHONPATH": ""})
    return notebook
