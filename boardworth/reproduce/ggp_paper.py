"""What Walędzik and Mańdziuk (2014) report: games, a table, and in words what figures show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["GUCT", "UCT", "MTD(f)", "null"]

# Rule sheets of the paper's games: public ones, then ours.
PAPER_GAMES = {
    "speedChess": "Chess",
    "checkers": "Checkers",
    "reversi": "Othello",
    "connectFour": "Connect4",
    "connect5": "Connect5",
    "chess": "Chess",
    "english-draughts": "Checkers",
    "connect-four": "Connect4",
    "five-in-a-row": "Connect5",
}


@dataclass(frozen=True)
class Experiment:
    """Two players against each other."""

    title: str  # the figure or table
    first: Kind  # whose score is told
    second: Kind  # its opponent
    all_threads: bool  # whether (Guided) UCT has more than one thread; MTD(f) never has
    paper: Mapping[str, str]  # what came out there, by game
    paper_times: str = "1 to 60 s"  # for a move there


_GUCT_UCT = {
    "Chess": "wins clearly; by less at 1 s",
    "Checkers": "wins clearly; by less with more time",
    "Othello": "loses clearly, but for the shortest times",
    "Connect4": "wins",
    "Connect5": "loses slightly, most at short times",
}
_MTDF_UCT = {
    "Chess": "draws all games up to 10 s",
    "Checkers": "wins by more than GUCT",
    "Othello": "is better than GUCT, still weak",
    "Connect4": "wins by more than GUCT",
    "Connect5": "wins easily in little time; then UCT catches up",
}
_MTDF_GUCT = {
    "Chess": "loses clearly",
    "Checkers": "wins clearly",
    "Othello": "wins slightly, not significantly",
    "Connect4": "wins clearly",
    "Connect5": "wins easily in little time; then about even",
}
# With 95 % bounds.
_GUCT_NULL = {
    "Chess": "+44 ± 7, +44 ± 8, +54 ± 12",
    "Checkers": "+85 ± 3, +94 ± 4, +85 ± 5",
    "Othello": "+25 ± 9, +14 ± 9, -11 ± 11",
    "Connect4": "+56 ± 8, +39 ± 12, +36 ± 10",
    "Connect5": "+25 ± 9, +30 ± 9, +43 ± 10",
}
EXPERIMENTS: Mapping[str, Experiment] = {
    "4": Experiment("Figure 4", "GUCT", "UCT", True, _GUCT_UCT),
    "5": Experiment("Figure 5", "MTD(f)", "UCT", False, _MTDF_UCT),
    "6": Experiment("Figure 6", "MTD(f)", "UCT", True, {**_MTDF_UCT, "Chess": "loses many games"}),
    "7": Experiment("Figure 7", "MTD(f)", "GUCT", False, _MTDF_GUCT),
    "8": Experiment("Figure 8", "MTD(f)", "GUCT", True, _MTDF_GUCT),
    "table": Experiment("Table I", "GUCT", "null", True, _GUCT_NULL, "5, 10, 30 s"),
}
