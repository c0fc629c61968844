"""Models by name: in a file, or one that comes with Boardworth for a game."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth import _core
from boardworth.errors import BoardworthError
from boardworth.evaluators.model_file import load_model, shipped_model
from boardworth.files import FilePath, read_bytes, shipped_file
from boardworth.rules import load_game
from boardworth.rules.loading import RULE_SHEETS, meant_game, shipped_sheet
from boardworth.rules.records.shogi import is_kif

if TYPE_CHECKING:
    from boardworth.fitting import Model


def find_model(what: FilePath) -> Model:
    """The model in a file, or the one that comes with Boardworth for a game of that name.

    The name of a game is not a file, whatever files there are: `othello` is the model that comes
    with Boardworth, `./othello` is a file.
    """
    name, path = os.fspath(what), Path(what)
    if name in _core.game_names():
        return shipped_model(load_game(name))
    if is_rule_sheet(what):
        raise BoardworthError(f"{name} is a rule sheet, not a model: boardworth build {name}")
    if path.is_dir():
        raise BoardworthError(f"{name} is a folder, not a file")
    if not path.exists():
        shipped = [game for game in _core.game_names() if shipped_file(f"{game}.model")]
        raise BoardworthError(
            f"no such file: {name} ({meant_game(name)}models that come with Boardworth: "
            f"{', '.join(shipped)})"
        )
    return load_model(path)


def is_shipped(what: FilePath) -> bool:
    """Whether that is the name of a game or of a rule sheet that comes with Boardworth."""
    name = os.fspath(what)
    return name in _core.game_names() or shipped_sheet(name) is not None


def is_rule_sheet(what: FilePath) -> bool:
    """Whether that is a rule sheet's file, or the name of one that comes with Boardworth.

    The name of a native game is not, though there may be a sheet of it.
    """
    path, name = Path(what), os.fspath(what)
    if name in _core.game_names():
        return False
    if shipped_sheet(name) is not None:
        return True
    named = path.is_file() and path.name.lower().endswith(RULE_SHEETS)
    return named and not is_kif(read_bytes(path))
