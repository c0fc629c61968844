"""What Walędzik and Mańdziuk (2014) report: games, a table, and in words what figures show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from boardworth.reproduce.verdicts import ABOVE_EVEN, BELOW_EVEN, Claim, Range

Kind: TypeAlias = Literal["GUCT", "UCT", "MTD(f)", "null"]

# The paper's games by rule sheets: public ones, then ours.
PAPER_GAMES = {
    "chess": "Chess",
    "chess_200_v1": "Chess",
    "speedChess": "Chess",
    "checkers": "Checkers",
    "othello-comp2007": "Othello",
    "reversi": "Othello",
    "connect4": "Connect4",
    "connectFour": "Connect4",
    "connect5": "Connect5",
    "english-draughts": "Checkers",
    "connect-four": "Connect4",
    "five-in-a-row": "Connect5",
}
# Numbers of features, by rule sheet.
FEATURES = {"checkers": 4_343, "chess": 28_163}


def _within(low: float, high: float) -> Range:
    """Of the points, from a range of the paper's scores: -100 all games lost, 100 all won."""
    return Range((low + 100) / 2, (high + 100) / 2)


@dataclass(frozen=True)
class Experiment:
    """Two players against each other."""

    title: str  # the figure or table
    first: Kind  # whose score is told
    second: Kind  # its opponent
    all_threads: bool  # whether (Guided) UCT has more than one thread; MTD(f) never has
    paper: Mapping[str, tuple[str, Range]]  # what came out there, by game
    paper_times: str = "1 to 60 s"  # for a move there

    def threads(self, threads: int, *, by_the_clock: bool) -> int:
        """Of UCT: within simulations, threads are all the same where both players have them."""
        return threads if self.all_threads and (by_the_clock or self.first == "MTD(f)") else 1

    def claim(self, game: str) -> Claim:
        """About one of the paper's games, as a score in per cent of the points.

        Its words are what is tested; how much, and how it depends on time, is left to the reader.
        """
        words, claimed = self.paper[game]
        tested = {ABOVE_EVEN: "wins", BELOW_EVEN: "loses"}.get(claimed, "is about even")
        return Claim(
            self.title, f"{game}: {self.first} {tested} against {self.second}", words, claimed
        )


_GUCT_UCT = {
    "Chess": ("wins clearly; by less at 1 s", ABOVE_EVEN),
    "Checkers": ("wins clearly; by less with more time", ABOVE_EVEN),
    "Othello": ("loses clearly, but for the shortest times", BELOW_EVEN),
    "Connect4": ("wins", ABOVE_EVEN),
    "Connect5": ("loses slightly, most at short times", BELOW_EVEN),
}
_MTDF_UCT = {
    "Chess": ("draws all games up to 10 s", _within(-20, 20)),
    "Checkers": ("wins by more than GUCT", ABOVE_EVEN),
    "Othello": ("is better than GUCT, still weak", BELOW_EVEN),
    "Connect4": ("wins by more than GUCT", ABOVE_EVEN),
    "Connect5": ("wins easily in little time; then UCT catches up", ABOVE_EVEN),
}
_MTDF_GUCT = {
    "Chess": ("loses clearly", BELOW_EVEN),
    "Checkers": ("wins clearly", ABOVE_EVEN),
    "Othello": ("slightly better, not significantly", _within(-20, 20)),
    "Connect4": ("wins clearly", ABOVE_EVEN),
    "Connect5": ("wins easily in little time; then about even", ABOVE_EVEN),
}
# With 95 % bounds. Othello's range is that of its bounds; the others' functions are "useful".
_GUCT_NULL = {
    "Chess": ("+44 ± 7, +44 ± 8, +54 ± 12", ABOVE_EVEN),
    "Checkers": ("+85 ± 3, +94 ± 4, +85 ± 5", ABOVE_EVEN),
    "Othello": ("+25 ± 9, +14 ± 9, -11 ± 11", _within(-22, 34)),
    "Connect4": ("+56 ± 8, +39 ± 12, +36 ± 10", ABOVE_EVEN),
    "Connect5": ("+25 ± 9, +30 ± 9, +43 ± 10", ABOVE_EVEN),
}
_MTDF_UCT_THREADS = {**_MTDF_UCT, "Chess": ("loses many games", BELOW_EVEN)}
EXPERIMENTS: Mapping[str, Experiment] = {
    "4": Experiment("Figure 4", "GUCT", "UCT", True, _GUCT_UCT),
    "5": Experiment("Figure 5", "MTD(f)", "UCT", False, _MTDF_UCT),
    "6": Experiment("Figure 6", "MTD(f)", "UCT", True, _MTDF_UCT_THREADS),
    "7": Experiment("Figure 7", "MTD(f)", "GUCT", False, _MTDF_GUCT),
    "8": Experiment("Figure 8", "MTD(f)", "GUCT", True, _MTDF_GUCT),
    "table": Experiment("Table I", "GUCT", "null", True, _GUCT_NULL, "5, 10, 30 s"),
}
