"""Which games by rule sheets are played, and where their sheets are."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.errors import BoardworthError
from boardworth.rules.gdl import RuleSheet, read_rule_sheet
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.loading import load_game, sheet_path, shipped_sheet

if TYPE_CHECKING:
    from boardworth.recipes import Reporter

# The paper's games: its own public sheets, but for chess. That of 2006 has more ground rules than
# memory holds; this one has all rules of chess, and ends after 200 moves as well.
PUBLIC = ("checkers", "connect4", "connect5", "othello-comp2007", "chess_200_v1")
OURS = ("english-draughts", "connect-four", "five-in-a-row", "reversi", "chess")
DATA = "BOARDWORTH_DATA"  # names a folder that may have public sheets in its folder gdl
_ENDINGS = (".kif", ".gdl", ".kif.gz", ".gdl.gz")


@dataclass(frozen=True)
class Sheets:
    """Where rule sheets are."""

    folder: Path | None  # of public ones
    ours_too: bool  # whether those that come with Boardworth stand in for what is not there

    @classmethod
    def of(cls, given: Path | None, reporter: Reporter) -> Sheets:
        """Those of a given folder, else of the one that the environment names; tells which."""
        data = os.environ.get(DATA)
        folder = given or (Path(data) / "gdl" if data else None)
        if folder is None:
            reporter.line(
                "rule sheets are those that come with Boardworth, not the paper's: --sheets, or "
                f"gdl in the folder that {DATA} names, would have {', '.join(PUBLIC)}"
            )
        elif not folder.is_dir():
            raise BoardworthError(f"no such folder: {folder}")
        else:
            reporter.line(f"rule sheets are those in {folder}")
        return cls(folder, ours_too=given is None)

    def find(self, name: str) -> Path | None:
        """The file of a rule sheet. Raises RulesError if only ours can be, and it is none."""
        if self.folder is None:
            return sheet_path(name)
        candidates = [self.folder / f"{name}{ending}" for ending in _ENDINGS]
        if self.ours_too:
            candidates += [shipped_sheet(name) or Path(name)]
        return next((path for path in candidates if path.is_file()), None)

    def read_public(self, name: str) -> RuleSheet | None:
        """One of the folder's, which need not be playable."""
        path = replace(self, ours_too=False).find(name) if self.folder is not None else None
        return read_rule_sheet(path) if path is not None else None


def load_games(names: Sequence[str], sheets: Sheets, reporter: Reporter) -> list[RuleGame]:
    """Games by their sheets. Without names, the paper's: what is not there is told and left out."""
    wanted = list(dict.fromkeys(names or (OURS if sheets.folder is None else PUBLIC)))
    paths = {name: sheets.find(name) for name in wanted}
    missing = [name for name, path in paths.items() if path is None]
    if missing and (names or len(missing) == len(wanted)):
        raise BoardworthError(f"{sheets.folder} has no rule sheet of {', '.join(missing)}")
    if missing:
        reporter.line(f"not in {sheets.folder}, and not played: {', '.join(missing)}")
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
