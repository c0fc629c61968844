"""What is shipped: all files of the package, and modules that give the same bytes everywhere."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import boardworth
from boardworth import _core

ROOT = Path(__file__).parents[2]
# Learns a little and solves a little, by whatever is vectorised.
WORK = """
import sys
import boardworth as bw
game = bw.load_game("othello")
settings = bw.Settings(games=20, generations=1, depth=2, stages=3, exact=8, calibration=60)
bw.save_model(bw.Build(game, sys.argv[1] + "/work", settings=settings).run(), sys.argv[1] + "/made")
"""


@pytest.fixture(scope="module")
def wheel():
    path = os.environ.get("BOARDWORTH_WHEEL")
    if not path:
        pytest.skip("BOARDWORTH_WHEEL names no wheel: make instruction-sets")
    with zipfile.ZipFile(path) as archive:
        return set(archive.namelist())


def test_a_wheel_carries_stubs_types_and_games(wheel):
    python = {str(path.relative_to(ROOT)) for path in (ROOT / "boardworth").rglob("*.py")}
    assert python <= wheel
    shipped = [p for kind in ("gdl", "theory") for p in (ROOT / "games").rglob(f"*.{kind}")]
    assert {f"boardworth/{path.relative_to(ROOT)}" for path in shipped} <= wheel
    samples = (ROOT / "boardworth" / "samples").iterdir()
    assert {str(path.relative_to(ROOT)) for path in samples} <= wheel
    assert {
        "boardworth/_core/__init__.pyi",
        "boardworth/py.typed",
        "boardworth/games/othello.model",
    } <= wheel


def test_it_is_the_wheel_that_is_tested(wheel):
    package = Path(boardworth.__file__).parent
    assert package != ROOT / "boardworth"
    assert f"boardworth/_core/{next(package.glob('_core/*.so')).name}" in wheel


def made_by(core, folder):
    folder.mkdir()
    environment = os.environ | {"BOARDWORTH_CORE": str(core)}
    subprocess.run([sys.executable, "-c", WORK, folder], env=environment, check=True)
    return (folder / "made").read_bytes()


def test_all_modules_give_the_same_bytes(tmp_path):
    folders = [Path(folder) / "boardworth" / "_core" for folder in sys.path]
    built = {path.stem.split(".")[0]: path for folder in folders for path in folder.glob("*.so")}
    if _core._best_build() == "x86_64_v2":
        built.pop("x86_64_v3", None)
    if len(built) < 2:
        pytest.skip(
            f"{', '.join(built)} alone can be run in this environment: make instruction-sets"
        )
    assert len({made_by(path, tmp_path / name) for name, path in built.items()}) == 1
