"""Which games by rule sheets are played, and where their sheets are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.errors import BoardworthError
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.loading import load_game, sheet_path

if TYPE_CHECKING:
    from boardworth.recipes import Reporter

# The paper's five come first. All are for two players who take turns.
PUBLIC = (
    "speedChess",
    "checkers",
    "reversi",
    "connectFour",
    "connect5",
    "breakthrough",
    "sheepAndWolf",
    "dotsAndBoxes",
    "cephalopodMicro",
    "kalah",
    "qyshinsu",
    "ttcc4_2player_small",
    "tictactoe_3d_2player",
    "englishDraughts",
    "knightthrough__dresden",
    "cubicup",
    "golden_rectangle_v1",
)
OURS = (
    "chess",
    "english-draughts",
    "reversi",
    "connect-four",
    "five-in-a-row",
    "minichess",
    "breakthrough",
    "amazons",
    "hex",
    "tic-tac-toe",
)
_ENDINGS = (".kif", ".gdl", ".kif.gz", ".gdl.gz")


def load_games(names: Sequence[str], folder: Path | None, reporter: Reporter) -> list[RuleGame]:
    """Games by their sheets in a folder, else by those that come with Boardworth.

    Without names, well-known ones: those that the folder lacks are reported and left out.
    """
    if folder is not None and not folder.is_dir():
        raise BoardworthError(f"no such folder: {folder}")
    wanted = list(dict.fromkeys(names or (OURS if folder is None else PUBLIC)))
    paths = {name: _path(name, folder) for name in wanted}
    missing = [name for name, path in paths.items() if path is None]
    if missing and (names or len(missing) == len(wanted)):
        raise BoardworthError(f"{folder} has no rule sheet of {', '.join(missing)}")
    if missing:
        reporter.line(f"not in {folder}, and not played: {', '.join(missing)}")
    found = {name: path for name, path in paths.items() if path is not None}
    games = []
    with reporter.task("rules", len(found)) as advance:
        for path in found.values():
            game = load_game(str(path))
            assert isinstance(game, RuleGame)
            if len(game.roles) != 2:
                raise BoardworthError(f"{path}: the experiments are for two players")
            games.append(game)
            advance(1)
    return games


def _path(name: str, folder: Path | None) -> Path | None:
    if folder is None:
        return sheet_path(name)
    candidates = (folder / f"{name}{ending}" for ending in _ENDINGS)
    return next((path for path in candidates if path.is_file()), None)
