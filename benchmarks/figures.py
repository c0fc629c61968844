"""Figures as files: the tables that a command printed, with the commit and the machine they are of.

`python -m benchmarks NAME --write` writes docs/figures/NAME.json. The page docs/results.md is made
of these files (`results_page`), and `stale` says which of them are older than their code.
"""

import datetime
import hashlib
import os
import shlex
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "figures"
CODE = ("core", "bindings", "boardworth", "games")
# What models and their matches depend on, where a benchmark does not say less.
STAGES = ("rules", "features", "positions", "fitting", "evaluators", "search", "arena", "recipes")
PRODUCT = ("core", "games", *(f"boardworth/{stage}" for stage in STAGES))


class Table(msgspec.Struct, forbid_unknown_fields=True):
    """A table as it was printed: units stand in the titles of columns, intervals in cells."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    note: str = ""

    def cell(self, row: str | list[str], column: str) -> str:
        """The cell of a column in the row that begins so, with one cell or several."""
        begin = [row] if isinstance(row, str) else row
        found = [cells for cells in self.rows if cells[: len(begin)] == begin]
        if len(found) != 1 or column not in self.columns:
            raise KeyError(f"no cell ({row}, {column}) in the table '{self.title}'")
        return found[0][self.columns.index(column)]

    def only(self, *names: str) -> "Table":
        """The same table with some of its columns."""
        places = [self.columns.index(name) for name in names]
        rows = [[row[place] for place in places] for row in self.rows]
        return Table(self.title, list(names), rows, self.note)

    def __str__(self) -> str:
        lines = [self.columns, ["---"] * len(self.columns), *self.rows]
        escaped = ([cell.replace("|", "\\|") for cell in cells] for cells in lines)
        return "\n".join("| " + " | ".join(cells) + " |" for cells in escaped)


class Machine(msgspec.Struct, forbid_unknown_fields=True):
    """Where it was measured; the load is that of the minute before the end."""

    cpu: str
    cores: int
    load: float | None


class Figures(msgspec.Struct, forbid_unknown_fields=True):
    """The file of a measurement.

    Attributes:
        command: repeats it.
        commit: of the code that was measured.
        date: when it was measured.
        machine: where.
        sources: files and folders whose changes make the figures old.
        tables: what the command printed.
        kept: why figures of an older commit are not measured anew; empty for all others.
    """

    command: str
    commit: str
    date: str
    machine: Machine
    sources: list[str]
    tables: list[Table]
    kept: str = ""


_RECORDED: ContextVar[list[Table] | None] = ContextVar("recorded tables", default=None)


@contextmanager
def recording() -> Iterator[list[Table]]:
    """Collects the tables that are shown meanwhile."""
    tables: list[Table] = []
    token = _RECORDED.set(tables)
    try:
        yield tables
    finally:
        _RECORDED.reset(token)


def record(table: Table) -> None:
    """Adds a table to those that are being recorded, if any are."""
    tables = _RECORDED.get()
    if tables is not None:
        tables.append(table)


def boardworth(command: str, folder: Path | None = None) -> list[Table]:
    """Runs a command line of boardworth's in a folder; the tables it prints."""
    from boardworth.cli.app import run
    from boardworth.cli.console import watching_tables

    tables: list[Table] = []

    def watch(title, columns, sections, note) -> None:  # type: ignore[no-untyped-def]
        names = [column.removeprefix(">") for column in columns]
        rows = [list(row) for section in sections for row in section]
        tables.append(Table(title, names, rows, note))

    before = Path.cwd()
    os.chdir(folder or before)
    try:
        print(f"$ boardworth {command}", flush=True)
        with watching_tables(watch):
            code = run(shlex.split(command))
    finally:
        os.chdir(before)
    if code:
        raise SystemExit(f"boardworth {command}: exit code {code}")
    return tables


def write(name: str, tables: list[Table], sources: Sequence[str], commit: str) -> Path:
    """Writes the file of figures that were just measured."""
    figures = Figures(
        command=f"python -m benchmarks {name}",
        commit=commit,
        date=datetime.datetime.now(datetime.UTC).date().isoformat(),
        machine=this_machine(),
        sources=list(sources),
        tables=tables,
    )
    return save(name, figures)


def save(name: str, figures: Figures) -> Path:
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{name}.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(figures), indent=1) + b"\n")
    return path


def read_all(folder: Path = FOLDER) -> dict[str, Figures]:
    """All files of figures, by their names."""
    return {
        path.stem: msgspec.json.decode(path.read_bytes(), type=Figures)
        for path in sorted(folder.glob("*.json"))
    }


def work_folder() -> Path:
    """For what takes long: every version of the code has its own, so that none continues another's.

    BOARDWORTH_RESULTS names the folder above it.
    """
    trees = git("rev-parse", *(f"HEAD:{part}" for part in CODE))
    version = hashlib.sha256(trees.encode()).hexdigest()[:12]
    folder = Path(os.environ.get("BOARDWORTH_RESULTS", "build/bench")).absolute() / version
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def git(*words: str, root: Path = ROOT) -> str:
    done = subprocess.run(["git", "-C", root, *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"git {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout


def committed(sources: Sequence[str], root: Path = ROOT) -> str:
    """The commit that has the sources as they are: figures must belong to a commit."""
    changed = git("status", "--porcelain", "--", *sources, root=root)
    if changed:
        raise SystemExit(f"not committed, so its figures are not written:\n{changed}")
    return git("rev-parse", "--short=10", "HEAD", root=root).strip()


def this_machine() -> Machine:
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    cpu = next((line.split(":")[1].strip() for line in lines if "model name" in line), "unknown")
    return Machine(cpu, os.cpu_count() or 1, round(os.getloadavg()[0], 1))
