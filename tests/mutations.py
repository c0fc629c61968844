"""Makes mistakes in a copy of the tree, one at a time, and says whether the tests catch them.

`python tests/mutations.py` tries all of tests/mutations.toml; words choose those whose names have
them (`python tests/mutations.py ProbCut key`). The copy is kept in build/mutations. Of C++, what
depends on the mistaken file is compiled anew and linked with the rest of the build that make left.
"""

import json
import os
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "mutations"
TREE = FOLDER / "tree"
# Whatever takes longer hangs, and a test that hangs has noticed something.
PATIENCE = 1200
# An editable installation would import the package from where it was installed.
WITHOUT_EDITABLE = """import sys
sys.meta_path[:] = [f for f in sys.meta_path if not type(f).__module__.startswith("_editable")]
"""


class Unfit(Exception):
    """A mutation that says nothing: its text is not there, its build fails, or its tests do."""


@dataclass(frozen=True)
class Mutation:
    """One mistake: what stands in a file, what it becomes, and the tests that must notice."""

    name: str
    file: str
    old: str
    new: str
    tests: list[str]

    @property
    def compiled(self) -> bool:
        """Whether it has to be built."""
        return not self.file.endswith(".py")

    def applied(self, root: Path) -> str:
        """The file with the mistake in it. Raises Unfit."""
        path = root / self.file
        if not path.is_file():
            raise Unfit(f"'{self.name}': there is no {self.file} any more")
        text = path.read_text()
        if text.count(self.old) != 1:
            raise Unfit(
                f"'{self.name}': {self.file} has its text {text.count(self.old)} times, not once: "
                f"bring tests/mutations.toml up to date\n{self.old.strip()}"
            )
        return text.replace(self.old, self.new)


def all_mutations() -> list[Mutation]:
    """Those of tests/mutations.toml."""
    table = tomllib.loads((ROOT / "tests" / "mutations.toml").read_text())
    return [Mutation(**entry) for entry in table["mutation"]]


def copy_tree() -> None:
    """Copies all files that git knows or would know."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    shutil.rmtree(TREE, ignore_errors=True)
    for name in names.split("\0"):
        if (ROOT / name).is_file():
            (TREE / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, TREE / name)
    (TREE / "sitecustomize.py").write_text(WITHOUT_EDITABLE)


def installed_core() -> Path:
    """The core that is installed."""
    from boardworth import _core

    file = sys.modules[f"{_core.__name__}.{_core.BUILD}"].__file__
    assert file is not None
    return Path(file)


def ran(
    command: Iterable[str | Path],
    folder: Path,
    environment: Mapping[str, str] | None = None,
    timeout: float | None = None,
) -> tuple[int, str]:
    """The exit code of a command, and the last that it says."""
    done = subprocess.run(
        [str(word) for word in command],
        check=False,
        cwd=folder,
        env=os.environ | (environment or {}),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=timeout,
    )
    return done.returncode, done.stdout[-2000:]


def warm_build() -> Path:
    """The folder of the build that `make` has left. Raises Unfit."""
    found = list(ROOT.glob("build/*/build.ninja"))
    if len(found) != 1:
        raise Unfit(f"{len(found)} builds in {ROOT / 'build'}, not one: make .venv/test-tools")
    return found[0].parent


def ninja(build: Path, *words: str) -> str:
    """What ninja answers about a build."""
    tool = Path(sys.executable).parent / "ninja"
    command = [tool, "-C", build, *words]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def dependents(build: Path, file: Path) -> set[str]:
    """The objects that are made of a file."""
    found, target = set(), ""
    for line in ninja(build, "-t", "deps").splitlines():
        if line.startswith(" "):
            if (build / line.strip()).resolve() == file:
                found.add(target)
        else:
            target = line.partition(":")[0]
    return found


def mistaken_core(mutation: Mutation) -> Path:
    """The core of the copy with a mistake in it. Raises Unfit."""
    build = warm_build()
    entries = {entry["output"]: entry for entry in json.loads(ninja(build, "-t", "compdb"))}
    wrong = dependents(build, ROOT / mutation.file)
    if not wrong:
        raise Unfit(f"'{mutation.name}': nothing is compiled from {mutation.file}")
    (core,) = (name for name in entries if name.endswith(".so"))
    objects = FOLDER / "objects"
    objects.mkdir(exist_ok=True)
    link = ninja(build, "-t", "commands", core).splitlines()[-1]
    commands = []
    for number, name in enumerate(sorted(wrong)):
        made = str(objects / f"{number}.o")
        command = entries[name]["command"].replace(" -O3", " -O1").replace(name, made)
        for folder in ("core", "bindings"):
            command = command.replace(f"{ROOT}/{folder}", f"{TREE}/{folder}")
        commands.append(command)
        link = link.replace(name, made)
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda command: run_step(mutation, command, build), commands))
    run_step(mutation, link.replace(f"-o {core}", f"-o {objects / core}"), build)
    return objects / core


def run_step(mutation: Mutation, command: str, build: Path) -> None:
    """Runs one step of a build. Raises Unfit."""
    code, output = ran(["sh", "-c", command], build)
    if code != 0:
        raise Unfit(f"'{mutation.name}' cannot be built:\n{output}")


def caught(tests: Iterable[str], core: Path) -> bool:
    """Whether the tests of the copy fail. Raises Unfit where they cannot be run at all."""
    environment = {
        "PYTHONPATH": str(TREE),
        "PYTHONDONTWRITEBYTECODE": "1",
        "BOARDWORTH_CORE": str(core),
    }
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    try:
        code, output = ran(command, TREE, environment, PATIENCE)
    except subprocess.TimeoutExpired:
        return True
    if code > 1:
        raise Unfit(f"pytest {' '.join(tests)} ends with {code}:\n{output}")
    return code != 0  # crashes are negative


@contextmanager
def mistaken(mutation: Mutation) -> Iterator[None]:
    """The copy with a mistake in it."""
    path = TREE / mutation.file
    right, wrong = path.read_text(), mutation.applied(TREE)
    path.write_text(wrong)
    try:
        yield
    finally:
        path.write_text(right)


def tried(mutation: Mutation, core: Path) -> bool:
    """Whether a mistake is caught."""
    with mistaken(mutation):
        return caught(mutation.tests, mistaken_core(mutation) if mutation.compiled else core)


@cache
def fail_anyway(tests: tuple[str, ...], core: Path) -> bool:
    """Whether tests fail without any mistake."""
    return caught(tests, core)


def verdict(mutation: Mutation, core: Path) -> str:
    """What becomes of a mistake, in a word; why it says nothing, in a sentence or more."""
    start = time.monotonic()
    try:
        if fail_anyway(tuple(mutation.tests), core):
            raise Unfit(f"'{mutation.name}': its tests fail without it")
        word = "killed" if tried(mutation, core) else "SURVIVED"
    except Unfit as problem:
        print(problem, file=sys.stderr)
        word = "unfit"
    print(f"{word:8} {time.monotonic() - start:5.0f} s  {mutation.name}", flush=True)
    return word


def main(words: Sequence[str]) -> int:
    """Tries mutations, those in Python first; 0 if all of them are caught."""
    chosen = [m for m in all_mutations() if not words or any(word in m.name for word in words)]
    chosen.sort(key=lambda mutation: mutation.compiled)
    copy_tree()
    core = installed_core()
    killed = [verdict(mutation, core) for mutation in chosen].count("killed")
    print(f"{killed} of {len(chosen)} mutations are killed")
    return 0 if killed == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
