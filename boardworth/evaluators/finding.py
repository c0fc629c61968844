"""Models by name: in a file, or one that comes with Boardworth for a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from boardworth import _core
from boardworth.errors import BoardworthError
from boardworth.evaluators.model_file import load_model, shipped_model
from boardworth.files import FilePath, shipped_file
from boardworth.rules import load_game

if TYPE_CHECKING:
    from boardworth.fitting import Model

# How the files of rule sheets end.
RULE_SHEETS = (".gdl", ".kif", ".gdl.gz", ".kif.gz")


def find_model(what: FilePath) -> Model:
    """The model in a file, or the one that comes with Boardworth for a game of that name."""
    path = Path(what)
    if str(path) in _core.game_names() and not path.is_file():
        return shipped_model(load_game(str(path)))
    if is_rule_sheet(path):
        raise BoardworthError(f"{path} is a rule sheet, not a model: boardworth build {path}")
    if path.is_dir():
        raise BoardworthError(f"{path} is a folder, not a file")
    if not path.exists():
        shipped = [name for name in _core.game_names() if shipped_file(f"{name}.model")]
        raise BoardworthError(
            f"no such file: {path} (models that come with Boardworth: {', '.join(shipped)})"
        )
    return load_model(path)


def is_rule_sheet(path: Path) -> bool:
    """Whether that is a rule sheet's file, or the name of one that comes with Boardworth."""
    if path.exists():
        return path.is_file() and path.name.lower().endswith(RULE_SHEETS)
    return shipped_file(f"gdl/{path}.gdl") is not None
