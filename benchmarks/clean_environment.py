"""A fresh environment outside of the tree that has a wheel of Boardworth and what that needs.

    make wheel

tries the newest wheel of dist/, or the one that BOARDWORTH_WHEEL names: whatever comes with
Boardworth is there, and every compiled core runs. It needs nothing but Python's own library.
"""

import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).parents[1]
# What would lead from the new environment to the one that this runs in.
_LEADS_BACK = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "BOARDWORTH_CORE", "BOARDWORTH_DATA")
# What comes with Boardworth beside models and rule sheets, each used by a line.
LINES = (
    "boardworth samples",
    "boardworth records samples/othello.wtb samples/othello.ggf",
    "boardworth build othello --patterns shipped --games 20 --generations 1 --depth 1 --exact 4"
    " --phases 2 --calibration 0 -o small.model",
    "boardworth report small.model -o report.html",
)
_THEORY = "import boardworth as bw; from boardworth.features.logic import Theory; print(len(Theory.of(bw.load_game('othello')).added))"  # noqa: E501
_CORES = "import boardworth, pathlib; print(*(p.name.split('.')[0] for p in pathlib.Path(boardworth.__file__).parent.glob('_core/*.so')))"  # noqa: E501


@dataclass(frozen=True)
class CleanEnvironment:
    """Attributes: its folder, an empty one to run commands in, and how long pip took to fill it."""

    folder: Path
    work: Path
    seconds: float

    def run(self, line: str, typed: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
        """Runs a line of the shell as after activating the environment."""
        kept = {name: value for name, value in os.environ.items() if name not in _LEADS_BACK}
        path = f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
        return subprocess.run(
            ["bash", "-c", line],
            cwd=self.work,
            env={**kept, "PATH": path, "VIRTUAL_ENV": str(self.folder), **variables},
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )

    def output(self, line: str, **variables: str) -> str:
        """What a line prints. Ends the program if it fails."""
        done = self.run(line, **variables)
        if done.returncode:
            sys.exit(f"$ {line}\n{done.stdout}{done.stderr}exit code {done.returncode}")
        return done.stdout


def newest_wheel() -> Path:
    """The wheel that is tried."""
    named = os.environ.get("BOARDWORTH_WHEEL")
    found = sorted((ROOT / "dist").glob("boardworth-*.whl"), key=lambda path: path.stat().st_mtime)
    if not named and not found:
        sys.exit("there is no wheel in dist: make wheel")
    return Path(named).resolve() if named else found[-1]


@contextmanager
def clean_environment(wheel: Path) -> Iterator[CleanEnvironment]:
    """The environment of a wheel; what it needs comes from where pip finds packages."""
    with tempfile.TemporaryDirectory(prefix="boardworth-") as name:
        made = CleanEnvironment(Path(name) / "environment", Path(name) / "work", 0.0)
        made.work.mkdir()
        subprocess.run([sys.executable, "-m", "venv", made.folder], check=True)
        start = time.monotonic()
        made.output(f"pip install {shlex.quote(str(wheel))}")
        made = replace(made, seconds=time.monotonic() - start)
        print(f"pip install {wheel.name}: {made.seconds:.0f} s", flush=True)
        where = made.output("python -c 'import boardworth; print(boardworth.__file__)'")
        if not Path(where.strip()).is_relative_to(made.folder):
            sys.exit(f"it is not the wheel that is tried, but {where}")
        yield made


def run() -> None:
    with clean_environment(newest_wheel()) as made:
        games = json.loads(made.output("boardworth games --json - --quiet"))["result"]["games"]
        for model in (game["name"] for game in games if game["model"]):
            _tell(made, f"boardworth explain {model} --terms 1")
        sheets = [game["name"] for game in games if game["kind"] == "rule sheet"]
        for line in (f"boardworth check {' '.join(sheets)} --lint", *LINES):
            _tell(made, line)
        _tell(made, f'python -c "{_THEORY}"')
        for core in made.output(f'python -c "{_CORES}"').split():
            _tell(made, "boardworth perft othello --depth 7", BOARDWORTH_CORE=core)


def _tell(made: CleanEnvironment, line: str, **variables: str) -> None:
    made.output(line, **variables)
    print(*(f"{name}={value}" for name, value in variables.items()), line, flush=True)


if __name__ == "__main__":
    run()
