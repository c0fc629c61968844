"""Which figures are older than the code they measure."""

from collections.abc import Sequence
from pathlib import Path

from benchmarks.figures import ROOT, git, read_all
from benchmarks.timing import show


def run() -> None:
    """Shows all files of figures; ends with exit code 1 if one of them is old."""
    rows, old = [], 0
    for name, figures in read_all().items():
        count = len(commits_since(figures.commit, figures.sources))
        old += count > 0
        rows.append((name, figures.commit, figures.date, str(count) if count else "", figures.kept))
    columns = ("figures", "commit", "date", "commits to its sources since", "kept, because")
    show("Figures: python -m benchmarks NAME --write", columns, rows)
    if old:
        raise SystemExit(f"{old} of {len(rows)} are older than the code they measure")


def commits_since(commit: str, sources: Sequence[str], root: Path = ROOT) -> list[str]:
    """The commits that changed the sources since then."""
    return git("log", "--format=%h", f"{commit}..HEAD", "--", *sources, root=root).splitlines()
